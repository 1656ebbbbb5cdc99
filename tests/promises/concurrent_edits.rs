//! P9: an approval covers exactly the bytes that were shown. Somebody changes the design before each disk operation between
//! showing and committing, permanently or for a moment: either nothing is frozen, or what was shown is.

use frieze_engine::{InspectDepth, Runs as _};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_design::freeze_marker;
use frieze_intent as intent;
use frieze_kernel::{Confirmed, Decision, Event, RunView};
use frieze_ports::{Kind, Locked};
use frieze_store::disk::{Content, Metadata};
use frieze_store::{Disk, DurableStore};
use frieze_testkit::{Files, MemoryDisk};
use rustix::fs::RawMode;

use crate::long;
use crate::memory::{candidate, engine, id};
use frieze_testkit::worlds::{design, feature};

const INTENT: &str = "features/checkout/design/intent.json";

/// A change to a file: `None` deletes it.
type Change = (RelPath, Option<Vec<u8>>);

/// A disk in memory whose files change before its n-th operation.
#[derive(Clone)]
struct Meddling {
    disk: MemoryDisk,
    calls: Arc<AtomicUsize>,
    plan: Arc<Mutex<Vec<(usize, Change)>>>,
}

impl Meddling {
    fn new(disk: MemoryDisk, plan: Vec<(usize, Change)>) -> Self {
        Self { disk, calls: Arc::default(), plan: Arc::new(Mutex::new(plan)) }
    }

    fn call(&self) -> &MemoryDisk {
        let now = self.calls.fetch_add(1, Ordering::SeqCst);
        for (at, (path, bytes)) in self.plan.lock().unwrap().iter() {
            if *at == now {
                match bytes {
                    Some(bytes) => self.disk.edit(path, bytes).unwrap(),
                    None => drop(self.disk.delete(path)),
                }
            }
        }
        &self.disk
    }
}

type Folder = <MemoryDisk as Disk>::Folder;
type File = <MemoryDisk as Disk>::File;

impl Disk for Meddling {
    type Folder = Folder;
    type File = File;
    type Lease = <MemoryDisk as Disk>::Lease;

    fn read(&self, path: &RelPath, most: usize) -> io::Result<Content> {
        self.call().read(path, most)
    }
    fn read_end(&self, path: &RelPath, most: usize) -> io::Result<(u64, Vec<u8>)> {
        self.call().read_end(path, most)
    }
    fn read_start(&self, path: &RelPath, most: usize) -> io::Result<Vec<u8>> {
        self.call().read_start(path, most)
    }
    fn open_folder(&self, path: &RelPath) -> io::Result<Folder> {
        self.call().open_folder(path)
    }
    fn make_folder(&self, parent: &Folder, name: &str) -> io::Result<()> {
        self.call().make_folder(parent, name)
    }
    fn list(&self, folder: &Folder) -> io::Result<Vec<(String, Kind)>> {
        self.call().list(folder)
    }
    fn metadata(&self, folder: &Folder, name: &str) -> io::Result<Option<Metadata>> {
        self.call().metadata(folder, name)
    }
    fn mode_for_new(&self, folder: &Folder) -> io::Result<RawMode> {
        self.call().mode_for_new(folder)
    }
    fn create(&self, folder: &Folder, name: &str) -> io::Result<File> {
        self.call().create(folder, name)
    }
    fn open_append(&self, folder: &Folder, name: &str) -> io::Result<(File, bool)> {
        self.call().open_append(folder, name)
    }
    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        self.call().write(file, bytes)
    }
    fn set_mode(&self, file: &File, mode: RawMode) -> io::Result<()> {
        self.call().set_mode(file, mode)
    }
    fn sync_file(&self, file: &File) -> io::Result<()> {
        self.call().sync_file(file)
    }
    fn rename(&self, folder: &Folder, from: &str, to: &str) -> io::Result<()> {
        self.call().rename(folder, from, to)
    }
    fn remove(&self, folder: &Folder, name: &str) -> io::Result<()> {
        self.call().remove(folder, name)
    }
    fn sync_folder(&self, folder: &Folder) -> io::Result<()> {
        self.call().sync_folder(folder)
    }
    fn is_locked(&self, folder: &Folder, name: &str) -> io::Result<bool> {
        self.call().is_locked(folder, name)
    }
    fn lock(&self, folder: &Folder, path: &RelPath, owner: &[u8]) -> io::Result<Locked<Self::Lease>> {
        self.call().lock(folder, path, owner)
    }
}

fn shown() -> (RunView, Digest) {
    static VIEW: LazyLock<RunView> = LazyLock::new(|| {
        engine(Arc::new(DurableStore::new(candidate()))).inspect(&id(), InspectDepth::Locked).unwrap().view
    });
    let sha256 = VIEW.gate().unwrap().binding.sha256;
    (VIEW.clone(), sha256)
}

fn approval(view: &RunView) -> Decision {
    view.gate().unwrap().decide("approve", None, Confirmed::Typed("checkout"), false).unwrap()
}

/// Whether a frozen design, if any, is the one that was shown; and whether one is frozen.
fn right(files: &Files, shown: Digest) -> Result<bool, String> {
    let at = |name: &str| files.get(&format!("features/checkout/design/final/{name}"));
    let Some(marker) = at("FROZEN.md") else { return Ok(false) };
    let marker = freeze_marker::read(marker).map_err(|e| e.to_string())?;
    let design = at("intent.json").ok_or("a marker without its design")?;
    let design = intent::read(design).map_err(|e| e.to_string())?;
    let preview = Digest::of(at("preview.html").ok_or("a marker without its preview")?);
    if (marker.checksum_sha256, design.sha256, preview) != (shown, shown, marker.preview_sha256) {
        return Err(format!(
            "{shown} was shown, and {} is frozen over {}",
            marker.checksum_sha256, design.sha256
        ));
    }
    Ok(true)
}

/// How a person's decision reaches the product: with the gate that was shown.
fn as_shown(view: &RunView, _: &MemoryDisk) -> Option<Decision> {
    Some(approval(view))
}

/// Control: a front end that reads the gate again when the key is pressed, and decides about that.
fn as_it_is_now(_: &RunView, disk: &MemoryDisk) -> Option<Decision> {
    let view =
        engine(Arc::new(DurableStore::new(disk.clone()))).inspect(&id(), InspectDepth::Locked).ok()?.view;
    view.gate()?.decide("approve", None, Confirmed::Typed("checkout"), false).ok()
}

type Deciding = fn(&RunView, &MemoryDisk) -> Option<Decision>;

/// One approval under one plan. Changes before operation 0 happen between showing and deciding.
fn trial(plan: Vec<(usize, Change)>, deciding: Deciding) -> Result<bool, String> {
    let (view, sha256) = shown();
    let disk = candidate();
    for (_, (path, bytes)) in plan.iter().filter(|(at, _)| *at == 0) {
        match bytes {
            Some(bytes) => disk.edit(path, bytes).unwrap(),
            None => disk.delete(path).unwrap(),
        }
    }
    if let Some(decision) = deciding(&view, &disk) {
        let meddling = DurableStore::new(Meddling::new(disk.clone(), plan));
        // Refused, overtaken or done: only the files afterwards count.
        let _ = engine(Arc::new(meddling)).take_once(&id(), &Event::Decided(decision));
    }
    // The next inspection rolls an unfinished freeze forward.
    let _ = engine(Arc::new(DurableStore::new(disk.clone()))).inspect(&id(), InspectDepth::Locked);
    right(&disk.files(), sha256)
}

fn operations() -> usize {
    let (view, _) = shown();
    let meddling = Meddling::new(candidate(), Vec::new());
    engine(Arc::new(DurableStore::new(meddling.clone())))
        .take_once(&id(), &Event::Decided(approval(&view)))
        .unwrap();
    meddling.calls.load(Ordering::SeqCst)
}

fn at(name: &str) -> RelPath {
    let root = RelPath::feature(&id()).join("design");
    match name {
        "intent" => root.join("intent.json"),
        "preview" => root.join("preview.html"),
        _ => root.join("critique.json"),
    }
}

#[test]
fn p9_a_change_during_a_commit_freezes_only_what_was_shown() {
    let operations = operations();
    let original = candidate().files()[INTENT].clone();
    let other = design(&feature("checkout"), "B");
    let changes: Vec<Change> = vec![
        (at("intent"), Some(serde_json::to_vec(&other).unwrap())),
        (at("intent"), Some(serde_json::to_vec_pretty(&other).unwrap())),
        (at("intent"), Some(b"{".to_vec())),
        (at("intent"), None),
        (at("preview"), Some(b"<p>another".to_vec())),
        (at("preview"), None),
        (at("critique"), Some(b"{}".to_vec())),
        (at("critique"), None),
    ];
    let (mut frozen, mut kept) = (0, 0);
    let mut run_plan = |plan: Vec<(usize, Change)>, name: &str| match trial(plan, as_shown)
        .unwrap_or_else(|e| panic!("{name}: {e}"))
    {
        true => frozen += 1,
        false => kept += 1,
    };
    for change in &changes {
        for before in 0..operations {
            run_plan(vec![(before, change.clone())], &format!("{}, before {before}", change.0));
        }
    }
    // Changed, and restored a moment later.
    let back: Change = (at("intent"), Some(original));
    let stride = if long() { 1 } else { 11 };
    for before in 0..operations {
        for after in (before + 1..operations).step_by(stride) {
            let plan = vec![(before, changes[0].clone()), (after, back.clone())];
            run_plan(plan, &format!("before {before}, back before {after}"));
        }
    }
    assert!(frozen > 0 && kept > 0, "{frozen} frozen, {kept} not: one of the two was not reached");
    println!("{operations} operations: {frozen} freezes of what was shown, {kept} refusals, 0 wrong freezes");
}

#[test]
fn p9_a_decision_about_the_current_file_is_caught() {
    let other = serde_json::to_vec(&design(&feature("checkout"), "B")).unwrap();
    let wrong = trial(vec![(0, (at("intent"), Some(other)))], as_it_is_now);
    assert!(wrong.is_err(), "a wrong freeze passes: {wrong:?}");
}
