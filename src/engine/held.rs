//! Who works on a feature elsewhere, as its lease says.

use std::time::Duration;

use crate::domain::files::Home;
use crate::domain::text::Shown;
use crate::ports::Store;

/// The longest text of a lease's owner, and how many columns of it are told.
const OWNER: usize = 4_096;
const HOLDER: usize = 160;
/// Whoever only looks at a feature gives its lease back in a moment: how often that is waited for, and how long.
const LOOKS: usize = 3;
const MOMENT: Duration = Duration::from_millis(20);

/// Who holds the lease on a feature for longer than it takes to look at it. Blocks for a moment where somebody does.
pub fn settled(store: &dyn Store, home: &Home) -> Option<String> {
    let mut by = now(store, home)?;
    for _ in 0..LOOKS {
        std::thread::sleep(MOMENT);
        by = now(store, home)?;
    }
    Some(by)
}

/// Who holds the lease on a feature at this moment. Its file says so until the lease is given back; the text of a
/// process that was killed stays, so only what cannot be locked is held. Nothing is written, and no file is made.
pub fn now(store: &dyn Store, home: &Home) -> Option<String> {
    let lock = home.lock();
    let bytes = store.read(&lock, OWNER).ok()??;
    let ours = format!("process {} on ", std::process::id());
    if bytes.is_empty() || bytes.starts_with(ours.as_bytes()) {
        return None;
    }
    let holder = || Shown::cut(String::from_utf8_lossy(&bytes).trim(), HOLDER).into_string();
    store.is_locked(&lock).then(holder)
}
