//! Strict reading of a journal: all lines, and the damage of each.

use std::collections::HashSet;

use super::entry::Entry;
use super::tip::Tip;
use frieze_data::digest::Digest;

/// All lines of a journal and their damage.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalReading {
    /// In order, a torn last line included.
    pub lines: Vec<Line>,
    pub tip: Tip,
    /// The unfinished last line of a writer that was killed. No damage: the next entry begins a new line.
    pub torn: Option<Vec<u8>>,
    /// Earlier torn lines by number, from 1. Nothing is lost: the entry after each has the number that was due, and its hash.
    pub recovered: Vec<usize>,
    pub damage: Vec<Damage>,
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub enum Line {
    Entry(Entry),
    /// Not an entry.
    Raw(Vec<u8>),
}

/// Damage of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// Counts from 1.
    pub line: usize,
    pub what: String,
}

impl JournalReading {
    /// The lines that are entries, oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.lines.iter().filter_map(|line| match line {
            Line::Entry(entry) => Some(entry),
            Line::Raw(_) => None,
        })
    }

    /// The lines for people, with their numbers from 1. The words of an order or a decision are also those of the move that it
    /// makes: an entry that only repeats the move before it is left out, unless it is damaged.
    pub fn without_repetitions(&self) -> impl Iterator<Item = (usize, &Line)> {
        let damaged: HashSet<usize> = self.damage.iter().map(|damage| damage.line).collect();
        let mut before: Option<&Entry> = None;
        (1..).zip(&self.lines).filter(move |(number, line)| {
            let Line::Entry(entry) = line else { return true };
            if before.is_some_and(|before| entry.repeats(before)) {
                return damaged.contains(number);
            }
            before = Some(entry);
            true
        })
    }
}

/// Reads a whole journal.
pub fn read(bytes: &[u8]) -> JournalReading {
    let mut reading = JournalReading {
        lines: Vec::new(),
        tip: Tip::genesis(),
        torn: None,
        recovered: Vec::new(),
        damage: Vec::new(),
    };
    // Lines since the last entry; each may have had a number.
    let mut unread = 0;
    let mut number = 0;
    // Damage of the line before, which may turn out to be a recovered torn line.
    let mut maybe_torn: Option<Damage> = None;
    for piece in bytes.split_inclusive(|b| *b == b'\n') {
        number += 1;
        let line = piece.strip_suffix(b"\n").unwrap_or(piece);
        let unfinished = line.len() == piece.len();
        let before = reading.tip;
        let mut seq = before.seq;
        match Entry::read(line) {
            Ok(entry) => {
                let (is_continued, is_due) = (entry.prev == before.line, entry.seq == seq + 1);
                match maybe_torn.take() {
                    Some(torn) if is_continued && is_due => reading.recovered.push(torn.line),
                    torn => reading.damage.extend(torn),
                }
                let mut report = |what| reading.damage.push(Damage { line: number, what });
                if !is_continued {
                    report(not_continued(number));
                }
                let expected = seq + 1..=seq.saturating_add(1 + unread);
                if !expected.contains(&entry.seq) {
                    report(format!("number {} where {} was due", entry.seq, seq + 1));
                }
                seq = entry.seq;
                unread = 0;
                reading.lines.push(Line::Entry(entry));
            }
            Err(why) => {
                reading.damage.extend(maybe_torn.take());
                let damage = Damage { line: number, what: why.to_string() };
                if unfinished {
                    reading.torn = Some(line.to_vec());
                } else if is_beginning(line, before) {
                    maybe_torn = Some(damage);
                } else {
                    reading.damage.push(damage);
                }
                unread += 1;
                reading.lines.push(Line::Raw(line.to_vec()));
            }
        }
        reading.tip = Tip { seq, line: Digest::of(line), unfinished };
    }
    reading.damage.extend(maybe_torn);
    reading
}

/// Whether a line is the beginning of the entry that was due.
fn is_beginning(line: &[u8], before: Tip) -> bool {
    let due = format!("{{\"seq\":{},\"at\":\"", before.seq.saturating_add(1));
    let length = line.len().min(due.len());
    line.get(..length) == due.as_bytes().get(..length) && length > 0
}

pub(super) fn not_continued(number: usize) -> String {
    match number {
        1 => "the beginning of the journal is missing".to_owned(),
        _ => format!("line {} was changed, or lines after it are missing", number - 1),
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::chain;
    use super::super::entry::Note;
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn note(text: &str) -> Note {
        Note {
            at: "2026-11-21T06:00:00Z".to_owned(),
            kind: "transition".to_owned(),
            by: "engine".to_owned(),
            text: text.to_owned(),
            data: json!({"from": "IDLE", "to": "GENERATING"}),
        }
    }

    fn journal(texts: &[&str]) -> Vec<u8> {
        let notes: Vec<Note> = texts.iter().map(|t| note(t)).collect();
        Tip::genesis().continued(&notes).0
    }

    type Lines = Vec<Vec<u8>>;

    fn lines(bytes: &[u8]) -> Lines {
        bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
    }

    fn damage_of(lines: &[Vec<u8>]) -> Vec<String> {
        read(&lines.concat()).damage.iter().map(|d| format!("{}: {}", d.line, d.what)).collect()
    }

    #[test]
    fn a_whole_journal_is_read_back_without_complaint() {
        let bytes = journal(&["a", "b\nwith a line feed", "c"]);
        let reading = read(&bytes);
        assert!(reading.damage.is_empty() && reading.torn.is_none(), "{reading:?}");
        let texts: Vec<&str> = reading.entries().map(|e| e.text.as_str()).collect();
        assert_eq!(texts, ["a", "b\nwith a line feed", "c"]);
        assert_eq!(reading.tip.seq, 3);
        assert_eq!(Some(reading.tip), Tip::at_end_of(&bytes, true));
        assert_eq!(read(b"").tip, Tip::genesis());
    }

    #[test]
    fn damage_is_shown_where_it_is_and_nothing_is_dropped() {
        let good = lines(&journal(&["a", "b", "c", "d"]));
        let with = |change: &dyn Fn(&mut Vec<Vec<u8>>)| {
            let mut lines = good.clone();
            change(&mut lines);
            lines
        };
        let as_text = |line: &[u8]| String::from_utf8(line.to_vec()).unwrap();
        let cases: [(&str, Lines, &[&str]); 7] = [
            ("untouched", good.clone(), &[]),
            (
                "a line removed",
                with(&|l| drop(l.remove(1))),
                &["2: line 1 was changed", "2: number 3 where 2"],
            ),
            ("the first removed", with(&|l| drop(l.remove(0))), &["1: the beginning", "1: number 2 where 1"]),
            (
                "a text changed",
                with(&|l| l[1] = as_text(&l[1]).replace("\"b\"", "\"x\"").into_bytes()),
                &["3: line 2 was changed"],
            ),
            (
                "noise over a line",
                with(&|l| l[1] = b"\0\0\xff\n".to_vec()),
                &["2: not JSON", "3: line 2 was changed"],
            ),
            (
                "an unknown field",
                with(&|l| l[3] = as_text(&l[3]).replace("{\"seq\"", "{\"x\":1,\"seq\"").into_bytes()),
                &["4: not a journal entry"],
            ),
            (
                "an empty line",
                with(&|l| l.insert(2, b"\n".to_vec())),
                &["3: not JSON", "4: line 3 was changed"],
            ),
        ];
        for (name, lines, expected) in cases {
            let damage = damage_of(&lines);
            assert_eq!(damage.len(), expected.len(), "{name}: {damage:?}");
            for (damage, expected) in damage.iter().zip(expected) {
                assert!(damage.starts_with(expected), "{name}: {damage} for {expected}");
            }
            assert_eq!(read(&lines.concat()).lines.len(), lines.len(), "{name}");
        }
    }

    #[test]
    fn a_journal_cut_anywhere_is_at_most_one_torn_line_and_can_be_continued() {
        let bytes = journal(&["a", "b – with more than ASCII", "c"]);
        for cut in 0..=bytes.len() {
            let reading = read(&bytes[..cut]);
            assert!(reading.damage.is_empty(), "cut at {cut}: {:?}", reading.damage);
            assert_eq!(Some(reading.tip), Tip::at_end_of(&bytes[..cut], true), "cut at {cut}");
            let (more, tip) = reading.tip.continued(&[note("after"), note("and on")]);
            let whole = [&bytes[..cut], &more].concat();
            let again = read(&whole);
            assert_eq!(again.tip, tip);
            assert_eq!(again.tip.seq, reading.tip.seq + 2);
            assert_eq!(again.torn, None);
            // The torn line stays and is reported; the lines around it are whole.
            assert_eq!(again.damage, [], "cut at {cut}");
            assert_eq!(again.recovered.len(), usize::from(reading.torn.is_some()), "cut at {cut}");
        }
    }

    #[test]
    fn a_torn_line_is_recovered_only_by_the_entry_that_was_due() {
        let whole = lines(&journal(&["a", "b"]));
        let torn = [&whole[0][..], &whole[1][..20]].concat();
        let (after, _) = read(&torn).tip.continued(&[note("b")]);
        let whole_again = [torn.clone(), after.clone()].concat();
        assert_eq!((read(&whole_again).recovered, read(&whole_again).damage), (vec![2], Vec::new()));
        // The torn line changed later, other text in its place, and a skipped number.
        let changed = String::from_utf8(whole_again).unwrap();
        let changed = changed.replacen("{\"seq\":2,\"at", "{\"seq\":2,\"ax", 1);
        let noise = [&whole[0][..], b"noise"].concat();
        let (on, _) = read(&noise).tip.continued(&[note("b")]);
        let later = Tip { seq: 2, ..read(&torn).tip };
        let (gap, _) = later.continued(&[note("c")]);
        for bytes in [
            changed.into_bytes(),
            [noise, on].concat(),
            [torn.clone(), gap].concat(),
            [&torn[..], b"\n"].concat(),
        ] {
            let reading = read(&bytes);
            assert!(reading.recovered.is_empty(), "{}", String::from_utf8_lossy(&bytes));
            assert!(!reading.damage.is_empty(), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    #[test]
    fn the_tip_is_the_same_from_the_end_alone() {
        let mut bytes = journal(&["a", "b", "c"]);
        bytes.extend_from_slice(b"noise\n");
        let tip = read(&bytes).tip;
        assert_eq!(tip.seq, 3);
        for start in 0..bytes.len() {
            let seen = Tip::at_end_of(&bytes[start..], start == 0);
            assert!(seen.is_none_or(|seen| seen == tip), "from {start}: {seen:?}");
        }
        assert_eq!(Tip::at_end_of(&bytes[bytes.len() / 2..], false), Some(tip));
        assert_eq!(Tip::at_end_of(b"", false), None);
    }

    #[test]
    fn data_that_strict_json_refuses_is_kept_as_text() {
        let mut deep = json!(1);
        for _ in 0..80 {
            deep = json!([deep]);
        }
        for data in [json!(u64::MAX), deep, Value::Null] {
            let (bytes, _) = Tip::genesis().continued(&[Note { data, ..note("x") }]);
            assert_eq!(read(&bytes).damage, []);
        }
    }

    proptest! {
        #[test]
        fn any_note_is_read_back_and_any_bytes_are_survived(
            texts in prop::collection::vec(any::<String>(), 0..5),
            noise in prop::collection::vec(any::<u8>(), 0..200),
            (at, byte) in (any::<prop::sample::Index>(), any::<u8>()),
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let bytes = journal(&texts);
            let reading = read(&bytes);
            prop_assert_eq!(&reading.damage, &[]);
            let found: Vec<&str> = reading.entries().map(|e| e.text.as_str()).collect();
            prop_assert_eq!(&found, &texts);
            prop_assert_eq!(chain(&bytes).is_whole(), !texts.is_empty());
            let mut changed = bytes.clone();
            if !changed.is_empty() {
                *at.get_mut(&mut changed) = byte;
            }
            let without = at.index(bytes.len() + 1);
            for other in [&bytes, &changed, &bytes[..without].to_vec(), &bytes[without..].to_vec()] {
                let chain = chain(other);
                if chain.is_whole() {
                    let (reading, last) = (read(other), chain.links.last().unwrap());
                    prop_assert_eq!(&reading.damage, &[]);
                    prop_assert_eq!((last.seq, last.sha256), (reading.tip.seq, reading.tip.line));
                }
            }
            let noisy = [bytes, noise.clone()].concat();
            let reading = read(&noisy);
            prop_assert_eq!(Some(reading.tip), if noisy.is_empty() { Some(Tip::genesis()) } else { Tip::at_end_of(&noisy, true) });
            let kept: usize = reading.lines.iter().map(|l| match l { Line::Entry(e) => e.line().len(), Line::Raw(r) => r.len() }).sum();
            let feeds = noisy.iter().filter(|b| **b == b'\n').count();
            prop_assert_eq!(kept + feeds, noisy.len());
        }
    }
}
