//! What a step may know of the world: looked up before the step, handed in as values.

use std::collections::BTreeMap;

use jiff::Timestamp;

use crate::domain::digest::Digest;
pub use crate::domain::look::Look;
use crate::domain::path::RelPath;

/// The facts of one step. `T` holds the terms under which a run may be begun or continued:
/// configuration, models, templates.
#[derive(Clone, Debug)]
pub struct Facts<T> {
    pub now: Timestamp,
    /// Who is at the keyboard, as far as the machine knows.
    pub who: String,
    /// The hash of the journal's last line.
    pub journal_tip: Digest,
    /// What stood at the paths that the flow asked for; of logs, their last lines.
    pub files: BTreeMap<RelPath, Look>,
    pub terms: T,
}

impl<T> Facts<T> {
    /// What stood at a path. A path that the flow did not ask for reads as absent.
    pub fn at(&self, path: &RelPath) -> &Look {
        self.files.get(path).unwrap_or(&Look::Absent)
    }

    /// The bytes at a path, if there were any that could be read.
    pub fn bytes(&self, path: &RelPath) -> Option<&[u8]> {
        match self.at(path) {
            Look::Bytes(bytes) => Some(bytes),
            Look::Absent | Look::Unreadable(_) => None,
        }
    }
}
