//! What earlier iterations left of a feature: which designs there are, what each rejection asked for, and what became of it.
//! Both front ends read it here, so that they say the same. What cannot be read is told, and never taken for what is not there.

mod design;
mod rejection;

use serde_json::Value;

use crate::domain::digest::Digest;
use crate::domain::files::{Home, Iteration};
use crate::domain::path::{RelPath, number_in};
use crate::domain::{feedback, json};
use crate::ports::{Kind, Store, StoreError};

pub use design::{Named, NoDesign, Place, is_edited, read_design};
pub use rejection::{Item, Rejection, rejections};

/// The longest words of a rejection that are read.
const WORDS: usize = 256 * 1024;

/// What a file holds: nothing where there is none, the reason where it cannot be used.
pub type Read<T> = Option<Result<T, String>>;

/// One iteration folder.
#[derive(Clone, PartialEq, Debug)]
pub struct Past {
    pub folder: u32,
    /// SHA-256 of its design's bytes.
    pub design: Read<Digest>,
    /// The same of what a person made of it by hand.
    pub edited: Read<Digest>,
    /// The words of the rejection that ended it, if it ended so.
    pub feedback: Read<String>,
    /// What the generator said it did about findings and feedback.
    pub report: Read<Value>,
}

impl Past {
    /// Where the design lies that was decided about: what a person had made of the iteration is kept as it was left.
    pub fn decided(&self) -> Place {
        match &self.edited {
            Some(edited) if Some(edited) != self.design.as_ref() => Place::Edited(self.folder),
            Some(_) | None => Place::Folder(self.folder),
        }
    }
}

/// The iteration folders of the feature that lives here, oldest first, from a number on.
pub fn past(store: &dyn Store, home: &Home, from: u32) -> Result<Vec<Past>, StoreError> {
    let entries = store.list(&home.iterations())?.into_iter().filter(|(_, kind)| *kind == Kind::Folder);
    let mut numbers: Vec<u32> =
        entries.filter_map(|(name, _)| number_in(&name)).filter(|n| *n >= from).collect();
    numbers.sort_unstable();
    Ok(numbers.into_iter().map(|n| one(store, &home.iteration(n), n)).collect())
}

/// The last iteration that was rejected, in this run or an earlier one.
pub fn rejected(past: &[Past]) -> Option<&Past> {
    past.iter().rev().find(|past| past.feedback.is_some())
}

fn one(store: &dyn Store, place: &Iteration, folder: u32) -> Past {
    let report = place.report();
    let read =
        |bytes: Vec<u8>| feedback::read_report(&bytes).map_err(|e| format!("{report} cannot be used: {e}"));
    Past {
        folder,
        design: digest(store, &place.intent()),
        edited: digest(store, &place.edited_intent()),
        feedback: bytes(store, &place.feedback(), WORDS)
            .map(|read| Ok(String::from_utf8_lossy(&read?).into_owned())),
        report: bytes(store, &report, json::LARGEST).map(|found| found.and_then(read)),
    }
}

/// SHA-256 of a file's bytes.
pub fn digest(store: &dyn Store, path: &RelPath) -> Read<Digest> {
    bytes(store, path, json::LARGEST).map(|read| read.map(|bytes| Digest::of(&bytes)))
}

fn bytes(store: &dyn Store, path: &RelPath, most: usize) -> Read<Vec<u8>> {
    store.read(path, most).map_err(|e| e.to_string()).transpose()
}
