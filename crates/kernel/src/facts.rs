//! Facts of a step: time, person, files, folders and terms, read before the step and passed in as values.

use std::collections::BTreeMap;

use jiff::Timestamp;

use frieze_data::digest::Digest;
pub use frieze_data::file_state::{FileState, Kind};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;

/// The facts of one step. `T` holds the terms of the run: configuration, models, templates.
#[derive(Clone, Debug)]
pub struct Facts<T> {
    pub now: Timestamp,
    /// The person at the keyboard, as far as the machine knows.
    pub who: String,
    /// The hash of the journal's last line.
    pub journal_tip: Digest,
    /// The files that the flow asked for; of logs, the last lines.
    pub files: BTreeMap<RelPath, FileState>,
    /// The entries of the folders that the flow asked for.
    pub lists: BTreeMap<RelPath, Entries>,
    pub terms: T,
}

/// The names in a folder, sorted, with their kinds; none if the folder is missing. Or why they are unknown: a folder with more than
/// [`MOST_ENTRIES`] is not listed.
pub type Entries = Result<Vec<(String, Kind)>, String>;

/// The most entries of a folder that is listed.
pub const MOST_ENTRIES: usize = 2_000;

impl<T> Facts<T> {
    /// The file at a path; `Absent` if the flow did not ask for it.
    pub fn at(&self, path: &RelPath) -> &FileState {
        self.files.get(path).unwrap_or(&FileState::Absent)
    }

    /// The bytes of a readable file.
    pub fn bytes(&self, path: &RelPath) -> Option<&[u8]> {
        self.at(path).bytes()
    }
}

/// The files and folders that the flow asked for; all others are absent and empty.
impl<T> Files for Facts<T> {
    fn state(&self, path: &RelPath) -> FileState {
        self.at(path).clone()
    }

    fn list(&self, folder: &RelPath) -> Entries {
        self.lists.get(folder).cloned().unwrap_or_else(|| Ok(Vec::new()))
    }
}

/// The files that a verification or a list reads.
pub trait Files {
    fn state(&self, path: &RelPath) -> FileState;

    /// Whether there is a file.
    fn has(&self, path: &RelPath) -> bool {
        self.state(path) != FileState::Absent
    }

    /// The entries of a folder. By default no folder can be listed.
    fn list(&self, folder: &RelPath) -> Entries {
        Err(format!("{folder} cannot be listed here"))
    }

    /// The hash of the frozen design of a feature, if this reader has verified it: then nobody has to read the design.
    fn frozen_design(&self, _feature: &FeatureId) -> Option<Digest> {
        None
    }

    /// The digest of a file's bytes; `None` if there is no file. For files that are only compared.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn digest(&self, path: &RelPath) -> Result<Option<Digest>, String> {
        match self.state(path) {
            FileState::Absent => Ok(None),
            FileState::Bytes(bytes) => Ok(Some(Digest::of(&bytes))),
            FileState::Unreadable(why) => Err(why),
        }
    }
}

impl<T: Fn(&RelPath) -> FileState> Files for T {
    fn state(&self, path: &RelPath) -> FileState {
        self(path)
    }
}
