//! What the product is about, as pure values: ids, canonical JSON, digests, the intent, the brief,
//! the rubric, scores, previews and diffs. No clock, no I/O, no randomness.

pub mod brief;
pub mod canonical;
pub mod digest;
pub mod finding;
pub mod id;
pub mod intent;
pub mod json;
pub mod path;
pub mod schema;
pub mod score;
