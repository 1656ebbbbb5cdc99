//! A reviewer's verdict on one artifact, and which of its issues ask for more than the specification has.

use std::collections::BTreeSet;

use frieze_language::by_code;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

/// Phrases that suggest something new.
const SUGGESTIONS: &str = "add support for|also add|also consider|also include|also support|consider|could also|\
    it would be nice|might want to|should also|what about|why not|you could add";
/// Words of an issue about what is there and not good, which is no expansion.
const FAULTS: &str = "ambiguous|cannot|contradict|does not|doesn't|inconsistent|is not|lacks|missing|no longer|\
    not covered|unclear|undefined|untestable|vague";

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
    let known: BTreeSet<String> = known.iter().flat_map(|text| stems(text)).collect();
    let asks = |one: &Issue| one.severity != Severity::Blocker && asks_for_more(&one.description, &known);
    review.issues.iter().enumerate().filter(|(_, issue)| asks(issue)).map(|(at, _)| at).collect()
}

/// Whether an issue suggests something, and names something for it that the texts do not have.
fn asks_for_more(description: &str, known: &BTreeSet<String>) -> bool {
    let lower = description.to_lowercase();
    if FAULTS.split('|').any(|fault| lower.contains(fault)) {
        return false;
    }
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let words = format!(" {} ", words.join(" "));
    let ends = SUGGESTIONS.split('|').filter_map(|phrase| words.split_once(&format!(" {phrase} ")));
    // The longest rest: what is suggested first.
    let rest = ends.map(|(_, rest)| rest).max_by_key(|rest| rest.len());
    rest.is_some_and(|rest| stems(rest).any(|stem| !known.contains(&stem)))
}

/// The stems of the longer words of a text.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
    words.filter_map(|word| Some(by_code("en")?.stem(word)))
}
