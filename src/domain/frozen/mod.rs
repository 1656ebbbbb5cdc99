//! FROZEN.md: the marker that makes a design immutable (1-design-engine.md, "Freeze Immutability
//! Enforcement"; ruling 5, promises P7 and P10). YAML front matter is for programs, bold lines are for
//! people; where the two disagree, the file is invalid.
//!
//! The marker guards itself against accidents and careless edits by a checksum of its front matter. It
//! is no signature: who rewrites the file and its checksum is found out by the copy in `state.json`.

mod lines;
mod marker;
mod reading;
mod rendering;

pub use marker::{Marker, Role};
pub use reading::{LARGEST, NotAMarker, read};
pub use rendering::{TEMPLATE, render};

/// The version of the marker's form that this program writes and reads.
pub const SCHEMA_VERSION: u32 = 1;
