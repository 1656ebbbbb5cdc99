//! The real disk, through file descriptors: the root is opened once, folders are opened below it, and names are resolved in open
//! folders, so that nothing can be swapped in between.

use std::cell::RefCell;
use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::Arc;

use rustix::buffer::spare_capacity;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawMode, Stat};
use rustix::io::{Errno, retry_on_intr};

use super::disk::{Content, Disk, HeldLock, Metadata};
use super::resolve::open_below;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_ports::{Kind, Locked};

/// Files up to this size are read with three system calls: open, read, close.
const READ_AT_ONCE: usize = 64 * 1024;
thread_local! {
    /// A thread's read buffer. The result is copied into an allocation of the file's size: larger ones would make the system's
    /// heap shrink and grow with every feature.
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(Vec::with_capacity(READ_AT_ONCE));
}

/// The longest owner text that is read.
const LONGEST_OWNER: usize = 4096;
/// Attempts to open a lock file that is replaced or written meanwhile.
const LOCK_ATTEMPTS: usize = 20;

/// A folder of the real file system.
#[derive(Debug)]
pub struct RealDisk {
    root: Arc<OwnedFd>,
}

impl RealDisk {
    /// The disk below an existing folder. The path to the root may have symlinks; paths below it may not.
    ///
    /// # Errors
    /// An `io::Error` if the folder cannot be opened.
    pub fn new(root: &Path) -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self { root: Arc::new(rustix::fs::open(root, flags, Mode::empty())?) })
    }

    /// Opens a file for reading. Does not wait for a pipe.
    fn open_to_read(&self, path: &RelPath) -> io::Result<OwnedFd> {
        Ok(open_below(&self.root, path, OFlags::RDONLY | OFlags::NONBLOCK)?)
    }

    /// Reads a file and makes something of its bytes: `small` if the thread's buffer has all of them, else `whole`.
    fn read_as<T>(
        &self,
        path: &RelPath,
        most: usize,
        small: impl FnOnce(&[u8]) -> T,
        whole: impl FnOnce(Vec<u8>) -> T,
    ) -> io::Result<Content<T>> {
        let file = self.open_to_read(path)?;
        // The error is the part that was read.
        let first = BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            retry_on_intr(|| rustix::io::read(&file, spare_capacity(buffer)))?;
            // Fewer bytes than requested are the end of a regular file. With no bytes, or a full buffer, the metadata decides.
            let is_all = !buffer.is_empty() && buffer.len() < READ_AT_ONCE && buffer.len() <= most;
            Ok(if is_all { Ok(small(buffer)) } else { Err(buffer.clone()) })
        });
        let part = match first {
            Err(Errno::ISDIR) => return Ok(Content::Not(Kind::Folder)),
            Err(Errno::AGAIN) => return Ok(Content::Not(Kind::Other)),
            first => match first? {
                Ok(all) => return Ok(Content::Bytes(all)),
                Err(part) => part,
            },
        };
        let stat = rustix::fs::fstat(&file)?;
        if kind(&stat) != Kind::File {
            return Ok(Content::Not(kind(&stat)));
        }
        let length = length(&stat);
        if length > most as u64 {
            return Ok(Content::Longer(length));
        }
        let mut bytes = part;
        bytes.reserve_exact(usize::try_from(length).unwrap_or_default().saturating_sub(bytes.len()) + 1);
        while retry_on_intr(|| rustix::io::read(&file, spare_capacity(&mut bytes)))? > 0 {
            if bytes.len() > most {
                return Ok(Content::Longer(bytes.len() as u64));
            }
            bytes.reserve(1);
        }
        Ok(Content::Bytes(whole(bytes)))
    }
}

/// The bytes of a file from one offset to another, or to its end.
fn part(file: &OwnedFd, from: u64, to: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(to - from).unwrap_or_default());
    let mut offset = from;
    while offset < to {
        let got = retry_on_intr(|| rustix::io::pread(file, spare_capacity(&mut bytes), offset))?;
        if got == 0 {
            break;
        }
        offset += got as u64;
    }
    bytes.truncate(usize::try_from(to - from).unwrap_or_default());
    Ok(bytes)
}

impl Disk for RealDisk {
    type Folder = OwnedFd;
    type File = OwnedFd;
    type Lease = HeldFile;

    fn read(&self, path: &RelPath, most: usize) -> io::Result<Content> {
        self.read_as(path, most, <[u8]>::to_vec, |bytes| bytes)
    }

    fn digest(&self, path: &RelPath, most: usize) -> io::Result<Content<Digest>> {
        self.read_as(path, most, Digest::of, |bytes| Digest::of(&bytes))
    }

    fn read_end(&self, path: &RelPath, most: usize) -> io::Result<(u64, Vec<u8>)> {
        let file = self.open_to_read(path)?;
        let length = length(&regular(&file)?);
        let start = length.saturating_sub(most as u64);
        Ok((start, part(&file, start, length)?))
    }

    fn read_start(&self, path: &RelPath, most: usize) -> io::Result<Vec<u8>> {
        let file = self.open_to_read(path)?;
        part(&file, 0, length(&regular(&file)?).min(most as u64))
    }

    fn open_folder(&self, path: &RelPath) -> io::Result<OwnedFd> {
        Ok(open_below(&self.root, path, OFlags::RDONLY | OFlags::DIRECTORY)?)
    }

    fn make_folder(&self, parent: &OwnedFd, name: &str) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(parent, name, Mode::from_raw_mode(0o777))?)
    }

    fn list(&self, folder: &OwnedFd) -> io::Result<Vec<(String, Kind)>> {
        let mut entries = Vec::new();
        for entry in rustix::fs::Dir::read_from(folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().to_str() else {
                continue;
            };
            if matches!(name, "." | "..") {
                continue;
            }
            let kind = match entry.file_type() {
                // Some file systems do not list kinds.
                FileType::Unknown => self.metadata(folder, name)?.map(|metadata| metadata.kind),
                FileType::RegularFile
                | FileType::Directory
                | FileType::Symlink
                | FileType::Fifo
                | FileType::Socket
                | FileType::CharacterDevice
                | FileType::BlockDevice => Some(kind_of(entry.file_type())),
            };
            entries.extend(kind.map(|kind| (name.to_owned(), kind)));
        }
        Ok(entries)
    }

    fn metadata(&self, folder: &OwnedFd, name: &str) -> io::Result<Option<Metadata>> {
        match rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(Metadata { kind: kind(&stat), mode: permissions(&stat) })),
            Err(Errno::NOENT) => Ok(None),
            Err(e) => Err(e.into()),
        }
    }

    fn mode_for_new(&self, folder: &OwnedFd) -> io::Result<RawMode> {
        // The folder follows its owner's umask, and its files follow the folder, but they are never writable by everyone.
        Ok(permissions(&rustix::fs::fstat(folder)?) & 0o664)
    }

    fn create(&self, folder: &OwnedFd, name: &str) -> io::Result<OwnedFd> {
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(rustix::fs::openat(folder, name, flags, Mode::from_raw_mode(0o600))?)
    }

    fn open_append(&self, folder: &OwnedFd, name: &str) -> io::Result<(OwnedFd, bool)> {
        let flags = OFlags::WRONLY | OFlags::APPEND | OFlags::CREATE;
        let (file, stat) = open_regular(folder, name, flags)?;
        Ok((file, stat.st_size == 0))
    }

    fn write(&self, file: &mut OwnedFd, bytes: &[u8]) -> io::Result<usize> {
        Ok(retry_on_intr(|| rustix::io::write(&*file, bytes))?)
    }

    fn set_mode(&self, file: &OwnedFd, mode: RawMode) -> io::Result<()> {
        Ok(rustix::fs::fchmod(file, Mode::from_raw_mode(mode))?)
    }

    fn is_gone(&self, path: &RelPath) -> bool {
        matches!(
            rustix::fs::statat(&self.root, path.as_str(), AtFlags::SYMLINK_NOFOLLOW),
            Err(Errno::NOENT | Errno::NOTDIR)
        )
    }

    fn is_file(&self, path: &RelPath) -> bool {
        rustix::fs::statat(&self.root, path.as_str(), AtFlags::SYMLINK_NOFOLLOW)
            .is_ok_and(|stat| kind(&stat) == Kind::File)
    }

    fn begin_sync(&self, file: &OwnedFd) {
        // This advice makes Linux write dirty pages at once.
        #[cfg(target_os = "linux")]
        let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::DontNeed);
        #[cfg(not(target_os = "linux"))]
        let _ = file;
    }

    fn sync_file(&self, file: &OwnedFd) -> io::Result<()> {
        sync(file)
    }

    fn rename(&self, folder: &OwnedFd, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(folder, from, folder, to)?)
    }

    fn remove(&self, folder: &OwnedFd, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(folder, name, AtFlags::empty())?)
    }

    fn sync_folder(&self, folder: &OwnedFd) -> io::Result<()> {
        sync(folder)
    }

    fn is_locked(&self, folder: &OwnedFd, name: &str) -> io::Result<bool> {
        let (file, _) = open_regular(folder, name, OFlags::RDONLY)?;
        // A shared lock during this call only; writers retry for longer.
        match File::from(file).try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(e)) => Err(e),
        }
    }

    fn lock(&self, folder: &OwnedFd, path: &RelPath, owner: &[u8]) -> io::Result<Locked<HeldFile>> {
        let name = path.name();
        let mut holder = Vec::new();
        for attempt in 0..LOCK_ATTEMPTS {
            let (file, stat) = open_regular(folder, name, OFlags::RDWR | OFlags::CREATE)?;
            let file = File::from(file);
            match file.try_lock() {
                Ok(()) => {
                    // If the file was replaced between opening and locking, other processes will not find this lock.
                    let now = rustix::fs::statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
                    if !now.is_ok_and(|now| is_same(&now, &stat)) {
                        continue;
                    }
                    let mut held = HeldFile { file, stat, root: self.root.clone(), path: path.clone() };
                    held.file.set_len(0)?;
                    held.file.write_all(owner)?;
                    return Ok(Locked::Held(held));
                }
                Err(TryLockError::WouldBlock) => {
                    holder.clear();
                    holder.reserve_exact(LONGEST_OWNER);
                    retry_on_intr(|| rustix::io::pread(&file, spare_capacity(&mut holder), 0))?;
                    // The holder writes its text after locking and removes it before unlocking: retry while it is empty.
                    if !holder.is_empty() || owner.is_empty() {
                        break;
                    }
                    std::thread::sleep(std::time::Duration::from_millis(attempt as u64 / 4));
                }
                Err(TryLockError::Error(e)) => return Err(e),
            }
        }
        Ok(Locked::By(holder))
    }
}

/// A locked file. The kernel releases the lock when this is dropped or the process dies.
pub struct HeldFile {
    file: File,
    /// From when it was opened. The inode number of an open file is not reused.
    stat: Stat,
    root: Arc<OwnedFd>,
    path: RelPath,
}

impl HeldLock for HeldFile {
    fn is_in_place(&self) -> io::Result<bool> {
        // From the root: a folder on the way may have been replaced too.
        match rustix::fs::statat(&self.root, self.path.as_str(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(now) => Ok(is_same(&now, &self.stat)),
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => Ok(false),
            Err(e) => Err(e.into()),
        }
    }
}

impl Drop for HeldFile {
    fn drop(&mut self) {
        // The text is only for people.
        let _ = self.file.set_len(0);
    }
}

/// Whether both are the same file.
fn is_same(one: &Stat, other: &Stat) -> bool {
    (one.st_dev, one.st_ino) == (other.st_dev, other.st_ino)
}

/// Opens a regular file in a folder, or creates it if the flags say so. Does not wait for a pipe.
fn open_regular(folder: &OwnedFd, name: &str, flags: OFlags) -> io::Result<(OwnedFd, Stat)> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let mode = Mode::from_raw_mode(0o664);
    let file = retry_on_intr(|| rustix::fs::openat(folder, name, flags, mode))?;
    let stat = regular(&file)?;
    Ok((file, stat))
}

/// The metadata of a regular file; an error for anything else.
fn regular(file: &OwnedFd) -> io::Result<Stat> {
    let stat = rustix::fs::fstat(file)?;
    if kind(&stat) == Kind::File { Ok(stat) } else { Err(Errno::NXIO.into()) }
}

fn length(stat: &Stat) -> u64 {
    u64::try_from(stat.st_size).unwrap_or_default()
}

fn sync(file: &OwnedFd) -> io::Result<()> {
    // On macOS `fsync` stops at the drive's cache.
    #[cfg(target_vendor = "apple")]
    return Ok(retry_on_intr(|| rustix::fs::fcntl_fullfsync(file))?);
    #[cfg(not(target_vendor = "apple"))]
    Ok(retry_on_intr(|| rustix::fs::fsync(file))?)
}

fn kind(stat: &Stat) -> Kind {
    kind_of(FileType::from_raw_mode(stat.st_mode))
}

fn kind_of(file_type: FileType) -> Kind {
    if file_type == FileType::RegularFile {
        Kind::File
    } else if file_type == FileType::Directory {
        Kind::Folder
    } else if file_type == FileType::Symlink {
        Kind::Symlink
    } else {
        Kind::Other
    }
}

fn permissions(stat: &Stat) -> RawMode {
    Mode::from_raw_mode(stat.st_mode).as_raw_mode() & 0o777
}
