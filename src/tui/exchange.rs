//! What went between a feature and its agents in the current iteration: the prompts and the raw answers as they lie on
//! the disk, and what the journal tells of each: who answered, what it took, what was put off or sent back. Of a long
//! text the first and the last part are kept.

use serde_json::Value;

use crate::domain::files::{Home, Seat};
use crate::domain::journal::{Entry, JournalReading, Line};
use crate::domain::path::RelPath;
use crate::kernel::{NoteKind, RunView};
use crate::ports::{Kind, Store, StoreError};

/// How much of the beginning and of the end of a text is kept, in bytes.
const HEAD: usize = 16 * 1024;
const TAIL: usize = 4 * 1024;
/// The most attempts that are shown of one role, and the most retries of one attempt.
const ATTEMPTS: u32 = 20;
const RETRIES: usize = 20;

/// The exchange of one iteration, oldest attempt first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Exchange {
    pub attempts: Vec<Attempt>,
    /// Why the folder in which they lie cannot be listed.
    pub unlisted: Option<String>,
}

/// One prompt, and what came of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Attempt {
    pub role: &'static str,
    pub number: u32,
    pub prompt: Option<Text>,
    pub answer: Option<Text>,
    /// What happened before it came, in that order.
    pub turns: Vec<Turn>,
    /// Who answered, once somebody has.
    pub by: Option<By>,
    /// Why the answer was sent back.
    pub violations: Vec<String>,
}

/// What happened on the way to an answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Turn {
    /// When and why it was put off or asked for again, as the journal tells it.
    Again { at: String, told: String },
    /// What came could not be used.
    Unusable(Unusable),
}

/// What came in place of an answer, when it was asked for the n-th time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unusable {
    pub time: u32,
    /// What is kept of it; nothing where nothing came.
    pub text: Option<Text>,
    /// Why it could not be used, and what it took; empty where the journal does not tell.
    pub why: String,
    pub took: String,
}

/// Who answered, and what it took.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct By {
    pub model: String,
    pub fingerprint: Option<String>,
    /// What the journal says of it in words.
    pub took: String,
}

/// A file of the exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub path: RelPath,
    pub bytes: u64,
    /// All of it, or its first and its last part; or why it cannot be read.
    pub held: Result<Held, String>,
}

/// What is kept of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    Whole(String),
    Ends { first: String, last: String, left_out: u64 },
}

impl Exchange {
    /// Reads the exchange of the current iteration.
    ///
    /// Where the journal cannot be read, it tells nothing of them, and the Journal pane why.
    pub fn read(store: &dyn Store, home: &Home, view: &RunView, journal: Option<&JournalReading>) -> Self {
        let mut exchange = Self::default();
        if view.iteration == 0 {
            return exchange;
        }
        let iteration = home.iteration(view.folder);
        let files = match store.list(iteration.folder()) {
            Ok(files) => files,
            Err(e) => {
                exchange.unlisted = Some(e.to_string());
                return exchange;
            }
        };
        let has = |path: &RelPath| {
            let name = path.as_str().rsplit('/').next().unwrap_or_default();
            files
                .binary_search_by(|(known, _)| known.as_str().cmp(name))
                .is_ok_and(|at| files.get(at).is_some_and(|(_, kind)| *kind == Kind::File))
        };
        let kept = |path: RelPath| has(&path).then(|| text(store, path));
        for seat in Seat::ALL {
            let role = seat.name();
            for number in 1..=ATTEMPTS {
                let (prompt, answer) =
                    (kept(iteration.prompt(seat, number)), kept(iteration.answer(seat, number)));
                if prompt.is_none() && answer.is_none() {
                    break;
                }
                exchange.attempts.push(Attempt { role, number, prompt, answer, ..Attempt::default() });
            }
        }
        if let Some(journal) = journal {
            exchange.told(&of_iteration(journal, view));
        }
        for attempt in &mut exchange.attempts {
            let Some(seat) = Seat::of(attempt.role) else { continue };
            attempt.find(|number, time| kept(iteration.unusable(seat, number, time)));
        }
        exchange
    }

    /// Adds what the journal tells. Its entries stand in the order of what happened: what is told of an answer that is
    /// still to come belongs to the attempt after the last one that was answered.
    fn told(&mut self, entries: &[&Entry]) {
        let mut at = (Seat::Generator, 1);
        let mut answered = at;
        for entry in entries {
            let text = |key: &str| entry.data.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            match NoteKind::named(&entry.kind) {
                Some(NoteKind::Answer) => {
                    let seat = Seat::of(&text("role")).unwrap_or(Seat::Generator);
                    let number = entry.data.get("attempt").and_then(Value::as_u64).unwrap_or(1);
                    answered = (seat, u32::try_from(number).unwrap_or(1));
                    at = (Seat::Critic, 1);
                    let took = entry.text.rsplit_once(": ").map_or("", |(_, took)| took).to_owned();
                    let fingerprint = Some(text("fingerprint")).filter(|f| !f.is_empty());
                    if let Some(attempt) = self.attempt(answered) {
                        attempt.by = Some(By { model: text("model"), fingerprint, took });
                    }
                }
                Some(NoteKind::Repair) => {
                    at = (answered.0, answered.1.saturating_add(1));
                    let lines = entry.data.get("violations").and_then(Value::as_array);
                    let lines = lines.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
                    let lines: Vec<String> = lines.take(RETRIES).collect();
                    if let Some(attempt) = self.attempt(answered) {
                        attempt.violations = lines;
                    }
                }
                Some(NoteKind::Retry | NoteKind::AskedAgain) => {
                    let turn = Turn::Again { at: entry.at.clone(), told: entry.text.clone() };
                    self.turn(at, turn);
                }
                Some(NoteKind::AnswerUnusable) => {
                    let seat = Seat::of(&text("role")).unwrap_or(Seat::Generator);
                    let number = |key: &str| {
                        let number = entry.data.get(key).and_then(Value::as_u64).unwrap_or(1);
                        u32::try_from(number).unwrap_or(1)
                    };
                    at = (seat, number("attempt"));
                    let (why, took) = (text("why"), text("took"));
                    self.turn(at, Turn::Unusable(Unusable { time: number("time"), text: None, why, took }));
                }
                Some(
                    NoteKind::BriefChanged
                    | NoteKind::AnswersChanged
                    | NoteKind::Broken
                    | NoteKind::Decision
                    | NoteKind::Derived
                    | NoteKind::Determinism
                    | NoteKind::Evaluation
                    | NoteKind::Feedback
                    | NoteKind::Freeze
                    | NoteKind::HumanEdit
                    | NoteKind::Integrity
                    | NoteKind::JournalDamaged
                    | NoteKind::JournalRestored
                    | NoteKind::Preview
                    | NoteKind::PromptCut
                    | NoteKind::Refused
                    | NoteKind::Reset
                    | NoteKind::Run
                    | NoteKind::Schema
                    | NoteKind::SetAside
                    | NoteKind::Transition
                    | NoteKind::Unfreeze
                    | NoteKind::UnfreezeReason,
                )
                | None => {}
            }
        }
    }

    fn turn(&mut self, at: (Seat, u32), turn: Turn) {
        if let Some(attempt) = self.attempt(at)
            && attempt.turns.len() < 2 * RETRIES
        {
            attempt.turns.push(turn);
        }
    }

    fn attempt(&mut self, (seat, number): (Seat, u32)) -> Option<&mut Attempt> {
        self.attempts.iter_mut().find(|attempt| attempt.role == seat.name() && attempt.number == number)
    }
}

impl Attempt {
    /// Adds what is kept of what could not be used, told in the journal or not.
    fn find(&mut self, kept: impl Fn(u32, u32) -> Option<Text>) {
        for time in (1..).take(RETRIES) {
            let Some(text) = kept(self.number, time) else { continue };
            let told = self.turns.iter_mut().rev().find_map(|turn| match turn {
                Turn::Unusable(unusable) if unusable.time == time => Some(unusable),
                Turn::Unusable(_) | Turn::Again { .. } => None,
            });
            match told {
                Some(unusable) => unusable.text = Some(text),
                None => {
                    let untold = Unusable { time, text: Some(text), ..Unusable::default() };
                    self.turns.push(Turn::Unusable(untold));
                }
            }
        }
    }

    /// What of it came last and is kept: its answer, or else what could not be used.
    pub fn last_text(&self) -> Option<Part> {
        let unusable = |turn: &Turn| match turn {
            Turn::Unusable(unusable) if unusable.text.is_some() => Some(Part::Unusable(unusable.time)),
            Turn::Unusable(_) | Turn::Again { .. } => None,
        };
        match self.answer {
            Some(_) => Some(Part::Answer),
            None => self.turns.iter().rev().find_map(unusable),
        }
    }
}

/// One text of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Prompt,
    Answer,
    Unusable(u32),
}

/// The entries since the generator was asked for this iteration's design, oldest first.
fn of_iteration<'a>(journal: &'a JournalReading, view: &RunView) -> Vec<&'a Entry> {
    let mut entries = Vec::new();
    for line in journal.lines.iter().rev() {
        let Line::Entry(entry) = line else { continue };
        let begins = entry.kind == NoteKind::Transition.name()
            && entry.data.get("to").and_then(Value::as_str) == Some(view.begins_in)
            && entry.data.get("iteration").and_then(Value::as_u64) == Some(u64::from(view.iteration));
        if begins {
            break;
        }
        entries.push(entry);
    }
    entries.reverse();
    entries
}

/// Reads both ends of a text, and nothing between them.
fn text(store: &dyn Store, path: RelPath) -> Text {
    match ends(store, &path) {
        Ok((bytes, held)) => Text { path, bytes, held: Ok(held) },
        Err(e) => Text { path, bytes: 0, held: Err(e.to_string()) },
    }
}

fn ends(store: &dyn Store, path: &RelPath) -> Result<(u64, Held), StoreError> {
    let (from, end) = store.read_end(path, HEAD + TAIL)?.unwrap_or_default();
    let length = from + end.len() as u64;
    if from == 0 {
        return Ok((length, Held::Whole(String::from_utf8_lossy(&end).into_owned())));
    }
    let start = store.read_start(path, HEAD)?.unwrap_or_default();
    Ok((length, held(&start, &end, length)))
}

/// What is kept of a long text, of its beginning and its end: characters are not cut in two.
fn held(start: &[u8], end: &[u8], length: u64) -> Held {
    let is_inside = |byte: &u8| byte & 0xC0 == 0x80;
    // A character has at most four bytes: one that is begun and not ended is left out. What is no character may be cut
    // anywhere.
    let begun = start.iter().rev().take(4).position(|byte| !is_inside(byte));
    let first = match begun.and_then(|back| start.split_at_checked(start.len() - back - 1)) {
        Some((whole, last)) if last.first().is_some_and(|byte| bytes_of(*byte) > last.len()) => whole,
        _ => start,
    };
    let from = end.len().saturating_sub(TAIL);
    let tail = end.get(from..).unwrap_or_default();
    let skipped = tail.iter().take(4).position(|byte| !is_inside(byte)).unwrap_or(0);
    let last = tail.get(skipped..).unwrap_or_default();
    let part = |part: &[u8]| String::from_utf8_lossy(part).into_owned();
    Held::Ends {
        first: part(first),
        last: part(last),
        left_out: length.saturating_sub((first.len() + last.len()) as u64),
    }
}

/// How many bytes the character has that begins with this one.
fn bytes_of(first: u8) -> usize {
    usize::try_from(first.leading_ones()).unwrap_or(0).clamp(1, 4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, FaultyDisk, MemoryDisk, Operation};

    /// What is kept of a file with these bytes.
    fn kept(bytes: &[u8]) -> (u64, Held) {
        let path = RelPath::new("answer.txt");
        let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
        store.replace(&[(path.clone(), bytes.to_vec())]).unwrap();
        let ends = ends(&store, &path).unwrap();
        let whole = store.disk().calls().get(&Operation::Read).copied().unwrap_or(0);
        assert_eq!(whole, 0, "no file is read whole");
        ends
    }

    #[test]
    fn of_a_long_text_both_ends_are_kept_and_no_character_is_cut() {
        for shift in 0..4 {
            let text = "x".repeat(shift) + &"漢".repeat(100_000) + "end";
            let (length, Held::Ends { first, last, left_out }) = kept(text.as_bytes()) else {
                panic!("it is long")
            };
            assert_eq!(length, text.len() as u64);
            assert_eq!(first.len() + last.len() + usize::try_from(left_out).unwrap(), text.len());
            assert!(text.starts_with(&first) && text.ends_with(&last), "{shift}");
            assert!(first.len() > HEAD - 4 && last.len() > TAIL - 4);
        }
        assert_eq!(kept(b"short"), (5, Held::Whole("short".to_owned())));
        assert_eq!(kept(b""), (0, Held::Whole(String::new())));
        let most = "y".repeat(HEAD + TAIL);
        assert_eq!(kept(most.as_bytes()), (most.len() as u64, Held::Whole(most)));
        // What is no text at all.
        let (_, Held::Ends { first, .. }) = kept(&vec![0x80; 1 << 20]) else { panic!("it is long") };
        assert!(first.starts_with('\u{fffd}'));
        let (_, Held::Ends { first, left_out, .. }) = kept(&vec![0xFF; 1 << 20]) else {
            panic!("it is long")
        };
        assert!(first.starts_with('\u{fffd}') && left_out > 1_000_000);
    }
}
