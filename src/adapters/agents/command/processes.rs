//! The processes below this one, as `/proc` has them. Where there is no `/proc`, none are found, and only the program's
//! own group is ended.

use std::collections::{HashMap, HashSet};

use rustix::process::{Pid, Signal, getpid, kill_process};

/// Every process that descends from this one, or those of one group among them. A process that lost its parent is ours:
/// the keeper is who adopts it.
pub fn below(of_group: Option<i32>) -> HashSet<i32> {
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    let mut groups = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let Ok(stat) = std::fs::read(entry.path().join("stat")) else { continue };
        if let Some((parent, group)) = parent_and_group(&String::from_utf8_lossy(&stat)) {
            children.entry(parent).or_default().push(id);
            groups.insert(id, group);
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
    found.retain(|id| of_group.is_none_or(|group| groups.get(id) == Some(&group)));
    found
}

/// Parent and group in a line of `/proc/<id>/stat`: the second and the third word behind the name, which may hold anything.
fn parent_and_group(stat: &str) -> Option<(i32, i32)> {
    let mut words = stat.rsplit_once(')')?.1.split_whitespace().skip(1);
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

/// Sends a signal to every process below this one, or to those of one group among them.
pub fn signal(signal: Signal, of_group: Option<i32>) {
    for id in below(of_group) {
        if let Some(id) = Pid::from_raw(id) {
            let _ = kill_process(id, signal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::parent_and_group;

    #[test]
    fn a_name_does_not_pass_for_a_parent() {
        for (line, expected) in [
            ("12 (sh) S 7 12 12 0", Some((7, 12))),
            ("12 (a) S 1 (b)) R 9 1", Some((9, 1))),
            ("12 (sh) S 7", None),
            ("12 (sh)", None),
            ("", None),
        ] {
            assert_eq!(parent_and_group(line), expected, "{line}");
        }
    }
}
