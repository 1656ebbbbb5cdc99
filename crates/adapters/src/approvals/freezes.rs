//! The highest freeze number of each feature that a user has seen in a workspace, saved in the user's state folder. It reveals
//! an older freeze that was put back over a newer one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_ports::{Misconfigured, Store};
use frieze_store as store;

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

/// The saved numbers; none if the file is missing or unreadable, because it is an aid, not a record.
pub fn read(store: &dyn Store) -> BTreeMap<FeatureId, u32> {
    let bytes = store.read(&RelPath::new(FILE), LARGEST).ok().flatten();
    let seen = bytes.and_then(|bytes| serde_json::from_slice::<Seen>(&bytes).ok());
    seen.filter(|seen| seen.version == VERSION).map(|seen| seen.freezes).unwrap_or_default()
}

/// Saves the numbers that are higher than the saved ones.
///
/// # Errors
/// If the folder cannot be written.
pub fn raise(folder: &dyn Store, seen: &[(FeatureId, u32)]) -> Result<(), Misconfigured> {
    let wrong = |what: String| {
        Misconfigured::new(
            format!("the freeze numbers that you have seen cannot be saved: {what}"),
            "check who owns your state folder (~/.local/state/frieze)",
        )
    };
    // Without a lock, two processes at once would overwrite each other's numbers.
    let _lease = store::lease(folder, LOCK).map_err(wrong)?;
    let mut freezes = read(folder);
    let before = freezes.clone();
    for (feature, number) in seen {
        let saved = freezes.entry(feature.clone()).or_default();
        *saved = (*saved).max(*number);
    }
    if freezes == before {
        return Ok(());
    }
    let bytes = json::pretty(&Seen { version: VERSION, freezes });
    folder.replace(&[(RelPath::new(FILE), bytes)]).map_err(|e| wrong(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_store::DurableStore;
    use frieze_testkit::MemoryDisk;

    #[test]
    fn a_number_only_rises() {
        let store = DurableStore::new(MemoryDisk::default());
        let [pay, refund]: [FeatureId; 2] = ["pay", "refund"].map(|id| id.parse().unwrap());
        raise(&store, &[(pay.clone(), 2), (refund.clone(), 1)]).unwrap();
        raise(&store, &[(pay.clone(), 1), (refund.clone(), 3)]).unwrap();
        assert_eq!(read(&store), BTreeMap::from([(pay, 2), (refund, 3)]));
    }
}
