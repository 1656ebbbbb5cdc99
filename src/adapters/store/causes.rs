//! The operating system's errors in the port's words.

use std::io;
use std::path::Path;

use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};

use crate::domain::path::RelPath;
use crate::ports::{Kind, StoreError, StoreErrorKind};

/// What went wrong with a path, in the operating system's words.
pub(super) fn refused(operation: &'static str, path: &RelPath, error: &io::Error) -> StoreError {
    StoreError { operation, path: path.to_string(), kind: kind_of(error), why: error.to_string() }
}

/// What went wrong with a path that a person or their environment named, wherever it is.
pub fn elsewhere(operation: &'static str, path: &Path, error: &io::Error) -> StoreError {
    let kind = if is_missing(error) { StoreErrorKind::Missing } else { kind_of(error) };
    StoreError { operation, path: path.to_string_lossy().into_owned(), kind, why: error.to_string() }
}

/// Why only some bytes were taken, which no error tells.
pub(super) fn cut_short(operation: &'static str, path: &RelPath, [taken, all]: [usize; 2]) -> StoreError {
    let is_limited = getrlimit(Resource::Fsize).current.is_some();
    let (kind, cause) = match is_limited {
        true => (StoreErrorKind::AtLimit, "a limit of the size of files is set"),
        false => (StoreErrorKind::Full, "the disk is probably full"),
    };
    let why = format!("only {taken} of {all} bytes were taken: {cause}");
    StoreError { operation, path: path.to_string(), kind, why }
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
    // the root; and of making a folder where a file is.
    const IN_THE_WAY: [Errno; 6] =
        [Errno::LOOP, Errno::ISDIR, Errno::NOTDIR, Errno::NXIO, Errno::XDEV, Errno::EXIST];
    const NOT_ALLOWED: [Errno; 3] = [Errno::ROFS, Errno::ACCESS, Errno::PERM];
    if [Errno::NOSPC, Errno::DQUOT].contains(&errno) {
        StoreErrorKind::Full
    } else if errno == Errno::FBIG {
        StoreErrorKind::AtLimit
    } else if NOT_ALLOWED.contains(&errno) {
        StoreErrorKind::NotAllowed
    } else if IN_THE_WAY.contains(&errno) {
        StoreErrorKind::NotAFile
    } else {
        StoreErrorKind::Io
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happened_elsewhere_is_of_the_same_kinds() {
        for (errno, kind) in [
            (Errno::NOENT, StoreErrorKind::Missing),
            (Errno::NOSPC, StoreErrorKind::Full),
            (Errno::ACCESS, StoreErrorKind::NotAllowed),
            (Errno::EXIST, StoreErrorKind::NotAFile),
            (Errno::NOTDIR, StoreErrorKind::NotAFile),
            (Errno::IO, StoreErrorKind::Io),
        ] {
            let told = elsewhere("make", Path::new("/x/y"), &errno.into());
            assert_eq!((told.kind, told.path.as_str()), (kind, "/x/y"), "{errno:?}");
        }
    }
}
