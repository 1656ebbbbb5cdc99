//! Opening of paths without following symlinks (promise P17): in one system call on Linux, else component by component.

use std::os::fd::OwnedFd;

use rustix::fs::{Mode, OFlags, openat};
use rustix::io::Errno;

use frieze_data::path::RelPath;

/// Opens `path` below `root`.
///
/// # Errors
/// Also if any component is a symlink, the last one included.
pub(super) fn open_below(root: &OwnedFd, path: &RelPath, flags: OFlags) -> Result<OwnedFd, Errno> {
    #[cfg(target_os = "linux")]
    match linux::open(root, path, flags) {
        // Some containers' system call filters return `EPERM` for calls that they do not know.
        Err(Errno::NOSYS | Errno::PERM) => {}
        outcome => return outcome,
    }
    open_stepwise(root, path, flags)
}

/// Enough to search a folder on the way.
#[cfg(target_os = "linux")]
const ON_THE_WAY: OFlags = OFlags::PATH;
#[cfg(not(target_os = "linux"))]
const ON_THE_WAY: OFlags = OFlags::RDONLY;

fn open_stepwise(root: &OwnedFd, path: &RelPath, flags: OFlags) -> Result<OwnedFd, Errno> {
    let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let Some((folders, name)) = path.as_str().rsplit_once('/') else {
        let name = if path.name().is_empty() { "." } else { path.name() };
        return openat(root, name, flags, Mode::empty());
    };
    let mut folder: Option<OwnedFd> = None;
    for component in folders.split('/') {
        let here = folder.as_ref().unwrap_or(root);
        let on_the_way = ON_THE_WAY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        folder = Some(openat(here, component, on_the_way, Mode::empty())?);
    }
    openat(folder.as_ref().unwrap_or(root), name, flags, Mode::empty())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::os::fd::OwnedFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{Mode, OFlags, ResolveFlags, openat2};
    use rustix::io::Errno;

    use frieze_data::path::RelPath;

    /// Whether the kernel lacks the call (before 5.6).
    static LACKING: AtomicBool = AtomicBool::new(false);

    pub(super) fn open(root: &OwnedFd, path: &RelPath, flags: OFlags) -> Result<OwnedFd, Errno> {
        if LACKING.load(Ordering::Relaxed) {
            return Err(Errno::NOSYS);
        }
        let text = if path.as_str().is_empty() { "." } else { path.as_str() };
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        loop {
            match openat2(root, text, flags, Mode::empty(), resolve) {
                Err(Errno::INTR) => {}
                Err(Errno::NOSYS) => {
                    LACKING.store(true, Ordering::Relaxed);
                    return Err(Errno::NOSYS);
                }
                outcome => return outcome,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_open_and_refuse_the_same_paths() {
        let outside = tempfile::tempdir().unwrap();
        let inside = tempfile::tempdir().unwrap();
        let at = |name: &str| inside.path().join(name);
        std::fs::create_dir_all(at("a/b")).unwrap();
        std::fs::write(at("a/b/file"), "x").unwrap();
        std::fs::write(outside.path().join("file"), "secret").unwrap();
        std::os::unix::fs::symlink(outside.path(), at("a/link")).unwrap();
        std::os::unix::fs::symlink("b", at("a/within")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("file"), at("a/b/last")).unwrap();
        let root = OwnedFd::from(std::fs::File::open(inside.path()).unwrap());
        let cases = [
            ("a/b/file", true),
            ("a/b", true),
            ("a/b/none", false),
            ("a/link/file", false),
            ("a/within/file", false),
            ("a/b/last", false),
            ("a/link", false),
            ("a/b/file/deeper", false),
        ];
        for (path, opens) in cases {
            let path = RelPath::new(path);
            assert_eq!(open_below(&root, &path, OFlags::RDONLY).is_ok(), opens, "{path}");
            assert_eq!(open_stepwise(&root, &path, OFlags::RDONLY).is_ok(), opens, "{path}, stepwise");
        }
        assert!(open_below(&root, &RelPath::root(), OFlags::RDONLY).is_ok());
        assert!(open_stepwise(&root, &RelPath::root(), OFlags::RDONLY).is_ok());
    }
}
