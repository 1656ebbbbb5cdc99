//! The result of verifying a frozen design, for `frieze verify` and CI.

use serde::Serialize;

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_kernel::Sealed;

/// The verification of a feature, as in `frieze verify --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    pub id: FeatureId,
    pub ok: bool,
    pub expected: Option<Digest>,
    pub actual: Option<Digest>,
    pub problem: Option<String>,
    /// The key that signed the approval; `None` if unsigned.
    pub signer: Option<String>,
    pub freeze_number: Option<u32>,
    /// SHA-256 of the marker.
    #[serde(skip)]
    pub marker: Option<Digest>,
    /// How to fix the problem, for people.
    #[serde(skip)]
    pub hint: Option<String>,
    /// Whether the approval was cut short and will be completed.
    #[serde(skip)]
    pub is_recorded: bool,
    /// Whether the preview is not the approved one.
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

    /// Whether the design is the approved one, although another file may differ.
    pub fn is_whole(&self) -> bool {
        self.expected.is_some() && self.actual == self.expected
    }

    /// A feature that cannot be verified.
    pub fn not_ok(feature: &FeatureId, problem: String) -> Self {
        Self::of(feature, Sealed::default(), Some(problem))
    }
}
