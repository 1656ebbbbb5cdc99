//! Prompts and raw answers of the agents in one iteration, with the journal's notes about each: model, usage,
//! retries and violations. Of a long text only the beginning is kept.

use serde_json::Value;

use frieze_data::path::RelPath;
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::journal::{Entry, JournalReading, Line};
use frieze_kernel::{NoteKind, RunView};
use frieze_ports::{Kind, Store, StoreError};

/// The most bytes of a text that are kept.
pub const MOST: usize = 20 * 1024;
/// The most attempts of one role, and the most retries of one attempt.
const ATTEMPTS: u32 = 20;
const RETRIES: usize = 20;

/// The transcript of one iteration, oldest attempt first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Transcript {
    pub attempts: Vec<Attempt>,
    /// Why the iteration folder cannot be listed.
    pub unlisted: Option<String>,
}

/// One prompt and its results.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Attempt {
    pub role: &'static str,
    pub number: u32,
    pub prompt: Option<TranscriptFile>,
    pub answer: Option<TranscriptFile>,
    /// Retries and unusable answers before the answer, oldest first.
    pub setbacks: Vec<Setback>,
    pub by: Option<AnsweredBy>,
    /// Why the answer was rejected.
    pub violations: Vec<String>,
}

/// A request without a usable answer.
#[derive(Clone, PartialEq, Debug)]
pub enum Setback {
    /// The agent is asked again: when and why, in the journal's words.
    AskedAgain {
        at: String,
        text: String,
    },
    Unusable(Unusable),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unusable {
    /// The number of the request, from 1.
    pub request: u32,
    /// The partial output, if it was saved.
    pub file: Option<TranscriptFile>,
    /// Why it is unusable, and its usage; empty if the journal does not say it.
    pub why: String,
    pub usage: String,
}

/// The model that answered, and its usage.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnsweredBy {
    pub model: String,
    pub fingerprint: Option<String>,
    /// The usage in the journal's words.
    pub usage: String,
}

/// A prompt or an answer on the disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TranscriptFile {
    pub path: RelPath,
    pub bytes: u64,
    /// The beginning of the text, or why it cannot be read.
    pub text: Result<String, String>,
}

impl Transcript {
    /// Reads the transcript of the iteration of a view. An unreadable journal is reported by the Journal pane; here its notes
    /// are missing, and so are those of a past iteration whose beginning was not read.
    pub fn read(
        store: &dyn Store,
        home: &Home,
        view: &RunView,
        journal: Option<&JournalReading>,
        is_past: bool,
    ) -> Self {
        let mut transcript = Self::default();
        if view.iteration == 0 {
            return transcript;
        }
        let iteration = home.iteration(view.folder);
        let files = match store.list(iteration.folder()) {
            Ok(files) => files,
            Err(e) => {
                transcript.unlisted = Some(e.to_string());
                return transcript;
            }
        };
        let has = |path: &RelPath| {
            let name = path.as_str().rsplit('/').next().unwrap_or_default();
            files
                .binary_search_by(|(known, _)| known.as_str().cmp(name))
                .is_ok_and(|at| files.get(at).is_some_and(|(_, kind)| *kind == Kind::File))
        };
        let file = |path: RelPath| has(&path).then(|| read_file(store, path));
        for seat in Seat::ALL {
            let role = seat.name();
            for number in 1..=ATTEMPTS {
                let (prompt, answer) =
                    (file(iteration.prompt(seat, number)), file(iteration.answer(seat, number)));
                if prompt.is_none() && answer.is_none() {
                    break;
                }
                transcript.attempts.push(Attempt { role, number, prompt, answer, ..Attempt::default() });
            }
        }
        if let Some(journal) = journal {
            transcript.add_notes(&entries_of(journal, view, is_past));
        }
        for attempt in &mut transcript.attempts {
            let Some(seat) = Seat::of(attempt.role) else { continue };
            attempt.add_partial_output(|number, request| file(iteration.unusable(seat, number, request)));
        }
        transcript
    }

    /// Adds the journal's notes. The entries are in order of time, so a retry belongs to the attempt after the last answer.
    fn add_notes(&mut self, entries: &[&Entry]) {
        let mut at = (Seat::Generator, 1);
        let mut answered = at;
        for entry in entries {
            let text = |key: &str| entry.data.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
            let number = |key: &str| {
                let number = entry.data.get(key).and_then(Value::as_u64).unwrap_or(1);
                u32::try_from(number).unwrap_or(1)
            };
            let named = || (Seat::of(&text("role")).unwrap_or(Seat::Generator), number("attempt"));
            let kind = NoteKind::named(&entry.kind);
            if kind == Some(NoteKind::Answer) {
                answered = named();
                at = (Seat::Critic, 1);
                // The entry's data has no usage.
                let usage = entry.text.rsplit_once(": ").map_or("", |(_, usage)| usage).to_owned();
                let fingerprint = Some(text("fingerprint")).filter(|f| !f.is_empty());
                if let Some(attempt) = self.attempt(answered) {
                    attempt.by = Some(AnsweredBy { model: text("model"), fingerprint, usage });
                }
            } else if kind == Some(NoteKind::Repair) {
                at = (answered.0, answered.1.saturating_add(1));
                let lines = entry.data.get("violations").and_then(Value::as_array);
                let lines = lines.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
                if let Some(attempt) = self.attempt(answered) {
                    attempt.violations = lines.take(RETRIES).collect();
                }
            } else if kind == Some(NoteKind::AnswerUnusable) {
                at = named();
                let (request, why, usage) = (number("time"), text("why"), text("took"));
                self.add_setback(at, Setback::Unusable(Unusable { request, file: None, why, usage }));
            } else if matches!(kind, Some(NoteKind::Retry | NoteKind::AskedAgain | NoteKind::Paused)) {
                let again = Setback::AskedAgain { at: entry.at.clone(), text: entry.text.clone() };
                self.add_setback(at, again);
            }
        }
    }

    fn add_setback(&mut self, at: (Seat, u32), setback: Setback) {
        if let Some(attempt) = self.attempt(at)
            && attempt.setbacks.len() < 2 * RETRIES
        {
            attempt.setbacks.push(setback);
        }
    }

    fn attempt(&mut self, (seat, number): (Seat, u32)) -> Option<&mut Attempt> {
        self.attempts.iter_mut().find(|attempt| attempt.role == seat.name() && attempt.number == number)
    }
}

impl Attempt {
    /// Adds the saved partial output of unusable answers, with or without a journal entry.
    fn add_partial_output(&mut self, file: impl Fn(u32, u32) -> Option<TranscriptFile>) {
        for request in (1..).take(RETRIES) {
            let Some(file) = file(self.number, request) else { continue };
            let noted = self.setbacks.iter_mut().rev().find_map(|setback| match setback {
                Setback::Unusable(unusable) if unusable.request == request => Some(unusable),
                Setback::Unusable(_) | Setback::AskedAgain { .. } => None,
            });
            match noted {
                Some(unusable) => unusable.file = Some(file),
                None => {
                    let unusable = Unusable { request, file: Some(file), ..Unusable::default() };
                    self.setbacks.push(Setback::Unusable(unusable));
                }
            }
        }
    }

    /// The kind of its latest file other than the prompt: the answer, or else partial output.
    pub fn latest_output(&self) -> Option<FileKind> {
        let unusable = |setback: &Setback| match setback {
            Setback::Unusable(unusable) if unusable.file.is_some() => {
                Some(FileKind::Unusable(unusable.request))
            }
            Setback::Unusable(_) | Setback::AskedAgain { .. } => None,
        };
        match self.answer {
            Some(_) => Some(FileKind::Answer),
            None => self.setbacks.iter().rev().find_map(unusable),
        }
    }
}

/// The kind of a file of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FileKind {
    Prompt,
    Answer,
    /// Partial output of this request.
    Unusable(u32),
}

/// The journal entries of the view's iteration, oldest first. If its beginning was not read, those of a past one are unknown.
fn entries_of<'a>(journal: &'a JournalReading, view: &RunView, is_past: bool) -> Vec<&'a Entry> {
    let (mut entries, mut is_begun) = (Vec::new(), !is_past);
    for line in journal.lines.iter().rev() {
        let Line::Entry(entry) = line else { continue };
        let begins = entry.kind == NoteKind::Transition.name()
            && entry.data.get("to").and_then(Value::as_str) == Some(view.begins_in);
        if begins && entry.data.get("iteration").and_then(Value::as_u64) == Some(u64::from(view.iteration)) {
            is_begun = true;
            break;
        }
        if begins {
            // All so far are of later iterations.
            entries.clear();
            continue;
        }
        entries.push(entry);
    }
    if !is_begun {
        entries.clear();
    }
    entries.reverse();
    entries
}

/// Reads the beginning of a file, and nothing after it.
fn read_file(store: &dyn Store, path: RelPath) -> TranscriptFile {
    match beginning(store, &path) {
        Ok((bytes, text)) => TranscriptFile { path, bytes, text: Ok(text) },
        Err(e) => TranscriptFile { path, bytes: 0, text: Err(e.to_string()) },
    }
}

/// The number of all bytes of a file, and its text up to [`MOST`] of them. No character is cut in two.
fn beginning(store: &dyn Store, path: &RelPath) -> Result<(u64, String), StoreError> {
    let (bytes, _) = store.read_end(path, 0)?.unwrap_or_default();
    let mut start = store.read_start(path, MOST)?.unwrap_or_default();
    // Bytes that are no UTF-8 may be cut anywhere.
    if let Some(cut) = std::str::from_utf8(&start).err().filter(|cut| cut.error_len().is_none()) {
        start.truncate(cut.valid_up_to());
    }
    Ok((bytes, String::from_utf8_lossy(&start).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_store::DurableStore;
    use frieze_testkit::{FaultyDisk, MemoryDisk, Operation};

    /// The length and the beginning of a file with these bytes.
    fn beginning_of(bytes: &[u8]) -> (u64, String) {
        let path = RelPath::new("answer.txt");
        let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
        store.replace(&[(path.clone(), bytes.to_vec())]).unwrap();
        let beginning = beginning(&store, &path).unwrap();
        let whole = store.disk().calls().get(&Operation::Read).copied().unwrap_or(0);
        assert_eq!(whole, 0, "no file is read whole");
        beginning
    }

    #[test]
    fn of_a_long_text_the_beginning_is_kept_and_no_character_is_cut() {
        for shift in 0..4 {
            let text = "x".repeat(shift) + &"漢".repeat(100_000);
            let (length, beginning) = beginning_of(text.as_bytes());
            assert_eq!(length, text.len() as u64);
            assert!(text.starts_with(&beginning), "{shift}");
            assert!(beginning.len() <= MOST && beginning.len() > MOST - 4, "{shift}");
        }
        assert_eq!(beginning_of(b"short"), (5, "short".to_owned()));
        assert_eq!(beginning_of(b""), (0, String::new()));
        // Bytes that are no UTF-8.
        for byte in [0x80, 0xFF] {
            assert!(beginning_of(&vec![byte; 1 << 20]).1.starts_with('\u{fffd}'));
        }
    }
}
