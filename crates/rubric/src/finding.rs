//! A finding: one place at which a check fails, with its price.

use serde::{Deserialize, Serialize};

use frieze_data::score::{Dimension, Points};

/// How much a finding matters to a reader; its price is how much it matters to the score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Info,
    Minor,
    Major,
    Critical,
}

impl Severity {
    /// Its word in files and for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }
}

/// One failed check at one address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// `dimension/check`, for example `clarity/vague-term`.
    pub check: String,
    pub dimension: Dimension,
    /// JSON pointer (RFC 6901) into the intent.
    pub pointer: String,
    /// Its price, in points of a hundred.
    pub points: Points,
    pub severity: Severity,
    pub message: String,
    pub suggestion: String,
    /// The critic that reported it, as the configuration names it; none for a finding of the rubric.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub critic: Option<String>,
    /// The id of a critic's finding, made of check, element and message. It is the same in later iterations.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Set if a person dismissed it; it costs nothing then.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dismissed: Option<Dismissal>,
}

/// A person's decision that a critic's finding does not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dismissal {
    pub by: String,
    pub reason: String,
}
