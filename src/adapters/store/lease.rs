//! Waiting for the lock on a file of the user's own, whose holder gives it back in a moment.

use std::time::Duration;

use crate::domain::path::RelPath;
use crate::ports::{Lease, Locked, Store};

/// How often the lock is asked for, and the pause between.
const ATTEMPTS: usize = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// Takes the lock at the top of a folder.
///
/// # Errors
/// A sentence: the folder is gone or cannot be written, or another frieze keeps the lock for seconds.
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
