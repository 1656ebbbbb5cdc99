//! Tests of paths (P17, P18): no symlink below the root is followed; temporary files are private and exclusive, and a sweep
//! removes no other files.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::collections::BTreeMap;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_ports::{Kind, Store, StoreError, StoreErrorKind};
use frieze_store::{Disk as _, DurableStore, RealDisk};
use frieze_testkit::{Fault, FaultyDisk, MemoryDisk, Operation};
#[cfg(target_os = "linux")]
use rustix::fs::RenameFlags;
use rustix::io::Errno;

const STATE: &str = "features/checkout/design/iterations/1/state.json";

fn open(root: &Path) -> DurableStore<RealDisk> {
    DurableStore::new(RealDisk::new(root).unwrap())
}

/// All names below a folder, with the bytes of files.
fn everything(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(everything(&path));
        }
        found.insert(path.clone(), std::fs::read(&path).ok());
    }
    found
}

#[test]
fn no_symlink_leads_outside_at_any_component() {
    let components: Vec<&str> = STATE.split('/').collect();
    for depth in 1..=components.len() {
        let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let rest = components[depth..].join("/");
        let target = outside.path().join("target");
        if rest.is_empty() {
            std::fs::write(&target, "secret").unwrap();
        } else {
            let file = target.join(&rest);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "secret").unwrap();
        }
        let link = inside.path().join(components[..depth].join("/"));
        std::fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&target, &link).unwrap();
        let before = everything(outside.path());

        let store = open(inside.path());
        let state = RelPath::new(STATE);
        let folder = state.parent().unwrap();
        let named = components[..depth].join("/");
        let refused = |outcome: Result<(), StoreError>| {
            let error = outcome.expect_err(&named);
            let is_last = depth == components.len();
            let kind = if is_last { StoreErrorKind::NotAFile } else { StoreErrorKind::NotAFolder };
            assert_eq!(error.kind, kind, "{error}");
            assert!(error.to_string().contains("symlink"), "{error}");
            assert!(error.to_string().contains(&named), "{named} is not named: {error}");
        };
        refused(store.read(&state, 100).map(drop));
        refused(store.read_end(&state, 100).map(drop));
        refused(store.read_start(&state, 100).map(drop));
        refused(store.replace(&[(state.clone(), b"overwritten".to_vec())]));
        refused(store.append(&state, b"appended"));
        refused(store.remove(&state));
        refused(store.lock(&RelPath::root(), &state, b"me").map(drop));
        if depth == components.len() {
            assert_eq!(store.kind_of(&state).unwrap(), Some(Kind::Symlink));
            assert_eq!(store.list(&folder).unwrap(), [("state.json".to_owned(), Kind::Symlink)]);
        } else {
            refused(store.kind_of(&state).map(drop));
            refused(store.list(&folder).map(drop));
            refused(store.sweep(&folder));
        }
        assert_eq!(everything(outside.path()), before, "{named}: something outside was touched");
        assert!(link.is_symlink(), "{named}: the link was replaced");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_swapped_for_a_symlink_meanwhile_leads_nowhere() {
    let (inside, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let at = |name: &str| inside.path().join(name);
    std::fs::create_dir_all(at("design/iterations")).unwrap();
    std::fs::create_dir(outside.path().join("iterations")).unwrap();
    symlink(outside.path(), at("link")).unwrap();
    let store = open(inside.path());
    let state = RelPath::new("design/iterations/state.json");
    let swapping = AtomicBool::new(true);
    let (mut saved, mut refused) = (0, 0);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while swapping.load(Ordering::Relaxed) {
                let (from, to, cwd) = (at("design"), at("link"), rustix::fs::CWD);
                rustix::fs::renameat_with(cwd, from, cwd, to, RenameFlags::EXCHANGE).unwrap();
            }
        });
        for _ in 0..10_000 {
            match store.replace(&[(state.clone(), b"x".to_vec())]).and_then(|()| store.append(&state, b"y")) {
                Ok(()) => saved += 1,
                Err(_) => refused += 1,
            }
            if saved > 100 && refused > 100 {
                break;
            }
        }
        swapping.store(false, Ordering::Relaxed);
    });
    assert!(saved > 0 && refused > 0, "{saved} saved, {refused} refused: there was no race");
    assert_eq!(everything(outside.path()).len(), 1, "something was written outside");
}

#[test]
fn an_error_names_the_obstacle_and_what_belongs_there() {
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(place.path().join("design/state.json")).unwrap();
    std::fs::write(place.path().join("features"), "a file").unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.path().join("pipe")).status().unwrap();
    assert!(made.success());
    let store = open(place.path());
    let check = |path: &'static str, expected: &str, kind: StoreErrorKind, hint: &str| {
        let path = RelPath::new(path);
        let outcomes = [
            store.read(&path, 100).map(drop),
            store.replace(&[(path.clone(), b"x".to_vec())]),
            store.append(&path, b"x"),
            store.lock(&RelPath::root(), &path, b"x").map(drop),
        ];
        for outcome in outcomes {
            let error = outcome.expect_err(expected);
            assert_eq!(error.kind, kind, "{error}");
            assert!(error.why.contains(expected), "{error}, not {expected}");
            assert!(error.hint().starts_with(hint), "{error}: {}", error.hint());
        }
    };
    let (file, folder) = (StoreErrorKind::NotAFile, StoreErrorKind::NotAFolder);
    check("design/state.json", "a folder", file, "put a regular file there");
    check("features/checkout/design/state.json", "features is a file", folder, "a folder belongs there");
    check("pipe", "not a regular file", file, "put a regular file there");
}

#[test]
fn sizes_are_limited_and_missing_files_are_none() {
    let place = tempfile::tempdir().unwrap();
    let real: Box<dyn Store> = Box::new(open(place.path()));
    let memory: Box<dyn Store> = Box::new(DurableStore::new(MemoryDisk::default()));
    for store in [real, memory] {
        let path = RelPath::new("a/b/file");
        assert_eq!(store.read(&path, 10).unwrap(), None);
        assert_eq!(store.read_start(&path, 10).unwrap(), None);
        assert_eq!(store.kind_of(&path).unwrap(), None);
        assert_eq!(store.list(&RelPath::new("a/b")).unwrap(), []);
        store.sweep(&RelPath::new("a/b")).unwrap();
        for size in [0, 1, 16_383, 16_384, 16_385, 100_000] {
            let bytes = vec![b'x'; size];
            store.replace(&[(path.clone(), bytes.clone())]).unwrap();
            assert_eq!(store.read(&path, size).unwrap().as_ref(), Some(&bytes), "{size}");
            assert_eq!(store.read(&path, size + 1).unwrap().as_ref(), Some(&bytes), "{size}");
            assert_eq!(store.read(&path, 1_000_000).unwrap().as_ref(), Some(&bytes), "{size}");
            let end = size.min(7);
            let expected = (u64::try_from(size - end).unwrap(), vec![b'x'; end]);
            assert_eq!(store.read_end(&path, 7).unwrap(), Some(expected), "{size}");
            assert_eq!(store.read_start(&path, 7).unwrap(), Some(vec![b'x'; end]), "{size}");
            if size > 0 {
                let error = store.read(&path, size - 1).unwrap_err();
                assert_eq!(error.kind, StoreErrorKind::TooLarge, "{error}");
                assert!(error.why.contains(&size.to_string()), "{error}");
            }
        }
        assert_eq!(store.list(&RelPath::new("a")).unwrap(), [("b".to_owned(), Kind::Folder)]);
        assert_eq!(store.list(&RelPath::new("a/b")).unwrap(), [("file".to_owned(), Kind::File)]);
        assert_eq!(store.kind_of(&path).unwrap(), Some(Kind::File));
        assert_eq!(store.kind_of(&RelPath::root()).unwrap(), Some(Kind::Folder));
    }
}

#[test]
fn temporary_files_are_private_exclusive_and_not_followed() {
    let (place, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let disk = RealDisk::new(place.path()).unwrap();
    let root = disk.open_folder(&RelPath::root()).unwrap();
    let name = ".state.json.abcdefgh.tmp";
    drop(disk.create(&root, name).unwrap());
    let mode = std::fs::metadata(place.path().join(name)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let taken = disk.create(&root, name).unwrap_err();
    assert_eq!(taken.kind(), std::io::ErrorKind::AlreadyExists);
    for target in ["there", "not-there"] {
        std::fs::write(outside.path().join("there"), "untouched").unwrap();
        let name = format!(".{target}.abcdefgh.tmp");
        symlink(outside.path().join(target), place.path().join(&name)).unwrap();
        let taken = disk.create(&root, &name).unwrap_err();
        assert_eq!(taken.kind(), std::io::ErrorKind::AlreadyExists);
    }
    assert_eq!(everything(outside.path()).len(), 1);
}

#[test]
fn a_taken_temporary_name_is_drawn_again() {
    let store = DurableStore::new(FaultyDisk::new(MemoryDisk::default()));
    store.disk().set(Some(Fault::once(Operation::Create, 1, Errno::EXIST)));
    store.replace(&[(RelPath::new("file"), b"x".to_vec())]).unwrap();
    assert_eq!(store.disk().calls().get(&Operation::Create), Some(&2));
    store.disk().set(Some(Fault { ever_after: true, ..Fault::once(Operation::Create, 1, Errno::EXIST) }));
    store.replace(&[(RelPath::new("file"), b"x".to_vec())]).unwrap_err();
}

#[test]
fn a_replaced_file_keeps_its_permissions_and_a_new_one_follows_its_folder() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let mode = |name: &str| std::fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    let set =
        |name: &str, mode| std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(mode)).unwrap();
    let store = open(place.path());
    let save = |path: &'static str| store.replace(&[(RelPath::new(path), b"x".to_vec())]).unwrap();
    for (folder, expected) in [(0o700, 0o600), (0o750, 0o640), (0o755, 0o644), (0o775, 0o664), (0o777, 0o664)]
    {
        drop(std::fs::remove_dir_all(at("design")));
        std::fs::create_dir(at("design")).unwrap();
        set("design", folder);
        save("design/state.json");
        assert_eq!(mode("design/state.json"), expected, "{folder:o}");
    }
    for kept in [0o640, 0o600, 0o444] {
        set("design/state.json", kept);
        save("design/state.json");
        assert_eq!(mode("design/state.json"), kept);
    }
}

#[test]
fn a_sweep_removes_only_our_temporary_files() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    for name in [".state.json.abcdefgh.tmp", "state.json", ".gitignore", "notes.tmp", ".x.ABCDEFGH.tmp"] {
        std::fs::write(at(name), "x").unwrap();
    }
    std::fs::create_dir(at(".folder.abcdefgh.tmp")).unwrap();
    symlink("state.json", at(".link.abcdefgh.tmp")).unwrap();
    open(place.path()).sweep(&RelPath::root()).unwrap();
    let left: Vec<String> = everything(place.path())
        .keys()
        .map(|p| p.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        left,
        [
            ".folder.abcdefgh.tmp",
            ".gitignore",
            ".link.abcdefgh.tmp",
            ".x.ABCDEFGH.tmp",
            "notes.tmp",
            "state.json"
        ]
    );
}

#[test]
fn a_sweep_does_not_remove_files_that_are_being_written() {
    let place = tempfile::tempdir().unwrap();
    let store = open(place.path());
    let writing = AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while writing.load(Ordering::Relaxed) {
                store.sweep(&RelPath::root()).unwrap();
            }
        });
        let saved: Vec<_> = (0..100)
            .map(|n: u32| store.replace(&[(RelPath::root().number(n % 3), vec![b'x'; 5000])]))
            .collect();
        writing.store(false, Ordering::Relaxed);
        assert!(saved.iter().all(Result::is_ok), "{saved:?}");
    });
}

#[test]
fn a_digest_is_that_of_the_bytes_that_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let path = RelPath::new("file");
    assert_eq!(store.digest(&path, 10), Ok(None));
    // Around the sizes that are read at once.
    for length in [0, 1, 65_535, 65_536, 65_537, 200_000] {
        let bytes = vec![b'x'; length];
        std::fs::write(folder.path().join("file"), &bytes).unwrap();
        assert_eq!(store.digest(&path, length), Ok(Some(Digest::of(&bytes))), "{length}");
        assert_eq!(store.read(&path, length), Ok(Some(bytes)), "{length}");
        if let Some(less) = length.checked_sub(1) {
            let refused = store.digest(&path, less).unwrap_err();
            assert_eq!(
                (refused.kind, &Err(refused.clone())),
                (StoreErrorKind::TooLarge, &store.read(&path, less).map(drop))
            );
        }
    }
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    symlink("file", folder.path().join("link")).unwrap();
    for other in ["folder", "link"] {
        let path = RelPath::new(other);
        let refused = store.digest(&path, 10).unwrap_err();
        assert_eq!(Err(refused), store.read(&path, 10).map(drop), "{other}");
        assert!(!store.is_file(&path), "{other}");
    }
    assert!(store.is_file(&path) && !store.is_file(&RelPath::new("folder/none")));
}
