//! From bytes to an intent: strict JSON, then the schema, then values. One door for every intent,
//! whoever wrote it.

use serde::Deserialize as _;
use serde_json::Value;

use super::types::Intent;
use crate::domain::canonical::canonical;
use crate::domain::digest::Digest;
use crate::domain::json::{self, NotJson};
use crate::domain::schema::{self, Violation};

/// An intent together with what it was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub intent: Intent,
    /// The RFC 8785 bytes of the document as it was written, not of what was understood of it.
    pub canonical: Vec<u8>,
    /// SHA-256 of [`Reading::canonical`].
    pub sha256: Digest,
}

/// Why some bytes are no intent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnIntent {
    #[error("not JSON: {0}")]
    NotJson(#[from] NotJson),
    #[error("{}", violations_in_brief(.0))]
    Invalid(Vec<Violation>),
}

impl NotAnIntent {
    /// All that is wrong, one entry per violation; a document that is not JSON is one violation of its root.
    pub fn violations(self) -> Vec<Violation> {
        match self {
            Self::NotJson(e) => vec![Violation { pointer: String::new(), message: format!("not JSON: {e}") }],
            Self::Invalid(violations) => violations,
        }
    }
}

fn violations_in_brief(violations: &[Violation]) -> String {
    let more = violations.len().saturating_sub(1);
    let first = violations.first().map(ToString::to_string).unwrap_or_default();
    if more == 0 { first } else { format!("{first} (and {more} more)") }
}

/// Reads an intent from a file's bytes.
pub fn read(bytes: &[u8]) -> Result<Reading, NotAnIntent> {
    read_value(&json::read(bytes)?)
}

/// Reads an intent from a value that [`json::read`] made.
pub fn read_value(value: &Value) -> Result<Reading, NotAnIntent> {
    let violations = schema::intent().violations(value);
    if !violations.is_empty() {
        return Err(NotAnIntent::Invalid(violations));
    }
    let intent = Intent::deserialize(value).map_err(|e| {
        // The schema is the stricter of the two; a test holds that this is not reached.
        NotAnIntent::Invalid(vec![Violation { pointer: String::new(), message: e.to_string() }])
    })?;
    let canonical = canonical(value);
    let sha256 = Digest::of(&canonical);
    Ok(Reading { intent, canonical, sha256 })
}
