//! `design/state.json`: the record of a feature's design. All lists are bounded; the journal keeps everything.

pub(crate) mod agent_answers;
pub(crate) mod budget;
pub(crate) mod history;
pub(crate) mod phase;
pub(crate) mod pinned_settings;
pub(crate) mod pins;
pub(crate) mod run_terms;
pub(crate) mod stagnation;
pub(crate) mod state_change;

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::preview_origin::Preview;
use crate::design::brief_reading::BriefReading;
use crate::design::record::agent_answers::{AnsweredBy, Paused, Retry};
use crate::design::record::history::HistoryEntry;
use crate::design::record::phase::DesignPhase;
use crate::design::record::pinned_settings::RefusedSettings;
use crate::design::record::pins::Pins;
use crate::design::record::run_terms::Terms;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::json as strict;
use frieze_data::schema;
use frieze_data::score::{Dimensions, Score};
use frieze_design::integrity::RecordedFreeze;
use frieze_kernel::{JournalEnd, Record, Role, Spent, Unreadable};
use frieze_rubric::Dismissals;
use frieze_rubric::finding::Dismissal;

/// The version of `state.json` that this program writes.
pub const SCHEMA_VERSION: u64 = 1;
/// The largest iteration, as the schema has it.
const MOST_ITERATIONS: u32 = 1_000_000_000;

/// The record of a feature's design, as in `state.json` (schemas/state.schema.json).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DesignRecord {
    pub schema_version: u64,
    pub feature_id: FeatureId,
    pub revision: u64,
    pub state: DesignPhase,
    /// When it entered this state, or when its agent was asked again after an interruption.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub since: Option<Timestamp>,
    /// The iteration of the current or the last run, from 1; 0 before the first run.
    pub iteration: u32,
    /// How many iteration folders earlier runs used.
    pub folders_before: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub run: Option<Run>,
    /// The failed attempts at a valid answer in this iteration (ruling 9).
    pub repairs: u8,
    /// The pending answer was postponed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub retry: Option<Retry>,
    /// No answer came: no agent is asked until a person lets the run go on (ruling 25).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub paused: Option<Paused>,
    /// How many requests of this attempt were made before its last pause.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub asked_before: u32,
    /// The agents' usage in all runs of the feature.
    #[serde(skip_serializing_if = "Spent::is_nothing", default)]
    pub spent: Spent,
    /// A broken guarantee found when this state was entered; the next step ends the run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub broken: Option<Broken>,
    /// The violations of the last answer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub invalid_answer: Vec<String>,
    /// The generator's answer was invalid after all repairs: Priority 1 fails the run.
    pub artifact_invalid: bool,
    /// Hash of `design/intent.json` as last written or accepted.
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
    /// The feedback of rejections for the prompts of this run or the next one, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub feedback: Vec<FeedbackGiven>,
    /// The findings of critics that a person dismissed, in all runs of the feature.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub dismissed: Vec<DismissedFinding>,
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
    /// The end of the journal, with the lines of the last step.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub journal: Option<JournalEnd>,
}

/// A run, with its pinned values and its usage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Run {
    /// Counts the runs of this feature from 1.
    pub number: u32,
    pub started_at: Timestamp,
    pub started_by: String,
    pub pins: Pins,
    /// Hash of `brief.md` as the last prompt quoted it.
    pub brief_sha256: Digest,
    /// Hash of `answers.md` as the last prompt quoted it; absent if there was none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answers_sha256: Option<Digest>,
    /// The iteration folder with that version of `brief.md`; absent in runs of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub brief_folder: Option<u32>,
    /// How that version is read; absent in runs of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reading: Option<BriefReading>,
    /// Bytes of the last prompt.
    pub prompt_bytes: u64,
    /// The agents' usage in this run. A call is counted before it is made (promise P14).
    #[serde(skip_serializing_if = "Spent::is_nothing", default)]
    pub spent: Spent,
    /// The model of the first answer, by role; all later answers must have the same one (ruling 8).
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub answered_by: BTreeMap<String, AnsweredBy>,
    /// The models that refused a temperature, by role (ruling 6).
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub temperature_refused_by: BTreeMap<String, String>,
    /// Changed settings that the run refuses.
    #[serde(skip_serializing_if = "RefusedSettings::is_nothing", default)]
    pub tried: RefusedSettings,
}

impl Run {
    /// A new run.
    pub fn start(number: u32, at: Timestamp, by: &str, pins: Pins, brief: &[u8]) -> Self {
        Self {
            number,
            started_at: at,
            started_by: by.to_owned(),
            pins,
            brief_sha256: Digest::of(brief),
            answers_sha256: None,
            brief_folder: None,
            reading: None,
            prompt_bytes: 0,
            spent: Spent::default(),
            answered_by: BTreeMap::new(),
            temperature_refused_by: BTreeMap::new(),
            tried: RefusedSettings::default(),
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// One evaluation: a design and its scores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evaluated {
    /// Canonical SHA-256 of the intent.
    pub input_sha256: Digest,
    pub iteration: u32,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// It is a person's edit, not an iteration of its own (ruling 11).
    pub edited: bool,
    /// The identity of the brief and the person's words that it was compared with; absent in runs of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub yardstick_sha256: Option<Digest>,
}

/// The run's iteration with the highest score; the first of equal ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Best {
    pub iteration: u32,
    /// The number of its folder under `design/iterations/`.
    pub folder: u32,
    pub score: Score,
    pub intent_sha256: Digest,
}

/// The design that waits for a decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Candidate {
    pub intent_sha256: Digest,
    pub critique_sha256: Digest,
    /// Absent if the file is not a valid intent after a hand edit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<Score>,
    /// Whether a person changed the file since the agent wrote it (ruling 11).
    pub edited: bool,
    /// Why it cannot be approved.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub barred: Option<String>,
    /// Whether `brief.md` changed since the design was generated.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub brief_changed: bool,
    /// Whether `answers.md` changed since the design was generated.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub answers_changed: bool,
    /// The critic that judged the design before a person's edit, but not the edited version.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unseen_by: Option<String>,
    /// Whether findings of that critic still count.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub counts_on: bool,
}

/// The feedback of one rejection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeedbackGiven {
    pub iteration: u32,
    /// The folder under `design/iterations/` with its `feedback.md`.
    pub folder: u32,
    pub at: Timestamp,
    pub by: String,
    /// Hash of the feedback, to detect changes.
    pub sha256: Digest,
    /// Whether it is about the design as a person had edited it.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub edited: bool,
    /// Whether a later design answered it. That design may be gone; then the next run only gets the feedback.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub answered: bool,
}

/// A critic's finding that a person dismissed: it costs nothing, in later iterations either.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DismissedFinding {
    /// The id of the finding in `critique.json`.
    pub finding: String,
    pub check: String,
    pub message: String,
    pub iteration: u32,
    pub at: Timestamp,
    pub by: String,
    pub reason: String,
}

/// Why a run will fail with its next step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Broken {
    pub reason: Reason,
    pub message: String,
}

impl Broken {
    /// Something that a run's guarantees rest on is gone or differs.
    pub fn drifted(what: &str) -> Self {
        Self { reason: Reason::DeterminismViolation, message: format!("determinism violation: {what}") }
    }
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

/// The causes of a failure.
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

/// The current freeze, with the hashes of its marker and files.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Frozen {
    /// Counts the freezes of this feature from 1.
    pub number: u32,
    pub at: Timestamp,
    pub approver: String,
    /// Canonical SHA-256 of `final/intent.json`; also in the marker (ruling 4).
    #[serde(rename = "checksumSHA256")]
    pub checksum_sha256: Digest,
    /// SHA-256 of the marker's bytes.
    pub marker_sha256: Digest,
    pub preview_sha256: Digest,
}

/// The last unfreeze; its reason can be given later.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Unfrozen {
    pub at: Timestamp,
    pub freeze_number: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
}

impl Frozen {
    /// The hashes for a verification.
    pub fn recorded(&self) -> RecordedFreeze {
        RecordedFreeze { checksum: self.checksum_sha256, marker: self.marker_sha256 }
    }
}

impl DesignRecord {
    /// Whether the model of a role refused a temperature in this run.
    pub fn refuses_temperature(&self, role: Role) -> bool {
        self.run.as_ref().is_some_and(|run| run.temperature_refused_by.contains_key(role.0))
    }

    /// The current attempt at a valid answer, from 1 (ruling 9).
    pub fn attempt(&self) -> u32 {
        u32::from(self.repairs) + 1
    }

    /// How many requests of this attempt ended without an answer.
    pub fn unanswered(&self) -> u32 {
        self.asked_before.saturating_add(self.retry.as_ref().map_or(0, |retry| retry.count))
    }

    /// The folder number of the current iteration.
    pub fn folder(&self) -> u32 {
        self.folder_of(self.iteration)
    }

    /// The folder number of an iteration of this run.
    pub fn folder_of(&self, iteration: u32) -> u32 {
        self.folders_before.saturating_add(iteration)
    }

    /// Notes the score of an iteration. The best iteration of a run is the first one with its highest score.
    pub fn note_best(&mut self, iteration: u32, score: Score, intent_sha256: Digest) {
        let is_same = |best: &Best| (best.iteration, best.intent_sha256) == (iteration, intent_sha256);
        if self.best.as_ref().is_none_or(|best| score > best.score || is_same(best)) {
            let folder = self.folder_of(iteration);
            self.best = Some(Best { iteration, folder, score, intent_sha256 });
        }
    }

    /// The run's pinned values; before the first run, the configured ones.
    pub fn pins_or<'a>(&'a self, terms: &'a Terms) -> &'a Pins {
        self.pins().unwrap_or(&terms.pins)
    }

    /// The name of this run's critic, even if another one is configured now.
    pub fn critic<'a>(&'a self, terms: &'a Terms) -> &'a str {
        self.pins_or(terms).critic.name().unwrap_or(&terms.critic.name)
    }

    /// The name of this run's generator; without a run, of the configured one.
    pub fn generator<'a>(&'a self, terms: &'a Terms) -> &'a str {
        self.pins_or(terms).generator.name().unwrap_or(&terms.generator.name)
    }

    /// The dismissed findings, by id.
    pub fn dismissals(&self) -> Dismissals {
        let dismissal = |d: &DismissedFinding| Dismissal { by: d.by.clone(), reason: d.reason.clone() };
        self.dismissed.iter().map(|d| (d.finding.clone(), dismissal(d))).collect()
    }

    /// The run's pinned values, if there is a run.
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
            paused: None,
            asked_before: 0,
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
            dismissed: Vec::new(),
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

    fn read(_: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable> {
        let value = strict::read(bytes).map_err(|e| Unreadable::Damaged(e.to_string()))?;
        let found = value.get("schemaVersion").and_then(Value::as_u64).unwrap_or(0);
        if found > SCHEMA_VERSION {
            return Err(Unreadable::Newer { found, known: SCHEMA_VERSION });
        }
        schema::state().read_value(value).map_err(Unreadable::Damaged)
    }

    fn glance(_: &FeatureId, bytes: &[u8]) -> Option<Self> {
        // Parsing checked text is faster than parsing bytes.
        let text = std::str::from_utf8(bytes).ok()?;
        let is_plain = |r: &Self| r.schema_version == SCHEMA_VERSION && r.iteration <= MOST_ITERATIONS;
        serde_json::from_str(text).ok().filter(is_plain)
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

    fn journal_end(&self) -> Option<&JournalEnd> {
        self.journal.as_ref()
    }

    fn kept_by_engine(&mut self) -> (&mut u64, &mut Option<JournalEnd>) {
        (&mut self.revision, &mut self.journal)
    }
}
