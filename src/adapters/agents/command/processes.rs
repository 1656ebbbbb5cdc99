//! The processes below this one, as `/proc` has them. Where there is no `/proc`, none are found, and only the program's
//! own group is ended.

use std::collections::{HashMap, HashSet};

use rustix::process::{Pid, Signal, getpid, kill_process};

/// Every process that descends from this one. A process that lost its parent is ours: the keeper is who adopts it.
fn below() -> HashSet<i32> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let Ok(stat) = std::fs::read(entry.path().join("stat")) else { continue };
        if let Some(parent) = parent(&String::from_utf8_lossy(&stat)) {
            children.entry(parent).or_default().push(id);
        }
    }
    let mut found = HashSet::new();
    let mut left = vec![getpid().as_raw_nonzero().get()];
    while let Some(next) = left.pop() {
        for child in children.remove(&next).unwrap_or_default() {
            if found.insert(child) {
                left.push(child);
            }
        }
    }
    found
}

/// The parent in a line of `/proc/<id>/stat`: the second word behind the name, which may hold anything.
fn parent(stat: &str) -> Option<i32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// Sends a signal to every process below this one.
pub fn signal(signal: Signal) {
    for id in below() {
        if let Some(id) = Pid::from_raw(id) {
            let _ = kill_process(id, signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parent;

    #[test]
    fn a_name_does_not_pass_for_a_parent() {
        for (line, expected) in [
            ("12 (sh) S 7 12 12 0", Some(7)),
            ("12 (a) S 1 (b)) R 9 1", Some(9)),
            ("12 (sh)", None),
            ("", None),
        ] {
            assert_eq!(parent(line), expected, "{line}");
        }
    }
}
