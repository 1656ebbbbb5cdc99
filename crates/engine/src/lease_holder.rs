//! The holder of a feature's lease in another process.

use std::time::Duration;

use frieze_data::text::Shown;
use frieze_kernel::files::Home;
use frieze_ports::{Store, StoreError};

/// The longest owner text that is read, in bytes, and that is shown, in columns.
const OWNER: usize = 4_096;
const HOLDER: usize = 160;
/// Inspections hold the lease only for a moment: how often to check again, and the pause between.
const CHECKS: usize = 3;
const MOMENT: Duration = Duration::from_millis(20);

/// Who holds the lease on a feature for longer than an inspection takes. Blocks for a moment if somebody does.
pub fn lasting(store: &dyn Store, home: &Home) -> Option<String> {
    let mut by = now(store, home)?;
    for _ in 0..CHECKS {
        std::thread::sleep(MOMENT);
        by = now(store, home)?;
    }
    Some(by)
}

/// Who holds the lease on a feature now. The text of a killed process stays in the file, so the lock is checked too. Writes
/// nothing and creates no file.
pub fn now(store: &dyn Store, home: &Home) -> Option<String> {
    read(store, home).ok().flatten()
}

/// As [`now`].
///
/// # Errors
/// If the lock file cannot be read.
pub fn read(store: &dyn Store, home: &Home) -> Result<Option<String>, StoreError> {
    let lock = home.lock();
    let Some(bytes) = store.read(&lock, OWNER)? else { return Ok(None) };
    let ours = format!("process {} on ", std::process::id());
    if bytes.is_empty() || bytes.starts_with(ours.as_bytes()) {
        return Ok(None);
    }
    let holder = || Shown::cut(String::from_utf8_lossy(&bytes).trim(), HOLDER).into_string();
    Ok(store.is_locked(&lock).then(holder))
}
