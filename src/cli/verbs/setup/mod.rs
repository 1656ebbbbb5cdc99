//! Verbs on the workspace itself and its configuration.

pub mod config;
pub mod doctor;
pub mod init;
pub mod trust;
pub mod use_agent;
