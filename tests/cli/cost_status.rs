//! System calls of a list: at most three per feature, a look for a chain, and a constant, on any machine. Counted by strace; without it the
//! test reports that it was not run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::measured;

/// Opening, reading and closing a feature's record; plus one check of the watched file of a candidate or frozen design.
const CALLS_A_FEATURE: usize = 3;
/// Tenths of a call for the candidates, a third of the features: a marker next to one is an approval that was recorded.
const OF_CANDIDATES: usize = 4;

/// Opening, reading and closing record, marker, intent, preview, critique, brief and journal, and checking for answers: no
/// file is read twice.
const CALLS_A_VERIFICATION: usize = 7 * 3 + 1;

/// Whether a feature has a chain.
const LOOKS_FOR_A_CHAIN: usize = 1;
/// Of a frozen design: three for the record, and a look at marker, lock and brief. Of a candidate: three for each of record,
/// intent and journal, and a look at the same. Of a feature that was never run: a look at record, folder and brief.
const CALLS_A_DIAGNOSIS: usize = (6 + 12 + 3) / 3;

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
    // Unoptimised programs request the flags of every file that they close.
    for line in text.lines().filter(|line| !line.contains(" resumed>") && !line.contains("F_GETFD")) {
        // `1234 openat2(3, …`
        if let Some((call, _)) = line.split_once('(') {
            let name = call.rsplit(' ').next().unwrap_or(call);
            *counts.entry(name.to_owned()).or_default() += 1;
        }
    }
    (status.success() && !counts.is_empty()).then_some(counts)
}

/// `frozen`: all features are frozen, not a mixture.
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
    assert!(
        tenths <= (most + LOOKS_FOR_A_CHAIN) * 10 + candidates + 1,
        "for 300 features {few:?}, for 600 {many:?}"
    );
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

#[test]
fn a_diagnosis_reads_no_file_twice() {
    check(&["doctor"], false, CALLS_A_DIAGNOSIS);
}
