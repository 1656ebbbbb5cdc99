//! P3: a freeze is one commit. The power fails after every operation of a freeze, and again after every operation of the
//! recovery: in the end it is frozen, whole and verified, or nothing was decided; and another recovery changes nothing.

use frieze_engine::{InspectDepth, Runs as _};
use std::collections::BTreeSet;
use std::sync::Arc;

use frieze_data::path::RelPath;
use frieze_kernel::{Confirmed, Event};
use frieze_ports::{Kind, Locked, Store, StoreError};
use frieze_store::DurableStore;
use frieze_testkit::{Fault, FaultyDisk, Files, MemoryDisk};

use crate::long;
use crate::memory::{candidate, engine, id};

const MARKER: &str = "features/checkout/design/final/FROZEN.md";

type Faulty = DurableStore<FaultyDisk<MemoryDisk>>;

/// A way to write the stages of a commit.
type Stages = fn(&Faulty, &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError>;

struct Ordered {
    store: Faulty,
    stages: Stages,
}

impl Ordered {
    fn over(disk: &MemoryDisk, stages: Stages, calls: Option<usize>) -> Arc<Self> {
        let store = DurableStore::new(FaultyDisk::new(disk.clone()));
        store.disk().set(calls.map(Fault::power_off_after));
        Arc::new(Self { store, stages })
    }

    fn calls(&self) -> usize {
        self.store.disk().calls().values().sum()
    }
}

impl Store for Ordered {
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
        self.store.replace(files)
    }
    fn replace_stages(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        (self.stages)(&self.store, stages)
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

fn in_turn(store: &Faulty, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
    store.replace_stages(stages)
}

/// Control: the marker before the files that it names.
fn backwards(store: &Faulty, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
    stages.iter().rev().try_for_each(|stage| store.replace(stage))
}

/// A freeze that loses its power after this many operations; `None` for never.
fn freeze(disk: &MemoryDisk, stages: Stages, calls: Option<usize>) -> usize {
    let whole = engine(Ordered::over(disk, stages, None));
    let view = whole.inspect(&id(), InspectDepth::Locked).unwrap().view;
    let decision =
        view.gate().cloned().unwrap().decide("approve", None, Confirmed::Typed("checkout"), false).unwrap();
    let store = Ordered::over(disk, stages, calls);
    let done = engine(store.clone()).take_once(&id(), &Event::Decided(decision));
    assert_eq!(done.is_ok(), calls.is_none());
    store.calls()
}

/// Opens the feature with this much power; returns the number of operations.
fn recover(disk: &MemoryDisk, stages: Stages, calls: Option<usize>) -> (Option<&'static str>, usize) {
    let store = Ordered::over(disk, stages, calls);
    let view = engine(store.clone()).inspect(&id(), InspectDepth::Locked).ok().map(|found| found.view);
    (view.map(|view| view.state), store.calls())
}

/// The final state: frozen as a whole, or not at all.
fn end(disk: &MemoryDisk, stages: Stages, had_marker: bool) -> Result<&'static str, String> {
    let (state, _) = recover(disk, stages, None);
    let state = state.ok_or("it cannot be opened")?;
    let files = disk.files();
    let marked = files.contains_key(MARKER);
    if (state == "FROZEN") != marked || !["FROZEN", "CANDIDATE"].contains(&state) {
        return Err(format!("{state}, and a marker: {marked}"));
    }
    if had_marker && !marked {
        return Err("a marker that was on the disk is gone".to_owned());
    }
    let engine = engine(Ordered::over(disk, stages, None));
    let verified = engine.verify_under(&id(), &engine.rules());
    if verified.as_ref().is_some_and(|v| !v.ok) || verified.is_some() != marked {
        return Err(format!("{state}: {verified:?}"));
    }
    let left: Vec<_> = files.keys().filter(|path| path.ends_with(".tmp")).collect();
    if !left.is_empty() {
        return Err(format!("left behind: {left:?}"));
    }
    let (again, _) = recover(disk, stages, None);
    if again != Some(state) || disk.files() != files {
        return Err(format!("{state} and then {again:?}"));
    }
    Ok(state)
}

struct Seen {
    states: usize,
    ends: BTreeSet<&'static str>,
}

/// Every pair of crash points, every `stride`-th of the second ones; for each crash up to `most` states of the disk.
fn every_pair(stages: Stages, stride: usize, most: usize) -> Result<Seen, String> {
    let first = candidate();
    let operations = freeze(&first, stages, None);
    let mut seen = Seen { states: 0, ends: BTreeSet::new() };
    let mut tried: BTreeSet<Files> = BTreeSet::new();
    for after in 0..operations {
        let cut = candidate();
        freeze(&cut, stages, Some(after));
        for left in cut.after_a_power_cut(most) {
            if !tried.insert(left.clone()) {
                continue;
            }
            let had_marker = left.contains_key(MARKER);
            let at_crash =
                |second: &str, why: String| format!("after {after} of {operations}, {second}: {why}");
            let whole = MemoryDisk::holding(&left);
            let (_, recovering) = recover(&whole, stages, None);
            seen.ends.insert(end(&whole, stages, had_marker).map_err(|why| at_crash("then whole", why))?);
            for second in (after % stride..recovering).step_by(stride) {
                let again = MemoryDisk::holding(&left);
                recover(&again, stages, Some(second));
                for twice in again.after_a_power_cut(most) {
                    let disk = MemoryDisk::holding(&twice);
                    let at = format!("then after {second} of {recovering}");
                    seen.ends.insert(end(&disk, stages, had_marker).map_err(|why| at_crash(&at, why))?);
                    seen.states += 1;
                }
            }
        }
    }
    Ok(seen)
}

#[test]
fn p3_every_pair_of_crash_points_of_a_freeze_ends_whole_or_undecided() {
    let (stride, most) = if long() { (1, 8) } else { (7, 2) };
    let seen = every_pair(in_turn, stride, most).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(seen.ends, BTreeSet::from(["CANDIDATE", "FROZEN"]), "both ends were reached");
    println!("{} states after two crashes", seen.states);
}

#[test]
fn p3_a_freeze_whose_marker_comes_first_is_caught() {
    let wrong = every_pair(backwards, 50, 2).err();
    assert!(wrong.is_some(), "a marker before what it marks passes");
}
