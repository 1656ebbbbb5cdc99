//! The journal of a run: one line of JSON for each thing that happened, numbered, each carrying the
//! SHA-256 of the line before it (promise P6). What was written is never changed; what is damaged is
//! shown, never dropped.

mod chain;
mod entry;
mod reading;
mod tip;

/// The largest journal that is read whole, in bytes, and the most of a longer one in which its end is looked for.
pub const LARGEST: usize = 256 * 1024 * 1024;

pub use chain::{Chain, Link, chain};
pub use entry::{Entry, Note};
pub use reading::{Damage, JournalReading, Line, read};
pub use tip::Tip;
