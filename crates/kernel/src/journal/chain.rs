//! Fast reading of a journal without the schema of its entries: to verify freezes, and for lists of thousands.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::entry::Entry;
use super::full_read::{Damage, not_continued};
use frieze_data::digest::Digest;

/// The entries of a journal with their hashes, and the damage of the other lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain<'a> {
    pub links: Vec<Link<'a>>,
    pub damage: Vec<Damage>,
    /// Whether there are other lines than entries, or an unfinished last line.
    has_others: bool,
}

impl Chain<'_> {
    /// Whether all lines are entries in one chain, and the last one passes the strict reading. If not, use [`super::read`].
    pub fn is_whole(&self) -> bool {
        let last = self.links.last();
        self.damage.is_empty() && !self.has_others && last.is_some_and(|last| last.entry().is_ok())
    }
}

/// One entry of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link<'a> {
    /// The number of its line, from 1.
    pub number: usize,
    pub seq: u64,
    pub kind: Cow<'a, str>,
    /// SHA-256 of the line.
    pub sha256: Digest,
    /// SHA-256 of the line before.
    pub prev: Digest,
    line: &'a [u8],
}

impl Link<'_> {
    /// The entry itself, read strictly.
    ///
    /// # Errors
    /// Why the line is none.
    pub fn entry(&self) -> Result<Entry, String> {
        Entry::read(self.line)
    }

    /// The entry's data, read without a schema; `None` if it has another form.
    pub fn data<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice::<Data<T>>(self.line).ok().map(|line| line.data)
    }
}

/// A line, for its data.
#[derive(Deserialize)]
struct Data<T> {
    data: T,
}

/// The fields of a line that the chain needs.
#[derive(Deserialize)]
struct Needed<'a> {
    #[serde(deserialize_with = "super::number")]
    seq: u64,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    prev: Digest,
}

/// The most lines in a row that are no entries; reading ends there.
const MOST_UNREAD: usize = 1_000;

/// Reads a whole journal as a chain.
///
/// A line that a power cut left unfinished is no damage if the next entry has the number that was due and the line's hash: no
/// entry is lost, and the line was not changed since. An unfinished last line is no damage either.
pub fn chain(bytes: &[u8]) -> Chain<'_> {
    let mut chain = Chain { links: Vec::new(), damage: Vec::new(), has_others: false };
    let (mut before, mut seq) = (Digest::of(b""), 0);
    // Lines that are no entries; the next entry shows whether one is lost.
    let mut unread = Vec::new();
    for (at, piece) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        let number = at + 1;
        let line = piece.strip_suffix(b"\n").unwrap_or(piece);
        let sha256 = Digest::of(line);
        if let Ok(needed) = serde_json::from_slice::<Needed>(line) {
            if needed.prev != before || needed.seq != seq + 1 {
                chain.damage.push(Damage {
                    line: unread.first().copied().unwrap_or(number),
                    what: not_continued(number),
                });
            }
            unread.clear();
            let Needed { kind, prev, .. } = needed;
            seq = needed.seq;
            chain.links.push(Link { number, seq, kind, sha256, prev, line });
            chain.has_others |= piece.len() == line.len();
        } else {
            chain.has_others = true;
            if piece.len() > line.len() {
                unread.push(number);
            }
            if unread.len() > MOST_UNREAD {
                break;
            }
        }
        before = sha256;
    }
    if let Some(line) = unread.first() {
        chain.damage.push(Damage { line: *line, what: "not a journal entry".to_owned() });
    }
    chain
}

#[cfg(test)]
mod tests {
    use super::super::{Note, Tip, read};
    use super::*;
    use serde_json::json;

    fn journal(texts: &[&str]) -> Vec<u8> {
        let note = |text: &&str| Note {
            at: "2026-11-21T06:00:00Z".to_owned(),
            kind: (*text).to_owned(),
            by: "engine".to_owned(),
            text: "\"ü\"".to_owned(),
            data: json!({"prev": 1}),
        };
        Tip::genesis().continued(&texts.iter().map(note).collect::<Vec<_>>()).0
    }

    #[test]
    fn a_chain_has_the_links_and_the_damage_of_the_journal() {
        let bytes = journal(&["a", "b", "c"]);
        let whole = chain(&bytes);
        assert_eq!(whole.damage, []);
        let kinds: Vec<&str> = whole.links.iter().map(|link| link.kind.as_ref()).collect();
        assert_eq!(kinds, ["a", "b", "c"]);
        assert_eq!(whole.links[2].sha256, read(&bytes).tip.line);
        assert_eq!(whole.links[1].entry().unwrap().prev, whole.links[0].sha256);
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            let (chain, reading) = (chain(&changed), read(&changed));
            // No later line holds the hash of the last one.
            let is_last = at >= bytes.len() - bytes.split(|b| *b == b'\n').nth(2).unwrap().len() - 1;
            assert!(is_last || chain.damage.is_empty() == reading.damage.is_empty(), "{at}: {chain:?}");
        }
    }

    #[test]
    fn an_unfinished_line_is_no_damage_once_the_journal_continues() {
        let note = |kind: &str| Note {
            at: "2026-11-21T06:00:00Z".to_owned(),
            kind: kind.to_owned(),
            by: "engine".to_owned(),
            text: String::new(),
            data: json!({}),
        };
        let before = journal(&["a", "b"]);
        for left in [&b"{\"seq\":3,"[..], b"\0\0\0\0\n", b"\0\0\0\0"] {
            let cut = [before.as_slice(), left].concat();
            let (more, _) = read(&cut).tip.continued(&[note("c")]);
            let went_on = [cut.as_slice(), &more].concat();
            assert_eq!((chain(&went_on).damage, chain(&went_on).links.len()), (Vec::new(), 3));
            // Changed afterwards, it is damage.
            let changed = String::from_utf8_lossy(&went_on).replacen("\"seq\":2", "\"seq\":7", 1);
            assert_ne!(chain(changed.as_bytes()).damage, Vec::new());
        }
    }
}
