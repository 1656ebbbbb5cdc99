//! Replacing files: every new version is written beside its file and put on the disk first, then all
//! of a stage are renamed, then each of its folders is put on the disk once (promises P1, P2, P4, P18).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
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
    /// Replaces the files of each stage after those of the stage before are on the disk. The new versions
    /// of all stages are written and synced together first: beside their files they are nothing yet, and
    /// a file system puts many files on the disk in hardly more time than one.
    pub(super) fn replace_stages(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        let mut folders = BTreeMap::new();
        for (path, _) in stages.iter().copied().flatten() {
            let Some(parent) = path.parent() else {
                return Err(in_the_way("write", path, "it is the workspace itself".to_owned()));
            };
            if let Entry::Vacant(place) = folders.entry(parent) {
                let folder = self.reach("write", place.key())?;
                place.insert(folder);
            }
        }
        let mut waiting = VecDeque::new();
        let files: Vec<&(RelPath, Vec<u8>)> = stages.iter().copied().flatten().collect();
        let done = files
            .chunks(MOST_OPEN)
            .try_for_each(|some| self.write_beside(some, &folders, &mut waiting))
            .and_then(|()| stages.iter().try_for_each(|stage| self.put(stage, &folders, &mut waiting)));
        if done.is_err() {
            for beside in &waiting {
                // Best effort: what cannot be removed now is swept when the run is opened again.
                let _ = self.disk.remove(beside.folder, &beside.name);
            }
        }
        done
    }

    /// Puts one stage in place: its files are renamed, then each of its folders is put on the disk once.
    fn put(
        &self,
        stage: &[(RelPath, Vec<u8>)],
        folders: &BTreeMap<RelPath, D::Folder>,
        waiting: &mut VecDeque<Beside<'_, D>>,
    ) -> Result<(), StoreError> {
        self.rename_in_order(waiting, stage.len())?;
        let parents: BTreeSet<RelPath> = stage.iter().filter_map(|(path, _)| path.parent()).collect();
        for path in &parents {
            if let Some(folder) = folders.get(path) {
                self.disk.sync_folder(folder).map_err(|e| refused("write", path, &e))?;
            }
        }
        Ok(())
    }

    fn write_beside<'a>(
        &'a self,
        files: &[&'a (RelPath, Vec<u8>)],
        folders: &'a BTreeMap<RelPath, D::Folder>,
        waiting: &mut VecDeque<Beside<'a, D>>,
    ) -> Result<(), StoreError> {
        let mut written = Vec::with_capacity(files.len());
        for &(path, bytes) in files {
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
        // All are on their way before the first is waited for, so that the file system commits them together.
        if written.len() > 1 {
            written.iter().for_each(|(_, file)| self.disk.begin_sync(file));
        }
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

    fn rename_in_order(&self, waiting: &mut VecDeque<Beside<'_, D>>, count: usize) -> Result<(), StoreError> {
        for _ in 0..count {
            let Some(beside) = waiting.front() else { break };
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
