//! Where the runs of a workflow are, and the files that the engine keeps for each.

use super::facts::Files;
use frieze_data::id::FeatureId;
use frieze_data::path::{RelPath, number_like};

/// The runs of a workflow: a folder for each, named by its id.
#[derive(Clone, Debug)]
pub struct Shelf {
    pub folder: RelPath,
    /// Whether the folder of this id is a run. Called for thousands, so it only checks whether files exist.
    pub is_one: fn(&dyn Files, &FeatureId) -> bool,
}

/// The numbered folders that earlier runs filled; a fresh record must not overwrite them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    pub folder: RelPath,
    /// The file that makes a numbered folder count. A folder without it is from a first step that was cut short.
    pub file: &'static str,
}

/// The files of one run that the engine itself reads and writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Must exist before the run is opened; missing folders are created below it.
    pub root: RelPath,
    /// The folder of the workflow: in the root, or the root itself.
    pub folder: RelPath,
    /// The durable state of the run.
    pub record: RelPath,
    /// Everything that happened.
    pub journal: RelPath,
    /// The lease of the process that is at work.
    pub lock: RelPath,
    /// The folder of records that were set aside.
    pub damaged: RelPath,
    /// The file that exists if and only if the run is sealed; `None` in workflows without a seal.
    pub marker: Option<RelPath>,
    /// Documents that the run begins with: with one of them, the run exists before it has a record. They lie next to files of
    /// other people.
    pub inputs: Vec<RelPath>,
}

impl Place {
    /// A place without marker and inputs.
    pub fn of(root: RelPath, folder: RelPath, record: &'static str) -> Self {
        Self {
            root,
            record: folder.join(record),
            journal: folder.join("journal.jsonl"),
            lock: folder.join(".lock"),
            damaged: folder.join("damaged"),
            marker: None,
            inputs: Vec::new(),
            folder,
        }
    }

    /// Whether no step may remove a file: record, journal, lock, and records that were set aside.
    pub fn keeps(&self, path: &RelPath) -> bool {
        [&self.record, &self.journal, &self.lock].contains(&path)
            || path.parent().as_ref() == Some(&self.damaged)
    }

    /// The n-th record that was set aside.
    pub fn damaged_record(&self, number: u32) -> RelPath {
        self.damaged.numbered_like(&self.record, number)
    }

    /// The inverse of [`Self::damaged_record`], of a file name.
    pub fn damaged_number(&self, name: &str) -> Option<u32> {
        number_like(self.record.name(), name)
    }
}
