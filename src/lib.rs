//! `frieze`: from a requirement document to a frozen, verifiable design.
//!
//! Imports point down only: `wire` composes the program; `cli` and `tui` use the engine, but no flow and no adapter;
//! ARCHITECTURE.md says where new code belongs, and `tests/house_rules` checks it.

pub mod cli;
mod terminal;
pub mod tui;
pub mod wire;
