//! A private temporary folder.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;

use tempfile::{Builder, TempDir};

/// Creates an empty folder that nobody else may enter. It is removed when it is dropped.
///
/// # Errors
/// The `io::Error` of the temporary folder around it.
pub fn create() -> std::io::Result<TempDir> {
    Builder::new().prefix("frieze-").permissions(Permissions::from_mode(0o700)).tempdir()
}
