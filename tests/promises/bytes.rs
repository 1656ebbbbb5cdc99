//! P23: no input makes a reader panic, and accepted input is read in full. Real answers, records, markers, journals and
//! briefs, changed at random in their bytes and in their structure.

use std::panic::catch_unwind;

use frieze_data::id::FeatureId;
use frieze_data::{canonical, json};
use frieze_design::critique::CritiqueFile;
use frieze_design::{answer, brief, freeze_marker};
use frieze_flows::design::DesignRecord;
use frieze_intent as intent;
use frieze_kernel::Record as _;
use frieze_kernel::journal;
use frieze_rubric as rubric;
use serde_json::Value;

use crate::long;
use frieze_testkit::Dice;
use frieze_testkit::worlds::{BRIEF, World, critic_answer, design};

/// Reads bytes and checks the invariants of the result; returns whether they were accepted.
type Reader = fn(&[u8]) -> bool;

fn feature() -> FeatureId {
    "checkout".parse().unwrap()
}

fn whole_design(bytes: &[u8]) -> bool {
    let Ok(read) = answer::design(&String::from_utf8_lossy(bytes), &feature(), None, None) else {
        return false;
    };
    let again = intent::read(&read.pretty).expect("what was accepted is read again");
    assert_eq!(again.sha256, read.reading.sha256);
    assert!(rubric::evaluate(&again).overall.hundredths() <= 10_000);
    true
}

fn whole_critique(bytes: &[u8]) -> bool {
    let Ok(findings) = answer::critic(&String::from_utf8_lossy(bytes)) else { return false };
    let sample = design(&feature(), "A");
    let before = rubric::evaluate(&intent::read_value(&sample).unwrap());
    let (after, _) =
        rubric::with_critic(before.clone(), &sample, &findings, "second-eyes", &rubric::Dismissals::new());
    assert!(after.overall <= before.overall, "a critic raised a score");
    true
}

fn whole_record(bytes: &[u8]) -> bool {
    let Ok(record) = DesignRecord::read(&feature(), bytes) else { return false };
    assert_eq!(DesignRecord::read(&feature(), &record.bytes()).expect("saved and read"), record);
    true
}

fn whole_json(bytes: &[u8]) -> bool {
    let Ok(value) = json::read(bytes) else { return false };
    let form = canonical::canonical(&value);
    assert_eq!(canonical::canonical(&json::read(&form).expect("canonical")), form);
    true
}

fn whole_marker(bytes: &[u8]) -> bool {
    freeze_marker::read(bytes).is_ok()
}

fn whole_journal(bytes: &[u8]) -> bool {
    let reading = journal::read(bytes);
    reading.damage.is_empty() && reading.recovered.is_empty() && reading.torn.is_none()
}

fn whole_brief(bytes: &[u8]) -> bool {
    brief::read("brief.md", bytes).is_ok()
}

fn kept_critique(bytes: &[u8]) -> bool {
    CritiqueFile::read(bytes).is_ok()
}

/// Every reader with documents that it accepts.
fn readers() -> Vec<(&'static str, Reader, Vec<Vec<u8>>)> {
    let world = World::after("start · design A · score 85 · design B · clean · approve");
    let file = |name: &str| world.file(name).unwrap().to_vec();
    let sample = design(&feature(), "A");
    let wrapped = serde_json::json!({ "intent": sample }).to_string().into_bytes();
    vec![
        ("design", whole_design, vec![sample.to_string().into_bytes(), wrapped]),
        ("critique", whole_critique, vec![critic_answer(&sample, 8500).into_bytes()]),
        ("record", whole_record, vec![file("design/state.json")]),
        ("JSON", whole_json, vec![file("design/state.json"), sample.to_string().into_bytes()]),
        ("marker", whole_marker, vec![file("design/final/FROZEN.md")]),
        ("journal", whole_journal, vec![file("design/journal.jsonl")]),
        ("brief", whole_brief, vec![BRIEF.as_bytes().to_vec()]),
        ("kept critique", kept_critique, vec![file("design/critique.json")]),
    ]
}

/// Bytes and words that break readers.
const TOKENS: [&[u8]; 36] = [
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b":",
    b",",
    b"\\",
    b"\\u0000",
    b"\\ud800",
    b"null",
    b"true",
    b"1e999",
    b"-0",
    b"9007199254740993",
    b"\0",
    b"\xff",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"\n---\n",
    b"#",
    b"```",
    b"|",
    b"- ",
    b"&a ",
    b"*a",
    b"!!x ",
    b"\xf0\x9f\x91\xa9",
    b"e\xcc\x81",
    b"\xe2\x80\xae",
    b"\x1b[2J",
    b"<b>",
    b"{{",
    b"\t",
];

fn bytes_changed(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.roll(4) {
        let at = dice.roll(bytes.len() + 1);
        let end = (at + dice.roll(40)).min(bytes.len());
        match dice.roll(6) {
            0 if at < bytes.len() => bytes[at] = u8::try_from(dice.roll(256)).unwrap(),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
            3 => bytes.truncate(at.max(1)),
            4 => {
                let many = 1 + dice.roll(3) * dice.roll(60);
                bytes.splice(at..at, TOKENS[dice.roll(TOKENS.len())].repeat(many));
            }
            _ => drop(bytes.splice(at..end, TOKENS[dice.roll(TOKENS.len())].to_vec())),
        }
    }
    bytes
}

fn nth<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    if *left == 0 {
        return Some(value);
    }
    *left -= 1;
    match value {
        Value::Array(all) => all.iter_mut().find_map(|v| nth(v, left)),
        Value::Object(all) => all.values_mut().find_map(|v| nth(v, left)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// A changed structure: a value is replaced, doubled or removed.
fn structure_changed(seed: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let mut value: Value = serde_json::from_slice(seed).ok()?;
    let size = value.to_string().matches([',', ':', '[']).count() + 1;
    for _ in 0..=dice.roll(3) {
        let (mut from, mut to) = (dice.roll(size), dice.roll(size));
        let other = match dice.roll(9) {
            0 => Value::Null,
            1 => Value::from(-1),
            2 => Value::from(1e300),
            3 => Value::from(""),
            4 => Value::from("x".repeat(1 + dice.roll(5000))),
            5 => Value::Array(Vec::new()),
            6 => serde_json::json!({ "a": [[[{}]]] }),
            7 => Value::from(String::from_utf8_lossy(TOKENS[dice.roll(TOKENS.len())]).repeat(3)),
            _ => nth(&mut value.clone(), &mut from).map_or(Value::Null, |v| v.clone()),
        };
        if let Some(place) = nth(&mut value, &mut to) {
            let doubles = dice.roll(2) == 0;
            match place.as_array_mut() {
                Some(all) if doubles => all.push(other),
                Some(_) | None => *place = other,
            }
        }
    }
    Some(value.to_string().into_bytes())
}

/// How many changed documents were accepted, and the first that made the reader panic.
fn fuzzed(read: Reader, seeds: &[Vec<u8>], many: usize) -> (usize, Option<Vec<u8>>) {
    let mut dice = Dice(23);
    let mut accepted = 0;
    for n in 0..many {
        let seed = &seeds[n % seeds.len()];
        let changed = if n % 2 == 0 { structure_changed(seed, &mut dice) } else { None };
        let changed = changed.unwrap_or_else(|| bytes_changed(seed, &mut dice));
        match catch_unwind(|| read(&changed)) {
            Ok(fine) => accepted += usize::from(fine),
            Err(_) => return (accepted, Some(changed)),
        }
    }
    (accepted, None)
}

#[test]
fn p23_no_changed_document_makes_a_reader_panic() {
    let many = if long() { 100_000 } else { 600 };
    for (name, read, seeds) in readers() {
        assert!(seeds.iter().all(|seed| read(seed)), "{name}: the documents themselves are accepted");
        let (accepted, panicked) = fuzzed(read, &seeds, many);
        assert!(
            panicked.is_none(),
            "{name}: {:?}",
            panicked.map(|b| String::from_utf8_lossy(&b).into_owned())
        );
        println!("{name}: {many} changed documents, {accepted} accepted, 0 panics");
    }
}

/// Control: a careless reader that trusts its input.
#[test]
fn p23_a_reader_that_panics_is_caught() {
    fn careless(bytes: &[u8]) -> bool {
        // Assumes that documents are long.
        bytes[bytes.len() - 1000] > 0
    }
    let seeds = [design(&feature(), "A").to_string().into_bytes()];
    assert!(fuzzed(careless, &seeds, 600).1.is_some());
}
