//! The outcome of verifying a frozen design, for `frieze verify` and for CI.

use serde::Serialize;

use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::kernel::Sealed;

/// What `frieze verify --json` prints for a feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    pub id: FeatureId,
    pub ok: bool,
    pub expected: Option<Digest>,
    pub actual: Option<Digest>,
    pub problem: Option<String>,
    /// Who signed the approval, by key; `None` where nobody did.
    pub signer: Option<String>,
    pub freeze_number: Option<u32>,
    /// SHA-256 of the marker.
    #[serde(skip)]
    pub marker: Option<Digest>,
    /// What to do about the problem, where that is known: for people, and no field of the record.
    #[serde(skip)]
    pub hint: Option<String>,
    /// Whether the approval was recorded and only its completion is missing.
    #[serde(skip)]
    pub is_recorded: bool,
    /// Whether the preview is not the one that was approved.
    #[serde(skip)]
    pub page_differs: bool,
}

impl Verified {
    pub(super) fn of(feature: &FeatureId, sealed: Sealed, unreadable: Option<String>) -> Self {
        let problem = unreadable.or(sealed.problem);
        Self {
            id: feature.clone(),
            ok: problem.is_none(),
            expected: sealed.expected,
            actual: sealed.actual,
            problem,
            signer: sealed.signer,
            freeze_number: sealed.number,
            marker: sealed.marker,
            hint: sealed.hint,
            is_recorded: sealed.is_recorded,
            page_differs: sealed.page_differs,
        }
    }

    /// A feature that cannot be verified at all.
    pub fn not_ok(feature: &FeatureId, problem: String) -> Self {
        Self::of(feature, Sealed::default(), Some(problem))
    }
}
