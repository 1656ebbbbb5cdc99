//! All runs of one workflow in one workspace, for front ends: they need no type of the workflow.

use std::cell::LazyCell;
use std::path::Path;
use std::pin::Pin;

use tokio::sync::watch;

use super::board::Board;
use super::diagnosis::Diagnosis;
use super::inspect::{InspectDepth, Inspection};
use super::pass::{FrozenDesigns, Pass};
use super::seal::Seal;
use super::suspicion::Suspicion;
use super::trouble::Trouble;
use super::verified::Verified;
use crate::LazyRules;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::answers::{Answer, AnswerChange};
use frieze_kernel::approval::Rules;
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::{
    Event, FileState, JournalEnd, Place, RunView, Sheet, SheetRow, Transitions, Verb, WOULD_END,
};
use frieze_ports::{Approvals, Lease, Misconfigured, Person, StoreError};

/// What a run comes to, once it waits only for a person.
pub type Outcome<'a> = Pin<Box<dyn Future<Output = Result<RunView, Trouble>> + Send + 'a>>;

/// All runs of one workflow in one workspace. [`Engine`](super::Engine) implements it for every workflow.
pub trait Runs: Send + Sync {
    /// The name of the workflow.
    fn name(&self) -> &'static str;

    /// Its phases and legal transitions.
    fn machine(&self) -> Transitions;

    /// The verbs that only this workflow has.
    fn verbs(&self) -> &'static [Verb];

    /// The sheets that show what a run is about.
    fn sheets(&self) -> &'static [Sheet];

    /// The rows of a sheet of a run.
    ///
    /// # Errors
    /// If the record cannot be used.
    fn sheet(&self, feature: &FeatureId, name: &str) -> Result<Vec<SheetRow>, Trouble>;

    /// What `--json` of the workflow's commands adds to the view: an object.
    ///
    /// # Errors
    /// If the record cannot be used.
    fn details(&self, feature: &FeatureId) -> Result<serde_json::Value, Trouble>;

    /// The folder whose folders are the runs.
    fn shelf(&self) -> RelPath;

    /// The files of a run that the engine keeps.
    fn place(&self, feature: &FeatureId) -> Place;

    /// The state of all open runs.
    fn board(&self) -> watch::Receiver<Board>;

    /// The person at the keyboard.
    fn who(&self) -> &Person;

    /// The configured rules for approvals, with the freeze numbers seen so far.
    fn rules(&self) -> Rules;

    /// The rules with the approvers of a file that a person names; the workspace's configuration is ignored.
    ///
    /// # Errors
    /// If the file cannot be used.
    fn rules_from(&self, approvers: &Path) -> Result<Rules, Misconfigured>;

    /// Saves the freeze numbers of designs that were verified under these rules, so that an older freeze is noticed later.
    ///
    /// # Errors
    /// If the user's state folder cannot be written.
    fn remember(&self, verified: &[Verified], rules: &Rules) -> Result<(), Misconfigured>;

    /// Rules and signing key of approvals.
    fn approvals(&self) -> &dyn Approvals;

    /// The ids of all features with a run of the flow, sorted. Folders whose names are no ids are skipped.
    ///
    /// # Errors
    /// `StoreError` if the folder cannot be listed.
    fn features(&self) -> Result<Vec<FeatureId>, StoreError>;

    /// The error for an unknown feature, with the closest name.
    fn no_such_feature(&self, feature: &FeatureId) -> Trouble;

    /// The end of the journal, if the record on disk knows it.
    fn journal_end(&self, feature: &FeatureId) -> Option<JournalEnd>;

    /// Reads a feature's files to the given depth.
    ///
    /// # Errors
    /// A record that cannot be used; with [`InspectDepth::Locked`] also a lease that another program holds.
    fn inspect(&self, feature: &FeatureId, depth: InspectDepth) -> Result<Inspection, Trouble> {
        self.inspect_under(feature, depth, &LazyCell::new(|| self.rules()))
    }

    /// As [`Runs::inspect`], under given rules: reading them for each of many features is slow.
    ///
    /// # Errors
    /// As [`Runs::inspect`].
    fn inspect_under(
        &self,
        feature: &FeatureId,
        depth: InspectDepth,
        rules: &LazyRules,
    ) -> Result<Inspection, Trouble> {
        self.inspect_in(feature, depth, Pass { rules, designs: &FrozenDesigns::default() })
    }

    /// As [`Runs::inspect`], in a pass over many runs.
    ///
    /// # Errors
    /// As [`Runs::inspect`].
    fn inspect_in(
        &self,
        feature: &FeatureId,
        depth: InspectDepth,
        pass: Pass<'_>,
    ) -> Result<Inspection, Trouble>;

    /// Inspects a feature under the lease after a suspicion that was waited for: if it is still the same, it is acted on.
    ///
    /// # Errors
    /// As [`Runs::inspect`].
    fn confirm(&self, feature: &FeatureId, suspicion: Suspicion) -> Result<Inspection, Trouble>;

    /// Diagnoses a feature. `None` if the flow has no files of it yet. `rules` are given, since reading them for each of
    /// thousands of features is slow.
    ///
    /// # Errors
    /// If the record cannot be used.
    fn diagnose(&self, feature: &FeatureId, rules: &Rules) -> Result<Option<Diagnosis>, Trouble>;

    /// The problem of the terms under which a feature would run. They are the same for all features.
    fn terms_trouble(&self, feature: &FeatureId) -> Option<Trouble>;

    /// Verifies a frozen design under given rules: reading them for each of many features is slow. Changes nothing; `None` if
    /// nothing is frozen.
    fn verify_under(&self, feature: &FeatureId, rules: &Rules) -> Option<Verified>;

    /// The state of a file, as the steps of this workflow see it.
    fn file(&self, path: &RelPath) -> FileState;

    /// Verifies a feature and chooses the design to show.
    fn seal(&self, view: &RunView) -> Seal;

    /// As [`Runs::seal`]; without a view, because the record cannot be used, no seal is known.
    fn seal_if_known(&self, feature: &FeatureId, view: Option<&RunView>) -> Seal {
        view.map_or_else(|| Seal::none(&Home::of(feature)), |view| self.seal(view))
    }

    /// Inspects a feature and takes one event of a person, without asking any agent. Blocks.
    ///
    /// # Errors
    /// `Trouble` if the run cannot be opened, the event is refused, or the step cannot be saved.
    fn take_once(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble>;

    /// Journals the refusal of an action that the state does not allow: by the feature's run if it is open here, else under the
    /// lease.
    ///
    /// # Errors
    /// The refusal.
    fn journal_refusal<'a>(&'a self, feature: &'a FeatureId, what: &'static str) -> Outcome<'a>;

    /// Creates the folder of a run under the lease and takes its first event. Blocks. A refused event leaves nothing on disk.
    ///
    /// # Errors
    /// A refusal, also if the run exists; `Trouble` if its record cannot be used, another process has the lease, or a file
    /// operation fails.
    fn begin(&self, feature: &FeatureId, event: &Event) -> Result<RunView, Trouble>;

    /// Sets a damaged record aside and creates a fresh one.
    ///
    /// # Errors
    /// Also if the record can be read.
    fn set_aside(&self, feature: &FeatureId) -> Result<RunView, Trouble>;

    /// Takes the lease on a feature, for files that a front end writes: its holder may remove all temporary files.
    ///
    /// # Errors
    /// `Trouble::Held` if another process has it, `Trouble::NoSuchFeature` if there is no folder, `Trouble::Store` if
    /// the lock file cannot be used.
    fn lease(&self, feature: &FeatureId) -> Result<Lease, Trouble>;

    /// Whether the feature has an input (the brief) or a record. A folder without them is no feature.
    ///
    /// # Errors
    /// `StoreError` if the folder cannot be inspected.
    fn exists(&self, feature: &FeatureId) -> Result<bool, StoreError>;

    /// Creates a feature with a brief and, if the brief was converted, the original document under its own name. Both are saved
    /// byte for byte. False if the feature exists.
    ///
    /// # Errors
    /// `Trouble::Held` if another process has the lease, `Trouble::Store` if a file operation fails.
    fn create(
        &self,
        feature: &FeatureId,
        brief: Vec<u8>,
        original: Option<(&'static str, Vec<u8>)>,
    ) -> Result<bool, Trouble>;

    /// Saves a person's words in a file of a feature. Waits longer for the lease than other operations, so that no words are
    /// lost; no lease is needed if a run of this process holds it.
    ///
    /// # Errors
    /// `Trouble` if the lease cannot be taken or the file cannot be written.
    fn save(&self, feature: &FeatureId, path: &RelPath, words: &[u8]) -> Result<(), Trouble>;

    /// As [`Runs::save`], for a file that others may have changed: `join` gets its present content and returns the new one, or
    /// `None` for no change.
    ///
    /// # Errors
    /// As [`Runs::save`], or if the file cannot be read.
    fn save_joined(
        &self,
        feature: &FeatureId,
        path: &RelPath,
        largest: usize,
        join: &mut dyn FnMut(&[u8]) -> Option<Vec<u8>>,
    ) -> Result<(), Trouble>;

    /// Saves a person's answers to open questions. Returns the answers that somebody else changed meanwhile, which stay.
    ///
    /// # Errors
    /// `Trouble` if the lease cannot be taken, or the file cannot be read or written.
    fn save_answers(&self, feature: &FeatureId, changes: &[AnswerChange]) -> Result<Vec<Answer>, Trouble>;

    /// Opens a run, takes an event if given, and works until the run waits only for a person. Runs of several features work in
    /// parallel.
    ///
    /// # Errors
    /// `Trouble` if the run cannot be opened, the event is refused, or the run ends unexpectedly.
    fn run<'a>(&'a self, feature: &'a FeatureId, event: Option<Event>) -> Outcome<'a>;

    /// Pauses a run: drops the requests in flight and releases the lease. [`Runs::run`] continues it.
    ///
    /// # Errors
    /// A refusal if the run is not open here.
    fn pause<'a>(&'a self, feature: &'a FeatureId) -> Outcome<'a>;

    /// The prompt that would be sent next to a role. Takes no lease and changes nothing.
    ///
    /// # Errors
    /// Also if nothing would be sent.
    fn next_prompt(&self, feature: &FeatureId, seat: Seat) -> Result<Vec<u8>, Trouble>;

    /// Why an interrupted run would end instead of going on: something that was fixed when it began is another now.
    fn would_end(&self, feature: &FeatureId) -> Option<Trouble> {
        let refused = [Seat::Generator, Seat::Critic].map(|seat| self.next_prompt(feature, seat).err());
        refused.into_iter().flatten().find(|why| matches!(why, Trouble::Refused(it) if it.rule == WOULD_END))
    }
}
