//! What a list costs, in system calls for each listed feature: at most three on top of a constant, whatever
//! the machine's mood. Counted by strace; without it the test says that it was not run.

#[path = "../benches/support/mod.rs"]
mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use support::measured;

/// Opening, reading and closing the record of a feature; one more look at the file that a candidate or a
/// frozen design is watched by, which an idle one has not.
const CALLS_A_FEATURE: usize = 3;
/// Tenths of a call for the candidates, a third of the features: a marker beside one is an approval that was recorded.
const OF_CANDIDATES: usize = 4;

/// Opening, reading and closing of record, marker, intent, preview, critique, brief and journal, and that there are no answers:
/// nothing is read twice.
const CALLS_A_VERIFICATION: usize = 7 * 3 + 1;

/// How often a command makes each system call, threads included; `None` without strace.
fn calls(root: &Path, arguments: &[&str]) -> Option<BTreeMap<String, usize>> {
    let log = tempfile::NamedTempFile::new().ok()?;
    let status = Command::new("strace")
        .args(["-f", "-qq", "-o"])
        .arg(log.path())
        .arg(env!("CARGO_BIN_EXE_frieze"))
        .args(arguments)
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .ok()?;
    let text = std::fs::read_to_string(log.path()).ok()?;
    let mut counts = BTreeMap::new();
    // Unoptimised programs ask for the flags of every file that they close.
    for line in text.lines().filter(|line| !line.contains(" resumed>") && !line.contains("F_GETFD")) {
        // `1234 openat2(3, …`
        if let Some((call, _)) = line.split_once('(') {
            let name = call.rsplit(' ').next().unwrap_or(call);
            *counts.entry(name.to_owned()).or_default() += 1;
        }
    }
    (status.success() && !counts.is_empty()).then_some(counts)
}

/// `frozen`: features that are all frozen, instead of a mixture.
fn check(arguments: &[&str], frozen: bool, most: usize) {
    let counted: Vec<Option<BTreeMap<String, usize>>> = [300, 600]
        .iter()
        .map(|count| {
            let root = tempfile::tempdir().expect("a temporary folder");
            measured::workspace(root.path(), *count, frozen);
            calls(root.path(), arguments)
        })
        .collect();
    let [Some(few), Some(many)] = counted.as_slice() else {
        println!("not run: strace is not here, or may not trace");
        return;
    };
    let all = |counts: &BTreeMap<String, usize>| counts.values().sum::<usize>();
    let tenths = all(many).saturating_sub(all(few)) * 10 / 300;
    println!("{arguments:?}: {}.{} system calls a feature", tenths / 10, tenths % 10);
    // A tenth for the list of names, and for memory.
    let candidates = if frozen { 0 } else { OF_CANDIDATES };
    assert!(tenths <= most * 10 + candidates + 1, "for 300 features {few:?}, for 600 {many:?}");
}

#[test]
fn a_list_takes_three_system_calls_a_feature() {
    check(&["status"], false, CALLS_A_FEATURE);
}

#[test]
fn a_list_for_programs_takes_three_system_calls_a_feature() {
    check(&["status", "--json"], false, CALLS_A_FEATURE);
}

#[test]
fn a_verification_reads_every_file_once() {
    check(&["verify"], true, CALLS_A_VERIFICATION);
}
