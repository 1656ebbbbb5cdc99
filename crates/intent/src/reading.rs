//! Reader of intents: strict JSON, then the schema, then values.

use serde::Deserialize as _;
use serde_json::Value;

use crate::Intent;
use frieze_data::canonical::canonical;
use frieze_data::digest::Digest;
use frieze_data::json;
use frieze_data::json::NotJson;
use frieze_data::parallel::both;
use frieze_data::schema;
use frieze_data::schema::Violation;

/// An intent and the canonical form of its document.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub intent: Intent,
    /// The RFC 8785 form of the document itself, not of [`Reading::intent`].
    pub canonical: Vec<u8>,
    /// SHA-256 of [`Reading::canonical`].
    pub sha256: Digest,
}

impl Reading {
    /// The document.
    ///
    /// # Panics
    /// If [`Reading::canonical`] is not JSON; the readers of this module only write JSON into it.
    pub fn value(&self) -> Value {
        serde_json::from_slice(&self.canonical).expect("the canonical form of JSON is JSON")
    }
}

/// Why bytes are not an intent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAnIntent {
    #[error("not JSON: {0}")]
    NotJson(#[from] NotJson),
    #[error("{}", violations_in_brief(.0))]
    Invalid(Vec<Violation>),
}

impl NotAnIntent {
    /// All violations. A document that is not JSON is one violation at its root.
    pub fn violations(self) -> Vec<Violation> {
        match self {
            Self::NotJson(e) => vec![Violation { pointer: String::new(), message: format!("not JSON: {e}") }],
            Self::Invalid(violations) => violations,
        }
    }
}

fn violations_in_brief(violations: &[Violation]) -> String {
    let more = violations.len().saturating_sub(1);
    let first = violations.first().map(|first| match first.pointer.as_str() {
        // The whole document needs no address.
        "" => first.message.clone(),
        _ => first.to_string(),
    });
    let first = first.unwrap_or_default();
    if more == 0 { first } else { format!("{first} (and {more} more)") }
}

/// Reads an intent from a file's bytes.
///
/// # Errors
/// If the bytes are not strict JSON, or violate the schema.
pub fn read(bytes: &[u8]) -> Result<Reading, NotAnIntent> {
    reading(&json::read(bytes)?, bytes.len())
}

/// The violations of a file's bytes, empty if [`read`] takes them. No hash is computed, which lists of a thousand designs need.
pub fn violations(bytes: &[u8]) -> Vec<Violation> {
    let read = json::read(bytes).map_err(NotAnIntent::from).and_then(|value| typed(&value));
    read.err().map(NotAnIntent::violations).unwrap_or_default()
}

/// Reads an intent from a value that [`json::read`] made.
///
/// # Errors
/// If the value violates the schema.
pub fn read_value(value: &Value) -> Result<Reading, NotAnIntent> {
    reading(value, 0)
}

/// Reads an intent from a value of a document with so many bytes.
fn reading(value: &Value, bytes: usize) -> Result<Reading, NotAnIntent> {
    let (intent, (canonical, sha256)) = both(
        bytes,
        || typed(value),
        || {
            let canonical = canonical(value);
            let sha256 = Digest::of(&canonical);
            (canonical, sha256)
        },
    );
    Ok(Reading { intent: intent?, canonical, sha256 })
}

fn typed(value: &Value) -> Result<Intent, NotAnIntent> {
    let violations = schema::intent().violations(value);
    if !violations.is_empty() {
        return Err(NotAnIntent::Invalid(violations));
    }
    Intent::deserialize(value).map_err(|e| {
        // For the schema `1.0` is an integer, for the types it is not.
        NotAnIntent::Invalid(vec![Violation { pointer: String::new(), message: e.to_string() }])
    })
}
