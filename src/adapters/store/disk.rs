//! The primitive operations of a disk, each about one system call. Everything that must be right
//! about durability is written once above them, in [`super::DurableStore`]; a disk only does what it
//! is told. All of them refuse to follow a symlink below the workspace's root.

use std::io;

use rustix::fs::RawMode;

use crate::domain::path::RelPath;
use crate::ports::Kind;

/// A disk below one workspace root. Errors carry the operating system's error number.
pub trait Disk: Send + Sync + 'static {
    /// An open folder: names are looked up in it whatever happens to the path that led there.
    type Folder: Send + Sync;
    /// A file that is open for writing.
    type File: Send;
    /// A held lock; dropping it gives it back.
    type Lease: HeldLock;

    /// The bytes of a regular file of at most `most` bytes. A missing file is the error `ENOENT`.
    fn read(&self, path: &RelPath, most: usize) -> io::Result<Content>;

    /// The last `most` bytes of a regular file, and the offset at which they begin.
    fn read_end(&self, path: &RelPath, most: usize) -> io::Result<(u64, Vec<u8>)>;

    /// The first `most` bytes of a regular file.
    fn read_start(&self, path: &RelPath, most: usize) -> io::Result<Vec<u8>>;

    fn open_folder(&self, path: &RelPath) -> io::Result<Self::Folder>;

    /// Makes one folder. One that is there already is the error `EEXIST`.
    fn make_folder(&self, parent: &Self::Folder, name: &str) -> io::Result<()>;

    /// The entries whose names are UTF-8, in any order.
    fn list(&self, folder: &Self::Folder) -> io::Result<Vec<(String, Kind)>>;

    /// What a name stands for, without following it; `None` for nothing.
    fn look(&self, folder: &Self::Folder, name: &str) -> io::Result<Option<Look>>;

    /// The permissions that a new file in this folder should have.
    fn mode_for_new(&self, folder: &Self::Folder) -> io::Result<RawMode>;

    /// Makes a file that must not exist yet, readable and writable by its owner alone.
    fn create(&self, folder: &Self::Folder, name: &str) -> io::Result<Self::File>;

    /// Opens a regular file so that each write goes to its end, making it if need be. Says whether the
    /// file is empty, so perhaps new.
    fn open_append(&self, folder: &Self::Folder, name: &str) -> io::Result<(Self::File, bool)>;

    /// One write. Returns how many bytes were taken, which may be fewer than given.
    fn write(&self, file: &mut Self::File, bytes: &[u8]) -> io::Result<usize>;

    fn set_mode(&self, file: &Self::File, mode: RawMode) -> io::Result<()>;

    /// Whether nothing stands at a path, in as few calls as it takes. A hint for lists: who acts upon it
    /// looks again with [`Disk::look`].
    fn is_gone(&self, path: &RelPath) -> bool {
        let Some(parent) = path.parent() else { return false };
        let seen = self.open_folder(&parent).and_then(|folder| self.look(&folder, path.name()));
        match seen {
            Ok(look) => look.is_none(),
            Err(e) => e.kind() == io::ErrorKind::NotFound,
        }
    }

    /// Lets the file's bytes begin their way to the disk, without waiting and without a promise.
    fn begin_sync(&self, _file: &Self::File) {}

    /// Waits until the file's bytes are on the disk.
    fn sync_file(&self, file: &Self::File) -> io::Result<()>;

    fn rename(&self, folder: &Self::Folder, from: &str, to: &str) -> io::Result<()>;

    fn remove(&self, folder: &Self::Folder, name: &str) -> io::Result<()>;

    /// Waits until the folder's entries are on the disk.
    fn sync_folder(&self, folder: &Self::Folder) -> io::Result<()>;

    /// Takes the lock on a file, which is made if need be, and writes its owner into it.
    ///
    /// `folder` is the open folder of `path`.
    fn lock(&self, folder: &Self::Folder, path: &RelPath, owner: &[u8]) -> io::Result<Taken<Self::Lease>>;

    /// Whether a file is there and somebody holds the lock on it. Nothing is written or made.
    fn is_locked(&self, folder: &Self::Folder, name: &str) -> io::Result<bool>;
}

/// A lock on a file, as a disk holds it.
pub trait HeldLock: Send + Sync + 'static {
    /// Whether the lock's path still names the file that is locked. One call.
    fn is_in_place(&self) -> io::Result<bool>;
}

/// The outcome of reading a file.
pub enum Content {
    Bytes(Vec<u8>),
    /// The file is longer than the reader wanted; its length.
    Longer(u64),
    /// The path names something else.
    Not(Kind),
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub kind: Kind,
    /// Permission bits.
    pub mode: RawMode,
}

/// The outcome of asking for a lock.
pub enum Taken<L> {
    Held(L),
    /// Somebody else has it; what they wrote into it.
    By(Vec<u8>),
}
