//! Lookup of processes in `/proc`: the ones below this process, and the ones of a session. Without `/proc`, none are found,
//! and only the program's own group is ended.

use std::collections::{HashMap, HashSet};

use rustix::process::{Pid, Signal, getpid, kill_process};

/// A process id as the system calls take it. An unknown id is an error, never 0: session 0 holds processes that were put
/// into a container from outside, which frieze must not end.
///
/// # Errors
/// An `io::Error` if the id is unknown, 0, or too large.
pub fn number(id: Option<u32>) -> std::io::Result<i32> {
    let number = id.and_then(|id| i32::try_from(id).ok()).filter(|number| *number > 0);
    number.ok_or_else(|| std::io::Error::other("the process id is unknown"))
}

/// All descendants of this process, or only those of one group. Orphans are included, because the keeper adopts them.
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

/// All processes of a session, except zombies.
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

/// The fields in use of a process.
#[derive(PartialEq, Eq, Debug)]
struct Process {
    parent: i32,
    group: i32,
    session: i32,
    is_zombie: bool,
}

impl Process {
    /// Parses a line of `/proc/<id>/stat`: the fields after the name, which may contain anything.
    fn of(stat: &str) -> Option<Self> {
        let mut words = stat.rsplit_once(')')?.1.split_whitespace();
        let is_zombie = matches!(words.next()?, "Z" | "X");
        let mut next = || words.next()?.parse().ok();
        Some(Self { parent: next()?, group: next()?, session: next()?, is_zombie })
    }
}

/// Sends a signal to all descendants of this process, or only to those of one group.
pub fn signal(signal: Signal, of_group: Option<i32>) {
    to(signal, &below(of_group));
}

pub fn to(signal: Signal, ids: &HashSet<i32>) {
    for id in ids.iter().filter_map(|id| Pid::from_raw(*id)) {
        let _ = kill_process(id, signal);
    }
}

#[cfg(test)]
mod tests {
    use super::{Process, number};

    #[test]
    fn an_invalid_process_id_is_an_error() {
        assert_eq!(number(Some(7)).ok(), Some(7));
        for none in [None, Some(0), Some(u32::MAX)] {
            assert!(number(none).is_err(), "{none:?}");
        }
    }

    #[test]
    fn a_name_is_not_parsed_as_fields() {
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
