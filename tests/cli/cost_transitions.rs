//! Costs of a transition, counted independently of the machine: syncs and bytes. If you lower a figure, write the lower one
//! here.

use frieze_engine::{InspectDepth, Runs as _};
use std::sync::{Arc, Mutex};

use crate::support;
use crate::support::workspaces::{self, Canned, CannedAgents};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_ports::{Kind, Locked, Store, StoreError};
use frieze_store::DurableStore;
use frieze_testkit::{FaultyDisk, MemoryDisk, Operation};

/// An iteration is three transitions. Each syncs its files and record, then both folders, then the journal; once per
/// iteration the folder above its new folder is synced.
const FILES_SYNCED: usize = 16;
const FOLDERS_SYNCED: usize = 9;
const FREEZE_FILES_SYNCED: usize = 6;
const FREEZE_FOLDERS_SYNCED: usize = 5;
/// What one iteration may add to the record: three transitions, a score, an evaluation.
const RECORD_GROWS: usize = 1_600;

/// A store that counts what is written.
struct Counting {
    store: DurableStore<FaultyDisk<MemoryDisk>>,
    written: Mutex<Vec<(RelPath, usize)>>,
}

impl Counting {
    fn holding(id: &FeatureId) -> Arc<Self> {
        let brief = support::briefs::of_design(&support::intents::of_size(workspaces::DESIGN)).into_bytes();
        let files = [
            ("frieze.yaml".to_owned(), b"version: 1\n".to_vec()),
            (format!("features/{id}/brief.md"), brief),
        ];
        let disk = FaultyDisk::new(MemoryDisk::holding(&files.into_iter().collect()));
        Arc::new(Self { store: DurableStore::new(disk), written: Mutex::default() })
    }

    fn remember(&self, files: &[(RelPath, Vec<u8>)]) {
        let mut written = self.written.lock().expect("nobody panicked");
        written.extend(files.iter().map(|(path, bytes)| (path.clone(), bytes.len())));
    }

    fn syncs(&self) -> [usize; 2] {
        let calls = self.store.disk().calls();
        [Operation::SyncFile, Operation::SyncFolder].map(|o| calls.get(&o).copied().unwrap_or(0))
    }
}

impl Store for Counting {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.read(path, most)
    }
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        self.store.read_end(path, most)
    }
    fn kind_of(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        self.store.kind_of(path)
    }
    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError> {
        self.store.list(folder)
    }
    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        self.remember(files);
        self.store.replace(files)
    }
    fn replace_stages(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        stages.iter().for_each(|stage| self.remember(stage));
        self.store.replace_stages(stages)
    }
    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError> {
        self.remember(&[(path.clone(), bytes.to_vec())]);
        self.store.append(path, bytes)
    }

    fn remove(&self, path: &RelPath) -> Result<(), StoreError> {
        self.store.remove(path)
    }
    fn lock(&self, within: &RelPath, path: &RelPath, owner: &[u8]) -> Result<Option<Locked>, StoreError> {
        self.store.lock(within, path, owner)
    }
    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError> {
        self.store.sweep(folder)
    }
    fn sweep_of(&self, path: &RelPath) -> Result<(), StoreError> {
        self.store.sweep_of(path)
    }
}

fn id() -> FeatureId {
    "checkout".parse().expect("an id")
}

/// A run with this many iterations that fails at the last.
fn run_of(iterations: usize) -> Arc<Counting> {
    let store = Counting::holding(&id());
    let set = ["threshold=95".to_owned(), format!("maxIterations={iterations}")];
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let engine = workspaces::over(store.clone(), Arc::new(CannedAgents(Canned::new(25_000))), &set);
    support::measured::runtime().block_on(workspaces::run(&engine, &id()));
    let view = engine.inspect(&id(), InspectDepth::Schema).expect("its record can be read").view;
    assert_eq!((view.state, view.iteration as usize), ("FAILED", iterations), "{:?}", view.reason);
    store
}

#[test]
fn an_iteration_takes_no_more_syncs_than_its_order_needs() {
    let [(files_4, folders_4), (files_8, folders_8)] = [4, 8].map(|n| {
        let [files, folders] = run_of(n).syncs();
        (files, folders)
    });
    let each = ((files_8 - files_4) / 4, (folders_8 - folders_4) / 4);
    assert!(each.0 <= FILES_SYNCED && each.1 <= FOLDERS_SYNCED, "files and folders synced: {each:?}");
    // Fewer would mean that something is not synced at all.
    assert!(each.0 >= 12 && each.1 >= 6, "files and folders synced: {each:?}");
}

#[test]
fn a_freeze_takes_no_more_syncs_than_its_order_needs() {
    let store = Counting::holding(&id());
    let agents = Arc::new(CannedAgents(Canned::new(25_000)));
    let begun = workspaces::over(store.clone(), agents.clone(), &["threshold=70"]);
    support::measured::runtime().block_on(workspaces::run(&begun, &id()));
    drop(begun);
    let engine = workspaces::over(store.clone(), agents, &["threshold=70"]);
    let view = engine.inspect(&id(), InspectDepth::Locked).expect("it can be inspected").view;
    let gate = view.gate().expect("a candidate waits");
    let [files, folders] = store.syncs();
    workspaces::approve(&engine, &id());
    let [files, folders] = [store.syncs()[0] - files, store.syncs()[1] - folders];
    assert_eq!(
        engine.inspect(&id(), InspectDepth::Locked).map(|found| found.view.state).ok(),
        Some("FROZEN"),
        "{gate:?}"
    );
    // Two inspections and the step: opening a run sweeps three folders and syncs each.
    let swept = 2 * 3;
    assert!(
        files <= FREEZE_FILES_SYNCED && folders <= FREEZE_FOLDERS_SYNCED + swept,
        "{files} files and {folders} folders synced"
    );
}

#[test]
fn a_later_iteration_writes_hardly_more_than_an_early_one() {
    let store = run_of(10);
    let written = store.written.lock().expect("nobody panicked");
    let records: Vec<usize> =
        written.iter().filter(|(path, _)| path.name() == "state.json").map(|(_, size)| *size).collect();
    // Three per iteration, after the first that the start writes.
    let of = |iteration: usize| records.get(iteration * 3).copied().expect("a record of each transition");
    let grown = of(9) - of(2);
    assert!(grown <= 7 * RECORD_GROWS, "the record grew by {grown} bytes in seven iterations");
    let lines: Vec<usize> =
        written.iter().filter(|(path, _)| path.name() == "journal.jsonl").map(|(_, size)| *size).collect();
    let (longest, shortest) = (lines.iter().max(), lines.iter().min());
    let bounded = longest.is_some_and(|longest| *longest <= 4_000);
    assert!(bounded, "journal writes of {shortest:?} to {longest:?} bytes: a note grows with the run");
}
