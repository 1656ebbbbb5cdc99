//! What stands at the paths that a step asks for, as facts of that step.

use super::world::World;
use crate::domain::look::Look;
use crate::domain::path::RelPath;
use crate::domain::{journal, json};
use crate::kernel::Flow;
use crate::ports::{StoreError, StoreErrorKind};

/// How much of a log's end is looked at: a decision has a few kilobytes, and little can follow it.
const LOG_END: usize = 1024 * 1024;

/// What stands at a path. What is no file is a fact about the path; a disk that does not answer is none.
pub fn must_look<F: Flow>(world: &World<F>, path: &RelPath) -> Result<Look, StoreError> {
    // A log grows, where all else is bounded.
    let largest = if path.as_str().ends_with(".jsonl") { journal::LARGEST } else { json::LARGEST };
    as_fact(world.store.read(path, largest))
}

/// The end of a log that stands at a path.
pub fn look_at_end<F: Flow>(world: &World<F>, path: &RelPath) -> Result<Look, StoreError> {
    as_fact(world.store.read_end(path, LOG_END).map(|read| read.map(|(_, bytes)| bytes)))
}

fn as_fact(read: Result<Option<Vec<u8>>, StoreError>) -> Result<Look, StoreError> {
    match read {
        Ok(Some(bytes)) => Ok(Look::Bytes(bytes)),
        Ok(None) => Ok(Look::Absent),
        Err(e) => match e.kind {
            StoreErrorKind::NotAFile | StoreErrorKind::TooLarge => Ok(Look::Unreadable(e.to_string())),
            StoreErrorKind::Full
            | StoreErrorKind::AtLimit
            | StoreErrorKind::Missing
            | StoreErrorKind::NotAllowed
            | StoreErrorKind::Io => Err(e),
        },
    }
}

/// What stands at a path; an error is a fact too.
pub fn look<F: Flow>(world: &World<F>, path: &RelPath) -> Look {
    must_look(world, path).unwrap_or_else(|e| Look::Unreadable(e.to_string()))
}
