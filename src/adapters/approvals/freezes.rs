//! The highest freeze number of each feature that a user has seen in a workspace, in the user's state folder: an older freeze
//! that is put back over a newer one is noticed by it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::adapters::store;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::ports::{Misconfigured, Store};

const FILE: &str = "freezes.json";
const LOCK: &str = ".freezes.lock";
const LARGEST: usize = 16 * 1024 * 1024;
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    version: u32,
    freezes: BTreeMap<FeatureId, u32>,
}

/// What was seen; nothing where nothing is kept, or what is kept cannot be read: it is a help, and no record.
pub fn read(store: &dyn Store) -> BTreeMap<FeatureId, u32> {
    let bytes = store.read(&RelPath::new(FILE), LARGEST).ok().flatten();
    let seen = bytes.and_then(|bytes| serde_json::from_slice::<Seen>(&bytes).ok());
    seen.filter(|seen| seen.version == VERSION).map(|seen| seen.freezes).unwrap_or_default()
}

/// Keeps numbers that are higher than those that are kept.
///
/// # Errors
/// Where the folder cannot be written.
pub fn raise(kept: &dyn Store, seen: &[(FeatureId, u32)]) -> Result<(), Misconfigured> {
    let wrong = |what: String| Misconfigured {
        what: format!("the freezes that you have seen cannot be kept: {what}"),
        hint: "check who owns your state folder (~/.local/state/frieze)".to_owned(),
    };
    // Of two that raise numbers at once, the second must see what the first wrote.
    let _lease = store::lease(kept, LOCK).map_err(wrong)?;
    let mut freezes = read(kept);
    let before = freezes.clone();
    for (feature, number) in seen {
        let kept = freezes.entry(feature.clone()).or_default();
        *kept = (*kept).max(*number);
    }
    if freezes == before {
        return Ok(());
    }
    let mut bytes =
        serde_json::to_vec_pretty(&Seen { version: VERSION, freezes }).map_err(|e| wrong(e.to_string()))?;
    bytes.push(b'\n');
    kept.replace(&[(RelPath::new(FILE), bytes)]).map_err(|e| wrong(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, MemoryDisk};

    #[test]
    fn a_number_only_rises() {
        let store = DurableStore::new(MemoryDisk::default());
        let [pay, refund]: [FeatureId; 2] = ["pay", "refund"].map(|id| id.parse().unwrap());
        raise(&store, &[(pay.clone(), 2), (refund.clone(), 1)]).unwrap();
        raise(&store, &[(pay.clone(), 1), (refund.clone(), 3)]).unwrap();
        assert_eq!(read(&store), BTreeMap::from([(pay, 2), (refund, 3)]));
    }
}
