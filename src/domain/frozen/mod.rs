//! FROZEN.md: the marker that makes a design immutable (1-design-engine.md, "Freeze Immutability
//! Enforcement"; ruling 5, promises P7 and P10). YAML front matter is for programs, bold lines are for
//! people; where the two disagree, the file is invalid.
//!
//! The marker guards itself against accidents and careless edits by a checksum of its front matter. Against somebody who
//! may write every file only a signature over the marker helps ([`crate::domain::approval`]).

mod lines;
mod marker;
mod reading;
mod rendering;

pub use marker::{Marker, Role};
pub use reading::{LARGEST, NotAMarker, read};
pub use rendering::{TEMPLATE, render};

/// The version of the marker's form that this program writes. It reads the one before as well, which did not say whether the
/// approval is signed.
pub const SCHEMA_VERSION: u32 = 2;
/// The version that did not know signatures.
const UNSIGNED_VERSION: u32 = 1;
