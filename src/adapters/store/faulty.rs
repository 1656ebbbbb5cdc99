//! A disk that fails on demand: the n-th call of an operation, or every call from then on, with any
//! error number (promise P4). It counts calls, so it also tells how many syncs a save takes.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::fs::RawMode;
use rustix::io::Errno;

use super::disk::{Content, Disk, HeldLock, Look, Taken};
use crate::domain::path::RelPath;
use crate::ports::Kind;

/// The operations of a disk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Operation {
    Read,
    ReadEnd,
    ReadStart,
    OpenFolder,
    MakeFolder,
    List,
    Look,
    ModeForNew,
    Create,
    OpenAppend,
    Write,
    SetMode,
    SyncFile,
    Rename,
    Remove,
    SyncFolder,
    Lock,
}

impl Operation {
    /// Every one.
    pub const ALL: [Self; 17] = [
        Self::Read,
        Self::ReadEnd,
        Self::ReadStart,
        Self::OpenFolder,
        Self::MakeFolder,
        Self::List,
        Self::Look,
        Self::ModeForNew,
        Self::Create,
        Self::OpenAppend,
        Self::Write,
        Self::SetMode,
        Self::SyncFile,
        Self::Rename,
        Self::Remove,
        Self::SyncFolder,
        Self::Lock,
    ];
}

/// Which calls fail, and how.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The operation that is counted; `None` counts all of them together.
    pub operation: Option<Operation>,
    /// The first call that fails, from 1.
    pub nth: usize,
    /// Whether every counted call after it fails too: the power is off, or the disk is gone.
    pub ever_after: bool,
    pub errno: Errno,
    /// Whether the operation takes effect although it says that it failed.
    pub done_anyway: bool,
}

impl Fault {
    /// The n-th call of one operation fails, once.
    pub fn once(operation: Operation, nth: usize, errno: Errno) -> Self {
        Self { operation: Some(operation), nth, ever_after: false, errno, done_anyway: false }
    }

    /// The disk takes `calls` more calls, and then none.
    pub fn power_off_after(calls: usize) -> Self {
        Self { operation: None, nth: calls + 1, ever_after: true, errno: Errno::IO, done_anyway: false }
    }
}

/// Another disk with a fault.
pub struct FaultyDisk<D> {
    disk: D,
    plan: Arc<Mutex<Plan>>,
}

#[derive(Default)]
struct Plan {
    fault: Option<Fault>,
    /// Calls that the fault counts, since it was set.
    counted: usize,
    lied_about: Vec<Operation>,
    calls: BTreeMap<Operation, usize>,
}

impl<D: Disk> FaultyDisk<D> {
    /// A disk without a fault so far.
    pub fn new(disk: D) -> Self {
        Self { disk, plan: Arc::default() }
    }

    /// The disk below it.
    pub fn disk(&self) -> &D {
        &self.disk
    }

    /// Sets the fault, counting from now; `None` heals the disk.
    pub fn set(&self, fault: Option<Fault>) {
        let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        plan.fault = fault;
        plan.counted = 0;
    }

    /// From now on `SyncFile` or `SyncFolder` is said to be done and is not, as by some drives. A test of
    /// durability that passes on such a disk tests nothing.
    pub fn lie_about(&self, sync: Operation) {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).lied_about.push(sync);
    }

    fn lies_about(&self, sync: Operation) -> bool {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).lied_about.contains(&sync)
    }

    /// How often each operation was called so far.
    pub fn calls(&self) -> BTreeMap<Operation, usize> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).calls.clone()
    }

    fn strikes(&self, operation: Operation) -> Option<Fault> {
        strikes(&self.plan, operation)
    }

    fn call<T>(&self, operation: Operation, call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        let Some(fault) = self.strikes(operation) else {
            return call();
        };
        if fault.done_anyway {
            drop(call());
        }
        Err(fault.errno.into())
    }
}

/// The fault that strikes this call, if one does.
fn strikes(plan: &Mutex<Plan>, operation: Operation) -> Option<Fault> {
    let mut plan = plan.lock().unwrap_or_else(PoisonError::into_inner);
    *plan.calls.entry(operation).or_default() += 1;
    let fault = plan.fault.filter(|fault| fault.operation.is_none_or(|o| o == operation))?;
    plan.counted += 1;
    let struck = plan.counted == fault.nth || (fault.ever_after && plan.counted > fault.nth);
    struck.then_some(fault)
}

/// A lock of a disk with a fault: looking at its file counts as [`Operation::Look`].
pub struct FaultyLease<L> {
    lock: L,
    plan: Arc<Mutex<Plan>>,
}

impl<L: HeldLock> HeldLock for FaultyLease<L> {
    fn is_in_place(&self) -> io::Result<bool> {
        match strikes(&self.plan, Operation::Look) {
            Some(fault) => Err(fault.errno.into()),
            None => self.lock.is_in_place(),
        }
    }
}

impl<D: Disk> Disk for FaultyDisk<D> {
    type Folder = D::Folder;
    type File = D::File;
    type Lease = FaultyLease<D::Lease>;

    fn read(&self, path: &RelPath, most: usize) -> io::Result<Content> {
        self.call(Operation::Read, || self.disk.read(path, most))
    }

    fn read_end(&self, path: &RelPath, most: usize) -> io::Result<(u64, Vec<u8>)> {
        self.call(Operation::ReadEnd, || self.disk.read_end(path, most))
    }

    fn read_start(&self, path: &RelPath, most: usize) -> io::Result<Vec<u8>> {
        self.call(Operation::ReadStart, || self.disk.read_start(path, most))
    }

    fn open_folder(&self, path: &RelPath) -> io::Result<D::Folder> {
        self.call(Operation::OpenFolder, || self.disk.open_folder(path))
    }

    fn make_folder(&self, parent: &D::Folder, name: &str) -> io::Result<()> {
        self.call(Operation::MakeFolder, || self.disk.make_folder(parent, name))
    }

    fn list(&self, folder: &D::Folder) -> io::Result<Vec<(String, Kind)>> {
        self.call(Operation::List, || self.disk.list(folder))
    }

    fn look(&self, folder: &D::Folder, name: &str) -> io::Result<Option<Look>> {
        self.call(Operation::Look, || self.disk.look(folder, name))
    }

    fn mode_for_new(&self, folder: &D::Folder) -> io::Result<RawMode> {
        self.call(Operation::ModeForNew, || self.disk.mode_for_new(folder))
    }

    fn create(&self, folder: &D::Folder, name: &str) -> io::Result<D::File> {
        self.call(Operation::Create, || self.disk.create(folder, name))
    }

    fn open_append(&self, folder: &D::Folder, name: &str) -> io::Result<(D::File, bool)> {
        self.call(Operation::OpenAppend, || self.disk.open_append(folder, name))
    }

    /// A full disk takes what still fits, so a failing write leaves half of its bytes behind.
    fn write(&self, file: &mut D::File, bytes: &[u8]) -> io::Result<usize> {
        let Some(fault) = self.strikes(Operation::Write) else {
            return self.disk.write(file, bytes);
        };
        if !fault.ever_after {
            let fits = if fault.done_anyway { bytes.len() } else { bytes.len() / 2 };
            let _ = self.disk.write(file, bytes.get(..fits).unwrap_or_default());
        }
        Err(fault.errno.into())
    }

    fn set_mode(&self, file: &D::File, mode: RawMode) -> io::Result<()> {
        self.call(Operation::SetMode, || self.disk.set_mode(file, mode))
    }

    fn begin_sync(&self, file: &D::File) {
        self.disk.begin_sync(file);
    }

    fn sync_file(&self, file: &D::File) -> io::Result<()> {
        let lie = self.lies_about(Operation::SyncFile);
        self.call(Operation::SyncFile, || if lie { Ok(()) } else { self.disk.sync_file(file) })
    }

    fn rename(&self, folder: &D::Folder, from: &str, to: &str) -> io::Result<()> {
        self.call(Operation::Rename, || self.disk.rename(folder, from, to))
    }

    fn remove(&self, folder: &D::Folder, name: &str) -> io::Result<()> {
        self.call(Operation::Remove, || self.disk.remove(folder, name))
    }

    fn sync_folder(&self, folder: &D::Folder) -> io::Result<()> {
        let lie = self.lies_about(Operation::SyncFolder);
        self.call(Operation::SyncFolder, || if lie { Ok(()) } else { self.disk.sync_folder(folder) })
    }

    fn is_locked(&self, folder: &D::Folder, name: &str) -> io::Result<bool> {
        self.call(Operation::Look, || self.disk.is_locked(folder, name))
    }

    fn lock(&self, folder: &D::Folder, path: &RelPath, owner: &[u8]) -> io::Result<Taken<Self::Lease>> {
        let taken = self.call(Operation::Lock, || self.disk.lock(folder, path, owner))?;
        Ok(match taken {
            Taken::Held(lock) => Taken::Held(FaultyLease { lock, plan: self.plan.clone() }),
            Taken::By(owner) => Taken::By(owner),
        })
    }
}
