//! P18: temporary files have random names, are created exclusively, follow no link, are private, and are in their target's
//! folder. Somebody in the same folder plants symlinks as fast as possible: nothing outside is ever written.

use std::collections::BTreeSet;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use frieze_data::path::RelPath;
use frieze_ports::Store as _;
use frieze_store::{DurableStore, RealDisk};

use crate::long;

const NAME: &str = "state.json";

/// What the attacker saw and did.
#[derive(Default)]
struct Seen {
    names: Mutex<BTreeSet<String>>,
    modes: Mutex<BTreeSet<u32>>,
    planted: AtomicUsize,
}

/// Replaces every temporary file by a symlink to the victim, and plants symlinks at guessed names.
fn plant(folder: &Path, victim: &Path, seen: &Seen, going: &AtomicBool) {
    while going.load(Ordering::Relaxed) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().into_string().unwrap();
            let temporary = name != NAME && name.contains("tmp");
            let Ok(about) = entry.path().symlink_metadata() else { continue };
            if !temporary || !about.is_file() {
                continue;
            }
            seen.modes.lock().unwrap().insert(about.permissions().mode() & 0o777);
            seen.names.lock().unwrap().insert(name);
            if std::fs::remove_file(entry.path()).is_ok() && symlink(victim, entry.path()).is_ok() {
                seen.planted.fetch_add(1, Ordering::Relaxed);
            }
        }
        // Names that a program might choose next.
        for guess in [".state.json.tmp", "state.json.tmp", ".tmp"] {
            drop(symlink(victim, folder.join(guess)));
        }
    }
}

/// Saves this often while an attacker plants symlinks, and goes on until the attacker was in the way (or, for the control,
/// had success): a busy machine may not schedule the attacker at once. Returns whether the victim is unchanged.
fn save_under_attack(
    times: usize,
    save: impl Fn(&Path, usize),
    enough: impl Fn(&Seen, &Path) -> bool,
) -> (bool, Seen) {
    let (place, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = place.path().join("design");
    std::fs::create_dir(&folder).unwrap();
    let victim = outside.path().join("victim");
    std::fs::write(&victim, "precious").unwrap();
    let (seen, going) = (Seen::default(), AtomicBool::new(true));
    std::thread::scope(|scope| {
        scope.spawn(|| plant(&folder, &victim, &seen, &going));
        for n in 0..times {
            save(place.path(), n);
        }
        let mut more = times;
        while !enough(&seen, &victim) && more < 50_000 {
            save(place.path(), more);
            more += 1;
        }
        going.store(false, Ordering::Relaxed);
    });
    let untouched = std::fs::read(&victim).unwrap() == b"precious"
        && std::fs::read_dir(outside.path()).unwrap().count() == 1;
    (untouched, seen)
}

fn product(root: &Path, n: usize) {
    let store = DurableStore::new(RealDisk::new(root).unwrap());
    // Large enough to exist for a moment. Removing a temporary file makes a save fail, or the target a symlink, which the
    // next save refuses to follow and a person removes.
    drop(store.replace(&[(RelPath::new("design").join(NAME), vec![b'x'; 200_000 + n])]));
    let target = root.join("design").join(NAME);
    if target.is_symlink() {
        assert!(
            store.read(&RelPath::new("design").join(NAME), 1_000_000).is_err(),
            "a planted symlink was read"
        );
        std::fs::remove_file(target).unwrap();
    }
}

/// Control: a temporary file with a predictable name, opened as usual.
fn trusting(root: &Path, n: usize) {
    let temporary = root.join("design/.state.json.tmp");
    drop(std::fs::write(&temporary, vec![b'x'; 200_000 + n]));
    drop(std::fs::rename(&temporary, root.join("design").join(NAME)));
}

#[test]
fn p18_planted_symlinks_lead_no_save_outside() {
    let in_the_way = |seen: &Seen, _: &Path| {
        seen.planted.load(Ordering::Relaxed) >= 3 && seen.modes.lock().unwrap().contains(&0o600)
    };
    let (untouched, seen) = save_under_attack(if long() { 5000 } else { 300 }, product, in_the_way);
    assert!(untouched, "something outside was written");
    let planted = seen.planted.load(Ordering::Relaxed);
    assert!(planted >= 3, "{planted} planted: nobody was in the way");
    let names = seen.names.lock().unwrap();
    assert!(names.iter().all(|name| name.starts_with(".state.json.") && name.ends_with(".tmp")), "{names:?}");
    let random: BTreeSet<_> = names.iter().map(|name| &name[12..name.len() - 4]).collect();
    assert!(random.len() == names.len() && random.iter().all(|part| part.len() >= 8), "{names:?}");
    let modes = seen.modes.lock().unwrap();
    // Private while it is written; at the end it takes the permissions of the file that it replaces.
    assert!(modes.contains(&0o600) && modes.iter().all(|mode| mode & 0o133 == 0), "{modes:?}");
    println!("{planted} planted symlinks, {} names, 0 escapes", names.len());
    let written = |_: &Seen, victim: &Path| std::fs::read(victim).unwrap() != b"precious";
    let (untouched, _) = save_under_attack(50, trusting, written);
    assert!(!untouched, "a writer that follows symlinks writes nothing outside: the check sees nothing");
}
