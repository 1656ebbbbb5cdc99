//! Conversion of the operating system's errors to those of the store port.

use std::io;
use std::path::Path;

use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};

use frieze_data::path::RelPath;
use frieze_ports::{Kind, StoreError, StoreErrorKind};

/// The error of an operation on a file of the workspace.
pub(super) fn refused(operation: &'static str, path: &RelPath, error: &io::Error) -> StoreError {
    StoreError { operation, path: path.to_string(), kind: kind_of(error), why: error.to_string() }
}

/// The error of an operation on a path that a person or their environment named, in any folder.
pub fn outside(operation: &'static str, path: &Path, error: &io::Error) -> StoreError {
    let kind = if is_missing(error) { StoreErrorKind::Missing } else { kind_of(error) };
    StoreError { operation, path: path.to_string_lossy().into_owned(), kind, why: error.to_string() }
}

/// The error of a write that took only some bytes, for which the system returns no error.
pub(super) fn cut_short(operation: &'static str, path: &RelPath, [taken, all]: [usize; 2]) -> StoreError {
    let is_limited = getrlimit(Resource::Fsize).current.is_some();
    let (kind, cause) = match is_limited {
        true => (StoreErrorKind::AtLimit, "a limit of the size of files is set"),
        false => (StoreErrorKind::Full, "the disk is probably full"),
    };
    let why = format!("only {taken} of {all} bytes were taken: {cause}");
    StoreError { operation, path: path.to_string(), kind, why }
}

/// The error of a path at which there is no regular file.
pub(super) fn not_a_file(operation: &'static str, path: &RelPath, why: String) -> StoreError {
    StoreError { operation, path: path.to_string(), kind: StoreErrorKind::NotAFile, why }
}

pub(super) fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// `None` if the file or folder of an operation is missing.
pub(super) fn unless_missing<T>(outcome: io::Result<T>) -> io::Result<Option<T>> {
    match outcome {
        Err(e) if is_missing(&e) => Ok(None),
        outcome => outcome.map(Some),
    }
}

pub(super) fn describe(kind: Kind) -> &'static str {
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
    // From opening: a symlink, a folder, a file as a parent, a socket or pipe, a path that leaves the root; from creating a
    // folder: a file in its place.
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
    fn errors_outside_of_the_workspace_have_the_same_kinds() {
        for (errno, kind) in [
            (Errno::NOENT, StoreErrorKind::Missing),
            (Errno::NOSPC, StoreErrorKind::Full),
            (Errno::ACCESS, StoreErrorKind::NotAllowed),
            (Errno::EXIST, StoreErrorKind::NotAFile),
            (Errno::NOTDIR, StoreErrorKind::NotAFile),
            (Errno::IO, StoreErrorKind::Io),
        ] {
            let error = outside("make", Path::new("/x/y"), &errno.into());
            assert_eq!((error.kind, error.path.as_str()), (kind, "/x/y"), "{errno:?}");
        }
    }
}
