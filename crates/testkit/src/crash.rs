//! States that a power cut may leave of a disk in memory (promises P1, P2). Unsynced files hold nothing, the old bytes, the new
//! ones, or a part of them, with or without zeros for the rest; unsynced folders have any combination of their changes.

use std::collections::{BTreeMap, BTreeSet};

use super::memory::MemoryDisk;
use super::nodes::{Files, Node, NodeId, Nodes};

impl MemoryDisk {
    /// All states that a power cut may leave now, each once; if there are more, about `most` of them, evenly spread. In the first
    /// state nothing unsynced survives.
    pub fn after_a_power_cut(&self, most: usize) -> Vec<Files> {
        let nodes = self.nodes();
        let open = Open::of(&nodes);
        let total = open.total();
        let step = total.div_ceil(u64::try_from(most.max(1)).unwrap_or(u64::MAX)).max(1);
        let mut states: Vec<Files> = Vec::new();
        let mut seen = BTreeSet::new();
        let mut index = 0;
        while index < total {
            let state = open.state(&nodes, index);
            if seen.insert(state.clone()) {
                states.push(state);
            }
            // Always include the last combination, in which everything survives.
            index = if index + 1 < total { (index + step).min(total - 1) } else { total };
        }
        states
    }
}

/// The most changes of one folder that are combined; later ones count as lost.
const MOST_CHANGES: u32 = 20;

/// The unsynced files and folders.
struct Open {
    files: Vec<(NodeId, Vec<Vec<u8>>)>,
    folders: Vec<(NodeId, u32)>,
}

impl Open {
    fn of(nodes: &Nodes) -> Self {
        let (mut files, mut folders) = (Vec::new(), Vec::new());
        for (id, node) in nodes.all.iter().enumerate() {
            match node {
                Node::File(file) if file.bytes != file.synced => {
                    files.push((id, versions(&file.synced, &file.bytes)));
                }
                Node::Folder(folder) if !folder.unsynced.is_empty() => {
                    let changes = u32::try_from(folder.unsynced.len()).unwrap_or(MOST_CHANGES);
                    folders.push((id, changes.min(MOST_CHANGES)));
                }
                Node::File(_) | Node::Folder(_) | Node::Symlink => {}
            }
        }
        Self { files, folders }
    }

    fn total(&self) -> u64 {
        let files = self.files.iter().map(|(_, versions)| versions.len() as u64);
        let folders = self.folders.iter().map(|(_, changes)| 1_u64 << changes);
        files.chain(folders).fold(1, u64::saturating_mul)
    }

    /// The state with this number. Each file and folder is a digit of the number.
    fn state(&self, nodes: &Nodes, mut index: u64) -> Files {
        let mut bytes: BTreeMap<NodeId, &[u8]> = BTreeMap::new();
        let mut entries: BTreeMap<NodeId, BTreeMap<String, NodeId>> = BTreeMap::new();
        for (id, versions) in &self.files {
            let many = versions.len() as u64;
            let version = usize::try_from(index % many).ok().and_then(|digit| versions.get(digit));
            bytes.extend(version.map(|version| (*id, version.as_slice())));
            index /= many;
        }
        for (id, changes) in &self.folders {
            let many = 1_u64 << changes;
            let Ok(folder) = nodes.folder(*id) else {
                continue;
            };
            let mut survived = folder.synced.clone();
            for (place, change) in (0..*changes).zip(&folder.unsynced) {
                if (index % many) >> place & 1 == 1 {
                    change.apply(&mut survived);
                }
            }
            entries.insert(*id, survived);
            index /= many;
        }
        nodes.files(&|id, folder| entries.get(&id).unwrap_or(&folder.synced), &|id, file| {
            bytes.get(&id).copied().unwrap_or(file.synced.as_slice())
        })
    }
}

/// The possible contents of an unsynced file, the old bytes first.
fn versions(old: &[u8], new: &[u8]) -> Vec<Vec<u8>> {
    let half = new.get(..new.len() / 2).unwrap_or_default().to_vec();
    let mut zeros = half.clone();
    zeros.resize(new.len(), 0);
    let mut versions = vec![old.to_vec()];
    let candidates = if new.starts_with(old) && !old.is_empty() {
        // Appended: the old bytes stay, the end may be cut or not yet written.
        let cut = new.get(..old.len().midpoint(new.len())).unwrap_or_default().to_vec();
        let mut unwritten = old.to_vec();
        unwritten.resize(new.len(), 0);
        vec![cut, unwritten, new.to_vec()]
    } else {
        vec![Vec::new(), half, zeros, new.to_vec()]
    };
    for candidate in candidates {
        if !versions.contains(&candidate) {
            versions.push(candidate);
        }
    }
    versions
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_data::path::RelPath;
    use frieze_store::disk::Disk as _;

    /// The states after a power cut, each as `name=bytes name=bytes`.
    fn states(disk: &MemoryDisk) -> BTreeSet<String> {
        let shown = |state: Files| {
            let files =
                state.iter().map(|(name, bytes)| format!("{name}={}", String::from_utf8_lossy(bytes)));
            files.collect::<Vec<_>>().join(" ")
        };
        disk.after_a_power_cut(1000).into_iter().map(shown).collect()
    }

    fn set(states: &[&str]) -> BTreeSet<String> {
        states.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn synced_bytes_survive_and_unsynced_ones_in_part() {
        let disk = MemoryDisk::holding(&Files::from([("f".to_owned(), b"old".to_vec())]));
        let root = disk.open_folder(&RelPath::root()).unwrap();
        assert_eq!(states(&disk), set(&["f=old"]));
        let mut temp = disk.create(&root, "t").unwrap();
        disk.write(&mut temp, b"new!").unwrap();
        let unsynced = ["f=old", "f=old t=", "f=old t=ne", "f=old t=ne\0\0", "f=old t=new!"];
        assert_eq!(states(&disk), set(&unsynced));
        disk.sync_file(&temp).unwrap();
        assert_eq!(states(&disk), set(&["f=old", "f=old t=new!"]));
        disk.rename(&root, "t", "f").unwrap();
        assert_eq!(states(&disk), set(&["f=old", "f=old t=new!", "f=new!"]));
        disk.sync_folder(&root).unwrap();
        assert_eq!(states(&disk), set(&["f=new!"]));
        // The log's entry is synced, its next line is not.
        let (mut log, _) = disk.open_append(&root, "f").unwrap();
        disk.write(&mut log, b"er").unwrap();
        assert_eq!(states(&disk), set(&["f=new!", "f=new!e", "f=new!\0\0", "f=new!er"]));
    }

    #[test]
    fn many_states_are_sampled_with_both_ends() {
        let disk = MemoryDisk::default();
        let root = disk.open_folder(&RelPath::root()).unwrap();
        for number in 0..30 {
            disk.create(&root, &number.to_string()).unwrap();
        }
        let states = disk.after_a_power_cut(100);
        assert!((50..=102).contains(&states.len()), "{}", states.len());
        assert_eq!(states.first().map(Files::len), Some(0));
        assert_eq!(states.last().map(Files::len), Some(20), "later changes than the twentieth are lost");
    }
}
