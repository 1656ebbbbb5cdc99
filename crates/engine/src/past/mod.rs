//! Past iterations of a feature: designs, rejections and their outcomes, the same for both front ends. Unreadable files are
//! reported and not treated as missing.

mod past_design;
mod rejections;

use serde_json::Value;

use frieze_data::digest::Digest;
use frieze_data::json;
use frieze_data::path::{RelPath, number_in};
use frieze_design::feedback;
use frieze_kernel::files::{Home, Iteration};
use frieze_ports::{Kind, Store, StoreError};

pub use past_design::{
    DesignLocation, DesignName, NoDesign, answers, is_before_a_run, is_edited, read_design, unused_answers,
};
pub use rejections::{Item, Rejection, done_marks, rejections};

/// The longest feedback that is read, in bytes.
const LONGEST_FEEDBACK: usize = 256 * 1024;

/// The content of a file: `None` if it is missing, or why it cannot be used.
pub type FileContent<T> = Option<Result<T, String>>;

/// One iteration folder.
#[derive(Clone, PartialEq, Debug)]
pub struct PastIteration {
    pub folder: u32,
    /// SHA-256 of its design's bytes.
    pub design: FileContent<Digest>,
    /// SHA-256 of the bytes of the design that a person edited.
    pub edited: FileContent<Digest>,
    /// SHA-256 of the bytes of the design that it started from.
    pub previous: FileContent<Digest>,
    /// The feedback, if the iteration was rejected.
    pub feedback: FileContent<String>,
    /// The generator's report on findings and feedback.
    pub report: FileContent<Value>,
}

impl PastIteration {
    /// The design that was decided about: the edited one, if a person edited it.
    pub fn decided_design(&self) -> DesignLocation {
        match &self.edited {
            Some(edited) if Some(edited) != self.design.as_ref() => DesignLocation::Edited(self.folder),
            Some(_) | None => DesignLocation::Folder(self.folder),
        }
    }

    /// Whether its design has this hash, as it was made or as a person edited it.
    fn has(&self, design: Digest) -> bool {
        [&self.design, &self.edited].into_iter().any(|known| *known == Some(Ok(design)))
    }
}

/// The iteration folders of a feature from this number on, oldest first.
///
/// # Errors
/// `StoreError` if the folder cannot be listed.
pub fn past_iterations(store: &dyn Store, home: &Home, from: u32) -> Result<Vec<PastIteration>, StoreError> {
    let entries = store.list(&home.iterations())?.into_iter().filter(|(_, kind)| *kind == Kind::Folder);
    let mut numbers: Vec<u32> =
        entries.filter_map(|(name, _)| number_in(&name)).filter(|n| *n >= from).collect();
    numbers.sort_unstable();
    Ok(numbers.into_iter().map(|n| read_iteration(store, &home.iteration(n), n)).collect())
}

/// The last iteration that was rejected, in this run or an earlier one.
pub fn last_rejected(past: &[PastIteration]) -> Option<&PastIteration> {
    past.iter().rev().find(|past| past.feedback.is_some())
}

fn read_iteration(store: &dyn Store, place: &Iteration, folder: u32) -> PastIteration {
    let report = place.report();
    let read =
        |bytes: Vec<u8>| feedback::read_report(&bytes).map_err(|e| format!("{report} cannot be used: {e}"));
    PastIteration {
        folder,
        design: digest(store, &place.intent()),
        edited: digest(store, &place.edited_intent()),
        previous: digest(store, &place.previous()),
        feedback: bytes(store, &place.feedback(), LONGEST_FEEDBACK)
            .map(|read| Ok(String::from_utf8_lossy(&read?).into_owned())),
        report: bytes(store, &report, json::LARGEST).map(|found| found.and_then(read)),
    }
}

/// SHA-256 of a file's bytes.
pub fn digest(store: &dyn Store, path: &RelPath) -> FileContent<Digest> {
    bytes(store, path, json::LARGEST).map(|read| read.map(|bytes| Digest::of(&bytes)))
}

fn bytes(store: &dyn Store, path: &RelPath, most: usize) -> FileContent<Vec<u8>> {
    store.read(path, most).map_err(|e| e.to_string()).transpose()
}
