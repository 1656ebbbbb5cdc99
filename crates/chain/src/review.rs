//! A reviewer's verdict on one artifact, and which of its issues ask for more than the specification has.

use frieze_language::Scope;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// How much an issue weighs. A blocker keeps the artifact from being approved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Severity {
    Blocker,
    Warning,
    Note,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Issue {
    pub severity: Severity,
    pub description: String,
    /// Where in the artifact: a heading or an id.
    pub location: Option<String>,
}

/// A verdict: approved means that no issue is a blocker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Review {
    pub approved: bool,
    pub issues: Vec<Issue>,
    pub summary: String,
    /// The places of the issues that ask for more than the specification has.
    #[serde(default)]
    pub scope: Vec<usize>,
}

impl Review {
    /// Issues without an approval.
    pub fn refusal(issues: Vec<Issue>, summary: impl Into<String>) -> Self {
        Self { approved: false, issues, summary: summary.into(), scope: Vec::new() }
    }

    /// Reads the file of a round; `None` if it is another one's.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

impl Severity {
    /// From the heaviest to the lightest.
    pub const ALL: [Self; 3] = [Self::Blocker, Self::Warning, Self::Note];

    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}

impl Issue {
    /// An issue about a whole artifact.
    pub fn new(severity: Severity, description: impl Into<String>) -> Self {
        Self { severity, description: description.into(), location: None }
    }
}

/// "NEVER suggest scope expansion": the places of the issues that ask for more than `known`, the texts that define the scope. They
/// are only shown: the verdict stays as the reviewer gave it. What the reviewer calls a blocker is never such an issue.
pub fn expansions(review: &Review, known: &[&str]) -> Vec<usize> {
    let scope = Scope::of(known);
    let asks = |one: &Issue| one.severity != Severity::Blocker && scope.is_exceeded_by(&one.description);
    review.issues.iter().enumerate().filter(|(_, issue)| asks(issue)).map(|(at, _)| at).collect()
}
