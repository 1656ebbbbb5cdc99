//! `session.json`: the record of a session, in the requirement's spelling (S10, S17, S32, S40). The fields of frieze
//! itself are below `metadata.frieze`. Fields that other programs added are kept, in their order.

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_kernel::{JournalEnd, Spent, Unreadable};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::artifact::Artifact;
use crate::files::{STANDARDS, code_of_path};
use crate::phase::{Phase, Work};
use crate::profile::DEFAULT;
use crate::review::Verdict;
use frieze_data::fields::Fields;

/// How many phase changes, and how many approvals, the record keeps. The journal keeps all.
const MOST_KEPT: usize = 200;
/// Phases of the engine with four phases, which writes files of the same name, with a `stage`.
const PHASES_OF_ANOTHER: [&str; 7] = ["init", "plan", "generate", "review", "revise", "error", "cancelled"];

/// The record of a session. It holds "metadata only, never content".
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    pub session_id: FeatureId,
    pub profile: String,
    /// What the session is about, as `-c KEY=VALUE` gave it.
    pub context: Fields,
    pub phase: Phase,
    pub status: Status,
    pub last_error: Option<String>,
    /// Counts from 1 (S8).
    pub current_iteration: u32,
    /// SHA-256 of `standards-bundle.md` when the session was made (S22); `None` until the bundle is written.
    pub standards_hash: Option<Digest>,
    pub plan_approved: bool,
    /// SHA-256 of `planning-response.md` as approved (S32).
    pub plan_hash: Option<Digest>,
    /// Whether the review of the current iteration is approved.
    pub review_approved: bool,
    pub review_hash: Option<Digest>,
    /// Hashes of prompts and responses, if an approval was asked for them (S44).
    pub prompt_hashes: Hashes,
    pub artifacts: Vec<Artifact>,
    /// Who answers in each role: `manual`, `built-in`, or the name of an agent.
    pub providers: Fields,
    pub phase_history: Vec<PhaseChange>,
    /// What the session waits for.
    pub pending_action: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub metadata: Metadata,
    #[serde(flatten)]
    pub others: Fields,
}

/// What happened last; approval is never inferred from it (S40).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waits for input, and nothing else.
    InProgress,
    Success,
    /// The input cannot be used.
    Error,
}

/// A person with files: nobody is asked.
pub const MANUAL: &str = "manual";

/// One change of phase.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PhaseChange {
    pub phase: Phase,
    pub status: Status,
    pub timestamp: Timestamp,
    #[serde(flatten)]
    pub others: Fields,
}

/// Free fields of the requirement's state; one of them is ours.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Metadata {
    #[serde(default)]
    pub frieze: Own,
    #[serde(flatten)]
    pub others: Fields,
}

/// What frieze itself remembers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    pub revision: u64,
    pub journal: Option<JournalEnd>,
    pub awaited: Awaited,
    /// Nobody wants to go on with this session; it can be reopened.
    pub closed: bool,
    /// The number of the request to a configured agent that is not answered yet.
    pub asking: Option<u32>,
    pub spent: Spent,
    pub feature: Option<FeatureId>,
    /// The hash of the frozen design that the session works from; nothing is made from another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub design: Option<Digest>,
    /// The approved revision has the same code as the iteration before, and nobody has decided yet (S46).
    pub no_op: bool,
    pub approvals: Vec<Approval>,
    /// The verdict of the approved review, which counts whatever becomes of its file.
    pub verdict: Option<Verdict>,
}

/// The response file that is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Awaited {
    pub there: bool,
}

/// SHA-256 of files by their path in the session's folder.
pub type Hashes = BTreeMap<String, Digest>;

/// One approval: who committed which bytes when (S35).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    pub at: Timestamp,
    pub by: String,
    pub phase: Phase,
    pub iteration: u32,
    pub files: Hashes,
}

impl Record {
    /// The record of a new session, before its first step.
    pub fn new(id: FeatureId, at: Timestamp) -> Self {
        let mut record = Self {
            session_id: id,
            profile: DEFAULT.to_owned(),
            context: Fields::default(),
            phase: Phase::Initialized,
            status: Status::Success,
            last_error: None,
            current_iteration: 1,
            standards_hash: None,
            plan_approved: false,
            plan_hash: None,
            review_approved: false,
            review_hash: None,
            prompt_hashes: Hashes::new(),
            artifacts: Vec::new(),
            providers: Fields::of_texts(Work::ALL.map(|work| (work.role(), MANUAL))),
            phase_history: Vec::new(),
            pending_action: None,
            created_at: at,
            updated_at: at,
            metadata: Metadata::default(),
            others: Fields::default(),
        };
        record.remember(at);
        record
    }

    /// Adds the current phase and status to the history, and drops the oldest entry beyond the limit.
    pub fn remember(&mut self, at: Timestamp) {
        let (phase, status, others) = (self.phase, self.status, Fields::default());
        push_bounded(&mut self.phase_history, PhaseChange { phase, status, timestamp: at, others });
        self.updated_at = at;
    }

    /// Adds an approval, and drops the oldest one beyond the limit.
    pub fn approved(&mut self, approval: Approval) {
        push_bounded(&mut self.metadata.frieze.approvals, approval);
    }

    /// Who does some work.
    pub fn provider(&self, work: Work) -> &str {
        self.providers.text(work.role()).unwrap_or(MANUAL)
    }

    /// The names of the session's code so far, which a new answer may repeat, but not in another letter case.
    pub fn code_names(&self) -> Vec<FileName> {
        self.artifacts.iter().filter_map(|artifact| Some(code_of_path(&artifact.path)?.1)).collect()
    }

    /// The approved code of an iteration.
    pub(crate) fn approved_code(&self, iteration: u32) -> Hashes {
        let of = self.artifacts.iter().filter(|one| one.code_of(iteration).is_some());
        of.filter_map(|one| Some((one.path.clone(), one.sha256?))).collect()
    }

    /// Everything that was hashed.
    pub(crate) fn hashes(&self) -> Hashes {
        let approved = self.metadata.frieze.approvals.iter().flat_map(|approval| approval.files.clone());
        // An approval of code may have been withdrawn; its artifacts say so.
        let others = approved.filter(|(path, _)| code_of_path(path).is_none());
        let plan = self.plan_hash.map(|sha256| (Work::Planning.response().to_owned(), sha256));
        let standards = self.standards_hash.map(|sha256| (STANDARDS.to_owned(), sha256));
        let code = self.artifacts.iter().filter_map(|one| Some((one.path.clone(), one.sha256?)));
        let all = self.prompt_hashes.clone().into_iter().chain(others).chain(plan);
        all.chain(standards).chain(code).collect()
    }

    /// Whether nothing is left to do.
    pub(crate) fn is_over(&self) -> bool {
        self.metadata.frieze.closed || self.phase == Phase::Complete
    }

    /// Whether `new` made it, here or in another program.
    pub(crate) fn is_made(&self) -> bool {
        self.metadata.frieze.revision > 0 || self.standards_hash.is_some() || self.phase != Phase::Initialized
    }

    fn check(&self) -> Result<(), String> {
        if self.current_iteration == 0 {
            return Err("`current_iteration` is 0; iterations count from 1".to_owned());
        }
        if let Some(work) = Work::ALL.iter().find(|work| self.providers.text(work.role()).is_none()) {
            return Err(format!("`providers` names no {}", work.role()));
        }
        if self.plan_approved && self.plan_hash.is_none() {
            return Err("`plan_approved` is true, but `plan_hash` is null".to_owned());
        }
        if self.review_approved && self.review_hash.is_none() {
            return Err("`review_approved` is true, but `review_hash` is null".to_owned());
        }
        // What only an approval leads to: nobody gets there by writing the phase into the file.
        let lacks = [
            (self.phase > Phase::Planned && !self.plan_approved, "plan_approved"),
            (self.phase == Phase::Complete && !self.review_approved, "review_approved"),
        ];
        if let Some((_, field)) = lacks.into_iter().find(|(is_lacking, _)| *is_lacking) {
            return Err(format!("`phase` is {:?}, but there is no `{field}`", self.phase.saved()));
        }
        let mut paths = BTreeSet::new();
        for Artifact { path, phase, iteration, .. } in &self.artifacts {
            let (refused, current) =
                (|why: &str| Err(format!("artifact {path:?}{why}")), self.current_iteration);
            if path.split('/').any(|part| part.parse::<FileName>().is_err()) {
                return refused(": not a path of plain names below the session");
            }
            if !matches!(phase, Phase::Generated | Phase::Revised) {
                let phase = phase.saved();
                return refused(&format!(": phase {phase:?} makes none; use \"generated\" or \"revised\""));
            }
            if !(1..=current).contains(iteration) {
                return refused(&format!(": iteration {iteration} is not one of 1 to {current}"));
            }
            if !paths.insert(path) {
                return refused(" is listed twice");
            }
        }
        Ok(())
    }
}

impl frieze_kernel::Record for Record {
    type Phase = Phase;

    /// A record of revision 0 was never begun: only `new` makes a session.
    fn fresh(id: &FeatureId) -> Self {
        Self::new(id.clone(), Timestamp::UNIX_EPOCH)
    }

    /// Strict JSON, with all fields, which do not contradict each other; no file of another engine.
    fn read(_: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable> {
        let damaged = |why: String| Unreadable::Damaged(format!("session.json{why}"));
        let value = json::read(bytes).map_err(|why| damaged(format!(" is not JSON: {why}")))?;
        let stage = value.get("stage").map(|_| "it has a `stage`".to_owned());
        let phase = value.get("phase").and_then(Value::as_str).filter(|is| PHASES_OF_ANOTHER.contains(is));
        if let Some(what) = stage.or_else(|| phase.map(|phase| format!("its phase is {phase:?}"))) {
            return Err(Unreadable::Foreign(format!(
                "session.json belongs to another engine: {what}; frieze reads sessions with ten phases and leaves this \
                 file alone"
            )));
        }
        // From the bytes: a `Value` does not keep the order of members.
        let record: Self = serde_json::from_slice(bytes).map_err(|e| damaged(format!(": {e}")))?;
        record.check().map_err(|why| damaged(format!(": {why}")))?;
        Ok(record)
    }

    fn bytes(&self) -> Vec<u8> {
        json::pretty(self)
    }

    fn phase(&self) -> Phase {
        self.phase
    }

    fn feature(&self) -> &FeatureId {
        &self.session_id
    }

    fn revision(&self) -> u64 {
        self.metadata.frieze.revision
    }

    fn journal_end(&self) -> Option<&JournalEnd> {
        self.metadata.frieze.journal.as_ref()
    }

    fn kept_by_engine(&mut self) -> (&mut u64, &mut Option<JournalEnd>) {
        (&mut self.metadata.frieze.revision, &mut self.metadata.frieze.journal)
    }
}

fn push_bounded<T>(list: &mut Vec<T>, item: T) {
    if list.len() >= MOST_KEPT {
        list.drain(..=list.len() - MOST_KEPT);
    }
    list.push(item);
}
