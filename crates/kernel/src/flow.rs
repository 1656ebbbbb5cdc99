//! The traits of a workflow and its record, for the interpreter.

use std::collections::BTreeMap;

use serde_json::Value;

use super::event::Event;
use super::facts::{Entries, Facts, FileState, Files};
use super::journal_end::JournalEnd;
use super::place::{Kept, Place, Shelf};
use super::refusal::Refusal;
use super::request::{Request, RequestKind, Until, Watch};
use super::run_view::RunView;
use super::sheet::{Sheet, SheetRow};
use super::step::Step;
use super::transitions::{Phase, Table};
use super::verb::Verb;
use crate::approval::Rules;
use crate::files::Seat;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;

/// A workflow: a table, a record, and pure functions over it.
pub trait Flow: Send + Sync + 'static {
    type Phase: Phase;
    type Record: Record<Phase = Self::Phase>;
    /// The conditions of a run: configuration, models, templates.
    type Terms: Clone + Send + Sync;

    /// Its name, as commands and lists have it.
    const NAME: &'static str;

    const TABLE: Table<Self::Phase>;

    /// The verbs that only this flow has.
    const VERBS: &'static [Verb] = &[];

    /// The sheets that show what a run is about.
    const SHEETS: &'static [Sheet] = &[];

    /// Entries of its folder that a new run adds to, and does not overwrite.
    const ADDED_TO: &'static [&'static str] = &[];

    /// The files of one run that the engine keeps.
    fn place(feature: &FeatureId) -> Place;

    /// All runs.
    fn shelf() -> Shelf;

    /// The numbered folders of earlier runs, if the flow makes any.
    fn kept(_feature: &FeatureId) -> Option<Kept> {
        None
    }

    /// Further folders that steps of this record write. Temporary files of killed processes are swept there when the run is
    /// opened.
    fn folders(_record: &Self::Record) -> Vec<RelPath> {
        Vec::new()
    }

    /// Further files that steps write in folders with files of others. Only their own temporary files are swept.
    fn files(_record: &Self::Record) -> Vec<RelPath> {
        Vec::new()
    }

    /// The files that steps append to. Only in these a text is completed after an interruption.
    fn logs(_record: &Self::Record) -> Vec<RelPath> {
        Vec::new()
    }

    /// Files to read before this event.
    fn reads(record: &Self::Record, event: &Event) -> Vec<RelPath>;

    /// Further files to read, given the first: for files that are large and seldom needed.
    fn reads_then(_record: &Self::Record, _seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
        Vec::new()
    }

    /// Logs to read from the end, given the first files: they have no size limit.
    fn reads_end(_record: &Self::Record, _seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
        Vec::new()
    }

    /// Folders to list before this event.
    fn lists(_record: &Self::Record, _event: &Event) -> Vec<RelPath> {
        Vec::new()
    }

    /// Files to read before this event, given the listed folders.
    fn reads_listed(
        _record: &Self::Record,
        _event: &Event,
        _lists: &BTreeMap<RelPath, Entries>,
    ) -> Vec<RelPath> {
        Vec::new()
    }

    /// The changes that an event makes.
    ///
    /// # Errors
    /// A refusal, which changes nothing.
    fn step(
        record: Self::Record,
        event: &Event,
        facts: &Facts<Self::Terms>,
    ) -> Result<Step<Self::Record>, Refusal>;

    /// The requests that the record waits for.
    fn wants(record: &Self::Record) -> Vec<Request>;

    /// Whether what the record waits for is there: the next inspection goes on.
    fn has_come(record: &Self::Record, files: &dyn Files) -> bool {
        let watches = |path: &RelPath, until| until == Until::There && files.has(path);
        let wants = Self::wants(record).into_iter().map(|request| request.kind);
        wants
            .into_iter()
            .any(|kind| matches!(kind, RequestKind::Watch(Watch { path, until }) if watches(&path, until)))
    }

    /// The record for front ends.
    fn view(record: &Self::Record) -> RunView;

    /// The view of a record with the files that it depends on as they are now: of every inspection, for lists of thousands too. Only
    /// if a person has opened it, files may be read for a remark. With an open gate, or if it depends on them, it is the view under
    /// the present terms: they may bar a choice, or differ from the run's.
    fn view_with(
        record: &Self::Record,
        _terms: Option<&Self::Terms>,
        _is_opened: bool,
        _files: &dyn Files,
    ) -> RunView {
        Self::view(record)
    }

    /// Whether the terms change what is shown of this record also without an open gate. Lists of thousands do not read them otherwise.
    fn depends_on_terms(_record: &Self::Record, _files: &dyn Files) -> bool {
        false
    }

    /// The rows of a sheet, given the view. Files are read as they are needed.
    fn sheet(_record: &Self::Record, _view: &RunView, _name: &str, _files: &dyn Files) -> Vec<SheetRow> {
        Vec::new()
    }

    /// The prompt that would be sent next to a role; changes nothing. `facts` has no files: they are read as needed.
    ///
    /// # Errors
    /// Why nothing would be sent.
    fn next_prompt(
        record: &Self::Record,
        _seat: Seat,
        _facts: Facts<Self::Terms>,
        _read: &dyn Fn(&RelPath) -> FileState,
    ) -> Result<Vec<u8>, Refusal> {
        let why = format!("{} shows no prompts before they are sent", record.feature());
        Err(Refusal::new("no-prompt", why, "run it; its prompts are files"))
    }

    /// What `--json` of this flow's commands adds to the view: an object.
    fn details(_record: &Self::Record, _view: &RunView, _files: &dyn Files) -> Value {
        Value::Object(serde_json::Map::new())
    }

    /// Whether an inspection of this record checks the seal: a broken seal, or one unknown to the record, changes the state.
    fn checks_seal(_record: &Self::Record) -> bool {
        false
    }

    /// Verifies the sealed design, all files that the seal names, and the approval under these rules; changes nothing. `None`
    /// if nothing is sealed. `record` is `None` if there is no readable one.
    fn verify(
        _feature: &FeatureId,
        _record: Option<&Self::Record>,
        _files: &dyn Files,
        _rules: &Rules,
    ) -> Option<Sealed> {
        None
    }
}

/// The durable state of one run: saved atomically, checked when read.
pub trait Record: Clone + Send + Sync + Sized + 'static {
    type Phase: Phase;

    /// The record of a feature that never ran.
    fn fresh(feature: &FeatureId) -> Self;

    /// A fresh record of a feature whose earlier runs used this many numbered folders.
    fn fresh_after(feature: &FeatureId, _folders: u32) -> Self {
        Self::fresh(feature)
    }

    /// Reads the saved record of a feature and checks its schema. A record that names another feature is read as it is.
    ///
    /// # Errors
    /// Why the bytes are no record.
    fn read(feature: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable>;

    /// As [`Record::read`] without the schema, for lists; `None` if that fails.
    fn glance(feature: &FeatureId, bytes: &[u8]) -> Option<Self> {
        Self::read(feature, bytes).ok()
    }

    /// The bytes to save.
    fn bytes(&self) -> Vec<u8>;

    fn phase(&self) -> Self::Phase;

    fn feature(&self) -> &FeatureId;

    /// The number of saves.
    fn revision(&self) -> u64;

    /// The end of the journal; `None` in records of older versions.
    fn journal_end(&self) -> Option<&JournalEnd>;

    /// Both, for the engine, which changes them at each save.
    fn kept_by_engine(&mut self) -> (&mut u64, &mut Option<JournalEnd>);
}

/// The result of verifying a seal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sealed {
    pub expected: Option<Digest>,
    /// The hash of the design on disk; `None` if its approval does not count.
    pub actual: Option<Digest>,
    /// `None` if everything is as it was sealed.
    pub problem: Option<String>,
    /// Whether the problem ends the freeze at the next inspection. Problems outside of the seal do not, nor does an approval that
    /// only this user's rules refuse.
    pub is_broken: bool,
    /// Whether an approval was cut short after the marker: the next inspection completes it.
    pub is_recorded: bool,
    /// Whether the preview is not the approved one.
    pub page_differs: bool,
    /// How to fix the problem, if known.
    pub hint: Option<String>,
    /// The key that signed the approval; `None` if unsigned.
    pub signer: Option<String>,
    /// SHA-256 of the marker's bytes.
    pub marker: Option<Digest>,
    /// The freeze number of the feature.
    pub number: Option<u32>,
}

/// The text of `status`, `verify` and `show` for an approval that is on disk but not in the record yet.
pub const RECORDED: &str = "approval recorded, will be completed";

/// Why a saved record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("it is damaged: {0}")]
    Damaged(String),
    #[error("it was written by a newer frieze (schema version {found}, this one knows {known})")]
    Newer { found: u64, known: u64 },
    /// Another program's file of the same name: it is never set aside and never written.
    #[error("{0}")]
    Foreign(String),
}
