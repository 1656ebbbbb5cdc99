//! Short locks on files in the user's own folders.

use std::time::Duration;

use frieze_data::path::RelPath;
use frieze_ports::{Lease, Locked, Store};

/// Attempts to take the lock, and the pause between them.
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Waits for a lock file directly below the root.
///
/// # Errors
/// A sentence: the folder is gone or cannot be written, or another frieze holds the lock for seconds.
pub fn lease(store: &dyn Store, lock: &'static str) -> Result<Lease, String> {
    let owner = format!("process {}", std::process::id());
    for _ in 0..ATTEMPTS {
        let locked = store.lock(&RelPath::root(), &RelPath::new(lock), owner.as_bytes());
        match locked.map_err(|e| e.to_string())? {
            Some(Locked::Held(lease)) => return Ok(lease),
            Some(Locked::By(_)) => std::thread::sleep(PAUSE),
            None => return Err("the folder is gone".to_owned()),
        }
    }
    Err("another frieze is writing there".to_owned())
}
