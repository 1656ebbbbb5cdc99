//! The tip of a journal: number and hash of its last line, to continue it.

use super::entry::{Entry, Note};
use frieze_data::digest::Digest;

/// The last line of a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip {
    /// The number of the last readable entry; 0 if there is none.
    pub seq: u64,
    /// SHA-256 of the last line, readable or not; of no bytes if there is none.
    pub line: Digest,
    /// Whether the last line lacks its line feed: its writer was killed.
    pub unfinished: bool,
}

impl Tip {
    /// The tip of an empty journal.
    pub fn genesis() -> Self {
        Self { seq: 0, line: Digest::of(b""), unfinished: false }
    }

    /// The tip, found in a journal's last bytes, or in all of them if `whole`. `None` if they hold no readable line: then more
    /// bytes are needed.
    pub fn at_end_of(bytes: &[u8], whole: bool) -> Option<Self> {
        let unfinished = bytes.last().is_some_and(|b| *b != b'\n');
        let finished = if unfinished { bytes } else { bytes.strip_suffix(b"\n").unwrap_or(bytes) };
        if whole && bytes.is_empty() {
            return Some(Self::genesis());
        }
        let mut lines = finished.rsplit(|b| *b == b'\n');
        let last = lines.next().unwrap_or_default();
        let line = Digest::of(last);
        let mut candidates = std::iter::once(last).chain(lines).peekable();
        while let Some(candidate) = candidates.next() {
            // The first line of an excerpt may have lost its beginning.
            let complete = whole || candidates.peek().is_some();
            if complete && let Ok(entry) = Entry::read(candidate) {
                return Some(Self { seq: entry.seq, line, unfinished });
            }
        }
        whole.then_some(Self { seq: 0, line, unfinished })
    }

    /// The bytes that append these notes, and the tip after them. After a torn line they begin with a line feed.
    pub fn continued(self, notes: &[Note]) -> (Vec<u8>, Self) {
        let mut bytes = Vec::new();
        let mut tip = self;
        for note in notes {
            if tip.unfinished {
                bytes.push(b'\n');
            }
            let line = Entry::of(note, tip.seq + 1, tip.line).line();
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
            tip = Self { seq: tip.seq + 1, line: Digest::of(line.as_bytes()), unfinished: false };
        }
        (bytes, tip)
    }
}
