//! Everything that the panes show of one run. It is read by a job and never changed; the next reading replaces it.
//! A part that cannot be read says so in its place, and the other parts are shown all the same (promise P25).

use std::sync::{Arc, OnceLock};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_design::answers;
use frieze_design::answers::Answer;
use frieze_design::critique::CritiqueFile;
use frieze_design::draft::NotApplied;
use frieze_design::feedback::DoneFile;
use frieze_design::read_marks::ReadMarks;
use frieze_intent::Reading;
use frieze_kernel::files::Home;
use frieze_kernel::journal;
use frieze_kernel::journal::{Entry, JournalReading};
use frieze_kernel::{FileProblem, Need, NoteKind, RunView, Sheet, SheetRow};
use frieze_ports::{Store, StoreError};

use crate::tui::model::design_parts::Parts;
use crate::tui::model::run_key::RunKey;
use crate::tui::model::transcript::Transcript;
use crate::tui::panes::journal::UNNAMED;
use crate::tui::panes::person;
use frieze_engine::past;
use frieze_engine::past::{PastIteration, Rejection};
use frieze_engine::{InspectDepth, Runs, Seal, Trouble, lease_holder};

mod comparison;
mod last_read;
mod past_iteration;

pub use comparison::{Base, Comparison};

/// How much of the end of a journal is read, in bytes.
const JOURNAL: usize = 512 * 1024;
/// The most rejections that are shown.
const REJECTIONS: usize = 50;
/// The longest draft of feedback that is read, in bytes.
const FEEDBACK: usize = 256 * 1024;

/// One run, as it was read. Runs of other workflows than the design have view, journal, lease and sheets only.
#[derive(Debug)]
pub struct Detail {
    pub id: FeatureId,
    /// The name of the workflow.
    pub flow: &'static str,
    /// The sheets of a run of another workflow, in their order.
    pub sheets: Vec<Result<Vec<SheetRow>, String>>,
    /// The engine's view, or why the record cannot be used.
    pub view: Result<RunView, Problem>,
    /// The folder of the past iteration that it shows; `None` is the current design.
    pub at: Option<u32>,
    /// The current design; the frozen one if the feature is sealed. `None` if there is none yet.
    pub intent: Option<Result<Arc<Reading>, String>>,
    /// The parts of that design, worked out when they are first asked for.
    pub parts: OnceLock<Parts>,
    /// The answers in `answers.md`.
    pub answers: Vec<Answer>,
    /// Those of them that the last iteration could not use, with the reasons.
    pub unused_answers: Vec<NotApplied>,
    /// The seal of the current design.
    pub seal: Seal,
    pub critique: Option<Result<CritiqueFile, String>>,
    /// The iteration folders, oldest first, or why they cannot be listed.
    pub past: Result<Vec<PastIteration>, String>,
    /// Whether a person edited the current design after the agent wrote it.
    pub is_edited: bool,
    /// SHA-256 of the files of the current design and of the last frozen one.
    pub file_hashes: [Option<Digest>; 2],
    /// The end of the journal, and whether that is all of it; or why it cannot be read.
    pub journal: Result<(JournalReading, bool), String>,
    /// The draft of the next rejection, or why it cannot be read.
    pub draft: Result<String, String>,
    /// The lease text of another process that works on it, and when that was read.
    pub held_by: Option<(String, Timestamp)>,
    /// Who would approve it and how that is signed; empty if no approval is due.
    pub approval: Approval,
    /// The requests of each rejection and their outcomes, newest first.
    pub rejections: Vec<Rejection>,
    /// The requests that a person marked as done, or why the marks cannot be read.
    pub done: Result<DoneFile, String>,
    /// The prompts and answers of the current iteration.
    pub transcript: Transcript,
    /// The time zone that times are shown in.
    pub zone: TimeZone,
    /// The versions that this person has read, if that is recorded.
    pub read_marks: Option<ReadMarks>,
    /// The comparison with the default base: the generated design if it was edited by hand since, else the previous
    /// iteration.
    pub comparison: Option<Comparison>,
}

/// Who would approve a candidate, and how the approval is signed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Approval {
    /// The person's name, and where it was found.
    pub by: String,
    /// The key and where it was found, or why there is no signature.
    pub signed: String,
    pub is_signed: bool,
}

/// What went wrong, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    pub what: String,
    pub hint: String,
}

impl Detail {
    /// The key of the run.
    pub fn key(&self) -> RunKey {
        RunKey { flow: self.flow, id: self.id.clone() }
    }

    /// Whether it is of this run.
    pub fn is_of(&self, key: &RunKey) -> bool {
        self.flow == key.flow && self.id == key.id
    }

    /// The answer that a person gave to an open question, whether the design uses it or not.
    pub fn answer(&self, question: &str) -> Option<&str> {
        answers::find(&self.answers, question)
    }

    /// Why the last iteration could not use the answer to an open question; `None` if it could, or had another one.
    pub fn unused_answer(&self, question: &str) -> Option<&str> {
        answers::why_unused(&self.unused_answers, question)
    }

    /// What to do about the answers of a failed skeleton: see [`answers::advice`].
    pub fn advice_about_answers(&self) -> Option<String> {
        let view = self.run().filter(|view| view.needs == Some(Need::Reset) && view.is_skeleton)?;
        if view.file_problem == Some(FileProblem::Tampered) {
            return None;
        }
        let open = &self.reading()?.intent.open_questions;
        answers::advice(&self.id, open, &self.answers, &self.unused_answers)
    }

    /// The place of the first open question whose answer could not be used, else of the first that has no answer.
    pub fn open_question(&self) -> Option<usize> {
        let questions = &self.reading()?.intent.open_questions;
        let unused = questions.iter().position(|question| self.unused_answer(question).is_some());
        unused.or_else(|| questions.iter().position(|question| self.answer(question).is_none()))
    }

    /// How many rejections the journal has, as far as it was read.
    pub fn rejections_in_journal(&self) -> usize {
        let is_rejection = |entry: &&Entry| {
            entry.kind == NoteKind::Decision.name()
                && entry.data.get("choice").and_then(Value::as_str) == Some("reject")
        };
        self.journal.as_ref().map_or(0, |(reading, _)| reading.entries().filter(is_rejection).count())
    }

    /// What a person decided or ordered last, as far as the journal was read, with the number of the entry.
    pub fn last_decision(&self) -> Option<(u64, String)> {
        let kinds = [NoteKind::Decision.name(), NoteKind::Order.name()];
        let is_of_person =
            |one: &&Entry| kinds.contains(&one.kind.as_str()) && !UNNAMED.contains(&one.by.as_str());
        let last = self.journal.as_ref().ok()?.0.entries().rfind(is_of_person)?;
        let name = person::name(&last.by);
        let text = last.text.replace(last.by.as_str(), name);
        let who = if text.contains(name) { String::new() } else { format!("{name}: ") };
        Some((last.seq, format!(" {who}{text}, in another window or a shell.")))
    }

    /// The engine's view, if the record can be used.
    pub fn run(&self) -> Option<&RunView> {
        self.view.as_ref().ok()
    }

    /// The current design, if there is one that can be read.
    pub fn reading(&self) -> Option<&Arc<Reading>> {
        self.intent.as_ref()?.as_ref().ok()
    }

    /// The parts of the current design.
    pub fn parts(&self) -> &Parts {
        self.parts
            .get_or_init(|| self.reading().map(|reading| Parts::of(&reading.intent)).unwrap_or_default())
    }

    /// The critique, if there is one that can be read.
    pub fn critique_file(&self) -> Option<&CritiqueFile> {
        self.critique.as_ref()?.as_ref().ok()
    }

    /// Whether the next step is that a person runs the feature.
    pub fn can_start(&self) -> bool {
        self.held_by.is_none() && self.run().is_some_and(|view| view.needs == Some(Need::Start))
    }

    /// Whether the critique is of an earlier iteration of the shown run than the one that the run is at.
    pub fn has_earlier_critique(&self, file: &CritiqueFile) -> bool {
        let failed = |view: &RunView| view.needs == Some(Need::Reset);
        let is_later = |view: &&RunView| view.is_under_way() || failed(view);
        self.at.is_none() && self.run().filter(is_later).is_some_and(|view| file.iteration < view.iteration)
    }

    /// The text of an empty pane: what to do if the person can start a run, else what is coming.
    pub fn nothing_yet<'t>(&self, to_do: &'t str, coming: &'t str) -> &'t str {
        if self.can_start() { to_do } else { coming }
    }

    /// What to do about a design that cannot be read.
    pub fn fix_design(&self) -> &'static str {
        match self.run().and_then(RunView::gate) {
            Some(_) => "Restore the file, or abort the run.",
            None => "Fix the file, or run the feature again.",
        }
    }

    /// Reads a feature with the design that its seal names. Takes no lease and changes nothing.
    pub fn read(
        view: Result<RunView, Problem>,
        store: &dyn Store,
        id: &FeatureId,
        seal: Seal,
        base: Option<Base>,
    ) -> Self {
        let key = RunKey::from(id);
        let home = Home::of(id);
        let intent = seal.design(store).map(|read| read.map(Arc::new)).map_err(|e| e.to_string()).transpose();
        let critique = seal.critique(store, &home, view.as_ref().map_or(0, |view| view.folder));
        let past = past::past_iterations(store, &home, 0).map_err(|e| e.to_string());
        let paths = [seal.folder.intent(), home.frozen().intent()];
        let mut detail = Self {
            intent,
            critique,
            past,
            file_hashes: paths.map(|path| past::digest(store, &path).and_then(Result::ok)),
            journal: journal(store, &home.journal()),
            draft: draft(store, &home.draft()),
            held_by: lease_holder::lasting(store, &home.place()).map(|by| (by, Timestamp::now())),
            done: past::done_marks(store, &home, id),
            ..Self::unknown(&key, view, seal, "")
        };
        if let Ok(view) = &detail.view {
            let journal = detail.journal.as_ref().ok().map(|(reading, _)| reading);
            detail.transcript = Transcript::read(store, &home, view, journal, false);
        }
        let drops_words = detail.run().is_some_and(|view| view.drops_words);
        detail.rejections = past::rejections(store, &home, detail.past(), drops_words, REJECTIONS);
        detail.is_edited = detail.was_edited(store, &home);
        let base = base.or_else(|| detail.default_base());
        detail.comparison = base.map(|base| detail.compare(store, base, None));
        // Worked out here, so that no key waits for it.
        detail.parts();
        detail
    }

    /// Reads a run of another workflow than the design, with its sheets. Takes no lease and changes nothing.
    pub fn read_other(runs: &dyn Runs, store: &dyn Store, key: &RunKey) -> Self {
        let id = &key.id;
        let view = runs.inspect(id, InspectDepth::Whole).map(|found| found.view).map_err(Problem::from);
        let place = runs.place(id);
        let read = |sheet: &Sheet| runs.sheet(id, sheet.name).map_err(|e| e.to_string());
        Self {
            sheets: runs.sheets().iter().map(read).collect(),
            journal: journal(store, &place.journal),
            held_by: lease_holder::lasting(store, &place).map(|by| (by, Timestamp::now())),
            ..Self::unknown(key, view, Seal::none(&Home::of(id)), "")
        }
    }

    /// A run that could not be read at all.
    pub fn unreadable(key: &RunKey, why: Problem) -> Self {
        let (seal, what) = (Seal::none(&Home::of(&key.id)), why.what.clone());
        Self { intent: Some(Err(what.clone())), ..Self::unknown(key, Err(why), seal, &what) }
    }

    /// A run without any file; `why` is in place of what must be read.
    fn unknown(key: &RunKey, view: Result<RunView, Problem>, seal: Seal, why: &str) -> Self {
        Self {
            id: key.id.clone(),
            flow: key.flow,
            sheets: Vec::new(),
            view,
            at: None,
            intent: None,
            parts: OnceLock::new(),
            answers: Vec::new(),
            unused_answers: Vec::new(),
            seal,
            critique: None,
            past: Err(why.to_owned()),
            is_edited: false,
            file_hashes: [None, None],
            journal: Err(why.to_owned()),
            draft: Err(why.to_owned()),
            held_by: None,
            approval: Approval::default(),
            rejections: Vec::new(),
            done: Err(why.to_owned()),
            transcript: Transcript::default(),
            read_marks: None,
            zone: TimeZone::system(),
            comparison: None,
        }
    }

    /// The iteration folders; none if they cannot be listed.
    pub fn past(&self) -> &[PastIteration] {
        self.past.as_deref().unwrap_or_default()
    }

    /// The draft of a rejection on the disk; `None` if it cannot be read, or equals the last rejection: it was sent already, and is
    /// emptied when the run has taken it.
    pub fn unsent_draft(&self) -> Option<&str> {
        let last = past::last_rejected(self.past()).and_then(|past| past.feedback.as_ref()?.as_deref().ok());
        let draft = self.draft.as_deref().ok()?;
        (last.is_none_or(|last| last.trim() != draft.trim())).then_some(draft)
    }

    /// The number of folders of earlier runs. Iteration numbers start at 1 in every run, folder numbers do not.
    fn folders_before(&self) -> u32 {
        self.run().map_or(0, |view| view.folder.saturating_sub(view.iteration))
    }

    /// The folder of the iteration that it shows. Before a run that is the one whose design was brought back, if a reset did so.
    pub fn folder(&self) -> u32 {
        let is_idle = self.run().is_some_and(past::is_before_a_run);
        let file = self.file_hashes[0].filter(|_| is_idle);
        let is_same = |past: &&PastIteration| file.is_some_and(|file| past.design == Some(Ok(file)));
        let brought_back = || self.past().iter().rev().find(is_same).map(|past| past.folder);
        self.at.or_else(brought_back).or(self.run().map(|view| view.folder)).unwrap_or(0)
    }

    /// The iteration number of a folder of the shown run; `None` for a folder of an earlier run.
    pub fn number_of(&self, folder: u32) -> Option<u32> {
        folder.checked_sub(self.folders_before()).filter(|number| *number > 0)
    }

    /// The name of a folder's iteration.
    pub fn iteration_in(&self, folder: u32) -> String {
        match self.number_of(folder) {
            Some(number) => format!("iteration {number}"),
            None => format!("iterations/{folder}, of an earlier run"),
        }
    }
}

/// The end of the journal, and whether that is all of it. Without a journal, nothing has happened yet.
fn journal(store: &dyn Store, path: &RelPath) -> Result<(JournalReading, bool), String> {
    let end = store.read_end(path, JOURNAL).map_err(|e| e.to_string())?;
    let (from, bytes) = end.unwrap_or_default();
    Ok((journal::read(whole_lines(from, &bytes)), from == 0))
}

/// The draft, which is empty if there is no file. The screen writes over the file, so a file that it cannot read fully is an
/// error and not an empty draft.
fn draft(store: &dyn Store, path: &RelPath) -> Result<String, String> {
    match store.read(path, FEEDBACK) {
        Ok(None) => Ok(String::new()),
        Ok(Some(bytes)) => String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8 text")),
        Err(e) => Err(e.to_string()),
    }
}

/// The bytes without the first line, if the reading began inside of it.
fn whole_lines(from: u64, bytes: &[u8]) -> &[u8] {
    if from == 0 {
        return bytes;
    }
    let after = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
    bytes.get(after..).unwrap_or_default()
}

impl Problem {
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }

    /// One line, safe to be shown.
    pub fn line(&self) -> String {
        Shown::line(&format!("{} (hint: {})", self.what, self.hint)).into_string()
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Self {
        Self::new(trouble.to_string(), trouble.hint())
    }
}

impl From<StoreError> for Problem {
    fn from(e: StoreError) -> Self {
        Self::new(e.to_string(), e.hint())
    }
}
