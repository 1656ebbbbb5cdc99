//! The operating system's errors in the port's words.

use std::io;

use rustix::io::Errno;

use crate::domain::path::RelPath;
use crate::ports::{Kind, StoreError, StoreErrorKind};

/// What went wrong with a path, in the operating system's words.
pub(super) fn refused(operation: &'static str, path: &RelPath, error: &io::Error) -> StoreError {
    StoreError { operation, path: path.to_string(), kind: kind_of(error), why: error.to_string() }
}

/// Something else than a regular file (or a folder) stands in the way.
pub(super) fn in_the_way(operation: &'static str, path: &RelPath, why: String) -> StoreError {
    StoreError { operation, path: path.to_string(), kind: StoreErrorKind::NotAFile, why }
}

pub(super) fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

pub(super) fn called(kind: Kind) -> &'static str {
    match kind {
        Kind::File => "a file",
        Kind::Folder => "a folder",
        Kind::Symlink => "a symlink",
        Kind::Other => "not a regular file",
    }
}

fn kind_of(error: &io::Error) -> StoreErrorKind {
    let Some(errno) = Errno::from_io_error(error) else {
        return StoreErrorKind::Io;
    };
    // The errors of opening: a symlink, a folder, a file as a parent, a socket or pipe, a crossing of
    // the root.
    const IN_THE_WAY: [Errno; 5] = [Errno::LOOP, Errno::ISDIR, Errno::NOTDIR, Errno::NXIO, Errno::XDEV];
    const NOT_ALLOWED: [Errno; 3] = [Errno::ROFS, Errno::ACCESS, Errno::PERM];
    if [Errno::NOSPC, Errno::DQUOT].contains(&errno) {
        StoreErrorKind::Full
    } else if NOT_ALLOWED.contains(&errno) {
        StoreErrorKind::NotAllowed
    } else if IN_THE_WAY.contains(&errno) {
        StoreErrorKind::NotAFile
    } else {
        StoreErrorKind::Io
    }
}
