//! Tests of locks (P5, one writer). The operating system locks a file that is never deleted: no update is lost, the lock of a
//! killed process is free at once, and others learn who holds it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;
use std::time::Duration;

use frieze_data::path::RelPath;
use frieze_ports::{Lease, Locked, Store, StoreError};
use frieze_store::{DurableStore, RealDisk};
use frieze_testkit::MemoryDisk;

const WRITERS: usize = 16;
const UPDATES: usize = 40;
const CHILD_ROOT: &str = "FRIEZE_TEST_CHILD_ROOT";
const CHILD_TASK: &str = "FRIEZE_TEST_CHILD_TASK";

fn counter() -> RelPath {
    RelPath::new("design/state.json")
}

fn lock_file() -> RelPath {
    RelPath::new("design/lock")
}

fn open(root: &Path) -> DurableStore<RealDisk> {
    DurableStore::new(RealDisk::new(root).unwrap())
}

fn value(store: &dyn Store) -> usize {
    let bytes = store.read(&counter(), 100).unwrap().unwrap_or_else(|| b"0".to_vec());
    String::from_utf8(bytes).unwrap().parse().unwrap()
}

fn add_one(store: &dyn Store) {
    let next = value(store) + 1;
    store.replace(&[(counter(), next.to_string().into_bytes())]).unwrap();
}

fn lock(store: &dyn Store, owner: &[u8]) -> Result<Locked, StoreError> {
    store.lock(&RelPath::root(), &lock_file(), owner).map(|locked| locked.expect("the root is there"))
}

fn wait_for_lock(store: &dyn Store) -> Lease {
    loop {
        match lock(store, b"a writer").unwrap() {
            Locked::Held(lease) => return lease,
            Locked::By(_) => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}

fn update_under_lock(store: &dyn Store, times: usize) {
    for _ in 0..times {
        let _lease = wait_for_lock(store);
        add_one(store);
    }
}

/// Runs this test program again with one task; see [`child`].
fn spawn(root: &Path, task: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lock::child", "--nocapture"])
        .env(CHILD_ROOT, root)
        .env(CHILD_TASK, task)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The child processes of the other tests; not a test of its own.
#[test]
fn child() {
    let Some(root) = std::env::var_os(CHILD_ROOT) else {
        return;
    };
    let store = open(Path::new(&root));
    match std::env::var(CHILD_TASK).unwrap().as_str() {
        "update" => update_under_lock(&store, UPDATES),
        "hold" => {
            let _lease = wait_for_lock(&store);
            let Locked::By(owner) = lock(&store, b"again").unwrap() else {
                panic!("the lock let its own process in twice");
            };
            assert_eq!(owner, b"a writer");
            println!("\nheld");
            // Ends when the parent ends, or kills it.
            let _ = std::io::stdin().read_line(&mut String::new());
        }
        other => panic!("an unknown task: {other}"),
    }
}

fn hold_elsewhere(root: &Path) -> Child {
    let mut child = spawn(root, "hold");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "held"), "the child did not get the lock");
    child
}

/// A lock works only for processes that find its file: the holder notices if the file is moved or replaced.
#[test]
fn a_lock_knows_whether_its_file_is_still_in_place() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    let at = |name: &str| place.path().join(name);
    let lease = wait_for_lock(&store);
    assert!(lease.is_in_place().unwrap());
    // New content does not make it another file.
    std::fs::write(at("design/lock"), "x").unwrap();
    assert!(lease.is_in_place().unwrap());
    std::fs::rename(at("design/lock"), at("design/aside")).unwrap();
    assert!(!lease.is_in_place().unwrap(), "moved away");
    std::fs::write(at("design/lock"), "a writer").unwrap();
    assert!(!lease.is_in_place().unwrap(), "another file");
    let Locked::Held(second) = lock(&store, b"a second writer").unwrap() else {
        panic!("nobody has the new file's lock");
    };
    assert!(second.is_in_place().unwrap() && !lease.is_in_place().unwrap());
    drop(second);
    std::fs::rename(at("design/aside"), at("design/lock")).unwrap();
    assert!(lease.is_in_place().unwrap(), "put back");
    std::fs::rename(at("design"), at("elsewhere")).unwrap();
    assert!(!lease.is_in_place().unwrap(), "its folder is gone");
    std::fs::create_dir(at("design")).unwrap();
    std::os::unix::fs::symlink("../elsewhere/lock", at("design/lock")).unwrap();
    assert!(!lease.is_in_place().unwrap(), "a symlink to it is not followed");
}

#[test]
fn no_update_is_lost_between_threads_and_processes() {
    let place = tempfile::tempdir().unwrap();
    let mut children: Vec<Child> = (0..WRITERS / 4).map(|_| spawn(place.path(), "update")).collect();
    std::thread::scope(|scope| {
        for _ in 0..WRITERS - WRITERS / 4 {
            scope.spawn(|| update_under_lock(&open(place.path()), UPDATES));
        }
    });
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(value(&open(place.path())), WRITERS * UPDATES);
}

#[test]
fn without_the_lock_updates_are_lost() {
    let place = tempfile::tempdir().unwrap();
    let both_have_read = Barrier::new(2);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let store = open(place.path());
                let next = value(&store) + 1;
                both_have_read.wait();
                store.replace(&[(counter(), next.to_string().into_bytes())]).unwrap();
            });
        }
    });
    assert_eq!(value(&open(place.path())), 1, "two updates, one kept");
}

#[test]
fn a_second_process_gets_the_name_of_the_holder_until_the_lock_is_released() {
    let place = tempfile::tempdir().unwrap();
    let real: Box<dyn Fn() -> Box<dyn Store>> = Box::new(|| Box::new(open(place.path())));
    let memory = MemoryDisk::default();
    let in_memory: Box<dyn Fn() -> Box<dyn Store>> = Box::new(|| Box::new(DurableStore::new(memory.clone())));
    for another in [real, in_memory] {
        let (first, second) = (another(), another());
        let Ok(Locked::Held(lease)) = lock(&*first, b"Ada, process 12") else {
            panic!("a free lock was not given");
        };
        for store in [&second, &first] {
            let Ok(Locked::By(owner)) = lock(&**store, b"Bo") else {
                panic!("a held lock was given");
            };
            assert_eq!(owner, b"Ada, process 12");
        }
        drop(lease);
        assert_eq!(
            second.read(&lock_file(), 100).unwrap(),
            Some(Vec::new()),
            "the file stays, the name goes"
        );
        assert!(matches!(lock(&*second, b"Bo"), Ok(Locked::Held(_))));
    }
}

#[test]
fn a_lock_within_a_folder_creates_only_what_is_below_it() {
    let place = tempfile::tempdir().unwrap();
    let memory = MemoryDisk::default();
    let stores: [Box<dyn Store>; 2] =
        [Box::new(open(place.path())), Box::new(DurableStore::new(memory.clone()))];
    let (feature, lock) = (RelPath::new("features/a"), RelPath::new("features/a/design/.lock"));
    for store in &stores {
        let is_held = |folder: &RelPath| match store.lock(folder, &lock, b"me").unwrap() {
            Some(Locked::Held(_)) => Some(true),
            Some(Locked::By(_)) => Some(false),
            None => None,
        };
        assert_eq!(is_held(&feature), None, "there is no such feature");
        assert_eq!(store.kind_of(&RelPath::new("features")).unwrap(), None, "nothing was made");
        store.replace(&[(feature.join("brief.md"), b"x".to_vec())]).unwrap();
        assert_eq!(is_held(&feature.join("design")), None);
        assert_eq!(
            store.kind_of(&feature.join("design")).unwrap(),
            None,
            "an attempt to lock creates nothing"
        );
        let held = store.lock(&feature, &lock, b"me").unwrap();
        assert!(matches!(held, Some(Locked::Held(_))));
        assert_eq!(is_held(&feature.join("design")), Some(false));
        drop(held);
        assert_eq!(is_held(&feature.join("design")), Some(true));
    }
}

#[test]
fn the_lock_of_a_killed_process_is_free_at_once() {
    let place = tempfile::tempdir().unwrap();
    let mut child = hold_elsewhere(place.path());
    let store = open(place.path());
    let Ok(Locked::By(owner)) = lock(&store, b"me") else {
        panic!("the child's lock was given away");
    };
    assert_eq!(owner, b"a writer");
    // SIGKILL: the child cannot clean up.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(matches!(lock(&store, b"me"), Ok(Locked::Held(_))), "the lock outlived its holder");
    assert_eq!(store.read(&lock_file(), 100).unwrap(), Some(Vec::new()));
}

#[test]
fn a_child_process_does_not_inherit_the_lock() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    let lease = wait_for_lock(&store);
    let mut sleeper = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    drop(lease);
    assert!(matches!(lock(&store, b"me"), Ok(Locked::Held(_))));
    drop(sleeper.stdin.take());
    sleeper.wait().unwrap();
}
