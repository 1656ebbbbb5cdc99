//! A workflow, as the interpreter sees it.

use std::collections::BTreeMap;

use super::event::Event;
use super::facts::{Facts, Look};
use super::journalled::Journalled;
use super::refusal::Refusal;
use super::request::Request;
use super::step::Step;
use super::table::{Phase, Table};
use super::view::RunView;
use crate::domain::approval::Rules;
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;

/// A workflow: a table, a record, and pure functions over it.
pub trait Flow: Send + Sync + 'static {
    type Phase: Phase;
    type Record: Record<Phase = Self::Phase>;
    /// What a run is begun under: configuration, models, templates.
    type Terms: Clone + Send + Sync;

    const TABLE: Table<Self::Phase>;

    /// The files of one feature; the record, the journal and the lock are in the folder of the flow.
    fn home(feature: &FeatureId) -> Home;

    /// Folders beside [`Flow::home`] in which a step of this record may have been cut short: what a killed process
    /// left there is swept when the run is opened.
    fn folders(_record: &Self::Record) -> Vec<RelPath> {
        Vec::new()
    }

    /// The files that must be looked at before this event is answered.
    fn reads(record: &Self::Record, event: &Event) -> Vec<RelPath>;

    /// The files that must be looked at as well, by what stood at the first: for what is large and seldom needed.
    fn reads_then(_record: &Self::Record, _seen: &BTreeMap<RelPath, Look>) -> Vec<RelPath> {
        Vec::new()
    }

    /// The logs of which the end must be looked at, by what stood at the first: they grow without a limit, and what is
    /// asked of them stands in their last lines.
    fn reads_end(record: &Self::Record, seen: &BTreeMap<RelPath, Look>) -> Vec<RelPath>;

    /// What an event changes. The old record is consumed; a refusal changes nothing.
    fn step(
        record: Self::Record,
        event: &Event,
        facts: &Facts<Self::Terms>,
    ) -> Result<Step<Self::Record>, Refusal>;

    /// What the record then waits for.
    fn wants(record: &Self::Record) -> Vec<Request>;

    /// All that a front end sees of it.
    fn view(record: &Self::Record) -> RunView;

    /// What a front end sees of a record with an open gate, under the terms as they are now: they may bar a choice, or be
    /// others than the run began with.
    fn view_under(record: &Self::Record, _terms: &Self::Terms) -> RunView {
        Self::view(record)
    }

    /// Whether a look at this record acts upon a seal: upon one that breaks, or upon one that the record knows nothing of.
    fn minds_seal(record: &Self::Record) -> bool;

    /// Verifies what the flow has sealed against everything that the seal names, and the approval against these rules,
    /// changing nothing; `None` where nothing is sealed. The record is absent where there is none that can be read.
    fn verify(
        feature: &FeatureId,
        record: Option<&Self::Record>,
        look: &dyn Fn(&RelPath) -> Look,
        rules: &Rules,
    ) -> Option<Sealed>;
}

/// What is true of one run, saved atomically and checked when read.
pub trait Record: Clone + Send + Sync + Sized + 'static {
    type Phase: Phase;

    /// The record of a feature that never ran.
    fn fresh(feature: &FeatureId) -> Self;

    /// The same, where earlier runs have filled so many iteration folders.
    fn fresh_after(feature: &FeatureId, folders: u32) -> Self;

    /// Reads a saved record.
    fn read(bytes: &[u8]) -> Result<Self, Unreadable>;

    /// Reads a saved record without its schema, for lists; `None` where that fails.
    fn glance(bytes: &[u8]) -> Option<Self>;

    /// The bytes to save.
    fn bytes(&self) -> Vec<u8>;

    fn phase(&self) -> Self::Phase;

    fn feature(&self) -> &FeatureId;

    /// Counts the saves, so that a writer can tell that somebody else wrote in between.
    fn revision(&self) -> u64;

    fn set_revision(&mut self, revision: u64);

    /// Where the journal ends; `None` in a record that was saved without knowing it.
    fn journalled(&self) -> Option<&Journalled>;

    fn set_journalled(&mut self, end: Journalled);
}

/// What verifying a seal found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sealed {
    pub expected: Option<Digest>,
    /// The hash of the design that was found; nothing where its approval does not count.
    pub actual: Option<Digest>,
    /// What is wrong; `None` when all is as it was sealed.
    pub problem: Option<String>,
    /// Whether what is wrong ends the seal at the next inspection; a fault beside the seal, and an approval that does not
    /// count under the rules of whoever looks, do not.
    pub is_broken: bool,
    /// Whether the approval was recorded and only its completion is missing: the next inspection completes it.
    pub is_recorded: bool,
    /// Whether the preview is not the one that was approved.
    pub page_differs: bool,
    /// What to do about what is wrong, where that is known.
    pub hint: Option<String>,
    /// Who signed the approval, by key; `None` where nobody did.
    pub signer: Option<String>,
    /// SHA-256 of the marker's bytes.
    pub marker: Option<Digest>,
    /// How often the design had been frozen with this freeze.
    pub number: Option<u32>,
}

/// How an approval is called that is on the disk and was cut short before the record knew it, in `status`, `verify` and
/// `show` alike.
pub const RECORDED: &str = "approval recorded, will be completed";

/// Why a saved record cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("it is damaged: {0}")]
    Damaged(String),
    #[error("it was written by a newer frieze (schema version {found}, this one knows {known})")]
    Newer { found: u64, known: u64 },
}
