//! Files named on the command line: read whole, with a size limit; symlinks are followed.

use std::fs::File;
use std::io::{Read, Write as _};
use std::path::Path;

use frieze_ports::{StoreError, StoreErrorKind, UserFiles};
use frieze_store::outside;

/// Maximum number of names read from one folder.
const MOST_NAMES: usize = 5_000;

/// The machine's files, with the permissions of the person at the keyboard.
#[derive(Debug)]
pub struct MachineFiles;

impl UserFiles for MachineFiles {
    fn read(&self, path: &Path, most: usize) -> Result<Vec<u8>, StoreError> {
        let name = || path.to_string_lossy().into_owned();
        let failed = |kind, why: String| StoreError { operation: "read", path: name(), kind, why };
        let io = |e: std::io::Error| outside("read", path, &e);
        let mut source: Box<dyn Read> = if path == Path::new("-") {
            Box::new(std::io::stdin())
        } else {
            let file = File::open(path).map_err(io)?;
            if file.metadata().map_err(io)?.is_dir() {
                return Err(failed(StoreErrorKind::NotAFile, "it is a folder".to_owned()));
            }
            Box::new(file)
        };
        let mut bytes = Vec::new();
        let limit = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
        source.by_ref().take(limit).read_to_end(&mut bytes).map_err(io)?;
        if bytes.len() > most {
            let why = format!("it has more than {most} bytes");
            return Err(failed(StoreErrorKind::TooLarge, why));
        }
        Ok(bytes)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        let failed = |e: std::io::Error| outside("write", path, &e);
        // Only a file can be replaced: a device, a pipe or a symlink is written through.
        if std::fs::symlink_metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            return std::fs::write(path, bytes).map_err(failed);
        }
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = path.with_file_name(name);
        let written = File::create_new(&temporary)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .and_then(|()| std::fs::rename(&temporary, path));
        written.map_err(|e| {
            let _ = std::fs::remove_file(&temporary);
            failed(e)
        })
    }

    fn is_file(&self, path: &Path) -> bool {
        path.is_file()
    }

    fn names(&self, folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_NAMES);
        let named = entries.filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            // Follows symlinks: a person may name a symlink to a file.
            Some(if entry.path().is_dir() { format!("{name}/") } else { name })
        });
        let mut names: Vec<String> = named.collect();
        names.sort_unstable();
        names
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_symlink_and_a_device_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let [real, link] = ["real", "link"].map(|name| folder.path().join(name));
        std::fs::write(&real, "old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        MachineFiles.write(&link, b"new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&real).unwrap(), b"new");
        MachineFiles.write(Path::new("/dev/null"), b"new").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    }
}
