//! The ports, implemented: files, locks, configuration, agents.

pub mod agents;
pub mod approvals;
mod arguments;
mod came;
pub mod clock;
pub mod conditions;
pub mod config;
mod key_command;
pub mod mcp;
pub mod person;
mod secret;
pub mod stitch;
pub mod store;
pub mod templates;
pub mod trust;
pub mod user_files;
mod veil;
pub mod watch;
mod web;
