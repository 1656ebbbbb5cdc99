//! Values in files: ids, paths, digests, scores, JSON with its schemas, and text that is safe to show. No clock, disk or
//! randomness.

pub mod canonical;
pub mod digest;
pub mod fields;
pub mod file_name;
pub mod file_state;
pub mod id;
pub mod json;
pub mod parallel;
pub mod path;
mod rounding;
pub mod schema;
pub mod score;
pub mod section_changes;
pub mod text;
