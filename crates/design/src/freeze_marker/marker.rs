//! The freeze marker as a value (promise P10).

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::score::Score;

/// The content of FROZEN.md, field for field its front matter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Marker {
    /// [`super::SCHEMA_VERSION`].
    pub schema_version: u32,
    pub feature_id: FeatureId,
    /// Counts this feature's freezes from 1, so that a restored older marker is noticed.
    pub freeze_number: u32,
    /// SHA-256 of the canonical intent.
    #[serde(rename = "checksumSHA256")]
    pub checksum_sha256: Digest,
    /// Not part of the intent's checksum ("Threshold Governance").
    pub quality_threshold: u8,
    pub final_score: Score,
    pub iteration_count: u32,
    /// The approver's name as configured or known at the approval. Only a claim, unless the approval is signed.
    pub approver: String,
    /// RFC 3339 in UTC, whole seconds.
    pub frozen_at: jiff::Timestamp,
    /// The approver's note.
    pub note: Option<String>,
    /// The approver did not read all parts of the intent.
    pub approved_unseen: bool,
    /// The critic's findings that a person dismissed, with the reasons, in one text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dismissed: Option<String>,
    /// Whether the marker has a signature file; absent in version 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub signed: Option<bool>,
    pub preview_sha256: Digest,
    pub critique_sha256: Digest,
    /// The brief that the design is based on.
    pub brief_sha256: Digest,
    /// The brief at the approval, if it was changed since; the gate showed that.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub brief_at_approval_sha256: Option<Digest>,
    /// The answers that the design is based on.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub answers_sha256: Option<Digest>,
    /// The answers at the approval, if they were changed since; the gate showed that.
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

/// An agent role of the run: its model and its prompt template.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Role {
    pub model: String,
    /// Path of the prompt template.
    pub template: String,
    pub template_version: String,
    pub template_sha256: Digest,
}
