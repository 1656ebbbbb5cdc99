//! `session.json`: the record of a session, in the requirement's spelling (S10, S17, S32, S40). The fields of frieze
//! itself are below `metadata.frieze`. Fields that other programs added are kept, in their order.

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_kernel::{JournalEnd, Spent};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::artifact::Artifact;
use crate::fields::{Fields, Json};
use crate::files::code_of_path;
use crate::phase::{Phase, Work};
use crate::review::Verdict;

/// How many phase changes, and how many approvals, the record keeps. The journal keeps all.
const MOST_KEPT: usize = 200;
/// Phases of the engine with four phases, which writes files of the same name.
const PHASES_OF_ANOTHER: [&str; 7] = ["init", "plan", "generate", "review", "revise", "error", "cancelled"];

/// A field that only the engine with four phases writes.
const STAGE: &str = "stage";

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
    pub prompt_hashes: BTreeMap<String, Digest>,
    pub artifacts: Vec<Artifact>,
    pub providers: Providers,
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

/// Who answers in each role: `manual`, `built-in`, or the name of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Providers {
    pub planner: String,
    pub generator: String,
    pub reviewer: String,
    pub reviser: String,
    #[serde(flatten)]
    pub others: Fields,
}

/// A person with files: nobody is asked.
pub const MANUAL: &str = "manual";
/// The deterministic agents of the profile `contract`.
pub const BUILT_IN: &str = "built-in";

impl Default for Providers {
    fn default() -> Self {
        let [planner, generator, reviewer, reviser] = [MANUAL; 4].map(str::to_owned);
        Self { planner, generator, reviewer, reviser, others: Fields::default() }
    }
}

impl Providers {
    /// Who does some work.
    pub fn of(&self, work: Work) -> &str {
        match work {
            Work::Planning => &self.planner,
            Work::Generating => &self.generator,
            Work::Reviewing => &self.reviewer,
            Work::Revising => &self.reviser,
        }
    }
}

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
    /// The request to a configured agent that is not answered yet; its form belongs to the flow.
    pub asking: Option<Json>,
    pub spent: Spent,
    pub feature: Option<FeatureId>,
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

/// One approval: who committed which bytes when (S35).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    pub at: Timestamp,
    pub by: String,
    pub phase: Phase,
    pub iteration: u32,
    pub files: BTreeMap<String, Digest>,
}

/// Why bytes are no record of a session.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotASession {
    #[error("session.json is not JSON: {0}")]
    NotJson(json::NotJson),
    /// Written by a later engine of the same name, with four phases.
    #[error(
        "session.json belongs to another engine: {0}; frieze reads sessions with ten phases and leaves this file alone"
    )]
    AnotherEngine(String),
    #[error("session.json: {0}")]
    Form(String),
}

impl NotASession {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::AnotherEngine(_) => {
                "go on with the engine that wrote it, or begin a session with another id"
            }
            Self::NotJson(_) | Self::Form(_) => {
                "restore the file from version control, or begin a new session"
            }
        }
    }
}

impl Record {
    /// The record of a new session, before its first step.
    pub fn new(id: FeatureId, profile: &str, context: Fields, at: Timestamp) -> Self {
        let mut record = Self {
            session_id: id,
            profile: profile.to_owned(),
            context,
            phase: Phase::Initialized,
            status: Status::Success,
            last_error: None,
            current_iteration: 1,
            standards_hash: None,
            plan_approved: false,
            plan_hash: None,
            review_approved: false,
            review_hash: None,
            prompt_hashes: BTreeMap::new(),
            artifacts: Vec::new(),
            providers: Providers::default(),
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

    /// Reads a record strictly.
    ///
    /// # Errors
    /// Bytes that are not strict JSON, a file of another engine, a field that is missing or has another form, and
    /// values that contradict each other.
    pub fn read(bytes: &[u8]) -> Result<Self, NotASession> {
        let value = json::read(bytes).map_err(NotASession::NotJson)?;
        if let Some(what) = of_another_engine(&value) {
            return Err(NotASession::AnotherEngine(what));
        }
        // From the bytes: a `Value` does not keep the order of members.
        let record: Self = serde_json::from_slice(bytes).map_err(|e| NotASession::Form(e.to_string()))?;
        record.check().map_err(NotASession::Form)?;
        Ok(record)
    }

    /// As [`Record::read`], for lists: members of other programs are not checked.
    pub fn glance(bytes: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?;
        let record: Self = serde_json::from_str(text).ok()?;
        let is_own = record.others.get(STAGE).is_none() && record.check().is_ok();
        is_own.then_some(record)
    }

    /// The bytes to save: always the same for the same record.
    pub fn bytes(&self) -> Vec<u8> {
        json::pretty(self)
    }

    /// Adds the current phase and status to the history, and drops the oldest entry beyond the limit.
    pub fn remember(&mut self, at: Timestamp) {
        let (phase, status, others) = (self.phase, self.status, Fields::default());
        push_bounded(&mut self.phase_history, PhaseChange { phase, status, timestamp: at, others });
        self.updated_at = at;
    }

    /// Adds an approval, and drops the oldest one beyond the limit.
    pub fn approved(&mut self, approval: Approval) {
        self.updated_at = approval.at;
        push_bounded(&mut self.metadata.frieze.approvals, approval);
    }

    /// The names of the session's code so far, which a new answer may repeat, but not in another letter case.
    pub fn code_names(&self) -> Vec<FileName> {
        let names: BTreeSet<FileName> =
            self.artifacts.iter().filter_map(|artifact| Some(code_of_path(&artifact.path)?.1)).collect();
        names.into_iter().collect()
    }

    fn check(&self) -> Result<(), String> {
        if self.current_iteration == 0 {
            return Err("`current_iteration` is 0; iterations count from 1".to_owned());
        }
        if self.plan_approved && self.plan_hash.is_none() {
            return Err("`plan_approved` is true, but `plan_hash` is null".to_owned());
        }
        let mut paths = BTreeSet::new();
        for Artifact { path, phase, iteration, .. } in &self.artifacts {
            if path.split('/').any(|part| part.parse::<FileName>().is_err()) {
                return Err(format!("artifact {path:?}: not a path of plain names below the session"));
            }
            if !matches!(phase, Phase::Generated | Phase::Revised) {
                let phase = phase.saved();
                return Err(format!(
                    "artifact {path:?}: phase {phase:?} makes none; use \"generated\" or \"revised\""
                ));
            }
            if !(1..=self.current_iteration).contains(iteration) {
                let current = self.current_iteration;
                return Err(format!("artifact {path:?}: iteration {iteration} is not one of 1 to {current}"));
            }
            if !paths.insert(path) {
                return Err(format!("artifact {path:?} is listed twice"));
            }
        }
        Ok(())
    }
}

/// What shows that another engine wrote a record.
fn of_another_engine(value: &Value) -> Option<String> {
    if value.get(STAGE).is_some() {
        return Some(format!("it has a `{STAGE}`"));
    }
    let phase = value.get("phase")?.as_str()?;
    PHASES_OF_ANOTHER.contains(&phase).then(|| format!("its phase is {phase:?}"))
}

fn push_bounded<T>(list: &mut Vec<T>, item: T) {
    if list.len() >= MOST_KEPT {
        list.drain(..=list.len() - MOST_KEPT);
    }
    list.push(item);
}
