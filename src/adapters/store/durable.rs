//! The store port over any disk: what is durable when, and what is refused.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::causes::{called, cut_short, in_the_way, is_missing, refused};
use super::disk::{Content, Disk, HeldLock, Taken};
use super::temp;
use crate::domain::path::RelPath;
use crate::ports::{Kind, Lease, LeaseCheck, Locked, Store, StoreError, StoreErrorKind};

/// The store of one workspace. It may be shared by any number of threads.
pub struct DurableStore<D: Disk> {
    pub(super) disk: D,
    /// Folders and appended files whose own entries this process has seen onto the disk. A process
    /// that was killed may have made a folder that a power cut still takes away, so being there
    /// is not enough.
    settled: Mutex<BTreeSet<RelPath>>,
    /// Folders whose entries, as they were then, a sweep has put on the disk.
    swept: Mutex<BTreeSet<RelPath>>,
    /// The temporary files that this process is writing now, which a sweep must not take.
    pub(super) in_flight: Mutex<BTreeSet<String>>,
}

impl<D: Disk> DurableStore<D> {
    /// A store that has seen nothing of the disk yet.
    pub fn new(disk: D) -> Self {
        Self { disk, settled: Mutex::default(), swept: Mutex::default(), in_flight: Mutex::default() }
    }

    /// The disk below it, for tests that set faults.
    pub fn disk(&self) -> &D {
        &self.disk
    }

    /// Opens a folder that is to be written in, making it and the folders above as needed. When it
    /// returns, the folder's path is durable.
    pub(super) fn reach(&self, operation: &'static str, path: &RelPath) -> Result<D::Folder, StoreError> {
        let settled = lock(&self.settled).contains(path);
        if settled {
            match self.disk.open_folder(path) {
                // Somebody took it away; it is made again.
                Err(e) if is_missing(&e) => {}
                opened => return opened.map_err(|e| self.explain(operation, path, &e)),
            }
        }
        if let Some(parent) = path.parent() {
            let above = self.reach(operation, &parent)?;
            match self.disk.make_folder(&above, path.name()) {
                Err(e) if e.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(self.explain(operation, path, &e));
                }
                _ => {}
            }
            self.disk.sync_folder(&above).map_err(|e| refused(operation, path, &e))?;
            lock(&self.settled).insert(path.clone());
        }
        self.disk.open_folder(path).map_err(|e| self.explain(operation, path, &e))
    }

    /// Opens a folder, making what is missing of it below one that must be there. Nothing can be made in a folder
    /// that was deleted after it was opened. Whoever writes into it makes its path durable.
    fn reach_within(&self, within: &RelPath, path: &RelPath) -> io::Result<D::Folder> {
        match path.parent().filter(|_| path != within) {
            None => self.disk.open_folder(path),
            Some(parent) => {
                let above = self.reach_within(within, &parent)?;
                match self.disk.make_folder(&above, path.name()) {
                    Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
                    _ => self.disk.open_folder(path),
                }
            }
        }
    }

    /// Names what stands in the way, which the operating system's error alone does not.
    fn explain(&self, operation: &'static str, path: &RelPath, error: &io::Error) -> StoreError {
        let said = refused(operation, path, error);
        if said.kind != StoreErrorKind::NotAFile {
            return said;
        }
        let mut on_the_way = vec![path.clone()];
        while let Some(parent) = on_the_way.last().and_then(RelPath::parent) {
            on_the_way.push(parent);
        }
        for place in on_the_way.iter().rev() {
            match self.kind_at(place) {
                Ok(Some(kind @ (Kind::Symlink | Kind::Other))) => {
                    return in_the_way(operation, path, format!("{place} is {}", called(kind)));
                }
                Ok(Some(Kind::File)) if place != path || error.kind() == io::ErrorKind::NotADirectory => {
                    return in_the_way(operation, path, format!("{place} is a file"));
                }
                Ok(Some(Kind::Folder)) if place == path => {
                    return in_the_way(operation, path, "it is a folder".to_owned());
                }
                Ok(Some(Kind::File | Kind::Folder)) => {}
                Ok(None) | Err(_) => break,
            }
        }
        said
    }

    /// Removes the temporary files of a folder that nobody is writing now.
    fn remove_left(&self, folder: &D::Folder, is_ours: impl Fn(&str) -> bool) -> io::Result<()> {
        for (name, kind) in self.disk.list(folder)? {
            // A name enters the set before its file is made, so what was listed and is not in the
            // set is nobody's.
            let left = kind == Kind::File && is_ours(&name) && !lock(&self.in_flight).contains(&name);
            if left {
                match self.disk.remove(folder, &name) {
                    Err(e) if !is_missing(&e) => return Err(e),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    fn kind_at(&self, path: &RelPath) -> io::Result<Option<Kind>> {
        let Some(parent) = path.parent() else {
            return Ok(Some(Kind::Folder));
        };
        let folder = self.disk.open_folder(&parent)?;
        Ok(self.disk.look(&folder, path.name())?.map(|look| look.kind))
    }
}

impl<D: Disk> Store for DurableStore<D> {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        match self.disk.read(path, most) {
            Ok(Content::Bytes(bytes)) => Ok(Some(bytes)),
            Ok(Content::Longer(length)) => Err(StoreError {
                operation: "read",
                path: path.to_string(),
                kind: StoreErrorKind::TooLarge,
                why: format!("it has {length} bytes, and at most {most} are read"),
            }),
            Ok(Content::Not(kind)) => Err(in_the_way("read", path, format!("it is {}", called(kind)))),
            Err(e) if is_missing(&e) => Ok(None),
            Err(e) => Err(self.explain("read", path, &e)),
        }
    }

    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        match self.disk.read_end(path, most) {
            Ok(end) => Ok(Some(end)),
            Err(e) if is_missing(&e) => Ok(None),
            Err(e) => Err(self.explain("read", path, &e)),
        }
    }

    fn read_start(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        match self.disk.read_start(path, most) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(e) if is_missing(&e) => Ok(None),
            Err(e) => Err(self.explain("read", path, &e)),
        }
    }

    fn look(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        match self.kind_at(path) {
            Err(e) if is_missing(&e) => Ok(None),
            outcome => outcome.map_err(|e| self.explain("look at", path, &e)),
        }
    }

    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError> {
        let listed = self.disk.open_folder(folder).and_then(|open| self.disk.list(&open));
        match listed {
            Ok(mut entries) => {
                entries.sort_by(|a, b| a.0.cmp(&b.0));
                Ok(entries)
            }
            Err(e) if is_missing(&e) => Ok(Vec::new()),
            Err(e) => Err(self.explain("list", folder, &e)),
        }
    }

    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        self.replace_stages(&[files])
    }

    fn replace_in_turn(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        self.replace_stages(stages)
    }

    fn is_gone(&self, path: &RelPath) -> bool {
        self.disk.is_gone(path)
    }

    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError> {
        let refuse = |e: io::Error| self.explain("append to", path, &e);
        let parent = path.parent().unwrap_or_else(RelPath::root);
        let folder = self.reach("append to", &parent)?;
        let (mut file, empty) = self.disk.open_append(&folder, path.name()).map_err(refuse)?;
        let taken = self.disk.write(&mut file, bytes).map_err(refuse)?;
        if taken < bytes.len() {
            // A second write would let another writer's line in between. What was taken stays as a
            // torn line, which readers expect.
            return Err(cut_short("append to", path, [taken, bytes.len()]));
        }
        self.disk.sync_file(&file).map_err(refuse)?;
        let is_settled = lock(&self.settled).contains(path) || lock(&self.swept).contains(&parent);
        if empty || !is_settled {
            self.disk.sync_folder(&folder).map_err(refuse)?;
            lock(&self.settled).insert(path.clone());
        }
        Ok(())
    }

    fn lock(&self, within: &RelPath, path: &RelPath, owner: &[u8]) -> Result<Option<Locked>, StoreError> {
        let parent = path.parent().unwrap_or_else(RelPath::root);
        let taken = self.reach_within(within, &parent).and_then(|open| self.disk.lock(&open, path, owner));
        match taken {
            Ok(Taken::Held(lock)) => {
                Ok(Some(Locked::Held(Lease(Box::new(HeldAt { lock, path: path.clone() })))))
            }
            Ok(Taken::By(owner)) => Ok(Some(Locked::By(owner))),
            Err(e) if is_missing(&e) => Ok(None),
            Err(e) => Err(self.explain("lock", path, &e)),
        }
    }

    fn is_locked(&self, path: &RelPath) -> bool {
        let parent = path.parent().unwrap_or_else(RelPath::root);
        let folder = self.disk.open_folder(&parent);
        folder.and_then(|folder| self.disk.is_locked(&folder, path.name())).unwrap_or(false)
    }

    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError> {
        let refuse = |e: io::Error| self.explain("sweep", folder, &e);
        let open = match self.disk.open_folder(folder) {
            Err(e) if is_missing(&e) => return Ok(()),
            opened => opened.map_err(refuse)?,
        };
        self.remove_left(&open, temp::is_ours).map_err(refuse)?;
        // A killed process may have renamed without settling it: what is read from now on must not
        // be taken back by a power cut.
        self.disk.sync_folder(&open).map_err(refuse)?;
        lock(&self.swept).insert(folder.clone());
        Ok(())
    }

    fn sweep_of(&self, path: &RelPath) -> Result<(), StoreError> {
        let folder = path.parent().unwrap_or_else(RelPath::root);
        let refuse = |e: io::Error| self.explain("sweep", &folder, &e);
        match self.disk.open_folder(&folder) {
            Err(e) if is_missing(&e) => Ok(()),
            // A removal that a power cut takes back is made again by the next sweep: nothing waits for the disk.
            opened => {
                let open = opened.map_err(refuse)?;
                self.remove_left(&open, |name| temp::is_of(name, path.name())).map_err(refuse)
            }
        }
    }
}

/// A lock of a disk, and where it is.
struct HeldAt<L> {
    lock: L,
    path: RelPath,
}

impl<L: HeldLock> LeaseCheck for HeldAt<L> {
    fn is_in_place(&self) -> Result<bool, StoreError> {
        self.lock.is_in_place().map_err(|e| refused("look at", &self.path, &e))
    }
}

/// A thread that panicked has left these sets whole: every change to them is one call.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
