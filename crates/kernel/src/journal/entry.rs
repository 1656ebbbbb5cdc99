//! One entry of the journal, and the note that it is made of.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::note::NoteKind;
use frieze_data::digest::Digest;
use frieze_data::{json, schema};

/// An entry without its number and hash.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// RFC 3339.
    pub at: String,
    /// For example `transition` or `refused`.
    pub kind: String,
    /// The cause: a person's name, `engine`, or `system`
    pub by: String,
    /// A sentence for people.
    pub text: String,
    /// The same for programs.
    pub data: Value,
}

/// A note with its number and the hash of the line before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Counts from 1.
    pub seq: u64,
    pub at: String,
    pub kind: String,
    pub by: String,
    pub text: String,
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub data: Value,
    /// SHA-256 of the line before, without its line feed; of no bytes in the first line.
    pub prev: Digest,
}

impl Entry {
    pub(super) fn of(note: &Note, seq: u64, prev: Digest) -> Self {
        let Note { at, kind, by, text, data } = note.clone();
        let entry = Self { seq, at, kind, by, text, data, prev };
        // JSON that strict readers refuse (large numbers, deep nesting) is kept as text.
        if json::read(entry.line().as_bytes()).is_ok() {
            return entry;
        }
        Self { data: Value::String(entry.data.to_string()), ..entry }
    }

    /// Whether it says no more than the move before it, which it makes: an order or a decision.
    pub fn repeats(&self, before: &Self) -> bool {
        before.kind == NoteKind::Transition.name() && before.text.ends_with(&format!(": {}", self.text))
    }

    /// The entry's line, without a line feed.
    pub(super) fn line(&self) -> String {
        json::line(self)
    }

    /// Reads a line strictly.
    ///
    /// # Errors
    /// Why the line is no entry.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let value = json::read(line).map_err(|e| format!("not JSON: {}", e.why))?;
        schema::journal_entry().read_value(value).map_err(|why| format!("not a journal entry: {why}"))
    }
}
