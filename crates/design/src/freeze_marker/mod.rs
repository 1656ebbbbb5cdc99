//! FROZEN.md: the marker that makes a design immutable (1-design-engine.md, "Freeze Immutability
//! Enforcement"; ruling 5, promises P7 and P10). It has YAML front matter for programs and bold lines for
//! people. If the two disagree, the file is invalid.
//!
//! A checksum of the front matter detects accidents and careless edits. Against somebody who can write every file, only a
//! signature over the marker helps ([`frieze_kernel::approval`]).

mod bold_lines;
mod marker;
mod parse;
mod render;

pub use marker::{Marker, Role};
pub use parse::{LARGEST, NotAMarker, read};
pub use render::{TEMPLATE, render};

/// The marker's schema version that this program writes. It also reads the version before.
pub const SCHEMA_VERSION: u32 = 2;
/// The version without signatures.
const UNSIGNED_VERSION: u32 = 1;
