//! The ports, implemented: files, locks, configuration, agents.

pub mod store;
