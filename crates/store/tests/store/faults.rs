//! Tests of input/output errors (P4), with every operation of a save and every error, in memory and on the real disk: each leaves
//! the old or the new file, is reported with the path, leaves no file after a sweep, and the next save works.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_data::path::RelPath;
use frieze_ports::{Locked, Store, StoreErrorKind};
use frieze_store::{Disk, DurableStore, RealDisk};
use frieze_testkit::{Fault, FaultyDisk, MemoryDisk, Operation};
use rustix::io::Errno;

const ERRORS: [(Errno, StoreErrorKind); 6] = [
    (Errno::IO, StoreErrorKind::Io),
    (Errno::NOSPC, StoreErrorKind::Full),
    (Errno::ROFS, StoreErrorKind::NotAllowed),
    (Errno::DQUOT, StoreErrorKind::Full),
    (Errno::ACCESS, StoreErrorKind::NotAllowed),
    (Errno::FBIG, StoreErrorKind::AtLimit),
];

fn state() -> RelPath {
    RelPath::new("design/state.json")
}

fn intent() -> RelPath {
    RelPath::new("design/iterations/2/intent.json")
}

fn draft() -> RelPath {
    RelPath::new("design/draft.md")
}

fn journal() -> RelPath {
    RelPath::new("design/journal.jsonl")
}

/// One trial on a fresh disk. Returns whether the fault struck.
fn trial<D: Disk>(disk: D, fault: Fault, kind: StoreErrorKind) -> bool {
    let case = format!("{fault:?}");
    let store = DurableStore::new(FaultyDisk::new(disk));
    store.replace(&[(state(), b"old".to_vec())]).unwrap();
    store.append(&journal(), b"one\n").unwrap();
    store.replace(&[(draft(), b"a draft".to_vec())]).unwrap();
    store.disk().set(Some(fault));
    let replaced = store.replace(&[(state(), b"new".to_vec()), (intent(), b"an intent".to_vec())]);
    let appended = store.append(&journal(), b"two\n");
    let removed = store.remove(&draft());
    store.disk().set(None);

    let outcomes = [&replaced, &appended, &removed];
    let struck: Vec<_> = outcomes.into_iter().filter_map(|outcome| outcome.as_ref().err()).collect();
    for error in &struck {
        assert_eq!(error.kind, kind, "{case}: {error}");
        assert!(error.to_string().contains("design"), "{case}: {error}");
    }
    let read = |path: &RelPath| store.read(path, 1000).unwrap();
    let (state_now, intent_now, journal_now) = (read(&state()), read(&intent()), read(&journal()));
    let legal = [Some(b"old".to_vec()), Some(b"new".to_vec())];
    assert!(legal.contains(&state_now), "{case}: {state_now:?}");
    assert!([None, Some(b"an intent".to_vec())].contains(&intent_now), "{case}: {intent_now:?}");
    assert!(journal_now.is_some_and(|j| j.starts_with(b"one\n")), "{case}");
    if replaced.is_ok() {
        assert_eq!(state_now, legal[1], "{case}");
    }
    assert!(removed.is_err() || read(&draft()).is_none(), "{case}");
    store.remove(&draft()).unwrap();
    assert_eq!(read(&draft()), None, "{case}");
    for folder in [RelPath::new("design"), intent().parent().unwrap()] {
        store.sweep(&folder).unwrap();
        let left: Vec<_> =
            store.list(&folder).unwrap().into_iter().filter(|(n, _)| n.ends_with(".tmp")).collect();
        assert!(left.is_empty(), "{case}: {left:?}");
    }
    store.replace(&[(state(), b"newer".to_vec())]).unwrap();
    store.append(&journal(), b"three\n").unwrap();
    assert_eq!(read(&state()), Some(b"newer".to_vec()), "{case}");
    !struck.is_empty()
}

/// Strikes each call of each writing operation with each error. Returns the number of trials.
fn every_fault<D: Disk>(fresh: impl Fn() -> D) -> usize {
    const WRITING: [Operation; 12] = [
        Operation::OpenFolder,
        Operation::MakeFolder,
        Operation::Metadata,
        Operation::ModeForNew,
        Operation::Create,
        Operation::OpenAppend,
        Operation::Write,
        Operation::SetMode,
        Operation::SyncFile,
        Operation::Rename,
        Operation::Remove,
        Operation::SyncFolder,
    ];
    let mut trials = 0;
    for operation in WRITING {
        for (errno, kind) in ERRORS {
            for (ever_after, done_anyway) in [(false, false), (false, true), (true, false)] {
                let fault = |nth| Fault { ever_after, done_anyway, ..Fault::once(operation, nth, errno) };
                let struck = (1..).take_while(|nth| trial(fresh(), fault(*nth), kind)).count();
                // If a folder cannot be opened, it is opened again through its parents, once.
                assert!(struck > 0 || operation == Operation::OpenFolder, "{operation:?} was never struck");
                trials += struck;
            }
        }
    }
    trials
}

#[test]
fn every_operation_may_fail_with_every_error_in_memory() {
    let trials = every_fault(MemoryDisk::default);
    println!("{trials} trials");
    assert!(trials > 300, "{trials}");
}

#[test]
fn every_operation_may_fail_with_every_error_on_the_real_disk() {
    let place = tempfile::tempdir().unwrap();
    let made = std::cell::Cell::new(0);
    every_fault(|| {
        made.set(made.get() + 1);
        let root = place.path().join(made.get().to_string());
        std::fs::create_dir(&root).unwrap();
        RealDisk::new(&root).unwrap()
    });
}

#[test]
fn reading_and_locking_report_their_errors_too() {
    let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
    store.replace(&[(state(), b"old".to_vec())]).unwrap();
    for (errno, kind) in ERRORS {
        let strike = |operation| store.disk().set(Some(Fault::once(operation, 1, errno)));
        strike(Operation::Read);
        assert_eq!(store.read(&state(), 10).unwrap_err().kind, kind);
        strike(Operation::ReadEnd);
        assert_eq!(store.read_end(&state(), 10).unwrap_err().kind, kind);
        strike(Operation::ReadStart);
        assert_eq!(store.read_start(&state(), 10).unwrap_err().kind, kind);
        strike(Operation::List);
        assert_eq!(store.list(&RelPath::new("design")).unwrap_err().kind, kind);
        strike(Operation::Metadata);
        assert_eq!(store.kind_of(&state()).unwrap_err().kind, kind);
        let (root, lock) = (RelPath::root(), RelPath::new("design/lock"));
        strike(Operation::Lock);
        assert!(store.lock(&root, &lock, b"me").is_err_and(|e| e.kind == kind));
        store.disk().set(None);
        assert!(matches!(store.lock(&root, &lock, b"me"), Ok(Some(Locked::Held(_)))));
    }
}

#[test]
fn files_that_could_not_be_removed_are_swept_later() {
    let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
    let off = Fault { operation: None, ever_after: true, ..Fault::once(Operation::Rename, 7, Errno::IO) };
    store.replace(&[(state(), b"old".to_vec())]).unwrap();
    store.disk().set(Some(off));
    store.replace(&[(state(), b"new".to_vec())]).unwrap_err();
    store.disk().set(None);
    let design = RelPath::new("design");
    assert_eq!(store.list(&design).unwrap().len(), 2, "a temporary file was left");
    store.disk().set(Some(Fault::once(Operation::Remove, 1, Errno::ROFS)));
    assert_eq!(store.sweep(&design).unwrap_err().kind, StoreErrorKind::NotAllowed);
    store.sweep(&design).unwrap();
    assert_eq!(store.list(&design).unwrap().len(), 1);
}

#[test]
fn a_failed_sync_is_not_tried_again_on_the_same_file() {
    let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
    store.replace(&[(state(), b"old".to_vec())]).unwrap();
    let before = store.disk().calls();
    store.disk().set(Some(Fault::once(Operation::SyncFile, 1, Errno::IO)));
    let error = store.replace(&[(state(), b"new".to_vec())]).unwrap_err();
    assert_eq!(error.to_string(), "could not write design/state.json: Input/output error (os error 5)");
    let calls = |operation| {
        store.disk().calls().get(&operation).copied().unwrap_or(0)
            - before.get(&operation).copied().unwrap_or(0)
    };
    assert_eq!((calls(Operation::SyncFile), calls(Operation::Rename), calls(Operation::Remove)), (1, 0, 1));
}

#[test]
fn a_save_takes_one_sync_per_file_and_one_per_folder() {
    let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
    let files = [
        (state(), b"a".to_vec()),
        (RelPath::new("design/intent.json"), b"b".to_vec()),
        (intent(), b"c".to_vec()),
    ];
    store.replace(&files).unwrap();
    let before = store.disk().calls();
    store.replace(&files).unwrap();
    let after = store.disk().calls();
    let taken = |operation| {
        after.get(&operation).copied().unwrap_or(0) - before.get(&operation).copied().unwrap_or(0)
    };
    assert_eq!(
        (taken(Operation::SyncFile), taken(Operation::SyncFolder)),
        (3, 2),
        "three files in two folders"
    );
    let all: usize = Operation::ALL.iter().copied().map(taken).sum();
    assert_eq!(all, 22, "two opens; metadata, create, write, mode, sync and rename for each; two syncs");
}
