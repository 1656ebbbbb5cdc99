//! Files: what the engine needs of a disk, and what a disk may answer.

use crate::domain::path::RelPath;

/// The one door to files (promises P1–P6, P17 and P18). Paths are relative to the workspace's root.
/// All calls block; the engine makes them on blocking threads.
pub trait Store: Send + Sync {
    /// The bytes of a regular file, or `None` where there is none. A symlink, a folder, or a file of
    /// more than `most` bytes is an error that says so.
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError>;

    /// The last `most` bytes of a regular file and the offset at which they begin, or `None` where there
    /// is no file: the end of a log, whatever its length.
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError>;

    /// The first `most` bytes of a regular file, or `None` where there is no file.
    fn read_start(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let mut bytes = self.read(path, usize::MAX)?;
        bytes.iter_mut().for_each(|bytes| bytes.truncate(most));
        Ok(bytes)
    }

    /// What stands at a path, without following a symlink; `None` for nothing.
    fn look(&self, path: &RelPath) -> Result<Option<Kind>, StoreError>;

    /// The entries of a folder, sorted by name; empty where there is no such folder. Names are as the
    /// file system has them, names that are not UTF-8 are left out.
    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError>;

    /// Replaces files atomically and durably, making folders as needed. When it returns `Ok`, all of
    /// them are on the disk; whatever dies meanwhile, each is its previous or its next version.
    /// Between the files no order is promised: where order matters, call it twice.
    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError>;

    /// As [`Store::replace`], stage by stage: when a file of a later stage is seen in its next version, all
    /// files of the stages before it are on the disk.
    fn replace_in_turn(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        stages.iter().try_for_each(|stage| self.replace(stage))
    }

    /// Whether nothing stands at a path, as far as one glance tells: for lists of thousands. Who acts upon
    /// it looks again.
    fn is_gone(&self, path: &RelPath) -> bool {
        matches!(self.look(path), Ok(None))
    }

    /// Appends to a file in one write and makes it durable; the file and its folders are made as needed.
    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError>;

    /// Takes the advisory lock on a lock file, which is made if need be and never deleted. `owner` is
    /// written into it for people to read. The lock ends with the value, or with this process.
    ///
    /// The folder `within` must be there: only what is below it is made. `None` where it is not, so that whoever looks
    /// at what is being deleted does not bring it back.
    fn lock(&self, within: &RelPath, path: &RelPath, owner: &[u8]) -> Result<Option<Locked>, StoreError>;

    /// Whether somebody holds the lock on a file, as far as one look tells. Nothing is written, and no file is made.
    fn is_locked(&self, _path: &RelPath) -> bool {
        false
    }

    /// Removes temporary files that a killed process left in a folder. Call it under the folder's lock.
    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError>;

    /// Removes temporary files that a killed process left of one file, beside it. For a folder that people keep files in too:
    /// no other file is taken, whatever its name looks like. Call it under the lock of who writes the file.
    fn sweep_of(&self, path: &RelPath) -> Result<(), StoreError>;
}

/// What a path names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    File,
    Folder,
    Symlink,
    Other,
}

/// The outcome of asking for a lock.
pub enum Locked {
    /// It is ours until the value is dropped.
    Held(Lease),
    /// Another living process (or another part of this one) has it; what its owner wrote into it.
    By(Vec<u8>),
}

/// A held lock. Dropping it gives the lock back.
pub struct Lease(pub Box<dyn LeaseCheck>);

impl Lease {
    /// Whether the file at the lock's path is still the one that was locked. Where it is not, somebody else may hold a lock by
    /// that name too.
    pub fn is_in_place(&self) -> Result<bool, StoreError> {
        self.0.is_in_place()
    }
}

/// What a store keeps of a lock that it gave.
pub trait LeaseCheck: Send + Sync {
    /// See [`Lease::is_in_place`].
    fn is_in_place(&self) -> Result<bool, StoreError>;
}

/// A file operation that the world refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("could not {operation} {path}: {why}")]
pub struct StoreError {
    /// A verb: `read`, `write`, `lock`, …
    pub operation: &'static str,
    pub path: String,
    pub kind: StoreErrorKind,
    pub why: String,
}

/// The causes that callers tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreErrorKind {
    /// No space, or a quota reached.
    Full,
    /// A file may not grow any further.
    AtLimit,
    /// A read-only file system, or no permission.
    NotAllowed,
    /// A symlink, folder or device where a file belongs.
    NotAFile,
    /// Nothing stands at a path that a person named.
    Missing,
    /// More bytes than are read of such a file.
    TooLarge,
    /// An input/output error, or anything else.
    Io,
}

impl StoreError {
    /// What went wrong and what to do about it, for whoever has one sentence.
    pub fn with_hint(&self) -> String {
        format!("{self}; {}", self.hint())
    }

    /// Whether what is in the way stands where a folder above the path belongs: then that place is named, and not only what
    /// is there.
    fn is_on_the_way(&self) -> bool {
        let mut above = self.path.match_indices('/').filter_map(|(at, _)| self.path.get(..at));
        above.any(|folder| self.why.strip_prefix(folder).is_some_and(|rest| rest.starts_with(" is ")))
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            StoreErrorKind::Full => "free some space, then run the command again; nothing was lost",
            StoreErrorKind::AtLimit => {
                "raise the limit of the size of files (ulimit -f), then run the command again; nothing was lost"
            }
            StoreErrorKind::NotAllowed => {
                "check who owns the folder and whether the disk is mounted read-only"
            }
            StoreErrorKind::NotAFile if self.is_on_the_way() => {
                "a folder belongs there: put it back, or move what is there out of the way"
            }
            StoreErrorKind::NotAFile => "put a regular file there, or move what is there out of the way",
            StoreErrorKind::Missing => {
                "check the path; it is taken from the folder in which you are, or from -C"
            }
            StoreErrorKind::TooLarge => "check what wrote it; frieze does not read files of that size",
            StoreErrorKind::Io => {
                "check the disk; what was saved before is still there in its previous version"
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_folder_belongs_no_file_is_asked_for() {
        for (why, is_above) in [
            ("features/a/design is a file", true),
            ("features is a symlink", true),
            ("features/a/design/state.json is a symlink", false),
            ("features/a/des is a file", false),
            ("it is a folder", false),
        ] {
            let (path, why) = ("features/a/design/state.json".to_owned(), why.to_owned());
            let error = StoreError { operation: "read", path, kind: StoreErrorKind::NotAFile, why };
            assert_eq!(error.hint().contains("a folder belongs there"), is_above, "{error}");
            assert_eq!(error.hint().contains("put a regular file there"), !is_above, "{error}");
        }
    }
}
