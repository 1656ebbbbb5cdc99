//! What one event has to go on: the files of the session and the facts; and what every step ends with.

use std::collections::BTreeMap;

use frieze_data::file_name::FileName;
use frieze_kernel::{By, Facts, Files as _, NoteKind, Refusal, Step};
use jiff::Timestamp;
use serde_json::json;

use super::view;
use crate::files::{SessionFiles, plain_names};
use crate::record::{Record, Status};
use crate::terms::Terms;

/// The longest error that a record keeps, in characters.
const LONGEST_ERROR: usize = 2_000;

/// A step, or why nothing changes.
pub(super) type Stepped = Result<Step<Record>, Refusal>;

pub(super) struct Turn<'a> {
    pub files: SessionFiles,
    pub facts: &'a Facts<Terms>,
    /// The iteration before the step.
    pub iteration: u32,
}

impl<'a> Turn<'a> {
    /// The readable code of the iteration, by name.
    pub(super) fn code(&self) -> BTreeMap<FileName, &'a [u8]> {
        let folder = self.files.code_folder(self.iteration);
        let (names, _) = plain_names(&self.facts.list(&folder));
        let read = |name: FileName| Some((name.clone(), self.facts.bytes(&folder.named(&name))?));
        names.into_iter().filter_map(read).collect()
    }

    /// The code of the iteration as texts, for prompts and for the built-in agents.
    pub(super) fn code_texts(&self) -> Vec<(String, String)> {
        let text = |bytes: &[u8]| match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => format!("({} bytes that are no text)", bytes.len()),
        };
        self.code().into_iter().map(|(name, bytes)| (name.to_string(), text(bytes))).collect()
    }
}

/// A step after input that cannot be used: nothing moves, and the record says why.
pub(super) fn failed(mut record: Record, kind: NoteKind, by: By, why: &str) -> Step<Record> {
    let why: String = why.chars().take(LONGEST_ERROR).collect();
    record.status = Status::Error;
    record.last_error = Some(why.clone());
    Step::to(record, by).note(kind, why, json!({}))
}

/// A record that goes on: what failed before does not count any more.
pub(super) fn well(record: &mut Record, status: Status) {
    (record.status, record.last_error) = (status, None);
}

/// The step with its dates and its entry in the history; without a change it writes nothing, not even the same error again.
pub(super) fn finished(before: &Record, mut step: Step<Record>, now: Timestamp) -> Step<Record> {
    if step.record == *before && step.writes.is_empty() {
        return Step::same(step.record);
    }
    let record = &mut step.record;
    if record.phase != before.phase {
        record.remember(now);
    }
    record.updated_at = now;
    record.pending_action = view::awaited(record);
    step
}
