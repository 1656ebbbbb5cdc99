//! Files and folders of a disk in memory, each with its visible and its synced state.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use rustix::fs::RawMode;
use rustix::io::Errno;

use frieze_data::path::RelPath;
use frieze_ports::Kind;

/// The files of a disk by path: a state to compare or to start from.
pub type Files = BTreeMap<String, Vec<u8>>;
pub(super) type NodeId = usize;

pub(super) const ROOT: NodeId = 0;

pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    pub(super) locked: BTreeSet<NodeId>,
}

pub(super) enum Node {
    File(FileNode),
    Folder(FolderNode),
    /// Without a target, since it is never followed.
    Symlink,
}

#[derive(Default)]
pub(super) struct FileNode {
    pub(super) bytes: Vec<u8>,
    /// After a power cut.
    pub(super) synced: Vec<u8>,
    pub(super) mode: RawMode,
}

#[derive(Default)]
pub(super) struct FolderNode {
    pub(super) entries: BTreeMap<String, NodeId>,
    /// After a power cut.
    pub(super) synced: BTreeMap<String, NodeId>,
    /// The changes since the last sync.
    pub(super) unsynced: Vec<Change>,
}

/// An atomic change of a folder's entries.
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
impl Nodes {
    /// All files by path; the caller chooses the entries and bytes.
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

    pub(super) fn plant(&mut self, folder: NodeId, name: &str, node: Node) -> NodeId {
        let id = self.add(node);
        if let Ok(folder) = self.folder_mut(folder) {
            folder.entries.insert(name.to_owned(), id);
            folder.synced.insert(name.to_owned(), id);
        }
        id
    }

    pub(super) fn add(&mut self, node: Node) -> NodeId {
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

    pub(super) fn folder_mut(&mut self, id: NodeId) -> io::Result<&mut FolderNode> {
        match self.all.get_mut(id) {
            Some(Node::Folder(folder)) => Ok(folder),
            Some(Node::Symlink | Node::File(_)) | None => Err(Errno::NOTDIR.into()),
        }
    }

    pub(super) fn file(&mut self, id: NodeId) -> io::Result<&mut FileNode> {
        match self.all.get_mut(id) {
            Some(Node::File(file)) => Ok(file),
            Some(Node::Folder(_)) => Err(Errno::ISDIR.into()),
            Some(Node::Symlink) | None => Err(Errno::LOOP.into()),
        }
    }

    pub(super) fn find(&self, path: &RelPath) -> io::Result<NodeId> {
        path.as_str().split('/').filter(|c| !c.is_empty()).try_fold(ROOT, |folder, component| {
            self.folder(folder)?.entries.get(component).copied().ok_or_else(|| Errno::NOENT.into())
        })
    }

    pub(super) fn change(&mut self, folder: NodeId, change: Change) -> io::Result<()> {
        let folder = self.folder_mut(folder)?;
        change.apply(&mut folder.entries);
        folder.unsynced.push(change);
        Ok(())
    }

    /// The regular file of a name, created if missing.
    pub(super) fn open(&mut self, folder: NodeId, name: &str) -> io::Result<NodeId> {
        if let Some(there) = self.folder(folder)?.entries.get(name).copied() {
            return self.file(there).map(|_| there);
        }
        let id = self.add(Node::File(FileNode { mode: 0o644, ..FileNode::default() }));
        self.change(folder, Change::Link(name.to_owned(), id))?;
        Ok(id)
    }
}
impl Node {
    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::File(_) => Kind::File,
            Self::Folder(_) => Kind::Folder,
            Self::Symlink => Kind::Symlink,
        }
    }
}
