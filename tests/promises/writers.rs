//! P5 and P6 with separate processes: sixteen that add to one record under its lock, some of them killed half-way; and
//! eight that append to one log, with and without its hash chain.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use frieze_data::path::RelPath;
use frieze_engine::journal_file::JournalFile;
use frieze_kernel::journal;
use frieze_kernel::journal::Note;
use frieze_ports::{Lease, Locked, Store};
use frieze_store::{DurableStore, RealDisk};

use crate::long;

const ROOT: &str = "FRIEZE_TEST_WRITERS_ROOT";
const TASK: &str = "FRIEZE_TEST_WRITERS_TASK";
const TIMES: &str = "FRIEZE_TEST_WRITERS_TIMES";

fn counter() -> RelPath {
    RelPath::new("design/state.json")
}

fn log() -> RelPath {
    RelPath::new("design/journal.jsonl")
}

fn open(root: &Path) -> DurableStore<RealDisk> {
    DurableStore::new(RealDisk::new(root).unwrap())
}

fn taken(store: &dyn Store, owner: &[u8]) -> Locked {
    store.lock(&RelPath::root(), &RelPath::new("design/.lock"), owner).unwrap().unwrap()
}

fn lock(store: &dyn Store) -> Lease {
    loop {
        match taken(store, b"a writer") {
            Locked::Held(lease) => return lease,
            Locked::By(_) => std::thread::sleep(Duration::from_micros(500)),
        }
    }
}

/// A folder on the fastest disk; the counts do not depend on the speed of a sync.
fn place() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

fn value(store: &dyn Store) -> usize {
    let bytes = store.read(&counter(), 100).unwrap().unwrap_or_else(|| b"0".to_vec());
    String::from_utf8(bytes).unwrap().parse().unwrap()
}

/// Adds one to the counter, and prints a line once it is saved.
fn add_one(store: &dyn Store) {
    let next = value(store) + 1;
    store.replace(&[(counter(), next.to_string().into_bytes())]).unwrap();
    println!("\nsaved");
}

fn line(writer: usize, number: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(writer % 26).unwrap());
    format!("{}\n", letter.to_string().repeat(20 + number * 7 % 400))
}

fn note(text: &str) -> Note {
    Note {
        at: "2026-11-21T06:00:00Z".to_owned(),
        kind: "transition".to_owned(),
        by: "engine".to_owned(),
        text: text.to_owned(),
        data: serde_json::json!({}),
    }
}

/// Not a test: the body of the other tests' child processes.
#[test]
fn child() {
    let Some(root) = std::env::var_os(ROOT) else { return };
    let root = Path::new(&root);
    let store = Arc::new(open(root));
    let times: usize = std::env::var(TIMES).unwrap().parse().unwrap();
    let task = std::env::var(TASK).unwrap();
    let (task, writer) = task.rsplit_once(' ').unwrap();
    let writer: usize = writer.parse().unwrap();
    for number in 0..times {
        match task {
            "update" => {
                let _lease = lock(&*store);
                add_one(&*store);
            }
            "update without a lock" => add_one(&*store),
            "append" => store.append(&log(), line(writer, number).as_bytes()).unwrap(),
            "append in two writes" => {
                let text = line(writer, number);
                let mut file = std::fs::OpenOptions::new()
                    .append(true)
                    .create(true)
                    .open(root.join(log().as_str()))
                    .unwrap();
                let (first, second) = text.split_at(text.len() / 2);
                file.write_all(first.as_bytes()).unwrap();
                file.write_all(second.as_bytes()).unwrap();
            }
            "journal" => {
                let _lease = lock(&*store);
                JournalFile::new(store.clone(), log()).append(&[note("one")]).unwrap();
            }
            "journal without a lock" => {
                JournalFile::new(store.clone(), log()).append(&[note("one")]).unwrap();
            }
            other => panic!("an unknown task: {other}"),
        }
    }
    println!("\nall done");
}

fn spawn(root: &Path, task: &str, writer: usize, times: usize) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "writers::child", "--nocapture"])
        .env(ROOT, root)
        .env(TASK, format!("{task} {writer}"))
        .env(TIMES, times.to_string())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs this many processes to their ends; returns how often each said "saved".
fn all(root: &Path, task: &str, processes: usize, times: usize) -> Vec<usize> {
    std::fs::create_dir_all(root.join("design")).unwrap();
    let children: Vec<Child> = (0..processes).map(|n| spawn(root, task, n, times)).collect();
    let readers: Vec<_> =
        children.into_iter().map(|child| std::thread::spawn(move || count_saved(child))).collect();
    readers
        .into_iter()
        .map(|reader| reader.join().unwrap())
        .map(|(saved, done)| {
            assert!(done, "{task}: a process did not come to its end");
            saved
        })
        .collect()
}

fn count_saved(mut child: Child) -> (usize, bool) {
    let (mut saved, mut done) = (0, false);
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        saved += usize::from(line == "saved");
        done |= line == "all done";
    }
    child.wait().unwrap();
    (saved, done)
}

/// Whether a control shows its damage in one of many rounds. On a busy machine processes may run one after the other, and then
/// nothing gets between them.
fn in_some_round(shows: impl FnMut() -> bool) -> bool {
    std::iter::repeat_with(shows).take(50).any(|is_seen| is_seen)
}

#[test]
fn p5_sixteen_processes_lose_no_update() {
    let (processes, times) = (16, 1000);
    let place = place();
    let saved = all(place.path(), "update", processes, times);
    assert_eq!((value(&open(place.path())), saved.iter().sum()), (processes * times, processes * times));
    println!("{processes} processes x {times} updates, 0 lost");
}

#[test]
fn p5_without_the_lock_processes_lose_updates() {
    let is_seen = in_some_round(|| {
        let place = place();
        let saved: usize = all(place.path(), "update without a lock", 16, 60).iter().sum();
        value(&open(place.path())) < saved
    });
    assert!(is_seen, "all updates are kept: the lock is not needed, and the test above shows nothing");
}

/// Each holder is killed half-way; the next one gets the lock at its first try and continues from what was reported saved.
#[test]
fn p5_the_lock_of_a_killed_process_is_taken_over_at_once() {
    let kills = if long() { 200 } else { 20 };
    let place = place();
    std::fs::create_dir_all(place.path().join("design")).unwrap();
    let store = open(place.path());
    let mut reported_saved = 0;
    for n in 0..kills {
        let mut child = spawn(place.path(), "update", n, 1_000_000);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for _ in 0..1 + n % 7 {
            assert!(lines.any(|line| line.unwrap() == "saved"));
            reported_saved += 1;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        reported_saved += lines.map_while(Result::ok).filter(|line| line == "saved").count();
        let taken = taken(&store, b"the next");
        assert!(matches!(taken, Locked::Held(_)), "kill {n}: the lock outlived its holder");
        let now = value(&store);
        // At most the current update was saved and not reported.
        assert!(
            now == reported_saved || now == reported_saved + 1,
            "kill {n}: {now} saved, {reported_saved} reported"
        );
        reported_saved = now;
        store.sweep(&RelPath::new("design")).unwrap();
    }
    println!("{kills} holders killed, {reported_saved} updates, 0 lost");
}

/// Lines that mix the letters of several writers, and the number of lines.
fn damaged(root: &Path) -> (usize, usize) {
    let text = std::fs::read_to_string(root.join(log().as_str())).unwrap();
    let whole = |line: &str| line.len() >= 20 && line.bytes().all(|b| Some(b) == line.bytes().next());
    (text.lines().count(), text.lines().filter(|line| !whole(line)).count())
}

#[test]
fn p6_eight_processes_damage_no_line() {
    let times = if long() { 100_000 } else { 10_000 };
    let place = place();
    all(place.path(), "append", 8, times);
    assert_eq!(damaged(place.path()), (8 * times, 0));
    println!("8 processes x {times} lines, 0 damaged");
}

#[test]
fn p6_processes_that_write_piecemeal_damage_lines() {
    let is_seen = in_some_round(|| {
        let place = place();
        all(place.path(), "append in two writes", 8, 2_000);
        damaged(place.path()).1 > 0
    });
    assert!(is_seen, "the check sees no damage");
}

/// Damage in a journal that eight processes write.
fn journal_of(task: &str, times: usize) -> (usize, usize) {
    let place = place();
    all(place.path(), task, 8, times);
    let bytes = std::fs::read(place.path().join(log().as_str())).unwrap();
    let reading = journal::read(&bytes);
    assert!(reading.torn.is_none());
    (reading.entries().count(), reading.damage.len())
}

#[test]
fn p6_the_chain_of_a_journal_that_eight_processes_write_is_whole() {
    let times = if long() { 5_000 } else { 100 };
    assert_eq!(journal_of("journal", times), (8 * times, 0));
    println!("8 processes x {times} journal entries, chain whole");
    let is_seen = in_some_round(|| journal_of("journal without a lock", 100).1 > 0);
    assert!(is_seen, "without the lock the chain is whole too: the check sees nothing");
}
