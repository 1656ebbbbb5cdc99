//! Replacing of files: the new versions are written as temporary files and synced; then, stage by stage, they are renamed and
//! each folder is synced once (promises P1, P2, P4, P18).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io;

use rustix::fs::RawMode;

use super::disk::Disk;
use super::durable::{DurableStore, lock};
use super::errors::{describe, not_a_file, refused};
use super::temp;
use frieze_data::path::RelPath;
use frieze_ports::{Kind, StoreError};

/// Attempts to find a free temporary name.
const NAME_ATTEMPTS: usize = 16;
/// The most open temporary files.
const MOST_OPEN: usize = 64;
/// The permissions of a new temporary file.
const PRIVATE: RawMode = 0o600;

impl<D: Disk> DurableStore<D> {
    /// Replaces the files of each stage after those of the earlier stages are on disk. The temporary files of all stages are
    /// written and synced together first, which takes hardly longer than one file.
    pub(super) fn write_stages(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        let mut folders = BTreeMap::new();
        for (path, _) in stages.iter().copied().flatten() {
            let Some(parent) = path.parent() else {
                return Err(not_a_file("write", path, "it is the workspace itself".to_owned()));
            };
            if let Entry::Vacant(place) = folders.entry(parent) {
                let folder = self.open_or_create("write", place.key())?;
                place.insert(folder);
            }
        }
        let mut waiting = VecDeque::new();
        let files: Vec<&(RelPath, Vec<u8>)> = stages.iter().copied().flatten().collect();
        let done = files
            .chunks(MOST_OPEN)
            .try_for_each(|some| self.write_temp_files(some, &folders, &mut waiting))
            .and_then(|()| {
                stages.iter().try_for_each(|stage| self.rename_stage(stage, &folders, &mut waiting))
            });
        if done.is_err() {
            for temp in &waiting {
                // Best effort: the rest is swept when the run is opened again.
                let _ = self.disk.remove(temp.folder, &temp.name);
            }
        }
        done
    }

    /// Renames the files of one stage, then syncs each of its folders once.
    fn rename_stage(
        &self,
        stage: &[(RelPath, Vec<u8>)],
        folders: &BTreeMap<RelPath, D::Folder>,
        waiting: &mut VecDeque<TempFile<'_, D>>,
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

    fn write_temp_files<'a>(
        &'a self,
        files: &[&'a (RelPath, Vec<u8>)],
        folders: &'a BTreeMap<RelPath, D::Folder>,
        waiting: &mut VecDeque<TempFile<'a, D>>,
    ) -> Result<(), StoreError> {
        let mut written = Vec::with_capacity(files.len());
        for &(path, bytes) in files {
            let Some(folder) = path.parent().and_then(|parent| folders.get(&parent)) else {
                continue;
            };
            let refuse = |e: io::Error| refused("write", path, &e);
            let mode = match self.disk.metadata(folder, path.name()).map_err(refuse)? {
                Some(metadata) if metadata.kind == Kind::File => metadata.mode,
                Some(metadata) => {
                    return Err(not_a_file("write", path, format!("it is {}", describe(metadata.kind))));
                }
                None => self.disk.mode_for_new(folder).map_err(refuse)?,
            };
            let (temp, mut file) = self.create_temp_file(path, folder).map_err(refuse)?;
            waiting.push_back(temp);
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
        // Start all writes before waiting for the first, so that the file system commits them together.
        if written.len() > 1 {
            written.iter().for_each(|(_, file)| self.disk.begin_sync(file));
        }
        for (path, file) in written {
            // A failed sync is not retried: the kernel may have dropped the pages and would report success.
            self.disk.sync_file(&file).map_err(|e| refused("write", path, &e))?;
        }
        Ok(())
    }

    fn create_temp_file<'a>(
        &'a self,
        path: &'a RelPath,
        folder: &'a D::Folder,
    ) -> io::Result<(TempFile<'a, D>, D::File)> {
        let mut attempts = 1..=NAME_ATTEMPTS;
        loop {
            let name = temp::fresh(path.name());
            lock(&self.in_flight).insert(name.clone());
            let temp = TempFile { store: self, folder, path, name };
            match self.disk.create(folder, &temp.name) {
                Ok(file) => return Ok((temp, file)),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempts.next().is_some() => {}
                Err(e) => return Err(e),
            }
        }
    }

    fn rename_in_order(
        &self,
        waiting: &mut VecDeque<TempFile<'_, D>>,
        count: usize,
    ) -> Result<(), StoreError> {
        for _ in 0..count {
            let Some(temp) = waiting.front() else { break };
            self.disk
                .rename(temp.folder, &temp.name, temp.path.name())
                .map_err(|e| refused("write", temp.path, &e))?;
            waiting.pop_front();
        }
        Ok(())
    }
}

/// A new version in its temporary file, not renamed yet.
struct TempFile<'a, D: Disk> {
    store: &'a DurableStore<D>,
    folder: &'a D::Folder,
    path: &'a RelPath,
    name: String,
}

impl<D: Disk> Drop for TempFile<'_, D> {
    fn drop(&mut self) {
        lock(&self.store.in_flight).remove(&self.name);
    }
}
