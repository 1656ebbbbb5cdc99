//! The intent: the machine-readable design, single source of truth of a feature
//! (1-design-engine.md, "JSON Schema Contract"; design schema in `schemas/design-intent.schema.json`).

mod accepted;
mod pointer;
mod reading;
#[cfg(test)]
mod tests;

mod written;

pub use frieze_intent::*;
pub use pointer::Pointer;
pub use reading::{NotAnIntent, Reading, read, read_and_written, read_value, violations};
