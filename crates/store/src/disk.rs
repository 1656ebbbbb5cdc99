//! Primitive operations of a disk, each about one system call. None follows a symlink below the workspace's root. Durability is
//! the task of [`super::DurableStore`].

use std::io;

use rustix::fs::RawMode;

use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_ports::{Kind, Locked};

/// A disk below one workspace root. Errors carry the operating system's error number.
pub trait Disk: Send + Sync + 'static {
    /// An open folder. It stays the same if its path changes.
    type Folder: Send + Sync;
    /// A file that is open for writing.
    type File: Send;
    /// A held lock; dropping it releases the lock.
    type Lease: HeldLock;

    /// The bytes of a regular file of at most `most` bytes; `ENOENT` if it is missing.
    ///
    /// # Errors
    /// If the file is missing or cannot be read.
    fn read(&self, path: &RelPath, most: usize) -> io::Result<Content>;

    /// The digest of the bytes that [`Disk::read`] would return.
    ///
    /// # Errors
    /// As [`Disk::read`].
    fn digest(&self, path: &RelPath, most: usize) -> io::Result<Content<Digest>> {
        Ok(match self.read(path, most)? {
            Content::Bytes(bytes) => Content::Bytes(Digest::of(&bytes)),
            Content::Longer(length) => Content::Longer(length),
            Content::Not(kind) => Content::Not(kind),
        })
    }

    /// The last `most` bytes of a regular file, and the offset at which they begin.
    ///
    /// # Errors
    /// If it is missing, no regular file, or cannot be read.
    fn read_end(&self, path: &RelPath, most: usize) -> io::Result<(u64, Vec<u8>)>;

    /// The first `most` bytes of a regular file.
    ///
    /// # Errors
    /// As [`Disk::read_end`].
    fn read_start(&self, path: &RelPath, most: usize) -> io::Result<Vec<u8>>;

    /// Opens a folder.
    ///
    /// # Errors
    /// If it is missing, no folder, or below a symlink.
    fn open_folder(&self, path: &RelPath) -> io::Result<Self::Folder>;

    /// Creates one folder; `EEXIST` if it exists.
    ///
    /// # Errors
    /// If it exists or cannot be created.
    fn make_folder(&self, parent: &Self::Folder, name: &str) -> io::Result<()>;

    /// The entries whose names are UTF-8, in any order.
    ///
    /// # Errors
    /// If the folder cannot be read.
    fn list(&self, folder: &Self::Folder) -> io::Result<Vec<(String, Kind)>>;

    /// The metadata of a name, without following a symlink; `None` if it does not exist.
    ///
    /// # Errors
    /// If the folder cannot be searched.
    fn metadata(&self, folder: &Self::Folder, name: &str) -> io::Result<Option<Metadata>>;

    /// The permissions for a new file in this folder.
    ///
    /// # Errors
    /// If the folder cannot be inspected.
    fn mode_for_new(&self, folder: &Self::Folder) -> io::Result<RawMode>;

    /// Creates a file that must not exist yet, readable and writable by its owner only.
    ///
    /// # Errors
    /// If the name exists, or the file cannot be created.
    fn create(&self, folder: &Self::Folder, name: &str) -> io::Result<Self::File>;

    /// Opens or creates a regular file for appending. True if the file is empty, so perhaps new.
    ///
    /// # Errors
    /// If it is no regular file, or cannot be opened or created.
    fn open_append(&self, folder: &Self::Folder, name: &str) -> io::Result<(Self::File, bool)>;

    /// One write. Returns the number of bytes taken, perhaps not all.
    ///
    /// # Errors
    /// If no byte can be written.
    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> io::Result<usize>;

    /// Sets the permissions of a file.
    ///
    /// # Errors
    /// If the permissions cannot be changed.
    fn set_mode(&self, file: &Self::File, mode: RawMode) -> io::Result<()>;

    /// Whether a file is missing, in as few calls as possible. A hint for lists: check it with [`Disk::metadata`] before acting
    /// on it.
    fn is_gone(&self, path: &RelPath) -> bool {
        let Some(parent) = path.parent() else { return false };
        match self.open_folder(&parent).and_then(|folder| self.metadata(&folder, path.name())) {
            Ok(metadata) => metadata.is_none(),
            Err(e) => e.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Whether there is a regular file, in as few calls as possible. A hint, as [`Disk::is_gone`].
    fn is_file(&self, path: &RelPath) -> bool {
        let Some(parent) = path.parent() else { return false };
        let found = self.open_folder(&parent).and_then(|folder| self.metadata(&folder, path.name()));
        found.is_ok_and(|metadata| metadata.is_some_and(|metadata| metadata.kind == Kind::File))
    }

    /// Starts to write the file's bytes to the disk, without waiting and without a guarantee.
    fn begin_sync(&self, _file: &Self::File) {}

    /// Waits until the file's bytes are on disk.
    ///
    /// # Errors
    /// If the bytes may not be on disk; trying again may hide that.
    fn sync_file(&self, file: &Self::File) -> io::Result<()>;

    /// Renames a file in its folder, and replaces one of the new name.
    ///
    /// # Errors
    /// If the file cannot be renamed.
    fn rename(&self, folder: &Self::Folder, from: &str, to: &str) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// If the file is missing or cannot be removed.
    fn remove(&self, folder: &Self::Folder, name: &str) -> io::Result<()>;

    /// Waits until the folder's entries are on disk.
    ///
    /// # Errors
    /// If the entries may not be on disk.
    fn sync_folder(&self, folder: &Self::Folder) -> io::Result<()>;

    /// Takes the lock on a file, creating it if missing, and writes the owner into it. `folder` is the open folder of `path`.
    ///
    /// # Errors
    /// If the file cannot be opened, created or written.
    fn lock(&self, folder: &Self::Folder, path: &RelPath, owner: &[u8]) -> io::Result<Locked<Self::Lease>>;

    /// Whether the file exists and is locked. Writes and creates nothing.
    ///
    /// # Errors
    /// If the file is missing or cannot be opened.
    fn is_locked(&self, folder: &Self::Folder, name: &str) -> io::Result<bool>;
}

/// A disk's lock on a file.
pub trait HeldLock: Send + Sync + 'static {
    /// Whether the locked file is still at its path. One call.
    ///
    /// # Errors
    /// If the path cannot be inspected.
    fn is_in_place(&self) -> io::Result<bool>;
}

/// The result of reading a file, for its bytes or for their digest.
pub enum Content<T = Vec<u8>> {
    Bytes(T),
    /// The file is longer than the limit; its length.
    Longer(u64),
    /// There is no regular file.
    Not(Kind),
}

/// Kind and permissions of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Metadata {
    pub kind: Kind,
    /// Permission bits.
    pub mode: RawMode,
}
