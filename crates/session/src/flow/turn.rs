//! What one event has to go on: the files of the session and the facts; and what every step ends with.

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::file_name::FileName;
use frieze_data::path::RelPath;
use frieze_kernel::{By, Entries, Facts, FileState, Files, Kind, Note, NoteKind, Step};
use jiff::Timestamp;
use serde_json::json;

use super::view;
use crate::bundle::MOST_FILES;
use crate::files::{SessionFiles, code_path};
use crate::record::{Record, Status};
use crate::terms::Terms;
use crate::warnings::Warning;

/// The longest error that a record keeps, in characters.
const LONGEST_ERROR: usize = 2_000;

pub(super) struct Turn<'a> {
    pub files: SessionFiles,
    pub facts: &'a Facts<Terms>,
    /// The iteration before the step.
    pub iteration: u32,
}

impl<'a> Turn<'a> {
    pub(super) fn of(record: &Record, facts: &'a Facts<Terms>) -> Self {
        Self { files: SessionFiles::of(&record.session_id), facts, iteration: record.current_iteration }
    }

    /// The readable code of the iteration, by name.
    pub(super) fn code(&self) -> BTreeMap<FileName, &'a [u8]> {
        let folder = self.files.code_folder(self.iteration);
        let (names, _) = plain_names(&self.list(&folder));
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

    /// The warnings about approved files, as notes. They "log warnings but never block workflow".
    pub(super) fn warnings(&self, record: &Record) -> Vec<Note> {
        let plan = self.files.response(crate::phase::Work::Planning, self.iteration);
        let code = self
            .code()
            .iter()
            .map(|(name, bytes)| (code_path(self.iteration, name), Digest::of(bytes)))
            .collect();
        let all = [
            crate::warnings::plan(record, self.facts.bytes(&plan).map(Digest::of)),
            crate::warnings::code(record, self.iteration, &code),
        ];
        all.into_iter().flatten().map(warning_note).collect()
    }
}

impl Files for Turn<'_> {
    fn state(&self, path: &RelPath) -> FileState {
        self.facts.at(path).clone()
    }

    fn list(&self, folder: &RelPath) -> Entries {
        self.facts.lists.get(folder).cloned().unwrap_or_else(|| Ok(Vec::new()))
    }
}

/// The code files of a folder, and why others in it cannot be approved. Names with a dot in front belong to systems and editors.
pub(super) fn plain_names(entries: &Entries) -> (Vec<FileName>, Option<String>) {
    let entries = match entries {
        Ok(entries) => entries,
        Err(why) => return (Vec::new(), Some(why.clone())),
    };
    let (mut names, mut problem) = (Vec::new(), None);
    for (name, kind) in entries.iter().filter(|(name, _)| !name.starts_with('.')) {
        let why = match (kind, name.parse()) {
            (Kind::File, Ok(_)) if names.len() == MOST_FILES => {
                format!("it has more than {MOST_FILES} files")
            }
            (Kind::File, Ok(name)) => {
                names.push(name);
                continue;
            }
            (Kind::File, Err(why)) => {
                let why: frieze_data::file_name::NotAFileName = why;
                why.to_string()
            }
            (Kind::Folder | Kind::Symlink | Kind::Other, _) => {
                format!("{name:?} is no plain file: move it out of the folder")
            }
        };
        problem.get_or_insert(why);
    }
    (names, problem)
}

pub(super) fn warning_note(warning: Warning) -> Note {
    Note { kind: NoteKind::HashMismatch, text: warning.text, data: json!({ "files": warning.files }) }
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
