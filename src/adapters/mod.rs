//! The ports, implemented: files, locks, configuration, agents.

pub mod agents;
pub mod clock;
pub mod conditions;
pub mod config;
pub mod mcp;
pub mod person;
pub mod stitch;
pub mod store;
pub mod templates;
pub mod user_files;
pub mod watch;
