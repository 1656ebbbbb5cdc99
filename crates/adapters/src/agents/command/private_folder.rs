//! A private temporary folder, empty at first.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::PathBuf;

/// A private folder that is removed when it is dropped.
pub struct PrivateFolder(pub PathBuf);

impl PrivateFolder {
    /// # Errors
    /// Like [`create`].
    pub fn new() -> std::io::Result<Self> {
        create().map(Self)
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // It may be gone already; otherwise it stays in the system's temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Creates an empty folder that nobody else may enter.
///
/// # Errors
/// The `io::Error` of the last of 100 attempts, if all fail.
pub fn create() -> std::io::Result<PathBuf> {
    let process = std::process::id();
    let mut last = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
    for attempt in 0..100 {
        let place = std::env::temp_dir().join(format!("frieze-{process}-{attempt}"));
        // Creation fails if the name exists, so a planted folder is never used.
        match DirBuilder::new().mode(0o700).create(&place) {
            Ok(()) => return Ok(place),
            Err(e) => last = e,
        }
    }
    Err(last)
}
