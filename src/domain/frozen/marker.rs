//! The freeze marker as a value: who froze what, when, and how it came about (promise P10).

use serde::{Deserialize, Serialize};

use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::score::Score;

/// Everything that FROZEN.md says. Field for field its front matter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Marker {
    /// [`super::SCHEMA_VERSION`].
    pub schema_version: u32,
    pub feature_id: FeatureId,
    /// Counts this feature's freezes from 1, so that an older marker put back is noticed.
    pub freeze_number: u32,
    /// SHA-256 of the canonical intent: what the freeze protects.
    #[serde(rename = "checksumSHA256")]
    pub checksum_sha256: Digest,
    /// Recorded, and no part of the intent's checksum ("Threshold Governance").
    pub quality_threshold: u8,
    pub final_score: Score,
    pub iteration_count: u32,
    /// The name that was configured or known at the approval. A claim, unless the approval is signed.
    pub approver: String,
    /// RFC 3339 in UTC, whole seconds.
    pub frozen_at: jiff::Timestamp,
    /// What the approver wanted to have on record.
    pub note: Option<String>,
    /// Parts of the intent were never on the approver's screen.
    pub approved_unseen: bool,
    /// Whether a signature over these bytes is beside the marker; nothing in a marker of version 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub signed: Option<bool>,
    pub preview_sha256: Digest,
    pub critique_sha256: Digest,
    /// The brief that the design was made from.
    pub brief_sha256: Digest,
    /// The brief at the approval, where it was changed in between: the gate said so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub brief_at_approval_sha256: Option<Digest>,
    /// The answers to the design's open questions that it was made from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answers_sha256: Option<Digest>,
    /// The answers at the approval, where they were changed in between: the gate said so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answers_at_approval_sha256: Option<Digest>,
    pub rubric_version: String,
    pub rubric_sha256: Digest,
    pub generator: Role,
    pub critic: Role,
    pub frieze_version: String,
    pub run_number: u32,
    /// Hash of the journal's last line when the design was frozen.
    pub journal_tip: Digest,
}

/// What played one part in the run: a model and the prompt template it was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Role {
    pub model: String,
    /// Path of the prompt template.
    pub template: String,
    pub template_version: String,
    pub template_sha256: Digest,
}
