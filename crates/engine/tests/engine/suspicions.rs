//! Tests of suspicions: a file that is missing or half written for a moment changes nothing, as when git replaces it; a lasting
//! change does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex};

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_engine as engine;
use frieze_engine::{Engine, InspectDepth, Runs as _};
use frieze_flows::design::{Design, Terms};
use frieze_kernel::{Fault, Record as _, Role};
use frieze_ports::{Agent, Agents, Clock, Conditions, Kind, Locked, NotConfigured, Store, StoreError};
use frieze_store::DurableStore;
use frieze_testkit::MemoryDisk;
use frieze_testkit::worlds::{World, feature, terms};

struct Nobody;

impl Agents for Nobody {
    fn for_role(&self, _: Role) -> Result<Arc<dyn Agent>, Fault> {
        Err(Fault::Unready { why: "nobody is asked here".to_owned() })
    }
}

struct Still;

impl Clock for Still {
    fn now(&self) -> jiff::Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }
}

impl Conditions<Terms> for Still {
    fn terms(&self, _: &FeatureId) -> Result<Terms, NotConfigured> {
        Ok(terms())
    }
    fn limit_ms(&self) -> u64 {
        300_000
    }
}

/// A store in which one file is missing or different for some reads, as while git replaces it.
struct Flickering {
    store: DurableStore<MemoryDisk>,
    path: RelPath,
    meanwhile: Mutex<VecDeque<Option<Vec<u8>>>>,
    /// The engine only checks whether the file exists, and does not read it.
    is_never_read: bool,
}

impl Store for Flickering {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let state = if *path == self.path { self.meanwhile.lock().unwrap().pop_front() } else { None };
        state.map_or_else(|| self.store.read(path, most), Ok)
    }
    fn kind_of(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        let mut meanwhile = self.meanwhile.lock().unwrap();
        if *path == self.path && meanwhile.front() == Some(&None) {
            if self.is_never_read {
                meanwhile.pop_front();
            }
            return Ok(None);
        }
        self.store.kind_of(path)
    }
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        self.store.read_end(path, most)
    }
    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError> {
        self.store.list(folder)
    }
    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        self.store.replace(files)
    }
    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError> {
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
    feature("checkout")
}

fn at(name: &'static str) -> RelPath {
    RelPath::feature(&id()).join("design").join(name)
}

/// A feature after a script, with one file in other states for some reads.
fn setup(story: &str, name: &'static str, meanwhile: &[Option<Vec<u8>>]) -> (MemoryDisk, Engine<Design>) {
    let world = World::after(story);
    let mut files = world.disk.clone();
    files.insert(at("state.json").to_string(), world.record.bytes());
    let memory = MemoryDisk::holding(&files);
    let store = DurableStore::new(memory.clone());
    let meanwhile = Mutex::new(meanwhile.iter().cloned().collect());
    let is_never_read = world.state() == "CANDIDATE";
    let engine = Engine::new(engine::World {
        store: Arc::new(Flickering { store, path: at(name), meanwhile, is_never_read }),
        clock: Arc::new(Still),
        agents: Arc::new(Nobody),
        conditions: Arc::new(Still),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze_ports::Unsigned),
        owner: "engine one".to_owned(),
        slots: engine::Slots::new(1),
        others: None,
        unsealed: None,
    });
    (memory, engine)
}

const TO_FROZEN: &str = "start · design A · clean · approve";
const MARKER: &str = "final/FROZEN.md";

/// All files except the lock file.
fn files(memory: &MemoryDisk) -> Vec<(String, Vec<u8>)> {
    memory.files().into_iter().filter(|(path, _)| !path.ends_with(".lock")).collect()
}

/// Inspects a feature and returns its state.
type Inspect = fn(&Engine<Design>) -> &'static str;

const WAYS: [(&str, Inspect); 6] = [
    ("locked", |engine| engine.inspect(&id(), InspectDepth::Locked).unwrap().view.state),
    ("whole", |engine| engine.inspect(&id(), InspectDepth::Whole).unwrap().view.state),
    ("changes", |engine| {
        let found = engine.inspect(&id(), InspectDepth::Changes).unwrap();
        found
            .suspicion
            .map_or(found.view.state, |suspicion| engine.confirm(&id(), suspicion).unwrap().view.state)
    }),
    ("record", |engine| {
        let found = engine.inspect(&id(), InspectDepth::Record).unwrap();
        found
            .suspicion
            .map_or(found.view.state, |suspicion| engine.confirm(&id(), suspicion).unwrap().view.state)
    }),
    ("seal", |engine| {
        let found = engine.inspect(&id(), InspectDepth::Seal).unwrap();
        found
            .suspicion
            .map_or(found.view.state, |suspicion| engine.confirm(&id(), suspicion).unwrap().view.state)
    }),
    ("run", |engine| {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(engine.run(&id(), None)).unwrap().state
    }),
];

/// Checks every way of inspecting, all at once: each waits a moment.
fn in_all_ways(check: impl Fn(&str, Inspect) + Sync) {
    std::thread::scope(|scope| {
        for (way, inspect) in WAYS {
            let check = &check;
            scope.spawn(move || check(way, inspect));
        }
    });
}

/// "Files that are half written are no violation": a marker or a frozen design may have any content for a moment.
#[test]
fn a_seal_that_is_replaced_is_neither_broken_nor_lifted() {
    let sound = World::after(TO_FROZEN);
    let half = |name: &str| {
        let bytes = sound.file(&format!("design/{name}")).unwrap();
        Some(bytes[..bytes.len() / 2].to_vec())
    };
    for name in [MARKER, "final/intent.json"] {
        for meanwhile in [vec![None], vec![half(name)], vec![Some(Vec::new())], vec![None, half(name)]] {
            in_all_ways(|way, inspect| {
                let (memory, engine) = setup(TO_FROZEN, name, &meanwhile);
                let before = files(&memory);
                assert_eq!(inspect(&engine), "FROZEN", "{way}: {name} is {meanwhile:?} for a moment");
                assert!(files(&memory) == before, "{way}: {name}");
            });
        }
    }
}

/// The control: a lasting change has consequences at every depth of inspection.
#[test]
fn a_marker_that_stays_missing_is_deleted_and_one_that_stays_half_a_violation() {
    in_all_ways(|way, inspect| {
        let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
        memory.delete(&at(MARKER)).unwrap();
        assert_eq!(inspect(&engine), "IDLE", "{way}");
        if way != "record" {
            let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
            memory.edit(&at(MARKER), b"---\n").unwrap();
            assert_eq!(inspect(&engine), "FAILED", "{way}");
        }
    });
}

/// Inspecting the record writes nothing and reports suspicions.
#[test]
fn inspecting_the_record_changes_nothing() {
    let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
    assert!(engine.inspect(&id(), InspectDepth::Record).unwrap().suspicion.is_none());
    memory.delete(&at(MARKER)).unwrap();
    let before = memory.files();
    let found = engine.inspect(&id(), InspectDepth::Record).unwrap();
    assert_eq!((found.view.state, found.suspicion.is_some()), ("FROZEN", true));
    assert!(memory.files() == before);
}

/// A candidate whose design git restores is no hand edit.
#[test]
fn a_candidate_that_is_replaced_was_not_edited() {
    in_all_ways(|way, inspect| {
        let (memory, engine) = setup("start · design A · clean", "intent.json", &[None]);
        let before = files(&memory);
        assert_eq!(inspect(&engine), "CANDIDATE", "{way}");
        assert!(files(&memory) == before, "{way}");
    });
}

/// A checkout may write the marker of a freeze before its record: a marker that the record does not know is no violation until
/// the record has had time to arrive.
#[test]
fn a_marker_may_arrive_before_its_record() {
    for story in ["", "start · design A · clean"] {
        let before = World::after(story).record.bytes();
        in_all_ways(|way, inspect| {
            // With this depth the record is read twice before anything is changed.
            let reads = if way == "whole" { 2 } else { 1 };
            let meanwhile = vec![Some(before.clone()); reads];
            let (memory, engine) = setup(TO_FROZEN, "state.json", &meanwhile);
            let files_before = files(&memory);
            let state = inspect(&engine);
            // Some depths read no further files if the record watches nothing.
            let is_unread = way == "record" || ["whole", "seal"].contains(&way) && story.is_empty();
            let expected = if is_unread { World::after(story).state() } else { "FROZEN" };
            assert_eq!(state, expected, "{way} after {story:?}");
            assert!(files(&memory) == files_before, "{way} after {story:?}");
        });
    }
}

/// The control: a marker whose record does not arrive is a violation.
#[test]
fn a_marker_that_stays_alone_is_a_violation() {
    in_all_ways(|way, inspect| {
        if way == "record" {
            return;
        }
        let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
        memory.edit(&at("state.json"), &World::after("start · design A · clean").record.bytes()).unwrap();
        memory.delete(&at("journal.jsonl")).unwrap();
        assert_eq!(inspect(&engine), "FAILED", "{way}");
    });
}
