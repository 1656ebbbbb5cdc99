//! What the product is about, as pure values: ids, canonical JSON, digests, the intent, the brief,
//! the rubric, scores, previews and diffs. No clock, no I/O, no randomness.

pub mod abreast;
pub mod answer;
pub mod answers;
pub mod approval;
pub mod brief;
pub mod canonical;
pub mod carried;
pub mod critique;
pub mod diff;
pub mod digest;
pub mod draft;
pub mod feedback;
pub mod files;
pub mod finding;
pub mod frozen;
pub mod id;
pub mod integrity;
pub mod intent;
pub mod journal;
pub mod json;
pub mod left_out;
pub mod lexicon;
pub mod look;
pub mod looked;
pub mod path;
pub mod preview;
pub mod rubric;
pub mod schema;
pub mod score;
mod shares;
pub mod since;
pub mod template;
pub mod text;
