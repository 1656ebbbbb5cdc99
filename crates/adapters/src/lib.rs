//! The ports, implemented: files, locks, configuration, agents.

pub mod agents;
pub mod approvals;
mod arguments;
mod bounded;
pub mod chain_conditions;
pub mod clock;
pub mod conditions;
pub mod config;
mod key_command;
pub mod mcp;
pub mod own_program;
mod partial_output;
pub mod person;
pub mod profiles;
mod secret;
mod secret_redactor;
pub mod session_conditions;
pub mod standards;
pub mod stitch;
pub mod templates;
pub mod trust;
pub mod user_files;
pub mod watch;
mod web;
