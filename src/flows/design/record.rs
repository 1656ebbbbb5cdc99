//! `design/state.json`: what is true of a feature's design. Bounded: what would grow without end is
//! capped here and kept whole in the journal.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::answered::{AnsweredBy, Retry};
use super::history::HistoryEntry;
use super::kept::Tried;
use super::phase::DesignPhase;
use super::previewing::Preview;
use super::terms::{Pins, Terms};
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::integrity::Remembered;
use crate::domain::json as strict;
use crate::domain::schema;
use crate::domain::score::{Dimensions, Score};
use crate::kernel::{Journalled, Record, Spent, Unreadable};

/// The version of `state.json` that this program writes.
pub const SCHEMA_VERSION: u64 = 1;

/// What is true of one feature's design, as `state.json` has it (schemas/state.schema.json).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DesignRecord {
    pub schema_version: u64,
    pub feature_id: FeatureId,
    pub revision: u64,
    pub state: DesignPhase,
    /// When it came into this state, or was interrupted in it and its agent asked again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<Timestamp>,
    /// Of the run under way, or of the last one; 0 before the first. Counts from 1.
    pub iteration: u32,
    /// How many iteration folders earlier runs have filled.
    pub folders_before: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub run: Option<Run>,
    /// The failed attempts at a valid answer in this iteration (ruling 9).
    pub repairs: u8,
    /// The answer that is waited for was put off.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub retry: Option<Retry>,
    /// What the agents took in all runs of the feature.
    #[serde(skip_serializing_if = "Spent::is_nothing", default)]
    pub spent: Spent,
    /// A broken guarantee that was found on the way into this state and ends the run with its next step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub broken: Option<Broken>,
    /// What was wrong with the last answer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invalid_answer: Vec<String>,
    /// The generator's answer stayed invalid through all repairs: Priority 1 fails it.
    pub artifact_invalid: bool,
    /// Of `design/intent.json` as the engine last wrote or accepted it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub intent_sha256: Option<Digest>,
    /// `scoreHistory: [iteration, score][]`.
    pub score_history: Vec<(u32, Score)>,
    /// Input hash → scores, of this run ("Determinism Enforcement").
    pub evaluations: Vec<Evaluated>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub best: Option<Best>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub candidate: Option<Candidate>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub preview: Option<Preview>,
    /// Iteration folder whose intent and critique the next run starts from (`reset --from-best`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed_folder: Option<u32>,
    /// What the rejections asked for that go into the prompts of this run or the next one, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub feedback: Vec<FeedbackGiven>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failure: Option<Failure>,
    /// How often this feature was frozen.
    pub freezes: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub frozen: Option<Frozen>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unfrozen: Option<Unfrozen>,
    /// The last transitions and decisions.
    pub history: Vec<HistoryEntry>,
    /// Where the journal ends, with the lines of the last step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub journal: Option<Journalled>,
}

/// What was fixed when the run started.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Run {
    /// Counts the runs of this feature from 1.
    pub number: u32,
    pub started_at: Timestamp,
    pub started_by: String,
    pub pins: Pins,
    /// Of `brief.md` as the last prompt quoted it.
    pub brief_sha256: Digest,
    /// Of `answers.md` as the last prompt quoted it; absent where there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answers_sha256: Option<Digest>,
    /// Bytes of the last prompt.
    pub prompt_bytes: u64,
    /// What the agents took in this run. A call is counted before it is made (promise P14).
    #[serde(skip_serializing_if = "Spent::is_nothing", default)]
    pub spent: Spent,
    /// The model that said it answered first, by role: it must go on answering (ruling 8).
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub answered_by: BTreeMap<String, AnsweredBy>,
    /// What was configured otherwise meanwhile, and refused.
    #[serde(skip_serializing_if = "Tried::is_nothing", default)]
    pub tried: Tried,
}

impl Run {
    /// A run of which nothing has happened yet.
    pub fn begun(number: u32, at: Timestamp, by: &str, pins: Pins, brief: &[u8]) -> Self {
        Self {
            number,
            started_at: at,
            started_by: by.to_owned(),
            pins,
            brief_sha256: Digest::of(brief),
            answers_sha256: None,
            prompt_bytes: 0,
            spent: Spent::default(),
            answered_by: BTreeMap::new(),
            tried: Tried::default(),
        }
    }
}

/// One evaluation: what was scored, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evaluated {
    /// Canonical SHA-256 of the intent.
    pub input_sha256: Digest,
    pub iteration: u32,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// Of a file that a person had changed: no iteration of its own (ruling 11).
    pub edited: bool,
}

/// The iteration of a run with the highest score; of equal ones the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Best {
    pub iteration: u32,
    /// The number of its folder under `design/iterations/`.
    pub folder: u32,
    pub score: Score,
    pub intent_sha256: Digest,
}

/// The intent that a person is asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Candidate {
    pub intent_sha256: Digest,
    pub critique_sha256: Digest,
    /// Absent where a hand edit made the file no valid intent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<Score>,
    /// Whether a person changed the file since the agent wrote it (ruling 11).
    pub edited: bool,
    /// Why it cannot be approved as it is.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub barred: Option<String>,
    /// Whether `brief.md` is another one than the design was made from.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub brief_changed: bool,
    /// Whether `answers.md` is another one than the design was made from.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub answers_changed: bool,
    /// The critic that judged the design before a person edited it, and has not judged it as it is now.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unseen_by: Option<String>,
    /// Whether findings of that critic concern what the edit left alone, and count on.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub counts_on: bool,
}

/// The words of one rejection: where they are, and whose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedbackGiven {
    pub iteration: u32,
    /// The folder under `design/iterations/` whose `feedback.md` holds the words.
    pub folder: u32,
    pub at: Timestamp,
    pub by: String,
    /// Of the words, so that others are not taken for them.
    pub sha256: Digest,
    /// Whether a design came after it, of which none is left to go on from: the words alone go along.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub answered: bool,
}

/// Why a run will fail with its next step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Broken {
    pub reason: Reason,
    pub message: String,
}

/// Why a run failed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Failure {
    pub reason: Reason,
    /// What happened, in one sentence with its figures.
    pub message: String,
    pub at: Timestamp,
    /// What to do next.
    pub hint: String,
}

/// The ways in which a design can fail.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    SchemaInvalid,
    AgentTimeout,
    AgentError,
    MaxIterations,
    NoProgress,
    DeterminismViolation,
    IntegrityViolation,
    BudgetSpent,
    Aborted,
}

/// The design that is frozen, by what its marker and files were when it was.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Frozen {
    /// Counts the freezes of this feature from 1.
    pub number: u32,
    pub at: Timestamp,
    pub approver: String,
    /// Canonical SHA-256 of `final/intent.json`; also in the marker (ruling 4 says why in both).
    #[serde(rename = "checksumSHA256")]
    pub checksum_sha256: Digest,
    /// SHA-256 of the marker's bytes.
    pub marker_sha256: Digest,
    pub preview_sha256: Digest,
}

/// The last unfreezing, and why, once somebody has said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Unfrozen {
    pub at: Timestamp,
    pub freeze_number: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
}

impl Frozen {
    /// What a verification compares with.
    pub fn remembered(&self) -> Remembered {
        Remembered { checksum: self.checksum_sha256, marker: self.marker_sha256 }
    }
}

impl DesignRecord {
    /// The attempt at a valid answer that this is, from 1 (ruling 9).
    pub fn attempt(&self) -> u32 {
        u32::from(self.repairs) + 1
    }

    /// The folder number of the current iteration.
    pub fn folder(&self) -> u32 {
        self.folders_before.saturating_add(self.iteration)
    }

    /// What was fixed at the start of the run; before the first, what would be fixed now.
    pub fn pins_or<'a>(&'a self, terms: &'a Terms) -> &'a Pins {
        self.pins().unwrap_or(&terms.pins)
    }

    /// The name of the critic that judges this run's designs, whatever is configured meanwhile.
    pub fn critic<'a>(&'a self, terms: &'a Terms) -> &'a str {
        self.pins_or(terms).critic.name().unwrap_or(&terms.critic.name)
    }

    /// The name of the generator of this run; of the configured one where there is no run.
    pub fn generator<'a>(&'a self, terms: &'a Terms) -> &'a str {
        self.pins_or(terms).generator.name().unwrap_or(&terms.generator.name)
    }

    /// What was fixed at the start of the run, if there is one.
    pub fn pins(&self) -> Option<&Pins> {
        self.run.as_ref().map(|run| &run.pins)
    }
}

impl Record for DesignRecord {
    type Phase = DesignPhase;

    fn fresh(feature: &FeatureId) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            feature_id: feature.clone(),
            revision: 0,
            state: DesignPhase::Idle,
            since: None,
            iteration: 0,
            folders_before: 0,
            run: None,
            repairs: 0,
            retry: None,
            spent: Spent::default(),
            broken: None,
            invalid_answer: Vec::new(),
            artifact_invalid: false,
            intent_sha256: None,
            score_history: Vec::new(),
            evaluations: Vec::new(),
            best: None,
            candidate: None,
            preview: None,
            seed_folder: None,
            feedback: Vec::new(),
            failure: None,
            freezes: 0,
            frozen: None,
            unfrozen: None,
            history: Vec::new(),
            journal: None,
        }
    }

    fn fresh_after(feature: &FeatureId, folders: u32) -> Self {
        Self { folders_before: folders, ..Self::fresh(feature) }
    }

    fn read(bytes: &[u8]) -> Result<Self, Unreadable> {
        let value = strict::read(bytes).map_err(|e| Unreadable::Damaged(e.to_string()))?;
        let found = value.get("schemaVersion").and_then(Value::as_u64).unwrap_or(0);
        if found > SCHEMA_VERSION {
            return Err(Unreadable::Newer { found, known: SCHEMA_VERSION });
        }
        schema::state().read_value(value).map_err(Unreadable::Damaged)
    }

    fn glance(bytes: &[u8]) -> Option<Self> {
        // Text that was checked once is read faster than bytes.
        let text = std::str::from_utf8(bytes).ok()?;
        serde_json::from_str(text).ok().filter(|r: &Self| r.schema_version == SCHEMA_VERSION)
    }

    fn bytes(&self) -> Vec<u8> {
        strict::pretty(self)
    }

    fn phase(&self) -> DesignPhase {
        self.state
    }

    fn feature(&self) -> &FeatureId {
        &self.feature_id
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn set_revision(&mut self, revision: u64) {
        self.revision = revision;
    }

    fn journalled(&self) -> Option<&Journalled> {
        self.journal.as_ref()
    }

    fn set_journalled(&mut self, end: Journalled) {
        self.journal = Some(end);
    }
}
