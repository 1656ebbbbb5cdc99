//! The processes below this one, and those of a session, as `/proc` has them. Where there is no `/proc`, none are found,
//! and only the program's own group is ended.

use std::collections::{HashMap, HashSet};

use rustix::process::{Pid, Signal, getpid, kill_process};

/// A process's number as the system calls have it. Nothing stands in for one that is not known: 0 is the session of
/// processes that were put into a container from outside, which are nobody's to end.
pub fn number(id: Option<u32>) -> std::io::Result<i32> {
    let number = id.and_then(|id| i32::try_from(id).ok()).filter(|number| *number > 0);
    number.ok_or_else(|| std::io::Error::other("the number of a process is not known"))
}

/// Every process that descends from this one, or those of one group among them. A process that lost its parent is ours:
/// the keeper is who adopts it.
pub fn below(of_group: Option<i32>) -> HashSet<i32> {
    let all = all();
    let mut children: HashMap<i32, Vec<i32>> = HashMap::new();
    for (id, process) in &all {
        children.entry(process.parent).or_default().push(*id);
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
    found.retain(|id| of_group.is_none_or(|group| all.get(id).is_some_and(|process| process.group == group)));
    found
}

/// Every process of a session that still does something.
pub fn of_session(session: i32) -> HashSet<i32> {
    let all = all().into_iter();
    all.filter(|(_, process)| process.session == session && !process.is_zombie).map(|(id, _)| id).collect()
}

fn all() -> HashMap<i32, Process> {
    let mut all = HashMap::new();
    for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<i32>().ok()) else { continue };
        let Ok(stat) = std::fs::read(entry.path().join("stat")) else { continue };
        if let Some(process) = Process::of(&String::from_utf8_lossy(&stat)) {
            all.insert(id, process);
        }
    }
    all
}

/// What is looked at of a process.
#[derive(PartialEq, Eq, Debug)]
struct Process {
    parent: i32,
    group: i32,
    session: i32,
    is_zombie: bool,
}

impl Process {
    /// Out of a line of `/proc/<id>/stat`: what stands behind the name, which may hold anything.
    fn of(stat: &str) -> Option<Self> {
        let mut words = stat.rsplit_once(')')?.1.split_whitespace();
        let is_zombie = matches!(words.next()?, "Z" | "X");
        let mut next = || words.next()?.parse().ok();
        Some(Self { parent: next()?, group: next()?, session: next()?, is_zombie })
    }
}

/// Sends a signal to every process below this one, or to those of one group among them.
pub fn signal(signal: Signal, of_group: Option<i32>) {
    to(signal, &below(of_group));
}

/// Sends a signal to these processes.
pub fn to(signal: Signal, ids: &HashSet<i32>) {
    for id in ids.iter().filter_map(|id| Pid::from_raw(*id)) {
        let _ = kill_process(id, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::{Process, number};

    #[test]
    fn what_is_no_number_of_a_process_is_no_session_either() {
        assert_eq!(number(Some(7)).ok(), Some(7));
        for none in [None, Some(0), Some(u32::MAX)] {
            assert!(number(none).is_err(), "{none:?}");
        }
    }

    #[test]
    fn a_name_does_not_pass_for_a_parent() {
        let process = |parent, group, session, is_zombie| Some(Process { parent, group, session, is_zombie });
        for (line, expected) in [
            ("12 (sh) S 7 12 11 0", process(7, 12, 11, false)),
            ("12 (a) S 1 (b)) R 9 1 3", process(9, 1, 3, false)),
            ("12 (sh) Z 7 12 11 0", process(7, 12, 11, true)),
            ("12 (sh) S 7 12", None),
            ("12 (sh)", None),
            ("", None),
        ] {
            assert_eq!(Process::of(line), expected, "{line}");
        }
    }
}
