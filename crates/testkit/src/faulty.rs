//! A disk that fails on demand: at the n-th call of an operation, or from then on, with any error number (promise P4). It also
//! counts calls.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rustix::fs::RawMode;
use rustix::io::Errno;
use strum::VariantArray;

use frieze_data::path::RelPath;
use frieze_ports::{Kind, Locked};
use frieze_store::disk::{Content, Disk, HeldLock, Metadata};

/// The operations of a disk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, VariantArray)]
pub enum Operation {
    Read,
    ReadEnd,
    ReadStart,
    OpenFolder,
    MakeFolder,
    List,
    Metadata,
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
    pub const ALL: &'static [Self] = Self::VARIANTS;
}

/// A planned failure.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The counted operation; `None` counts all.
    pub operation: Option<Operation>,
    /// The first call that fails, from 1.
    pub nth: usize,
    /// Whether all later calls fail too: the power is off, or the disk is gone.
    pub ever_after: bool,
    pub errno: Errno,
    /// Whether the operation takes effect although it returns an error.
    pub done_anyway: bool,
}

impl Fault {
    /// One failure, at the n-th call of an operation.
    pub fn once(operation: Operation, nth: usize, errno: Errno) -> Self {
        Self { operation: Some(operation), nth, ever_after: false, errno, done_anyway: false }
    }

    /// All calls fail after the first `calls`.
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
    /// Counted calls since the fault was set.
    counted: usize,
    lied_about: Vec<Operation>,
    calls: BTreeMap<Operation, usize>,
}

impl<D: Disk> FaultyDisk<D> {
    /// Without a fault.
    pub fn new(disk: D) -> Self {
        Self { disk, plan: Arc::default() }
    }

    /// The disk below.
    pub fn disk(&self) -> &D {
        &self.disk
    }

    /// Sets the fault, counted from now; `None` repairs the disk.
    pub fn set(&self, fault: Option<Fault>) {
        let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        plan.fault = fault;
        plan.counted = 0;
    }

    /// From now on `SyncFile` or `SyncFolder` reports success but does nothing, like some drives: tests of durability must fail
    /// on such a disk.
    pub fn lie_about(&self, sync: Operation) {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).lied_about.push(sync);
    }

    fn lies_about(&self, sync: Operation) -> bool {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner).lied_about.contains(&sync)
    }

    /// The number of calls of each operation.
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

/// The fault that hits this call.
fn strikes(plan: &Mutex<Plan>, operation: Operation) -> Option<Fault> {
    let mut plan = plan.lock().unwrap_or_else(PoisonError::into_inner);
    *plan.calls.entry(operation).or_default() += 1;
    let fault = plan.fault.filter(|fault| fault.operation.is_none_or(|o| o == operation))?;
    plan.counted += 1;
    let struck = plan.counted == fault.nth || (fault.ever_after && plan.counted > fault.nth);
    struck.then_some(fault)
}

/// A lock of a disk with a fault. Checking its file counts as [`Operation::Metadata`].
pub struct FaultyLease<L> {
    lock: L,
    plan: Arc<Mutex<Plan>>,
}

impl<L: HeldLock> HeldLock for FaultyLease<L> {
    fn is_in_place(&self) -> io::Result<bool> {
        match strikes(&self.plan, Operation::Metadata) {
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

    fn metadata(&self, folder: &D::Folder, name: &str) -> io::Result<Option<Metadata>> {
        self.call(Operation::Metadata, || self.disk.metadata(folder, name))
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

    /// A failing write leaves half of its bytes, as on a full disk.
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
        self.call(Operation::Metadata, || self.disk.is_locked(folder, name))
    }

    fn lock(&self, folder: &D::Folder, path: &RelPath, owner: &[u8]) -> io::Result<Locked<Self::Lease>> {
        let taken = self.call(Operation::Lock, || self.disk.lock(folder, path, owner))?;
        Ok(match taken {
            Locked::Held(lock) => Locked::Held(FaultyLease { lock, plan: self.plan.clone() }),
            Locked::By(owner) => Locked::By(owner),
        })
    }
}
