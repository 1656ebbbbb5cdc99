//! The marker of a frozen design.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_data::digest::Digest;
use frieze_data::score::Score;
use frieze_data::{canonical, json};
use frieze_design::freeze_marker::{self, Marker, Role, SCHEMA_VERSION, TEMPLATE};

/// The text of the `FROZEN.md` that an approval of a design writes, and the hash of the design.
pub fn marker(feature: &str, freeze_number: u32, design: &[u8]) -> (String, Digest) {
    let checksum = canonical::digest(&json::read(design).unwrap());
    let role = || Role {
        model: "m".to_owned(),
        template: "t".to_owned(),
        template_version: "1.0.0".to_owned(),
        template_sha256: Digest::of(b""),
    };
    let marker = Marker {
        schema_version: SCHEMA_VERSION,
        feature_id: feature.parse().unwrap(),
        freeze_number,
        checksum_sha256: checksum,
        quality_threshold: 80,
        final_score: Score::from_hundredths(9_150),
        iteration_count: 2,
        approver: "Ada".to_owned(),
        frozen_at: "2026-01-02T03:04:05Z".parse().unwrap(),
        note: None,
        approved_unseen: false,
        dismissed: None,
        signed: Some(false),
        preview_sha256: Digest::of(b""),
        critique_sha256: Digest::of(b""),
        brief_sha256: Digest::of(b""),
        brief_at_approval_sha256: None,
        answers_sha256: None,
        answers_at_approval_sha256: None,
        rubric_version: "1.0.0".to_owned(),
        rubric_sha256: Digest::of(b""),
        generator: role(),
        critic: role(),
        frieze_version: "0.1.0".to_owned(),
        run_number: 1,
        journal_tip: Digest::of(b""),
    };
    (freeze_marker::render(&marker, TEMPLATE).unwrap(), checksum)
}
