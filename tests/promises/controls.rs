//! P4, P7, P25 and P26, which other files test at length: one check each, applied to the product and to variants that break
//! it.

use std::path::Path;
use std::sync::Arc;

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::freeze_marker;
use frieze_engine::{Engine, InspectDepth, Runs as _};
use frieze_flows::design::Design;
use frieze_ports::{Locked, Store as _, StoreError};
use frieze_store::{Disk as _, DurableStore};
use frieze_testkit::{Fault, FaultyDisk, Files, MemoryDisk, Operation};
use rustix::io::Errno;

use crate::cli_support::{Place, snapshot};
use crate::{long, memory};
use frieze_testkit::worlds::{BRIEF, World};

type Faulty = DurableStore<FaultyDisk<MemoryDisk>>;

fn state() -> RelPath {
    RelPath::new("design/state.json")
}

/// P4: whether a way to save is honest about every error of every operation: old or new bytes, and "saved" only for the
/// new.
fn honest(save: fn(&Faulty, &[u8]) -> Result<(), StoreError>) -> Result<usize, String> {
    let mut struck = 0;
    for operation in Operation::ALL.iter().copied() {
        for errno in [Errno::IO, Errno::NOSPC, Errno::ROFS, Errno::DQUOT] {
            for nth in 1..20 {
                let memory = MemoryDisk::default();
                let store = DurableStore::new(FaultyDisk::new(memory.clone()));
                store.replace(&[(state(), b"the old bytes".to_vec())]).unwrap();
                store.disk().set(Some(Fault::once(operation, nth, errno)));
                let said = save(&store, b"the new bytes");
                store.disk().set(None);
                struck += usize::from(said.is_err());
                let found = store.read(&state(), 100).unwrap();
                let found = found.as_deref().map(String::from_utf8_lossy);
                let case = format!("{operation:?} {nth}, {errno:?}: {found:?}, said {said:?}");
                match (found.as_deref(), said.is_ok()) {
                    (Some("the new bytes"), _) | (Some("the old bytes"), false) => {}
                    _ => return Err(case),
                }
            }
        }
    }
    Ok(struck)
}

#[test]
fn p4_savers_that_break_the_promise_are_caught() {
    let struck =
        honest(|store, bytes| store.replace(&[(state(), bytes.to_vec())])).unwrap_or_else(|e| panic!("{e}"));
    assert!(struck > 20, "{struck}");
    let silent = honest(|store, bytes| {
        drop(store.replace(&[(state(), bytes.to_vec())]));
        Ok(())
    });
    let in_place = honest(|store, bytes| {
        let as_store_error = |e: std::io::Error| StoreError {
            operation: "write",
            path: state().to_string(),
            kind: frieze_ports::StoreErrorKind::Io,
            why: e.to_string(),
        };
        let disk = store.disk();
        let folder = disk.open_folder(&RelPath::new("design")).map_err(as_store_error)?;
        disk.remove(&folder, "state.json").map_err(as_store_error)?;
        let mut file = disk.create(&folder, "state.json").map_err(as_store_error)?;
        disk.write(&mut file, bytes).map_err(as_store_error)?;
        disk.sync_file(&file).map_err(as_store_error)
    });
    assert!(silent.is_err() && in_place.is_err(), "{silent:?} {in_place:?}");
    println!("{struck} errors reported");
}

/// P7: how many single-byte changes of a marker's front matter a reader misses, and how many there are.
fn unnoticed(read: fn(&[u8]) -> bool, text: &str, stride: usize) -> (usize, usize) {
    let end = text.find("\n---\n").unwrap() + 4;
    let (mut passed, mut tried) = (0, 0);
    for at in 0..end {
        for with in (0..=255_u8).skip(at % stride).step_by(stride) {
            let mut bytes = text.as_bytes().to_vec();
            if bytes[at] != with {
                bytes[at] = with;
                tried += 1;
                passed += usize::from(read(&bytes));
            }
        }
    }
    (passed, tried)
}

/// Control: ignores the checksum of the front matter.
fn without_checksum(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let Some(end) = text.find("\n---\n").filter(|_| text.starts_with("---\n")) else { return false };
    let fields: Vec<&str> = text[4..=end].lines().filter(|line| !line.starts_with("checksum:")).collect();
    let fields = fields.join("\n") + "\n";
    let sealed = format!("---\n{fields}checksum: {}{}", Digest::of(fields.as_bytes()), &text[end..]);
    freeze_marker::read(sealed.as_bytes()).is_ok()
}

#[test]
fn p7_every_single_byte_change_of_a_marker_is_noticed() {
    let world = World::after("start · design A · clean · approve with a note");
    let text = String::from_utf8(world.file("design/final/FROZEN.md").unwrap().to_vec()).unwrap();
    assert!(freeze_marker::read(text.as_bytes()).is_ok() && without_checksum(text.as_bytes()));
    let (passed, tried) =
        unnoticed(|bytes| freeze_marker::read(bytes).is_ok(), &text, if long() { 1 } else { 16 });
    assert_eq!(passed, 0, "of {tried}");
    println!("{tried} changed bytes, 0 unnoticed");
    let (passed, _) = unnoticed(without_checksum, &text, 64);
    assert!(passed > 0, "a reader without a checksum notices all: the check sees nothing");
}

const FEATURES: usize = 50;

/// Twelve ways to spoil one feature among fifty.
const DAMAGES: [&str; 12] = [
    "no JSON",
    "empty",
    "cut short",
    "newer",
    "of another feature",
    "not UTF-8",
    "huge",
    "of another kind",
    "a symlink",
    "locked",
    "a false marker",
    "no brief",
];

/// How a front end reads all features: the text of each, or its error.
type Listing = fn(&Engine<Design>, &[FeatureId]) -> Vec<FeatureId>;

fn each_alone(engine: &Engine<Design>, ids: &[FeatureId]) -> Vec<FeatureId> {
    ids.iter()
        .filter(|id| engine.inspect(id, InspectDepth::Locked).is_ok_and(|found| found.view.state == "IDLE"))
        .cloned()
        .collect()
}

/// Control: the first unreadable feature ends the list.
fn all_or_nothing(engine: &Engine<Design>, ids: &[FeatureId]) -> Vec<FeatureId> {
    ids.iter()
        .map_while(|id| {
            engine
                .inspect(id, InspectDepth::Locked)
                .is_ok_and(|found| found.view.state == "IDLE")
                .then(|| id.clone())
        })
        .collect()
}

/// P25: how many of the other 49 are usable when one is damaged in this way.
fn usable(damage: &str, listing: Listing) -> usize {
    let ids: Vec<FeatureId> = (0..FEATURES).map(|n| format!("f{n:02}").parse().unwrap()).collect();
    let (broken, mut files) = (&ids[20], Files::new());
    for id in &ids {
        files.insert(format!("features/{id}/brief.md"), BRIEF.as_bytes().to_vec());
    }
    let good = World::named(broken.as_str());
    let record = |text: &str| text.as_bytes().to_vec();
    let whole = frieze_kernel::Record::bytes(&good.record);
    let path = format!("features/{broken}/design/state.json");
    let text = String::from_utf8(whole.clone()).unwrap();
    let mut held = None;
    match damage {
        "no JSON" => drop(files.insert(path, record("nonsense"))),
        "empty" => drop(files.insert(path, Vec::new())),
        "cut short" => drop(files.insert(path, whole[..whole.len() / 2].to_vec())),
        "newer" => drop(files.insert(path, record(&text.replacen(": 1", ": 9", 1)))),
        "of another feature" => drop(files.insert(path, record(&text.replace(broken.as_str(), "f21")))),
        "not UTF-8" => drop(files.insert(path, vec![0xff; 100])),
        "huge" => drop(files.insert(path, vec![b' '; 17 << 20])),
        "of another kind" => drop(files.insert(format!("{path}/a-folder"), Vec::new())),
        "a false marker" => {
            drop(files.insert(format!("features/{broken}/design/final/FROZEN.md"), record("---\n")));
        }
        "no brief" => drop(files.remove(&format!("features/{broken}/brief.md"))),
        _ => {}
    }
    let disk = MemoryDisk::holding(&files);
    let store = Arc::new(DurableStore::new(disk.clone()));
    let home = RelPath::feature(broken).join("design");
    if damage == "locked" {
        held = store.lock(&RelPath::root(), &home.join(".lock"), b"another").unwrap();
        assert!(matches!(held, Some(Locked::Held(_))));
    }
    if damage == "a symlink" {
        store.append(&home.join("journal.jsonl"), b"").unwrap();
        disk.plant_symlink(&home, "state.json").unwrap();
    }
    let found = listing(&memory::engine(store), &ids);
    drop(held);
    found.iter().filter(|id| *id != broken).count()
}

#[test]
fn p25_one_damaged_feature_stops_none_of_the_others() {
    let mut caught = 0;
    for damage in DAMAGES {
        assert_eq!(usable(damage, each_alone), FEATURES - 1, "{damage}");
        caught += usize::from(usable(damage, all_or_nothing) < FEATURES - 1);
    }
    // A feature without its brief is still listed.
    assert!(caught >= 9, "a list that ends with the first damage passes {} of 12", 12 - caught);
    println!("12 kinds of damage, each among {FEATURES}: {} usable", FEATURES - 1);
}

/// P26: the files of a person's tree that an `init` changes.
fn changed(init: impl Fn(&Place)) -> Vec<String> {
    let place = Place::workspace();
    place.write("frieze.yaml", "threshold: 85\n# mine\n");
    place.write("features/pay/brief.md", "# Mine\n\nThe shopper can pay.\n");
    place.write("features/pay/design/state.json", "{");
    place.write("templates/prompts/design-generator-v1.0.0.txt", "mine");
    let before = snapshot(Path::new(&place.root()));
    init(&place);
    let after = snapshot(Path::new(&place.root()));
    before.into_iter().filter(|file| !after.contains(file)).map(|(name, _)| name).collect()
}

#[test]
fn p26_an_init_that_overwrites_is_caught() {
    let product = changed(|place| {
        place.done(&["init"]);
        place.done(&["init"]);
        place.run(&["init", "--demo"]);
    });
    assert!(product.is_empty(), "{product:?}");
    let careless = changed(|place| place.write("frieze.yaml", "threshold: 80\n"));
    assert_eq!(careless, ["frieze.yaml"]);
}
