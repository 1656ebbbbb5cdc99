//! The outcome of verifying a frozen design, for `frieze verify` and for CI.

use serde::Serialize;

use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::kernel::Sealed;

/// What `frieze verify --json` prints for a feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verified {
    pub id: FeatureId,
    pub ok: bool,
    pub expected: Option<Digest>,
    pub actual: Option<Digest>,
    pub problem: Option<String>,
    /// What to do about it, where what is wrong tells: for people, and no field of the record.
    #[serde(skip)]
    pub hint: Option<&'static str>,
}

impl Verified {
    pub(super) fn of(feature: &FeatureId, sealed: Sealed, unreadable: Option<String>) -> Self {
        let problem = sealed.problem.or(unreadable);
        let (expected, actual) = (sealed.expected, sealed.actual);
        Self { id: feature.clone(), ok: problem.is_none(), expected, actual, problem, hint: sealed.hint }
    }

    /// A feature that cannot be verified at all.
    pub fn not_ok(feature: &FeatureId, problem: String) -> Self {
        Self {
            id: feature.clone(),
            ok: false,
            expected: None,
            actual: None,
            problem: Some(problem),
            hint: None,
        }
    }
}
