//! The result of a step: notes, files and the new record, in commit order.

use serde_json::Value;

use super::note::{Note, NoteKind};
use super::transitions::By;
use frieze_data::path::RelPath;

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    pub path: RelPath,
    pub bytes: Vec<u8>,
}

/// A text to append to a log of the flow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// One of [`Flow::logs`](super::Flow::logs).
    pub path: RelPath,
    pub text: String,
}

/// The changes of an event. Commit order is fixed: `announced`, then `writes`, then `marker`, then the record, then `removes` and
/// `appends`, then `notes`.
#[derive(Clone, Debug)]
pub struct Step<R> {
    pub record: R,
    /// Notes that are journalled first: a person's decision. It distinguishes an interrupted freeze from files that somebody put
    /// there.
    pub announced: Vec<Note>,
    /// Artifact files; all are on disk before anything below is written.
    pub writes: Vec<Write>,
    /// The freeze marker, written alone after all other artifacts.
    pub marker: Option<Write>,
    /// The path of the approver's signature over the marker, if it must be signed. Signed before anything is written; written
    /// before the marker.
    pub signature: Option<RelPath>,
    /// The freeze number of the marker.
    pub freeze: Option<u32>,
    /// Files to remove. The record says that they are due: after an interruption, the flow removes them when it is inspected.
    pub removes: Vec<RelPath>,
    /// Texts to append. After an interruption the engine completes them from the record, as long as the journal lacks the step's
    /// notes.
    pub appends: Vec<Append>,
    pub notes: Vec<Note>,
    /// The cause of the transition, if the phase changes.
    pub by: By,
    /// Whether there is anything to commit.
    pub changed: bool,
}

impl<R> Step<R> {
    /// A step to a new record.
    pub fn to(record: R, by: By) -> Self {
        Self {
            record,
            announced: Vec::new(),
            writes: Vec::new(),
            marker: None,
            signature: None,
            freeze: None,
            removes: Vec::new(),
            appends: Vec::new(),
            notes: Vec::new(),
            by,
            changed: true,
        }
    }

    /// A step without changes.
    pub fn same(record: R) -> Self {
        Self { changed: false, ..Self::to(record, By::Engine) }
    }

    /// Adds a file to write.
    #[must_use]
    pub fn write(mut self, path: RelPath, bytes: Vec<u8>) -> Self {
        self.writes.push(Write { path, bytes });
        self
    }

    /// Adds a file to remove.
    #[must_use]
    pub fn remove(mut self, path: RelPath) -> Self {
        self.removes.push(path);
        self
    }

    /// Adds a text to append to a log.
    #[must_use]
    pub fn append(mut self, path: RelPath, text: impl Into<String>) -> Self {
        self.appends.push(Append { path, text: text.into() });
        self
    }

    /// Adds a note for the journal.
    #[must_use]
    pub fn note(mut self, kind: NoteKind, text: impl Into<String>, data: Value) -> Self {
        self.notes.push(Note { kind, text: text.into(), data });
        self
    }
}
