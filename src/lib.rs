//! `frieze`: from a requirement document to a frozen, verifiable design.
//!
//! Layers, imports pointing down only: `cli` → `adapters`, `engine` → `flows` → `ports`, `kernel` → `domain`.
//! `domain`, `kernel` and `flows` are pure: no clock, disk, network, environment or randomness
//! (held by `tests/house_rules.rs`). ARCHITECTURE.md tells where a new line belongs.

pub mod adapters;
pub mod cli;
pub mod domain;
pub mod engine;
pub mod flows;
pub mod kernel;
pub mod ports;
mod terminal;
pub mod tui;
pub mod wire;
