//! The intent: the machine-readable design, single source of truth of a feature
//! (1-design-engine.md, "JSON Schema Contract"; design schema in `schemas/design-intent.schema.json`).

mod pointer;
mod reading;
mod types;

pub use pointer::Pointer;
pub use reading::{NotAnIntent, Reading, read, read_value};
pub use types::*;
