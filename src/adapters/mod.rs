//! The ports, implemented: files, locks, configuration, agents.

pub mod journal;
pub mod store;
