//! Tests of journal files (P6): an entry is one write, so parallel writers do not damage each other's lines, and a journal
//! continues after any crash.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use frieze_data::path::RelPath;
use frieze_engine::journal_file::JournalFile;
use frieze_kernel::journal;
use frieze_kernel::journal::{JournalReading, Note};
use frieze_ports::Store;
use frieze_store::{DurableStore, RealDisk};
use frieze_testkit::{Fault, FaultyDisk, MemoryDisk, Operation};
use rustix::io::Errno;

const WRITERS: usize = 8;
const LINES: usize = 10_000;

fn log() -> RelPath {
    RelPath::new("journal.jsonl")
}

/// A line of the writer's letter; its length depends on its number.
fn line(writer: usize, number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(writer).unwrap());
    format!("{}\n", letter.to_string().repeat(20 + number * 7 % 400))
}

/// The number of lines, and of those with several letters.
fn damaged(root: &Path) -> (usize, usize) {
    let text = std::fs::read_to_string(root.join("journal.jsonl")).unwrap();
    let whole = |line: &str| {
        line.chars().next().is_some_and(|first| line.len() >= 20 && line.chars().all(|c| c == first))
    };
    (text.lines().count(), text.lines().filter(|line| !whole(line)).count())
}

#[test]
fn many_writers_never_damage_a_line() {
    let place = tempfile::tempdir().unwrap();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let root = place.path();
            scope.spawn(move || {
                let store = DurableStore::new(RealDisk::new(root).unwrap());
                for number in 0..LINES / WRITERS {
                    store.append(&log(), line(writer, number).as_bytes()).unwrap();
                }
            });
        }
    });
    assert_eq!(damaged(place.path()), (LINES, 0));
}

#[test]
fn writers_that_write_piecemeal_damage_lines() {
    let place = tempfile::tempdir().unwrap();
    let most_rounds = 100;
    let found = (0..most_rounds).any(|_| {
        std::thread::scope(|scope| {
            for writer in 0..WRITERS {
                let root = place.path();
                scope.spawn(move || {
                    let path = root.join("journal.jsonl");
                    let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
                    for number in 0..100 {
                        let line = line(writer, number);
                        let (first, rest) = line.split_at(10);
                        // `write!` calls `write` once for each piece.
                        write!(file, "{first}{rest}").unwrap();
                    }
                });
            }
        });
        damaged(place.path()).1 > 0
    });
    assert!(found, "no damage in {most_rounds} rounds: the test above shows nothing");
}

fn note(text: &str) -> Note {
    Note {
        at: "2026-11-21T06:00:00Z".to_owned(),
        kind: "transition".to_owned(),
        by: "engine".to_owned(),
        text: text.to_owned(),
        data: serde_json::json!({"to": "GENERATING"}),
    }
}

fn reading_of(store: &dyn Store) -> JournalReading {
    journal::read(&store.read(&log(), 1_000_000).unwrap().unwrap())
}

#[test]
fn a_journal_is_one_write_per_step_and_continues_after_a_restart() {
    let memory = MemoryDisk::default();
    for step in 0..3 {
        let store = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
        let mut journal = JournalFile::new(store.clone(), log());
        journal.append(&[note("one"), note("two")]).unwrap();
        let tip = journal.append(&[note("three")]).unwrap();
        assert_eq!(tip.seq, (step + 1) * 3);
        assert_eq!(store.disk().calls().get(&Operation::Write), Some(&2));
        assert_eq!(store.disk().calls().get(&Operation::ReadEnd), Some(&1), "the tip is kept");
    }
    let reading = reading_of(&DurableStore::new(memory));
    assert_eq!((reading.entries().count(), reading.damage.len(), reading.torn), (9, 0, None));
}

#[test]
fn a_write_that_was_cut_short_leaves_one_torn_line_and_the_journal_continues() {
    let store = Arc::new(DurableStore::new(FaultyDisk::new(MemoryDisk::default())));
    let mut journal = JournalFile::new(store.clone(), log());
    journal.append(&[note("one")]).unwrap();
    store.disk().set(Some(Fault::once(Operation::Write, 1, Errno::NOSPC)));
    journal.append(&[note("cut short")]).unwrap_err();
    let reading = reading_of(&*store);
    assert!(reading.torn.is_some() && reading.damage.is_empty(), "{reading:?}");
    journal.append(&[note("two")]).unwrap();
    let reading = reading_of(&*store);
    let numbers: Vec<u64> = reading.entries().map(|entry| entry.seq).collect();
    assert_eq!(numbers, [1, 2]);
    assert_eq!(
        (reading.recovered.as_slice(), reading.damage.len()),
        (&[2][..], 0),
        "the torn line is reported: {reading:?}"
    );
    assert_eq!(reading.lines.len(), 3, "and kept");
}

#[test]
fn the_tip_of_a_long_journal_is_found_at_its_end() {
    let memory = MemoryDisk::default();
    let store = Arc::new(DurableStore::new(memory.clone()));
    let mut first = JournalFile::new(store.clone(), log());
    let long = "x".repeat(3000);
    first.append(&(0..100).map(|_| note(&long)).collect::<Vec<_>>()).unwrap();
    let tip = first.append(&[note("last")]).unwrap();
    assert_eq!(JournalFile::new(store.clone(), log()).tip().unwrap(), tip);
    // A last line that is longer than the first read.
    let tip = first.append(&[note(&"y".repeat(500_000))]).unwrap();
    assert_eq!(JournalFile::new(store, log()).tip().unwrap(), tip);
}
