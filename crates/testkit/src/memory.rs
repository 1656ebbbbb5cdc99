//! A disk in memory that keeps written and synced state apart, as a real one does, for power cuts and fast tests.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::fs::RawMode;
use rustix::io::Errno;

use super::nodes::{Change, FileNode, Files, FolderNode, Node, NodeId, Nodes, ROOT};
use frieze_data::path::RelPath;
use frieze_ports::{Kind, Locked};
use frieze_store::disk::{Content, Disk, HeldLock, Metadata};

/// A disk in memory. Clones share it.
#[derive(Clone, Default)]
pub struct MemoryDisk {
    nodes: Arc<Mutex<Nodes>>,
}
impl MemoryDisk {
    /// A disk with these files, all synced.
    pub fn holding(files: &Files) -> Self {
        let disk = Self::default();
        let mut nodes = disk.nodes();
        for (path, bytes) in files {
            let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
            let mut folder = ROOT;
            for component in folders.split('/').filter(|c| !c.is_empty()) {
                folder = match nodes.folder(folder).ok().and_then(|f| f.entries.get(component).copied()) {
                    Some(there) => there,
                    None => nodes.plant(folder, component, Node::Folder(FolderNode::default())),
                };
            }
            let file = FileNode { bytes: bytes.clone(), synced: bytes.clone(), mode: 0o644 };
            nodes.plant(folder, name, Node::File(file));
        }
        drop(nodes);
        disk
    }

    /// All files as a program sees them.
    pub fn files(&self) -> Files {
        self.nodes().files(&|_, folder| &folder.entries, &|_, file| &file.bytes)
    }

    /// Overwrites a file in place without a sync, as many programs do. Its folder must exist.
    ///
    /// # Errors
    /// An `io::Error` if the folder is missing, or the path has no regular file.
    pub fn edit(&self, path: &RelPath, bytes: &[u8]) -> io::Result<()> {
        let mut nodes = self.nodes();
        let folder = nodes.find(&path.parent().unwrap_or_else(RelPath::root))?;
        let file = nodes.open(folder, path.name())?;
        nodes.file(file)?.bytes = bytes.to_vec();
        Ok(())
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// An `io::Error` if the folder or the file is missing.
    pub fn delete(&self, path: &RelPath) -> io::Result<()> {
        let folder = self.open_folder(&path.parent().unwrap_or_else(RelPath::root))?;
        self.remove(&folder, path.name())
    }

    /// Creates a symlink in an existing folder. It has no target, since none is followed.
    ///
    /// # Errors
    /// An `io::Error` if the folder is missing.
    pub fn plant_symlink(&self, folder: &RelPath, name: &str) -> io::Result<()> {
        let mut nodes = self.nodes();
        let folder = nodes.find(folder)?;
        nodes.plant(folder, name, Node::Symlink);
        Ok(())
    }

    pub(super) fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
impl Disk for MemoryDisk {
    type Folder = NodeId;
    type File = NodeId;
    type Lease = MemoryLease;

    fn read(&self, path: &RelPath, most: usize) -> io::Result<Content> {
        let nodes = self.nodes();
        let id = nodes.find(path)?;
        Ok(match nodes.all.get(id) {
            Some(Node::File(file)) if file.bytes.len() <= most => Content::Bytes(file.bytes.clone()),
            Some(Node::File(file)) => Content::Longer(file.bytes.len() as u64),
            Some(Node::Folder(_)) => Content::Not(Kind::Folder),
            Some(Node::Symlink) | None => Content::Not(Kind::Symlink),
        })
    }

    fn read_end(&self, path: &RelPath, most: usize) -> io::Result<(u64, Vec<u8>)> {
        let mut nodes = self.nodes();
        let id = nodes.find(path)?;
        let bytes = &nodes.file(id)?.bytes;
        let start = bytes.len().saturating_sub(most);
        Ok((start as u64, bytes.get(start..).unwrap_or_default().to_vec()))
    }

    fn read_start(&self, path: &RelPath, most: usize) -> io::Result<Vec<u8>> {
        let mut nodes = self.nodes();
        let id = nodes.find(path)?;
        let bytes = &nodes.file(id)?.bytes;
        Ok(bytes.get(..most).unwrap_or(bytes).to_vec())
    }

    fn open_folder(&self, path: &RelPath) -> io::Result<NodeId> {
        let nodes = self.nodes();
        let id = nodes.find(path)?;
        nodes.folder(id).map(|_| id)
    }

    fn make_folder(&self, parent: &NodeId, name: &str) -> io::Result<()> {
        let mut nodes = self.nodes();
        if nodes.folder(*parent)?.entries.contains_key(name) {
            return Err(Errno::EXIST.into());
        }
        let id = nodes.add(Node::Folder(FolderNode::default()));
        nodes.change(*parent, Change::Link(name.to_owned(), id))
    }

    fn list(&self, folder: &NodeId) -> io::Result<Vec<(String, Kind)>> {
        let nodes = self.nodes();
        let entries = &nodes.folder(*folder)?.entries;
        Ok(entries.iter().filter_map(|(name, id)| Some((name.clone(), nodes.all.get(*id)?.kind()))).collect())
    }

    fn metadata(&self, folder: &NodeId, name: &str) -> io::Result<Option<Metadata>> {
        let nodes = self.nodes();
        let node = nodes.folder(*folder)?.entries.get(name).and_then(|id| nodes.all.get(*id));
        Ok(node.map(|node| {
            let mode = if let Node::File(file) = node { file.mode } else { 0o755 };
            Metadata { kind: node.kind(), mode }
        }))
    }

    fn mode_for_new(&self, _: &NodeId) -> io::Result<RawMode> {
        Ok(0o644)
    }

    fn create(&self, folder: &NodeId, name: &str) -> io::Result<NodeId> {
        let mut nodes = self.nodes();
        if nodes.folder(*folder)?.entries.contains_key(name) {
            return Err(Errno::EXIST.into());
        }
        let id = nodes.open(*folder, name)?;
        nodes.file(id)?.mode = 0o600;
        Ok(id)
    }

    fn open_append(&self, folder: &NodeId, name: &str) -> io::Result<(NodeId, bool)> {
        let mut nodes = self.nodes();
        let id = nodes.open(*folder, name)?;
        let empty = nodes.file(id)?.bytes.is_empty();
        Ok((id, empty))
    }

    fn write(&self, file: &mut NodeId, bytes: &[u8]) -> io::Result<usize> {
        self.nodes().file(*file)?.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn set_mode(&self, file: &NodeId, mode: RawMode) -> io::Result<()> {
        self.nodes().file(*file)?.mode = mode;
        Ok(())
    }

    fn sync_file(&self, file: &NodeId) -> io::Result<()> {
        let mut nodes = self.nodes();
        let file = nodes.file(*file)?;
        file.synced.clone_from(&file.bytes);
        Ok(())
    }

    fn rename(&self, folder: &NodeId, from: &str, to: &str) -> io::Result<()> {
        let mut nodes = self.nodes();
        let entries = &nodes.folder(*folder)?.entries;
        let Some(id) = entries.get(from).copied() else {
            return Err(Errno::NOENT.into());
        };
        if entries.get(to).is_some_and(|there| nodes.folder(*there).is_ok()) {
            return Err(Errno::ISDIR.into());
        }
        nodes.change(*folder, Change::Rename(from.to_owned(), to.to_owned(), id))
    }

    fn remove(&self, folder: &NodeId, name: &str) -> io::Result<()> {
        let mut nodes = self.nodes();
        if !nodes.folder(*folder)?.entries.contains_key(name) {
            return Err(Errno::NOENT.into());
        }
        nodes.change(*folder, Change::Unlink(name.to_owned()))
    }

    fn sync_folder(&self, folder: &NodeId) -> io::Result<()> {
        let mut nodes = self.nodes();
        let folder = nodes.folder_mut(*folder)?;
        folder.synced.clone_from(&folder.entries);
        folder.unsynced.clear();
        Ok(())
    }

    fn is_locked(&self, folder: &NodeId, name: &str) -> io::Result<bool> {
        let mut nodes = self.nodes();
        let id = nodes.open(*folder, name)?;
        Ok(nodes.locked.contains(&id))
    }

    fn lock(&self, folder: &NodeId, path: &RelPath, owner: &[u8]) -> io::Result<Locked<MemoryLease>> {
        let mut nodes = self.nodes();
        let id = nodes.open(*folder, path.name())?;
        if !nodes.locked.insert(id) {
            return Ok(Locked::By(nodes.file(id)?.bytes.clone()));
        }
        nodes.file(id)?.bytes = owner.to_vec();
        Ok(Locked::Held(MemoryLease { disk: self.clone(), file: id, path: path.clone() }))
    }
}

/// A lock on a disk in memory.
pub struct MemoryLease {
    disk: MemoryDisk,
    file: NodeId,
    path: RelPath,
}

impl HeldLock for MemoryLease {
    fn is_in_place(&self) -> io::Result<bool> {
        // With an obstacle on the path, the file is not in place.
        Ok(self.disk.nodes().find(&self.path).is_ok_and(|there| there == self.file))
    }
}

impl Drop for MemoryLease {
    fn drop(&mut self) {
        let mut nodes = self.disk.nodes();
        nodes.locked.remove(&self.file);
        if let Ok(file) = nodes.file(self.file) {
            file.bytes.clear();
        }
    }
}
