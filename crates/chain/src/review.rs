//! A reviewer's verdict on one artifact.

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
    pub fn refusal(issues: Vec<Issue>, summary: String) -> Self {
        Self { approved: false, issues, summary, scope: Vec::new() }
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
