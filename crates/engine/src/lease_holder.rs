//! The holder of a feature's lease in another process.

use std::time::Duration;

use frieze_data::text::Shown;
use frieze_kernel::Place;
use frieze_ports::{Store, StoreError};

/// The longest owner text that is read, in bytes, and that is shown, in columns.
const OWNER: usize = 4_096;
const HOLDER: usize = 160;
/// Inspections hold the lease only for a moment: how often to check again, and the pause between.
const CHECKS: usize = 3;
const MOMENT: Duration = Duration::from_millis(20);

/// Who holds the lease on a feature for longer than an inspection takes. Blocks for a moment if somebody does.
pub fn lasting(store: &dyn Store, place: &Place) -> Option<String> {
    let mut by = now(store, place)?;
    for _ in 0..CHECKS {
        std::thread::sleep(MOMENT);
        by = now(store, place)?;
    }
    Some(by)
}

/// Who holds the lease on a feature now. The text of a killed process stays in the file, so the lock is checked too. Writes
/// nothing and creates no file.
pub fn now(store: &dyn Store, place: &Place) -> Option<String> {
    read(store, place).ok().flatten()
}

/// As [`now`].
///
/// # Errors
/// If the lock file cannot be read.
pub fn read(store: &dyn Store, place: &Place) -> Result<Option<String>, StoreError> {
    let Some(bytes) = store.read(&place.lock, OWNER)? else { return Ok(None) };
    let ours = format!("process {} on ", std::process::id());
    if bytes.is_empty() || bytes.starts_with(ours.as_bytes()) {
        return Ok(None);
    }
    let holder = || Shown::cut(String::from_utf8_lossy(&bytes).trim(), HOLDER).into_string();
    Ok(store.is_locked(&place.lock).then(holder))
}
