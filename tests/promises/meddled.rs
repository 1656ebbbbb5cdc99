//! P9: an approval is upon exactly the bytes that were shown. Somebody changes the design before every single disk
//! operation between showing and committing, for good or for a moment: either nothing is frozen, or what was shown is.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use frieze::adapters::store::disk::{Content, Look, Taken};
use frieze::adapters::store::{Disk, DurableStore, Files, MemoryDisk};
use frieze::domain::digest::Digest;
use frieze::domain::path::RelPath;
use frieze::domain::{frozen, intent};
use frieze::kernel::{Decision, Event, RunView};
use frieze::ports::Kind;
use rustix::fs::RawMode;

use crate::flow_world::{design, feature};
use crate::long;
use crate::memory::{candidate, engine, id};

const INTENT: &str = "features/checkout/design/intent.json";

/// What somebody does to a file: `None` deletes it.
type Change = (RelPath, Option<Vec<u8>>);

/// A disk in memory that is changed behind the program's back, before its n-th operation.
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
    fn look(&self, folder: &Folder, name: &str) -> io::Result<Option<Look>> {
        self.call().look(folder, name)
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
    fn lock(&self, folder: &Folder, path: &RelPath, owner: &[u8]) -> io::Result<Taken<Self::Lease>> {
        self.call().lock(folder, path, owner)
    }
}

fn shown() -> (RunView, Digest) {
    static VIEW: LazyLock<RunView> =
        LazyLock::new(|| engine(Arc::new(DurableStore::new(candidate()))).look(&id()).unwrap());
    let sha256 = VIEW.gate.as_ref().unwrap().binding.sha256;
    (VIEW.clone(), sha256)
}

fn approval(view: &RunView) -> Decision {
    view.gate.as_ref().unwrap().decide("approve", None, "checkout", false).unwrap()
}

/// Whether what is frozen, if anything is, is what was shown; whether something is.
fn right(files: &Files, shown: Digest) -> Result<bool, String> {
    let at = |name: &str| files.get(&format!("features/checkout/design/final/{name}"));
    let Some(marker) = at("FROZEN.md") else { return Ok(false) };
    let marker = frozen::read(marker).map_err(|e| e.to_string())?;
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

/// How the person's decision becomes the product's: at the gate that was shown.
fn as_shown(view: &RunView, _: &MemoryDisk) -> Option<Decision> {
    Some(approval(view))
}

/// Control: a front end that asks the engine again when the key is pressed, and decides upon what it is told then.
fn as_it_is_now(_: &RunView, disk: &MemoryDisk) -> Option<Decision> {
    let view = engine(Arc::new(DurableStore::new(disk.clone()))).look(&id()).ok()?;
    view.gate.as_ref()?.decide("approve", None, "checkout", false).ok()
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
        // Refused, overtaken or done: what counts is what lies there afterwards.
        let _ = engine(Arc::new(meddling)).once(&id(), &Event::Decided(decision));
    }
    // The next look rolls forward what was begun.
    let _ = engine(Arc::new(DurableStore::new(disk.clone()))).look(&id());
    right(&disk.files(), sha256)
}

fn operations() -> usize {
    let (view, _) = shown();
    let meddling = Meddling::new(candidate(), Vec::new());
    engine(Arc::new(DurableStore::new(meddling.clone())))
        .once(&id(), &Event::Decided(approval(&view)))
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
fn p9_a_change_before_any_operation_of_a_commit_freezes_nothing_that_was_not_shown() {
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
    let mut told = |plan: Vec<(usize, Change)>, name: &str| match trial(plan, as_shown)
        .unwrap_or_else(|e| panic!("{name}: {e}"))
    {
        true => frozen += 1,
        false => kept += 1,
    };
    for change in &changes {
        for before in 0..operations {
            told(vec![(before, change.clone())], &format!("{}, before {before}", change.0));
        }
    }
    // Changed, and back again as it was a moment later.
    let back: Change = (at("intent"), Some(original));
    let stride = if long() { 1 } else { 11 };
    for before in 0..operations {
        for after in (before + 1..operations).step_by(stride) {
            let plan = vec![(before, changes[0].clone()), (after, back.clone())];
            told(plan, &format!("before {before}, back before {after}"));
        }
    }
    assert!(frozen > 0 && kept > 0, "{frozen} frozen, {kept} not: one of the two was not reached");
    println!("{operations} operations: {frozen} freezes of what was shown, {kept} refusals, 0 wrong freezes");
}

#[test]
fn p9_a_decision_upon_what_is_there_now_would_be_caught() {
    let other = serde_json::to_vec(&design(&feature("checkout"), "B")).unwrap();
    let wrong = trial(vec![(0, (at("intent"), Some(other)))], as_it_is_now);
    assert!(wrong.is_err(), "a wrong freeze passes: {wrong:?}");
}
