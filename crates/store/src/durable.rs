//! The store port over any disk: durability and errors.

use std::collections::BTreeSet;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::disk::{Content, Disk, HeldLock as _};
use super::errors::{cut_short, describe, is_missing, not_a_file, refused, unless_missing};
use super::temp;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_ports::{Kind, Lease, Locked, Store, StoreError, StoreErrorKind};

/// The store of one workspace, for any number of threads.
pub struct DurableStore<D: Disk> {
    pub(super) disk: D,
    /// Folders and appended files whose entries this process has synced. That a folder exists is not enough: it may be from a
    /// killed process, and a power cut would remove it.
    durable: Mutex<BTreeSet<RelPath>>,
    /// Folders whose entries were synced by a sweep.
    swept: Mutex<BTreeSet<RelPath>>,
    /// Temporary files that this process writes now, which a sweep must not remove.
    pub(super) in_flight: Mutex<BTreeSet<String>>,
}

impl<D: Disk> DurableStore<D> {
    pub fn new(disk: D) -> Self {
        Self { disk, durable: Mutex::default(), swept: Mutex::default(), in_flight: Mutex::default() }
    }

    /// The disk, for tests that set faults.
    pub fn disk(&self) -> &D {
        &self.disk
    }

    /// Opens a folder to write in, and creates it and its parents if missing. After that its path is durable.
    pub(super) fn open_or_create(
        &self,
        operation: &'static str,
        path: &RelPath,
    ) -> Result<D::Folder, StoreError> {
        let is_durable = lock(&self.durable).contains(path);
        if is_durable {
            match self.disk.open_folder(path) {
                // Removed by somebody: create it again.
                Err(e) if is_missing(&e) => {}
                opened => return opened.map_err(|e| self.explain_folder(operation, path, &e)),
            }
        }
        if let Some(parent) = path.parent() {
            let above = self.open_or_create(operation, &parent)?;
            match self.disk.make_folder(&above, path.name()) {
                Err(e) if e.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(self.explain_folder(operation, path, &e));
                }
                _ => {}
            }
            self.disk.sync_folder(&above).map_err(|e| refused(operation, path, &e))?;
            lock(&self.durable).insert(path.clone());
        }
        self.disk.open_folder(path).map_err(|e| self.explain_folder(operation, path, &e))
    }

    /// Opens a folder, and creates missing ones below `within`, which must exist. In a folder that was deleted after it was
    /// opened, nothing can be created. The path is not durable yet; writing into the folder makes it so.
    fn open_or_create_within(&self, within: &RelPath, path: &RelPath) -> io::Result<D::Folder> {
        match path.parent().filter(|_| path != within) {
            None => self.disk.open_folder(path),
            Some(parent) => {
                let above = self.open_or_create_within(within, &parent)?;
                match self.disk.make_folder(&above, path.name()) {
                    Err(e) if e.kind() != io::ErrorKind::AlreadyExists => Err(e),
                    _ => self.disk.open_folder(path),
                }
            }
        }
    }

    /// Names the component that is no file or folder; the system's error does not.
    fn explain(&self, operation: &'static str, path: &RelPath, error: &io::Error) -> StoreError {
        let plain = refused(operation, path, error);
        if plain.kind != StoreErrorKind::NotAFile {
            return plain;
        }
        let mut components = vec![path.clone()];
        while let Some(parent) = components.last().and_then(RelPath::parent) {
            components.push(parent);
        }
        for place in components.iter().rev() {
            let found = |what: &str| {
                let kind = if place == path { StoreErrorKind::NotAFile } else { StoreErrorKind::NotAFolder };
                StoreError { operation, path: path.to_string(), kind, why: format!("{place} is {what}") }
            };
            match self.kind_at(place) {
                Ok(Some(kind @ (Kind::Symlink | Kind::Other))) => return found(describe(kind)),
                Ok(Some(Kind::File)) if place != path || error.kind() == io::ErrorKind::NotADirectory => {
                    return found(describe(Kind::File));
                }
                Ok(Some(Kind::Folder)) if place == path => {
                    return not_a_file(operation, path, "it is a folder".to_owned());
                }
                Ok(Some(Kind::File | Kind::Folder)) => {}
                Ok(None) | Err(_) => break,
            }
        }
        plain
    }

    /// As [`Self::explain`], for the path of a folder.
    fn explain_folder(&self, operation: &'static str, path: &RelPath, error: &io::Error) -> StoreError {
        let explained = self.explain(operation, path, error);
        if explained.kind == StoreErrorKind::NotAFile {
            return StoreError { kind: StoreErrorKind::NotAFolder, ..explained };
        }
        explained
    }

    /// Removes the temporary files of a folder that this process does not write now.
    fn remove_left(&self, folder: &D::Folder, is_ours: impl Fn(&str) -> bool) -> io::Result<()> {
        for (name, kind) in self.disk.list(folder)? {
            // A name enters the set before its file is created.
            let left = kind == Kind::File && is_ours(&name) && !lock(&self.in_flight).contains(&name);
            if left {
                unless_missing(self.disk.remove(folder, &name))?;
            }
        }
        Ok(())
    }

    /// The content of a file; `None` if it is missing.
    fn found<T>(
        &self,
        path: &RelPath,
        most: usize,
        read: io::Result<Content<T>>,
    ) -> Result<Option<T>, StoreError> {
        match unless_missing(read).map_err(|e| self.explain("read", path, &e))? {
            None => Ok(None),
            Some(Content::Bytes(content)) => Ok(Some(content)),
            Some(Content::Longer(length)) => Err(StoreError {
                operation: "read",
                path: path.to_string(),
                kind: StoreErrorKind::TooLarge,
                why: format!("it has {length} bytes, and at most {most} are read"),
            }),
            Some(Content::Not(kind)) => Err(not_a_file("read", path, format!("it is {}", describe(kind)))),
        }
    }

    fn kind_at(&self, path: &RelPath) -> io::Result<Option<Kind>> {
        let Some(parent) = path.parent() else {
            return Ok(Some(Kind::Folder));
        };
        let folder = self.disk.open_folder(&parent)?;
        Ok(self.disk.metadata(&folder, path.name())?.map(|metadata| metadata.kind))
    }
}

impl<D: Disk> Store for DurableStore<D> {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.found(path, most, self.disk.read(path, most))
    }

    fn digest(&self, path: &RelPath, most: usize) -> Result<Option<Digest>, StoreError> {
        self.found(path, most, self.disk.digest(path, most))
    }

    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        unless_missing(self.disk.read_end(path, most)).map_err(|e| self.explain("read", path, &e))
    }

    fn read_start(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        unless_missing(self.disk.read_start(path, most)).map_err(|e| self.explain("read", path, &e))
    }

    fn kind_of(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        let kind = unless_missing(self.kind_at(path)).map_err(|e| self.explain("check", path, &e))?;
        Ok(kind.flatten())
    }

    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError> {
        let listed = self.disk.open_folder(folder).and_then(|open| self.disk.list(&open));
        let listed = unless_missing(listed).map_err(|e| self.explain_folder("list", folder, &e))?;
        let mut entries = listed.unwrap_or_default();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(entries)
    }

    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        self.write_stages(&[files])
    }

    fn replace_stages(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        self.write_stages(stages)
    }

    fn is_gone(&self, path: &RelPath) -> bool {
        self.disk.is_gone(path)
    }

    fn is_file(&self, path: &RelPath) -> bool {
        self.disk.is_file(path)
    }

    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError> {
        let refuse = |e: io::Error| self.explain("append to", path, &e);
        let parent = path.parent().unwrap_or_else(RelPath::root);
        let folder = self.open_or_create("append to", &parent)?;
        let (mut file, empty) = self.disk.open_append(&folder, path.name()).map_err(refuse)?;
        let taken = self.disk.write(&mut file, bytes).map_err(refuse)?;
        if taken < bytes.len() {
            // After a second write another writer's line could be in between. The torn line stays; readers expect it.
            return Err(cut_short("append to", path, [taken, bytes.len()]));
        }
        self.disk.sync_file(&file).map_err(refuse)?;
        let is_durable = lock(&self.durable).contains(path) || lock(&self.swept).contains(&parent);
        if empty || !is_durable {
            self.disk.sync_folder(&folder).map_err(refuse)?;
            lock(&self.durable).insert(path.clone());
        }
        Ok(())
    }

    fn remove(&self, path: &RelPath) -> Result<(), StoreError> {
        let refuse = |e: io::Error| self.explain("remove", path, &e);
        let folder = self.disk.open_folder(&path.parent().unwrap_or_else(RelPath::root));
        let Some(folder) = unless_missing(folder).map_err(refuse)? else { return Ok(()) };
        match self.disk.metadata(&folder, path.name()).map_err(refuse)?.map(|metadata| metadata.kind) {
            Some(Kind::File) => {
                unless_missing(self.disk.remove(&folder, path.name())).map_err(refuse)?;
            }
            Some(kind) => return Err(not_a_file("remove", path, format!("it is {}", describe(kind)))),
            // A killed process may have removed it without syncing the folder.
            None => {}
        }
        self.disk.sync_folder(&folder).map_err(refuse)
    }

    fn lock(&self, within: &RelPath, path: &RelPath, owner: &[u8]) -> Result<Option<Locked>, StoreError> {
        let parent = path.parent().unwrap_or_else(RelPath::root);
        let folder = self.open_or_create_within(within, &parent);
        let taken = folder.and_then(|open| self.disk.lock(&open, path, owner));
        let taken = unless_missing(taken).map_err(|e| self.explain("lock", path, &e))?;
        let path = path.clone();
        Ok(taken.map(|taken| match taken {
            Locked::Held(lock) => Locked::Held(Lease(Box::new(move || {
                lock.is_in_place().map_err(|e| refused("check", &path, &e))
            }))),
            Locked::By(owner) => Locked::By(owner),
        }))
    }

    fn is_locked(&self, path: &RelPath) -> bool {
        let parent = path.parent().unwrap_or_else(RelPath::root);
        let folder = self.disk.open_folder(&parent);
        folder.and_then(|folder| self.disk.is_locked(&folder, path.name())).unwrap_or(false)
    }

    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError> {
        let refuse = |e: io::Error| self.explain_folder("sweep", folder, &e);
        let open = unless_missing(self.disk.open_folder(folder)).map_err(refuse)?;
        let Some(open) = open else { return Ok(()) };
        self.remove_left(&open, temp::is_ours).map_err(refuse)?;
        // A killed process may have renamed files without syncing the folder: a power cut must not undo what is read from now on.
        self.disk.sync_folder(&open).map_err(refuse)?;
        lock(&self.swept).insert(folder.clone());
        Ok(())
    }

    fn sweep_of(&self, path: &RelPath) -> Result<(), StoreError> {
        let folder = path.parent().unwrap_or_else(RelPath::root);
        let refuse = |e: io::Error| self.explain_folder("sweep", &folder, &e);
        let open = unless_missing(self.disk.open_folder(&folder)).map_err(refuse)?;
        let Some(open) = open else { return Ok(()) };
        // Not synced: if a power cut undoes the removal, the next sweep repeats it.
        self.remove_left(&open, |name| temp::is_of(name, path.name())).map_err(refuse)
    }
}

/// These sets are whole even after a panic: every change is one call.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
