//! Reader of intents: strict JSON, then the schema, then values. The quick reader takes valid designs; the strict reader reads
//! the others and reports violations.

use serde::Deserialize as _;
use serde_json::Value;

use super::quick;
use super::raw::Raw;
use crate::Intent;
use frieze_data::canonical;
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
    match read_quickly(bytes) {
        Some(reading) => Ok(reading),
        None => read_value(&json::read(bytes)?),
    }
}

/// The violations of a file's bytes, empty if [`read`] takes them. No hash is computed, which lists of a thousand designs need.
pub fn violations(bytes: &[u8]) -> Vec<Violation> {
    let is_valid = parse(bytes).is_some_and(|(_, raw)| quick::intent(&raw).is_some());
    if is_valid { Vec::new() } else { read(bytes).err().map(NotAnIntent::violations).unwrap_or_default() }
}

/// Reads a valid intent; `None` for any other bytes.
pub(super) fn read_quickly(bytes: &[u8]) -> Option<Reading> {
    let (text, raw) = parse(bytes)?;
    let (intent, canonical) = intent_and_canonical(&raw, text)?;
    // Freeing a document of a hundred thousand values takes long, so the hash is computed meanwhile.
    let ((), sha256) = both(text.len(), || drop(raw), || Digest::of(&canonical));
    Some(Reading { intent, canonical, sha256 })
}

/// Reads a valid intent, and formats its document for a file; `None` for any other text.
pub fn read_and_written(text: &str) -> Option<(Reading, Vec<u8>)> {
    let (text, raw) = parse(text.as_bytes())?;
    let (intent, canonical) = intent_and_canonical(&raw, text)?;
    let sha256 = Digest::of(&canonical);
    Some((Reading { intent, canonical, sha256 }, json::pretty(&raw)))
}

fn intent_and_canonical(raw: &Raw, text: &str) -> Option<(Intent, Vec<u8>)> {
    let (intent, canonical) = both(text.len(), || quick::intent(raw), || canonical_of(raw, text));
    Some((intent?, canonical))
}

fn parse(bytes: &[u8]) -> Option<(&str, Raw<'_>)> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.len() <= json::LARGEST)?;
    Some((text, Raw::read(text)?))
}

fn canonical_of(raw: &Raw, text: &str) -> Vec<u8> {
    let mut canonical = Vec::with_capacity(text.len());
    write(raw, &mut canonical);
    canonical
}

/// Writes the RFC 8785 form of a valid document. Its keys are ASCII, so their order by bytes is their order by UTF-16 units.
fn write(raw: &Raw, out: &mut Vec<u8>) {
    match raw {
        Raw::Text(text) => canonical::write_text(text, out),
        Raw::Count(count) => out.extend_from_slice(count.to_string().as_bytes()),
        Raw::Flag(flag) => out.extend_from_slice(if *flag { b"true" } else { b"false" }),
        Raw::List(items) => canonical::write_each(b"[]", items, out, write),
        Raw::Object(members) => canonical::write_each(b"{}", members, out, |(key, value), out| {
            canonical::write_text(key, out);
            out.push(b':');
            write(value, out);
        }),
    }
}

/// Reads an intent from a value that [`json::read`] made.
///
/// # Errors
/// If the value violates the schema.
pub fn read_value(value: &Value) -> Result<Reading, NotAnIntent> {
    let violations = schema::intent().violations(value);
    if !violations.is_empty() {
        return Err(NotAnIntent::Invalid(violations));
    }
    let intent = Intent::deserialize(value).map_err(|e| {
        // Not reached: the schema is stricter than the types, as a test checks.
        NotAnIntent::Invalid(vec![Violation { pointer: String::new(), message: e.to_string() }])
    })?;
    let canonical = canonical(value);
    let sha256 = Digest::of(&canonical);
    Ok(Reading { intent, canonical, sha256 })
}
