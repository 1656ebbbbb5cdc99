//! `frieze`: from a requirement document to a frozen, verifiable design.
//!
//! Imports point down only. `wire` puts the program together; `cli` and `tui` know the `engine`, and no flow and no
//! adapter; the `engine` knows `ports` and `kernel`; everybody may know `domain`. `domain`, `kernel` and `flows` are
//! pure: no clock, disk, network, environment or randomness. `tests/house_rules.rs` holds all of that, and
//! ARCHITECTURE.md tells where a new line belongs.

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
