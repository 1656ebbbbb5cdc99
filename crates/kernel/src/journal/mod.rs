//! The journal of a run: one numbered line of JSON per note, each with the SHA-256 of the line before it (promise P6). Lines are
//! never changed; damaged ones are shown, not dropped.

mod chain;
mod entry;
mod full_read;
mod tip;

/// The largest journal that is read whole, in bytes; in a longer one, the search for the last entry covers this much.
pub const LARGEST: usize = 256 * 1024 * 1024;

pub use chain::{Chain, Link, chain};
pub use entry::{Entry, Note};
pub use full_read::{Damage, JournalReading, Line, read};
pub use tip::Tip;
