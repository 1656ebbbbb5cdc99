//! Port of files: operations, locks and errors.

use frieze_data::digest::Digest;
pub use frieze_data::file_state::Kind;
use frieze_data::path::RelPath;

/// Access to the files of a workspace (promises P1–P6, P17 and P18). Paths are relative to its root. All calls block; the engine
/// makes them on blocking threads.
pub trait Store: Send + Sync {
    /// The bytes of a regular file; `None` if there is none.
    ///
    /// # Errors
    /// Also for a symlink, a folder, or a file of more than `most` bytes.
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError>;

    /// The digest of the bytes that [`Store::read`] would return, for files that are only compared.
    ///
    /// # Errors
    /// As [`Store::read`].
    fn digest(&self, path: &RelPath, most: usize) -> Result<Option<Digest>, StoreError> {
        Ok(self.read(path, most)?.map(|bytes| Digest::of(&bytes)))
    }

    /// The last `most` bytes of a regular file of any length, and their offset; `None` if there is none.
    ///
    /// # Errors
    /// Also for anything but a regular file.
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError>;

    /// The first `most` bytes of a regular file; `None` if there is none.
    ///
    /// # Errors
    /// Also for anything but a regular file.
    fn read_start(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let mut bytes = self.read(path, usize::MAX)?;
        bytes.iter_mut().for_each(|bytes| bytes.truncate(most));
        Ok(bytes)
    }

    /// The kind of the file at a path, without following a symlink; `None` if there is none.
    ///
    /// # Errors
    /// If a folder on the way cannot be opened.
    fn kind_of(&self, path: &RelPath) -> Result<Option<Kind>, StoreError>;

    /// The entries of a folder, sorted by name; empty if there is no such folder. Names that are not UTF-8 are skipped.
    ///
    /// # Errors
    /// If the folder cannot be read, or is no folder.
    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError>;

    /// Replaces files atomically and durably, and creates missing folders. After `Ok`, all files are on disk; after a crash, each
    /// file is its previous or its next version. The files have no order among each other.
    ///
    /// # Errors
    /// If a folder cannot be created, or a file cannot be written.
    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError>;

    /// As [`Store::replace`], in stages: once a file of a stage has its next version, all earlier stages are on disk.
    ///
    /// # Errors
    /// As [`Store::replace`]; earlier stages may be on disk then.
    fn replace_stages(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        stages.iter().try_for_each(|stage| self.replace(stage))
    }

    /// Whether a file is missing, for lists of thousands. Only a hint: check it with [`Store::kind_of`] before acting on it.
    fn is_gone(&self, path: &RelPath) -> bool {
        matches!(self.kind_of(path), Ok(None))
    }

    /// Whether there is a regular file, for lists of thousands. Only a hint, as [`Store::is_gone`]: a symlink on the way is
    /// followed.
    fn is_file(&self, path: &RelPath) -> bool {
        matches!(self.kind_of(path), Ok(Some(Kind::File)))
    }

    /// Appends to a file in one write and makes it durable; creates the file and its folders.
    ///
    /// # Errors
    /// If the file cannot be written, or only a part of it was.
    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError>;

    /// Removes a file durably; nothing happens if it is missing.
    ///
    /// # Errors
    /// Also for anything but a regular file.
    fn remove(&self, path: &RelPath) -> Result<(), StoreError>;

    /// Takes the advisory lock on a lock file, which is created and never deleted. `owner` is written into it, for people. The
    /// lock ends with the value, or with this process.
    ///
    /// `None` if the folder `within` does not exist; only folders below it are created. So an inspection does not bring back a
    /// feature that is being deleted.
    ///
    /// # Errors
    /// If the lock file cannot be opened or created.
    fn lock(&self, within: &RelPath, path: &RelPath, owner: &[u8]) -> Result<Option<Locked>, StoreError>;

    /// Whether a lock is held. Only a hint; writes nothing and creates no file.
    fn is_locked(&self, _path: &RelPath) -> bool {
        false
    }

    /// Removes the temporary files of killed processes in a folder. Requires the folder's lock.
    ///
    /// # Errors
    /// If the folder cannot be read, or a file cannot be removed.
    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError>;

    /// Removes the temporary files of one file that killed processes left next to it. Safe in folders with files of other people.
    /// Requires the lock of the file's writer.
    ///
    /// # Errors
    /// As [`Store::sweep`].
    fn sweep_of(&self, path: &RelPath) -> Result<(), StoreError>;
}

/// The outcome of asking for a lock.
pub enum Locked<L = Lease> {
    /// Ours until the value is dropped.
    Held(L),
    /// Held by another process, or by another part of this one; the owner's text.
    By(Vec<u8>),
}

/// A held lock, with the store's answer to [`Lease::is_in_place`]. Dropping it releases the lock.
pub struct Lease(pub Box<dyn Fn() -> Result<bool, StoreError> + Send + Sync>);

impl Lease {
    /// Whether the locked file is still at its path. If not, another process may hold a lock of the same name.
    ///
    /// # Errors
    /// `StoreError` if the path cannot be inspected.
    pub fn is_in_place(&self) -> Result<bool, StoreError> {
        (self.0)()
    }
}

/// A failed file operation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("could not {operation} {path}: {why}")]
pub struct StoreError {
    /// A verb: `read`, `write`, `lock`, …
    pub operation: &'static str,
    pub path: String,
    pub kind: StoreErrorKind,
    pub why: String,
}

/// The kinds of errors that callers distinguish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreErrorKind {
    /// No space, or a quota reached.
    Full,
    /// The size limit of files is reached.
    AtLimit,
    /// A read-only file system, or no permission.
    NotAllowed,
    /// A symlink, folder or device in the place of a file.
    NotAFile,
    /// A file, symlink or device in the place of a folder above the path.
    NotAFolder,
    /// There is no file at a path that a person named.
    Missing,
    /// The file has too many bytes to be read.
    TooLarge,
    /// An input/output error, or anything else.
    Io,
}

impl StoreError {
    /// The error and its hint, in one sentence.
    pub fn with_hint(&self) -> String {
        format!("{self}; {}", self.hint())
    }

    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            StoreErrorKind::Full => {
                "free some space, then run the command again; what was saved before is still there"
            }
            StoreErrorKind::AtLimit => {
                "raise the limit of the size of files (ulimit -f), then run the command again; what was saved before is still there"
            }
            StoreErrorKind::NotAllowed => {
                "check who owns the folder and whether the disk is mounted read-only"
            }
            StoreErrorKind::NotAFolder => {
                "a folder belongs there: put it back, or move what is there out of the way"
            }
            StoreErrorKind::NotAFile => "put a regular file there, or move what is there out of the way",
            StoreErrorKind::Missing => "check the path; it is relative to your current folder, or to -C",
            StoreErrorKind::TooLarge => "check what wrote it; frieze does not read files of that size",
            StoreErrorKind::Io => "check the disk; the previous version of each file is still there",
        }
    }
}
