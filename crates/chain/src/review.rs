//! A reviewer's verdict on one artifact.

/// How much an issue weighs. A blocker keeps the artifact from being approved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    Blocker,
    Warning,
    Note,
}

/// One issue of a review.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Issue {
    pub severity: Severity,
    pub description: String,
    /// Where in the artifact: a heading or an id.
    pub location: Option<String>,
}

/// A verdict: approved means that no issue is a blocker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    pub approved: bool,
    pub issues: Vec<Issue>,
    pub summary: String,
}
