//! The history in a record: its last transitions and decisions. The journal keeps all.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::design::record::DesignRecord;
use crate::design::record::phase::DesignPhase;
use frieze_data::digest::Digest;

/// How many transitions the record keeps.
const MOST_KEPT: usize = 40;
/// How many decisions the record keeps: more than a run can have.
const MOST_DECISIONS: usize = 100;

/// A transition or a decision, as in `state.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum HistoryEntry {
    Transition {
        at: Timestamp,
        from: DesignPhase,
        to: DesignPhase,
        by: String,
        why: String,
    },
    Decision {
        at: Timestamp,
        by: String,
        choice: String,
        iteration: u32,
        intent_sha256: Digest,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        words: Option<String>,
        unseen: bool,
    },
}

impl DesignRecord {
    /// Adds an entry and drops the oldest of its kind beyond the limit.
    pub fn remember(&mut self, entry: HistoryEntry) {
        let is_decision = |entry: &HistoryEntry| matches!(entry, HistoryEntry::Decision { .. });
        let kind = is_decision(&entry);
        self.history.push(entry);
        let most = if kind { MOST_DECISIONS } else { MOST_KEPT };
        if self.history.iter().filter(|e| is_decision(e) == kind).count() > most
            && let Some(oldest) = self.history.iter().position(|e| is_decision(e) == kind)
        {
            self.history.remove(oldest);
        }
    }
}
