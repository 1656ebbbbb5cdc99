//! From bytes to an intent: strict JSON, then the schema, then values. One door for every intent,
//! whoever wrote it. Most keep every rule and are read the quick way; what that does not take is read strictly.

use serde::Deserialize as _;
use serde_json::Value;

use super::accepted;
use super::written::Written;
use crate::domain::abreast::both;
use crate::domain::canonical::{self, canonical};
use crate::domain::digest::Digest;
use crate::domain::json::{self, NotJson};
use crate::domain::schema::{self, Violation};
use frieze_intent::Intent;

/// An intent together with what it was read from.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    pub intent: Intent,
    /// The RFC 8785 bytes of the document as it was written, not of what was understood of it.
    pub canonical: Vec<u8>,
    /// SHA-256 of [`Reading::canonical`].
    pub sha256: Digest,
}

impl Reading {
    /// The document as it was written.
    ///
    /// # Panics
    /// When [`Reading::canonical`] is no JSON: only what was read of JSON makes it.
    pub fn value(&self) -> Value {
        serde_json::from_slice(&self.canonical).expect("the canonical form of JSON is JSON")
    }
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
    match read_quickly(bytes) {
        Some(reading) => Ok(reading),
        None => read_value(&json::read(bytes)?),
    }
}

/// All that keeps a file's bytes from being an intent, which is nothing where [`read`] takes them. What only that needs is not
/// computed: of a thousand designs, nobody asks for the hash.
pub fn violations(bytes: &[u8]) -> Vec<Violation> {
    let is_accepted = written(bytes).is_some_and(|(_, written)| accepted::intent(&written).is_some());
    if is_accepted { Vec::new() } else { read(bytes).err().map(NotAnIntent::violations).unwrap_or_default() }
}

/// Reads an intent that keeps every rule, and nothing else.
pub(super) fn read_quickly(bytes: &[u8]) -> Option<Reading> {
    let (text, written) = written(bytes)?;
    let (intent, canonical) = understood(&written, text)?;
    // What is written in a hundred thousand pieces takes its time to be let go.
    let ((), sha256) = both(text.len(), || drop(written), || Digest::of(&canonical));
    Some(Reading { intent, canonical, sha256 })
}

/// Reads an intent that keeps every rule, and writes its document as files have it; nothing of any other text.
pub fn read_and_written(text: &str) -> Option<(Reading, Vec<u8>)> {
    let (text, written) = written(text.as_bytes())?;
    let (intent, canonical) = understood(&written, text)?;
    let sha256 = Digest::of(&canonical);
    Some((Reading { intent, canonical, sha256 }, json::pretty(&written)))
}

/// What an intent says, and its canonical form.
fn understood(written: &Written, text: &str) -> Option<(Intent, Vec<u8>)> {
    let (intent, canonical) = both(text.len(), || accepted::intent(written), || canonical_of(written, text));
    Some((intent?, canonical))
}

fn written(bytes: &[u8]) -> Option<(&str, Written<'_>)> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= json::LARGEST)?;
    Some((text, Written::read(text)?))
}

fn canonical_of(written: &Written, text: &str) -> Vec<u8> {
    let mut canonical = Vec::with_capacity(text.len());
    write(written, &mut canonical);
    canonical
}

/// The RFC 8785 form of what was accepted: its keys are known, and sort by UTF-16 units as they do by bytes.
fn write(written: &Written, out: &mut Vec<u8>) {
    match written {
        Written::Text(text) => canonical::write_text(text, out),
        Written::Count(count) => out.extend_from_slice(count.to_string().as_bytes()),
        Written::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
        Written::List(items) => canonical::write_each(b"[]", items, out, write),
        Written::Object(members) => canonical::write_each(b"{}", members, out, |(key, value), out| {
            canonical::write_text(key, out);
            out.push(b':');
            write(value, out);
        }),
    }
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
