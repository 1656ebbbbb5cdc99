//! A disk in memory. It keeps what was written apart from what was synced, as a real one does, so
//! that `after_a_power_cut` can tell what a power cut may leave; and it is a fast disk for tests.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::fs::RawMode;
use rustix::io::Errno;

use super::disk::{Content, Disk, Look, Taken};
use crate::domain::path::RelPath;
use crate::ports::Kind;

/// The files of a disk by path: a whole state to compare or to start from.
pub type Files = BTreeMap<String, Vec<u8>>;
pub(super) type NodeId = usize;

const ROOT: NodeId = 0;

/// A handle to a disk in memory; clones are handles to the same disk.
#[derive(Clone, Default)]
pub struct MemoryDisk {
    nodes: Arc<Mutex<Nodes>>,
}

pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    locked: BTreeSet<NodeId>,
}

pub(super) enum Node {
    File(FileNode),
    Folder(FolderNode),
    /// Never followed, so it has no target.
    Symlink,
}

#[derive(Default)]
pub(super) struct FileNode {
    pub(super) bytes: Vec<u8>,
    /// What the disk itself holds.
    pub(super) synced: Vec<u8>,
    mode: RawMode,
}

#[derive(Default)]
pub(super) struct FolderNode {
    entries: BTreeMap<String, NodeId>,
    /// What the disk itself holds.
    pub(super) synced: BTreeMap<String, NodeId>,
    /// What was done to the entries since.
    pub(super) unsynced: Vec<Change>,
}

/// A change of a folder's entries, which happens as a whole or not at all.
#[derive(Clone)]
pub(super) enum Change {
    Link(String, NodeId),
    Rename(String, String, NodeId),
    Unlink(String),
}

impl Change {
    pub(super) fn apply(&self, entries: &mut BTreeMap<String, NodeId>) {
        match self {
            Self::Link(name, node) => drop(entries.insert(name.clone(), *node)),
            Self::Rename(from, to, node) => {
                entries.remove(from);
                entries.insert(to.clone(), *node);
            }
            Self::Unlink(name) => drop(entries.remove(name)),
        }
    }
}

impl Default for Nodes {
    fn default() -> Self {
        Self { all: vec![Node::Folder(FolderNode::default())], locked: BTreeSet::new() }
    }
}

impl MemoryDisk {
    /// A disk that holds these files, all synced.
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

    /// All files as a program sees them now.
    pub fn files(&self) -> Files {
        self.nodes().files(&|_, folder| &folder.entries, &|_, file| &file.bytes)
    }

    /// Writes a file as many programs do: truncated in place, not synced. Its folder must exist.
    pub fn edit(&self, path: &RelPath, bytes: &[u8]) -> io::Result<()> {
        let mut nodes = self.nodes();
        let folder = nodes.find(&path.parent().unwrap_or_else(RelPath::root))?;
        let file = nodes.open(folder, path.name())?;
        nodes.file(file)?.bytes = bytes.to_vec();
        Ok(())
    }

    /// Deletes a file, as a person does.
    pub fn delete(&self, path: &RelPath) -> io::Result<()> {
        let folder = self.open_folder(&path.parent().unwrap_or_else(RelPath::root))?;
        self.remove(&folder, path.name())
    }

    /// Puts a symlink at a name of an existing folder; it leads nowhere, for none is ever followed.
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

impl Nodes {
    /// All files by path, with the entries and bytes that the caller chooses.
    pub(super) fn files<'a>(
        &'a self,
        entries: &dyn Fn(NodeId, &'a FolderNode) -> &'a BTreeMap<String, NodeId>,
        bytes: &dyn Fn(NodeId, &'a FileNode) -> &'a [u8],
    ) -> Files {
        let mut files = Files::new();
        let mut folders = vec![(ROOT, String::new())];
        while let Some((id, path)) = folders.pop() {
            let Ok(folder) = self.folder(id) else {
                continue;
            };
            for (name, id) in entries(id, folder) {
                match self.all.get(*id) {
                    Some(Node::File(file)) => {
                        files.insert(format!("{path}{name}"), bytes(*id, file).to_vec());
                    }
                    Some(Node::Folder(_)) => folders.push((*id, format!("{path}{name}/"))),
                    Some(Node::Symlink) | None => {}
                }
            }
        }
        files
    }

    fn plant(&mut self, folder: NodeId, name: &str, node: Node) -> NodeId {
        let id = self.add(node);
        if let Ok(folder) = self.folder_mut(folder) {
            folder.entries.insert(name.to_owned(), id);
            folder.synced.insert(name.to_owned(), id);
        }
        id
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.all.push(node);
        self.all.len() - 1
    }

    pub(super) fn folder(&self, id: NodeId) -> io::Result<&FolderNode> {
        match self.all.get(id) {
            Some(Node::Folder(folder)) => Ok(folder),
            Some(Node::Symlink) => Err(Errno::LOOP.into()),
            Some(Node::File(_)) => Err(Errno::NOTDIR.into()),
            None => Err(Errno::NOENT.into()),
        }
    }

    fn folder_mut(&mut self, id: NodeId) -> io::Result<&mut FolderNode> {
        match self.all.get_mut(id) {
            Some(Node::Folder(folder)) => Ok(folder),
            Some(Node::Symlink | Node::File(_)) | None => Err(Errno::NOTDIR.into()),
        }
    }

    fn file(&mut self, id: NodeId) -> io::Result<&mut FileNode> {
        match self.all.get_mut(id) {
            Some(Node::File(file)) => Ok(file),
            Some(Node::Folder(_)) => Err(Errno::ISDIR.into()),
            Some(Node::Symlink) | None => Err(Errno::LOOP.into()),
        }
    }

    fn find(&self, path: &RelPath) -> io::Result<NodeId> {
        path.as_str().split('/').filter(|c| !c.is_empty()).try_fold(ROOT, |folder, component| {
            self.folder(folder)?.entries.get(component).copied().ok_or_else(|| Errno::NOENT.into())
        })
    }

    fn change(&mut self, folder: NodeId, change: Change) -> io::Result<()> {
        let folder = self.folder_mut(folder)?;
        change.apply(&mut folder.entries);
        folder.unsynced.push(change);
        Ok(())
    }

    /// The regular file of a name, made if it is not there.
    fn open(&mut self, folder: NodeId, name: &str) -> io::Result<NodeId> {
        if let Some(there) = self.folder(folder)?.entries.get(name).copied() {
            return self.file(there).map(|_| there);
        }
        let id = self.add(Node::File(FileNode { mode: 0o644, ..FileNode::default() }));
        self.change(folder, Change::Link(name.to_owned(), id))?;
        Ok(id)
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
        Ok(entries.iter().filter_map(|(name, id)| Some((name.clone(), kind(nodes.all.get(*id)?)))).collect())
    }

    fn look(&self, folder: &NodeId, name: &str) -> io::Result<Option<Look>> {
        let nodes = self.nodes();
        let node = nodes.folder(*folder)?.entries.get(name).and_then(|id| nodes.all.get(*id));
        Ok(node.map(|node| {
            let mode = if let Node::File(file) = node { file.mode } else { 0o755 };
            Look { kind: kind(node), mode }
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

    fn lock(&self, folder: &NodeId, name: &str, owner: &[u8]) -> io::Result<Taken<MemoryLease>> {
        let mut nodes = self.nodes();
        let id = nodes.open(*folder, name)?;
        if !nodes.locked.insert(id) {
            return Ok(Taken::By(nodes.file(id)?.bytes.clone()));
        }
        nodes.file(id)?.bytes = owner.to_vec();
        Ok(Taken::Held(MemoryLease { disk: self.clone(), file: id }))
    }
}

/// A lock of a disk in memory.
pub struct MemoryLease {
    disk: MemoryDisk,
    file: NodeId,
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

fn kind(node: &Node) -> Kind {
    match node {
        Node::File(_) => Kind::File,
        Node::Folder(_) => Kind::Folder,
        Node::Symlink => Kind::Symlink,
    }
}
