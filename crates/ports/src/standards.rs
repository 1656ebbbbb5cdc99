//! Port of the standards of sessions (S22): the only one that reads them.

use super::Misconfigured;
use frieze_data::file_name::FileName;

/// The folders with people's standards, which may be outside of the workspace.
pub trait Standards: Send + Sync {
    /// The texts of files directly in the folder `root`, in the order of their names. `root` is as it is written in a
    /// configuration: it may be relative to the workspace, and contain variables.
    ///
    /// # Errors
    /// If the folder or a file is missing or cannot be read.
    fn texts(&self, root: &str, names: &[FileName]) -> Result<Vec<(FileName, String)>, Misconfigured>;
}
