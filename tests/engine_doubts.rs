//! What is half written for a moment is nothing to act upon: git replaces a file by deleting it first, and no seal breaks for that.
//! A deletion that stays is acted upon.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod flow_world;

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex};

use flow_world::{World, feature, terms};
use frieze::adapters::store::{DurableStore, MemoryDisk};
use frieze::domain::id::FeatureId;
use frieze::domain::path::RelPath;
use frieze::engine::{self, Engine};
use frieze::flows::design::{Design, Terms};
use frieze::kernel::{Fault, Record as _, Role};
use frieze::ports::{Agent, Agents, Clock, Conditions, Kind, Locked, NotConfigured, Store, StoreError};

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

/// A store in which one file is another for some readings, as while git puts it back: absent, or with other bytes.
struct Flickering {
    store: DurableStore<MemoryDisk>,
    path: RelPath,
    meanwhile: Mutex<VecDeque<Option<Vec<u8>>>>,
    /// Nothing but its being there is asked before it is acted upon.
    is_only_looked_at: bool,
}

impl Store for Flickering {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let seen = if *path == self.path { self.meanwhile.lock().unwrap().pop_front() } else { None };
        seen.map_or_else(|| self.store.read(path, most), Ok)
    }
    fn look(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        let mut meanwhile = self.meanwhile.lock().unwrap();
        if *path == self.path && meanwhile.front() == Some(&None) {
            if self.is_only_looked_at {
                meanwhile.pop_front();
            }
            return Ok(None);
        }
        self.store.look(path)
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

/// A feature after a story, with a file of it that is something else for some readings.
fn setup(story: &str, name: &'static str, meanwhile: &[Option<Vec<u8>>]) -> (MemoryDisk, Engine<Design>) {
    let world = World::after(story);
    let mut files = world.disk.clone();
    files.insert(at("state.json").to_string(), world.record.bytes());
    let memory = MemoryDisk::holding(&files);
    let store = DurableStore::new(memory.clone());
    let meanwhile = Mutex::new(meanwhile.iter().cloned().collect());
    let is_only_looked_at = world.state() == "CANDIDATE";
    let engine = Engine::new(engine::World {
        store: Arc::new(Flickering { store, path: at(name), meanwhile, is_only_looked_at }),
        clock: Arc::new(Still),
        agents: Arc::new(Nobody),
        conditions: Arc::new(Still),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze::ports::Unsigned),
        owner: "engine one".to_owned(),
        concurrency: 1,
    });
    (memory, engine)
}

const TO_FROZEN: &str = "start · design A · clean · approve";
const MARKER: &str = "final/FROZEN.md";

/// Everything but the lock, which is made and says who looked last.
fn files(memory: &MemoryDisk) -> Vec<(String, Vec<u8>)> {
    memory.files().into_iter().filter(|(path, _)| !path.ends_with(".lock")).collect()
}

/// How a feature may be looked at.
type Looked = fn(&Engine<Design>) -> &'static str;

const WAYS: [(&str, Looked); 6] = [
    ("look", |engine| engine.look(&id()).unwrap().state),
    ("study", |engine| engine.study(&id()).unwrap().state),
    ("notice", |engine| {
        let seen = engine.notice(&id()).unwrap();
        seen.doubt.map_or(seen.view.state, |doubt| engine.look_again(&id(), Some(doubt)).unwrap().state)
    }),
    ("glance", |engine| {
        let seen = engine.glance(&id()).unwrap();
        seen.doubt.map_or(seen.view.state, |doubt| engine.look_again(&id(), Some(doubt)).unwrap().state)
    }),
    ("inspect", |engine| {
        let seen = engine.inspect(&id()).unwrap();
        seen.doubt.map_or(seen.view.state, |doubt| engine.look_again(&id(), Some(doubt)).unwrap().state)
    }),
    ("run", |engine| {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(engine.run(&id(), None)).unwrap().state
    }),
];

/// "Files that are half written are no violation": whatever a marker or a frozen design is for a moment.
#[test]
fn a_seal_that_is_replaced_is_neither_broken_nor_lifted() {
    let sound = World::after(TO_FROZEN);
    let half = |name: &str| {
        let bytes = sound.file(&format!("design/{name}")).unwrap();
        Some(bytes[..bytes.len() / 2].to_vec())
    };
    for name in [MARKER, "final/intent.json"] {
        for meanwhile in [vec![None], vec![half(name)], vec![Some(Vec::new())], vec![None, half(name)]] {
            for (way, look) in WAYS {
                let (memory, engine) = setup(TO_FROZEN, name, &meanwhile);
                let before = files(&memory);
                assert_eq!(look(&engine), "FROZEN", "{way}: {name} is {meanwhile:?} for a moment");
                assert!(files(&memory) == before, "{way}: {name}");
            }
        }
    }
}

/// The control: what stays so is acted upon, by whoever looks.
#[test]
fn a_marker_that_stays_away_is_deleted_and_one_that_stays_half_a_violation() {
    for (way, look) in WAYS {
        let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
        memory.delete(&at(MARKER)).unwrap();
        assert_eq!(look(&engine), "IDLE", "{way}");
        if way != "glance" {
            let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
            memory.edit(&at(MARKER), b"---\n").unwrap();
            assert_eq!(look(&engine), "FAILED", "{way}");
        }
    }
}

/// A glance writes nothing, whatever it sees; what is doubtful it says.
#[test]
fn a_glance_changes_nothing() {
    let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
    assert!(engine.glance(&id()).unwrap().doubt.is_none());
    memory.delete(&at(MARKER)).unwrap();
    let before = memory.files();
    let seen = engine.glance(&id()).unwrap();
    assert_eq!((seen.view.state, seen.doubt.is_some()), ("FROZEN", true));
    assert!(memory.files() == before);
}

/// A candidate whose design git puts back is no hand edit.
#[test]
fn a_candidate_that_is_replaced_was_not_edited() {
    for (way, look) in WAYS {
        let (memory, engine) = setup("start · design A · clean", "intent.json", &[None]);
        let before = files(&memory);
        assert_eq!(look(&engine), "CANDIDATE", "{way}");
        assert!(files(&memory) == before, "{way}");
    }
}

/// Somebody's freeze comes with a checkout that writes the marker before the record: a marker that the record knows nothing of
/// is no violation while the record is on its way.
#[test]
fn a_marker_may_arrive_before_its_record() {
    for story in ["", "start · design A · clean"] {
        let before = World::after(story).record.bytes();
        for (way, look) in WAYS {
            // Whoever studies a feature reads its record once more before the look that acts.
            let readings = if way == "study" { 2 } else { 1 };
            let meanwhile = vec![Some(before.clone()); readings];
            let (memory, engine) = setup(TO_FROZEN, "state.json", &meanwhile);
            let files_before = files(&memory);
            let state = look(&engine);
            // A record that watches nothing is not looked into at a glance, nor studied further than it says.
            let is_left = way == "glance" || ["study", "inspect"].contains(&way) && story.is_empty();
            let seen = if is_left { World::after(story).state() } else { "FROZEN" };
            assert_eq!(state, seen, "{way} after {story:?}");
            assert!(files(&memory) == files_before, "{way} after {story:?}");
        }
    }
}

/// The control: a marker of which no record comes to know is a violation.
#[test]
fn a_marker_that_stays_alone_is_a_violation() {
    for (way, look) in WAYS.iter().filter(|(way, _)| *way != "glance") {
        let (memory, engine) = setup(TO_FROZEN, MARKER, &[]);
        memory.edit(&at("state.json"), &World::after("start · design A · clean").record.bytes()).unwrap();
        memory.delete(&at("journal.jsonl")).unwrap();
        assert_eq!(look(&engine), "FAILED", "{way}");
    }
}
