//! Replacing files: every new version is written beside its file and put on the disk first, then all
//! are renamed, then each folder is put on the disk once (promises P1, P2, P4, P18).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::io;

use rustix::fs::RawMode;

use super::causes::{called, in_the_way, refused};
use super::disk::Disk;
use super::durable::{DurableStore, lock};
use super::temp;
use crate::domain::path::RelPath;
use crate::ports::{Kind, StoreError};

/// How often a temporary name that is taken is drawn again.
const NAME_ATTEMPTS: usize = 16;
/// How many new versions are open at a time.
const MOST_OPEN: usize = 64;
/// Permissions with which a temporary file is made.
const PRIVATE: RawMode = 0o600;

impl<D: Disk> DurableStore<D> {
    pub(super) fn replace_all(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        let mut folders = BTreeMap::new();
        for (path, _) in files {
            let Some(parent) = path.parent() else {
                return Err(in_the_way("write", path, "it is the workspace itself".to_owned()));
            };
            if let Entry::Vacant(place) = folders.entry(parent) {
                let folder = self.reach("write", place.key())?;
                place.insert(folder);
            }
        }
        let mut waiting = VecDeque::with_capacity(files.len());
        let renamed = files
            .chunks(MOST_OPEN)
            .try_for_each(|some| self.write_beside(some, &folders, &mut waiting))
            .and_then(|()| self.rename_in_order(&mut waiting));
        if let Err(error) = renamed {
            for beside in &waiting {
                // Best effort: what cannot be removed now is swept when the run is opened again.
                let _ = self.disk.remove(beside.folder, &beside.name);
            }
            return Err(error);
        }
        for (path, folder) in &folders {
            self.disk.sync_folder(folder).map_err(|e| refused("write", path, &e))?;
        }
        Ok(())
    }

    fn write_beside<'a>(
        &'a self,
        files: &'a [(RelPath, Vec<u8>)],
        folders: &'a BTreeMap<RelPath, D::Folder>,
        waiting: &mut VecDeque<Beside<'a, D>>,
    ) -> Result<(), StoreError> {
        let mut written = Vec::with_capacity(files.len());
        for (path, bytes) in files {
            let Some(folder) = path.parent().and_then(|parent| folders.get(&parent)) else {
                continue;
            };
            let refuse = |e: io::Error| refused("write", path, &e);
            let mode = match self.disk.look(folder, path.name()).map_err(refuse)? {
                Some(look) if look.kind == Kind::File => look.mode,
                Some(look) => return Err(in_the_way("write", path, format!("it is {}", called(look.kind)))),
                None => self.disk.mode_for_new(folder).map_err(refuse)?,
            };
            let (beside, mut file) = self.create_beside(path, folder).map_err(refuse)?;
            waiting.push_back(beside);
            let mut rest = bytes.as_slice();
            while !rest.is_empty() {
                let taken = self.disk.write(&mut file, rest).map_err(refuse)?;
                if taken == 0 {
                    return Err(refuse(io::ErrorKind::WriteZero.into()));
                }
                rest = rest.get(taken..).unwrap_or_default();
            }
            if mode != PRIVATE {
                self.disk.set_mode(&file, mode).map_err(refuse)?;
            }
            written.push((path, file));
        }
        // All are written before the first is synced, so that the file system commits them together.
        for (path, file) in written {
            // A failed sync is final: the kernel may have dropped the pages and would say yes next time.
            self.disk.sync_file(&file).map_err(|e| refused("write", path, &e))?;
        }
        Ok(())
    }

    fn create_beside<'a>(
        &'a self,
        path: &'a RelPath,
        folder: &'a D::Folder,
    ) -> io::Result<(Beside<'a, D>, D::File)> {
        let mut attempts = 1..=NAME_ATTEMPTS;
        loop {
            let name = temp::fresh(path.name());
            lock(&self.in_flight).insert(name.clone());
            let beside = Beside { store: self, folder, path, name };
            match self.disk.create(folder, &beside.name) {
                Ok(file) => return Ok((beside, file)),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempts.next().is_some() => {}
                Err(e) => return Err(e),
            }
        }
    }

    fn rename_in_order(&self, waiting: &mut VecDeque<Beside<'_, D>>) -> Result<(), StoreError> {
        while let Some(beside) = waiting.front() {
            self.disk
                .rename(beside.folder, &beside.name, beside.path.name())
                .map_err(|e| refused("write", beside.path, &e))?;
            waiting.pop_front();
        }
        Ok(())
    }
}

/// A new version that stands beside its file, not yet renamed.
struct Beside<'a, D: Disk> {
    store: &'a DurableStore<D>,
    folder: &'a D::Folder,
    path: &'a RelPath,
    name: String,
}

impl<D: Disk> Drop for Beside<'_, D> {
    fn drop(&mut self) {
        lock(&self.store.in_flight).remove(&self.name);
    }
}
