//! The record of a chain: `.meta.json`, with frieze's own state under one key.

use std::collections::BTreeMap;
use std::fmt;

use frieze_data::digest::Digest;
use frieze_data::fields::{Fields, Raw};
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_kernel::{Cause, JournalEnd, Spent, Unreadable};
use jiff::Timestamp;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use super::table::ChainPhase;
use crate::meta::{Meta, OWN, Status};
use crate::phase::FeaturePhase;

/// The version of frieze's own state that this program writes, and of a record that names none.
const SCHEMA_VERSION: u64 = 1;

#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The name of its folder. The file's own `id` is somebody else's.
    pub id: FeatureId,
    pub meta: Meta,
    pub own: Own,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
struct Version(u64);

impl Default for Version {
    fn default() -> Self {
        Self(SCHEMA_VERSION)
    }
}

/// What frieze itself remembers.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Own {
    schema_version: Version,
    pub revision: u64,
    pub state: ChainPhase,
    pub since: Option<Timestamp>,
    /// The phase of the feature that is under way, or was when it stopped.
    pub active: Option<Active>,
    pub question: Option<Question>,
    /// The artifacts as frieze or a review knows them last.
    pub artifacts: BTreeMap<FeaturePhase, Artifact>,
    pub outcome: Option<Outcome>,
    pub problem: Option<Problem>,
    /// The number of the call to an agent that is not answered yet.
    pub asking: Option<u32>,
    pub spent: Spent,
    /// The number of the last session that implemented the feature.
    pub sessions: u32,
    /// The phase whose heading is the last one in the history.
    pub history_of: Option<FeaturePhase>,
    /// Whether the history has to be removed, because the feature has ended.
    pub cleanup: bool,
    /// Transitions, which older records kept. The journal has them.
    #[serde(skip_serializing)]
    moves: IgnoredAny,
    /// Read by [`Record::read`](frieze_kernel::Record::read) alone: it is half of a file, and lists of thousands do not need it.
    #[serde(deserialize_with = "unread")]
    pub journal: Option<JournalEnd>,
}

fn unread<'de, D: Deserializer<'de>, T>(value: D) -> Result<Option<T>, D::Error> {
    IgnoredAny::deserialize(value).map(|_| None)
}

/// One phase of the feature while it is produced and reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Active {
    pub phase: FeaturePhase,
    /// Counts from 1; at most the mode's iterations.
    pub iteration: u32,
    pub folder: u32,
    pub entered: Timestamp,
    /// The round whose review this one answers.
    pub prior: Option<u32>,
    /// Who makes the artifact of this round.
    pub producer: Player,
    pub reviewer: Player,
    /// Whether the final reviewer is at work, after the chain reviewer.
    pub is_final: bool,
    /// The number of the prompt that is answered next, in this round and role.
    pub attempt: u32,
    /// The artifact on disk when production began; `None` if there was none.
    pub base: Option<Digest>,
    pub reviewed: Option<Digest>,
    /// Whether the executor begins without the artifact that is there.
    pub is_fresh: bool,
    /// What the round changed, in words.
    pub changes: String,
    /// Whether the design is frozen or the session complete.
    pub is_ready: bool,
    /// The session of the phase `implement`.
    pub session: Option<FeatureId>,
    /// Whether that session was there: it is not begun a second time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_begun: bool,
    /// The texts that the artifact is made from, with their hashes.
    pub inputs: BTreeMap<String, Digest>,
}

/// Who makes or reviews an artifact.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    BuiltIn,
    Agent(String),
    Person,
    Design,
    Session,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    pub kind: QuestionKind,
    pub phase: FeaturePhase,
    pub text: String,
    /// The answers to the questions before it.
    pub answered: Vec<String>,
    /// The revision that opened it.
    pub opened: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionKind {
    /// Phases are skipped.
    Skip,
    /// The phase was started and not completed, or its artifact is a person's.
    Partial,
    /// brief.md and spec.md differ.
    Brief,
    /// The final reviewer has concerns.
    Final,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Artifact {
    pub sha256: Digest,
    pub made_from: BTreeMap<String, Digest>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Outcome {
    pub phase: FeaturePhase,
    pub iterations: u32,
    pub folder: u32,
    pub approved: bool,
    pub message: String,
}

/// Why production or review stopped: an answer or a file that cannot be used, an agent without an answer, or the budget.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Problem {
    pub cause: Cause,
    pub text: String,
}

impl Record {
    /// Whether there is a chain: begun here, or by another tool.
    pub fn is_made(&self) -> bool {
        self.meta.0.0.iter().any(|(name, _)| name != OWN)
    }

    /// The phase that is under way.
    pub(super) fn under_way(&self) -> Option<&Active> {
        self.own.active.as_ref().filter(|_| self.own.state.is_under_way())
    }

    /// Stops what is under way: the phase of the feature stays started and not completed, and its artifact as it is.
    pub(super) fn stop(&mut self, cause: Cause, text: String) {
        (self.own.state, self.own.asking) = (ChainPhase::Ready, None);
        self.own.problem = Some(Problem { cause, text });
    }

    /// The hash of an artifact as frieze or a review knows it.
    pub(super) fn known(&self, phase: FeaturePhase) -> Option<Digest> {
        self.own.artifacts.get(&phase).map(|artifact| artifact.sha256)
    }

    /// The record without its journal's end.
    fn parse(id: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable> {
        let damaged = |why: &dyn fmt::Display| Unreadable::Damaged(format!(".meta.json: {why}"));
        if bytes.len() > json::LARGEST {
            let sizes = format!("{} bytes, and at most {} are read", bytes.len(), json::LARGEST);
            return Err(damaged(&sizes));
        }
        let text = std::str::from_utf8(bytes).map_err(|e| damaged(&e))?;
        let file = Fields::with_own::<Option<Own>>(text, OWN);
        // A newer version may have fields that this one does not know.
        let found = match &file {
            Ok((_, own)) => own.as_ref().map(|own| own.schema_version.0),
            Err(_) => own_fields(text).and_then(|own| own.value("schemaVersion")),
        };
        if let Some(found) = found.filter(|found| *found > SCHEMA_VERSION) {
            return Err(Unreadable::Newer { found, known: SCHEMA_VERSION });
        }
        let (fields, own) = file.map_err(|e| damaged(&e))?;
        let mut record = Self { id: id.clone(), meta: Meta(fields), own: own.unwrap_or_default() };
        let ended = match record.meta.status() {
            Status::Active => None,
            Status::Completed => Some(ChainPhase::Completed),
            Status::Abandoned => Some(ChainPhase::Abandoned),
        };
        // Another tool may have ended the feature meanwhile; nobody knows when.
        if let Some(state) = ended.filter(|state| *state != record.own.state) {
            (record.own.state, record.own.since) = (state, None);
        }
        let own = &record.own;
        let lacks = [
            (own.state.is_under_way() && own.active.is_none(), "active"),
            (own.state == ChainPhase::Asking && own.question.is_none(), "question"),
        ];
        match lacks.into_iter().find(|(is_lacking, _)| *is_lacking) {
            Some((_, what)) => Err(damaged(&format!("`{OWN}`: `state` needs `{what}`"))),
            None => Ok(record),
        }
    }
}

/// Frieze's own state, without knowing its form.
fn own_fields(text: &str) -> Option<Fields<Raw>> {
    serde_json::from_str(text).ok().and_then(|fields: Fields<Raw>| fields.object(OWN))
}

impl frieze_kernel::Record for Record {
    type Phase = ChainPhase;

    /// A feature without a chain.
    fn fresh(id: &FeatureId) -> Self {
        Self { id: id.clone(), meta: Meta::default(), own: Own::default() }
    }

    fn read(id: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable> {
        let mut record = Self::parse(id, bytes)?;
        let own = std::str::from_utf8(bytes).ok().and_then(own_fields).unwrap_or_default();
        if let Some(journal) = own.get("journal") {
            let damaged = |e| Unreadable::Damaged(format!(".meta.json: `{OWN}`: `journal`: {e}"));
            record.own.journal = journal.read().map_err(damaged)?;
        }
        Ok(record)
    }

    fn glance(id: &FeatureId, bytes: &[u8]) -> Option<Self> {
        Self::parse(id, bytes).ok()
    }

    fn bytes(&self) -> Vec<u8> {
        let mut fields = self.meta.0.clone();
        fields.put(OWN, &self.own);
        json::pretty(&fields)
    }

    fn phase(&self) -> ChainPhase {
        self.own.state
    }

    fn feature(&self) -> &FeatureId {
        &self.id
    }

    fn revision(&self) -> u64 {
        self.own.revision
    }

    fn journal_end(&self) -> Option<&JournalEnd> {
        self.own.journal.as_ref()
    }

    fn kept_by_engine(&mut self) -> (&mut u64, &mut Option<JournalEnd>) {
        (&mut self.own.revision, &mut self.own.journal)
    }
}
