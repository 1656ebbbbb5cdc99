//! The intent: the machine-readable design of a feature, its single source of truth (1-design-engine.md, "JSON Schema Contract").
//! Its schema is `schemas/design-intent.schema.json`.

pub mod diff;
mod reading;
#[cfg(test)]
mod tests;

mod types;

pub use reading::{NotAnIntent, Reading, read, read_value, violations};
pub use types::*;
