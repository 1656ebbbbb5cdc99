//! A step: what is journalled first, the files to write, the new record, what is journalled after it.

use serde_json::Value;

use super::note::{Note, NoteKind};
use super::table::By;
use crate::domain::path::RelPath;

/// A file to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    pub path: RelPath,
    pub bytes: Vec<u8>,
}

/// What an event changes. Commit order is law: `announced`, then `writes`, then `marker`, then the record, then `notes`.
#[derive(Clone, Debug)]
pub struct Step<R> {
    pub record: R,
    /// Lines that the journal must hold before anything is written: a person's decision, so that opening can
    /// tell a freeze that was cut short from files that somebody put there.
    pub announced: Vec<Note>,
    /// Artifact files; all are on the disk before anything below is written.
    pub writes: Vec<Write>,
    /// A freeze marker: the last artifact, alone.
    pub marker: Option<Write>,
    /// Where the approver's signature over the marker goes, if it must be signed. It is made before anything is written, and
    /// written before the marker.
    pub signature: Option<RelPath>,
    /// The number of the freeze that the marker makes.
    pub freeze: Option<u32>,
    pub notes: Vec<Note>,
    /// Who causes the move, if the phase changes.
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
            notes: Vec::new(),
            by,
            changed: true,
        }
    }

    /// Nothing to do.
    pub fn same(record: R) -> Self {
        Self { changed: false, ..Self::to(record, By::Engine) }
    }

    /// Adds a file to write.
    #[must_use]
    pub fn write(mut self, path: RelPath, bytes: Vec<u8>) -> Self {
        self.writes.push(Write { path, bytes });
        self
    }

    /// Adds a line for the journal.
    #[must_use]
    pub fn note(mut self, kind: NoteKind, text: impl Into<String>, data: Value) -> Self {
        self.notes.push(Note { kind, text: text.into(), data });
        self
    }
}
