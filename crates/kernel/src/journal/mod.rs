//! The journal of a run: one numbered line of JSON per note, each with the SHA-256 of the line before it (promise P6). Lines are
//! never changed; damaged ones are shown, not dropped.

mod chain;
mod entry;
mod full_read;
mod tip;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

/// The largest journal that is read whole, in bytes; in a longer one, the search for the last entry covers this much.
pub const LARGEST: usize = 256 * 1024 * 1024;

pub use chain::{Chain, Link, chain};
pub use entry::{Entry, Note};
pub use full_read::{Damage, JournalReading, Line, read};
pub use tip::Tip;

/// The largest number of an entry, as in its schema. A file with a larger one is damaged.
const LAST: u64 = 9_007_199_254_740_991;

/// Reads the number of an entry.
pub(crate) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
    let number = u64::deserialize(from)?;
    if number > LAST {
        return Err(D::Error::custom(format!("{number} is no number of an entry")));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::JournalEnd;

    /// Numbers that no next one follows are damage, and stop nothing.
    #[test]
    fn numbers_end_before_the_integers_do() {
        let line = |seq: u64| {
            let prev = "0".repeat(64);
            format!(
                r#"{{"seq":{seq},"at":"2026-01-01T00:00:00Z","kind":"note","by":"engine","text":"t","prev":"{prev}"}}"#
            )
        };
        assert!(Entry::read(line(LAST).as_bytes()).is_ok());
        for text in [line(LAST + 1), line(u64::MAX)] {
            assert!(
                Entry::read(text.as_bytes()).is_err() && chain(text.as_bytes()).links.is_empty(),
                "{text}"
            );
        }
        let end = format!(r#"{{"seq":{},"lineSha256":"{}","lines":[]}}"#, u64::MAX, "0".repeat(64));
        assert!(serde_json::from_str::<JournalEnd>(&end).is_err());
    }
}
