//! States of files and folders as facts of a step.

use std::cell::LazyCell;

use super::world::World;
use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_kernel::files::Home;
use frieze_kernel::journal;
use frieze_kernel::{Entries, Files, Flow, MOST_ENTRIES};
use frieze_ports::{StoreError, StoreErrorKind};

/// The bytes read from the end of a log: a decision has a few kilobytes, and few entries follow it.
const LOG_END: usize = 1024 * 1024;

/// The state of a file. That there is no regular file is a fact. Another workflow than the design can use the marker of a freeze
/// only if `frieze verify` finds there what was approved.
///
/// # Errors
/// A disk that fails.
pub fn state<F: Flow>(world: &World<F>, path: &RelPath) -> Result<FileState, StoreError> {
    let state = on_disk(world, path)?;
    match (&state, &world.unsealed, Home::of_marker(path)) {
        (FileState::Bytes(_), Some(verify), Some(feature)) => {
            let approved = verify(&feature, &LazyCell::new(|| world.approvals.rules()));
            Ok(approved.err().unwrap_or(state))
        }
        _ => Ok(state),
    }
}

fn on_disk<F: Flow>(world: &World<F>, path: &RelPath) -> Result<FileState, StoreError> {
    as_fact(world.store.read(path, largest(path)))
}

/// Logs grow; all other files are bounded.
fn largest(path: &RelPath) -> usize {
    if path.as_str().ends_with(".jsonl") { journal::LARGEST } else { json::LARGEST }
}

/// The state of a log, with the last bytes only.
///
/// # Errors
/// As [`state`].
pub fn log_end<F: Flow>(world: &World<F>, path: &RelPath) -> Result<FileState, StoreError> {
    as_fact(world.store.read_end(path, LOG_END).map(|read| read.map(|(_, bytes)| bytes)))
}

fn as_fact(read: Result<Option<Vec<u8>>, StoreError>) -> Result<FileState, StoreError> {
    match read {
        Ok(Some(bytes)) => Ok(FileState::Bytes(bytes)),
        Ok(None) => Ok(FileState::Absent),
        Err(e) => unreadable(e).map(FileState::Unreadable),
    }
}

/// The entries of a folder.
///
/// # Errors
/// As [`state`].
pub fn entries<F: Flow>(world: &World<F>, folder: &RelPath) -> Result<Entries, StoreError> {
    match world.store.list(folder) {
        Ok(all) if all.len() > MOST_ENTRIES => {
            Ok(Err(format!("{folder} has more than {MOST_ENTRIES} entries")))
        }
        Ok(all) => Ok(Ok(all)),
        Err(e) => unreadable(e).map(Err),
    }
}

/// Why a person must fix what is there.
///
/// # Errors
/// The same error, if the disk failed.
fn unreadable(e: StoreError) -> Result<String, StoreError> {
    match e.kind {
        StoreErrorKind::NotAFile | StoreErrorKind::NotAFolder | StoreErrorKind::TooLarge => Ok(e.to_string()),
        StoreErrorKind::Full
        | StoreErrorKind::AtLimit
        | StoreErrorKind::Missing
        | StoreErrorKind::NotAllowed
        | StoreErrorKind::Io => Err(e),
    }
}

/// The files of a world as they are on the disk, with every error as a fact.
impl<F: Flow> Files for World<F> {
    fn state(&self, path: &RelPath) -> FileState {
        on_disk(self, path).unwrap_or_else(|e| FileState::Unreadable(e.to_string()))
    }

    fn list(&self, folder: &RelPath) -> Entries {
        entries(self, folder).unwrap_or_else(|e| Err(e.to_string()))
    }

    fn has(&self, path: &RelPath) -> bool {
        !self.store.is_gone(path)
    }

    fn digest(&self, path: &RelPath) -> Result<Option<Digest>, String> {
        self.store.digest(path, largest(path)).map_err(|e| e.to_string())
    }
}
