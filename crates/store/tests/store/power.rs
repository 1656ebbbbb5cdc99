//! Tests of power cuts (P1, P2): every file is its previous or its next version, and after a save its next one. A save is
//! stopped after each operation on a disk in memory, and every possible state is checked. As controls, disks and writers that
//! break a rule must be caught.

#![expect(clippy::panic, reason = "a test that cannot go on says so by panicking")]

use frieze_data::path::RelPath;
use frieze_ports::{Store, StoreError};
use frieze_store::DurableStore;
use frieze_testkit::{Fault, FaultyDisk, Files, MemoryDisk, Operation};

type Faulty = DurableStore<FaultyDisk<MemoryDisk>>;

const MOST_STATES: usize = 20_000;

fn path(text: &'static str) -> RelPath {
    RelPath::new(text)
}

fn holding(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

/// A save, and the versions that its files may have.
struct Save {
    before: Files,
    after: Files,
    act: fn(&dyn Store) -> Result<(), StoreError>,
    /// Whether the file may have a part of the new bytes: a log's torn last line.
    may_tear: bool,
}

impl Save {
    /// Checks that each file is the previous or the next version; after a save only the next.
    fn holds(&self, state: &Files, saved: bool) -> Result<(), String> {
        let temporary = |path: &str| path.ends_with(".tmp");
        for (path, next) in &self.after {
            let previous = self.before.get(path);
            let found = state.get(path);
            let is_next = found == Some(next);
            let torn = self.may_tear
                && found.is_some_and(|f| {
                    f.len() <= next.len() && f.starts_with(previous.map_or(b"", Vec::as_slice))
                });
            if !(is_next || !saved && (found == previous || torn)) {
                let found = found.map(|f| String::from_utf8_lossy(f).into_owned());
                return Err(format!("{path}, saved: {saved}, holds {found:?}"));
            }
        }
        match state.keys().find(|path| !temporary(path) && !self.after.contains_key(*path)) {
            Some(other) => Err(format!("{other} came from nowhere")),
            None => Ok(()),
        }
    }

    /// Stops the save after every operation. Returns the number of checked states.
    fn check(&self, prepare: impl Fn(&FaultyDisk<MemoryDisk>)) -> Result<usize, String> {
        let mut checked = 0;
        for calls in 0.. {
            let memory = MemoryDisk::holding(&self.before);
            let store: Faulty = DurableStore::new(FaultyDisk::new(memory.clone()));
            prepare(store.disk());
            store.disk().set(Some(Fault::power_off_after(calls)));
            let saved = (self.act)(&store).is_ok();
            self.holds(&memory.files(), saved).map_err(|why| format!("killed after {calls} calls: {why}"))?;
            for state in memory.after_a_power_cut(MOST_STATES) {
                self.holds(&state, saved).map_err(|why| format!("power cut after {calls} calls: {why}"))?;
                checked += 1;
            }
            if saved {
                break;
            }
            self.taken_over(&memory)?;
        }
        Ok(checked)
    }

    /// Another process opens the files of a killed one and saves: that is durable too, although the first had not synced
    /// everything.
    fn taken_over(&self, memory: &MemoryDisk) -> Result<(), String> {
        if self.may_tear {
            return Ok(());
        }
        let next = DurableStore::new(memory.clone());
        let folders = self.after.keys().map(|path| path.rsplit_once('/').map_or("", |(folder, _)| folder));
        for folder in folders {
            next.sweep(&path_of(folder)).map_err(|e| e.to_string())?;
        }
        if let Some(left) = memory.files().keys().find(|path| path.ends_with(".tmp")) {
            return Err(format!("{left} was not swept"));
        }
        (self.act)(&next).map_err(|e| e.to_string())?;
        for state in memory.after_a_power_cut(MOST_STATES) {
            self.holds(&state, true).map_err(|why| format!("after a takeover: {why}"))?;
        }
        Ok(())
    }
}

/// The folders of these tests by name.
fn path_of(folder: &str) -> RelPath {
    match folder {
        "" => RelPath::root(),
        "design" => path("design"),
        "design/iterations/1" => path("design/iterations/1"),
        other => panic!("an unknown folder: {other}"),
    }
}

fn one_file() -> Save {
    Save {
        before: holding(&[("design/state.json", "the old state")]),
        after: holding(&[("design/state.json", "the new state, longer")]),
        act: |store| store.replace(&[(path("design/state.json"), b"the new state, longer".to_vec())]),
        may_tear: false,
    }
}

fn three_files() -> Save {
    Save {
        before: holding(&[("design/state.json", "old"), ("design/intent.json", "old intent")]),
        after: holding(&[
            ("design/state.json", "new"),
            ("design/intent.json", "new intent"),
            ("design/iterations/1/intent.json", "new intent"),
        ]),
        act: |store| {
            store.replace(&[
                (path("design/intent.json"), b"new intent".to_vec()),
                (path("design/iterations/1/intent.json"), b"new intent".to_vec()),
                (path("design/state.json"), b"new".to_vec()),
            ])
        },
        may_tear: false,
    }
}

fn a_log() -> Save {
    Save {
        before: holding(&[("design/journal.jsonl", "one\n")]),
        after: holding(&[("design/journal.jsonl", "one\ntwo\nthree\n")]),
        act: |store| store.append(&path("design/journal.jsonl"), b"two\nthree\n"),
        may_tear: true,
    }
}

fn a_new_log() -> Save {
    let after = holding(&[("design/journal.jsonl", "two\nthree\n")]);
    Save { before: Files::new(), after, ..a_log() }
}

#[test]
fn a_save_survives_a_stop_after_every_operation() {
    for (name, save, at_least) in [
        ("one file", one_file(), 15),
        ("three files", three_files(), 150),
        ("a log", a_log(), 5),
        ("a new log", a_new_log(), 8),
    ] {
        let checked = save.check(|_| {}).unwrap_or_else(|why| panic!("{name}: {why}"));
        println!("{name}: {checked} states");
        assert!(checked >= at_least, "{name}: only {checked} states were checked");
    }
}

/// Removes a file, stopped after every operation. Returns how many states were checked.
fn removal(prepare: impl Fn(&FaultyDisk<MemoryDisk>)) -> Result<usize, String> {
    let before = holding(&[("design/draft.md", "old"), ("design/state.json", "kept")]);
    let after = holding(&[("design/state.json", "kept")]);
    let mut checked = 0;
    for stop in 0.. {
        let memory = MemoryDisk::holding(&before);
        let store: Faulty = DurableStore::new(FaultyDisk::new(memory.clone()));
        prepare(store.disk());
        store.disk().set(Some(Fault::power_off_after(stop)));
        let is_removed = store.remove(&path("design/draft.md")).is_ok();
        for state in memory.after_a_power_cut(MOST_STATES) {
            if state != after && (is_removed || state != before) {
                return Err(format!("removed: {is_removed}, after {stop} operations: {state:?}"));
            }
            checked += 1;
        }
        // The next process sees no file, and makes that durable.
        DurableStore::new(memory.clone()).remove(&path("design/draft.md")).map_err(|e| e.to_string())?;
        if memory.after_a_power_cut(MOST_STATES) != [after.clone()] {
            return Err(format!("a removal that was stopped after {stop} operations was not completed"));
        }
        if is_removed {
            break;
        }
    }
    Ok(checked)
}

#[test]
fn a_removal_survives_a_stop_after_every_operation() {
    let checked = removal(|_| {}).unwrap_or_else(|why| panic!("{why}"));
    assert!(checked >= 4, "only {checked} states were checked");
    let caught = removal(|disk| disk.lie_about(Operation::SyncFolder)).expect_err("not caught");
    assert!(caught.contains("removed: true"), "{caught}");
}

#[test]
fn a_disk_that_does_not_sync_files_is_caught() {
    for save in [one_file(), three_files(), a_log(), a_new_log()] {
        let caught = save.check(|disk| disk.lie_about(Operation::SyncFile)).expect_err("not caught");
        assert!(caught.contains("power cut"), "{caught}");
    }
}

#[test]
fn a_disk_that_does_not_sync_folders_is_caught() {
    for save in [one_file(), three_files(), a_new_log()] {
        let caught = save.check(|disk| disk.lie_about(Operation::SyncFolder)).expect_err("not caught");
        assert!(caught.contains("saved: true"), "{caught}");
    }
}

#[test]
fn a_writer_that_truncates_in_place_is_caught() {
    let save = one_file();
    let memory = MemoryDisk::holding(&save.before);
    memory.edit(&path("design/state.json"), b"the new state, longer").unwrap();
    let states = memory.after_a_power_cut(MOST_STATES);
    assert!(states.iter().any(|state| save.holds(state, false).is_err()), "{states:?}");
}

#[test]
fn folders_of_a_killed_process_are_synced_before_a_save_succeeds() {
    // The folders exist, but a power cut would remove them.
    let memory = MemoryDisk::default();
    let killed: Faulty = DurableStore::new(FaultyDisk::new(memory.clone()));
    killed.disk().lie_about(Operation::SyncFolder);
    killed.append(&path("design/journal.jsonl"), b"one\n").unwrap();
    let next = DurableStore::new(memory.clone());
    next.append(&path("design/journal.jsonl"), b"two\n").unwrap();
    let expected = holding(&[("design/journal.jsonl", "one\ntwo\n")]);
    assert_eq!(memory.after_a_power_cut(MOST_STATES), [expected]);
}
