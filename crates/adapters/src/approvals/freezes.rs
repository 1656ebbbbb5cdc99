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
/// The largest freeze number, as in the schema of a record.
const MOST: u32 = 1_000_000_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    version: u32,
    freezes: BTreeMap<FeatureId, u32>,
}

/// The saved numbers.
///
/// # Errors
/// The file cannot be read, or is damaged: without it, an older freeze could come back unnoticed.
pub fn read(store: &dyn Store) -> Result<BTreeMap<FeatureId, u32>, Misconfigured> {
    let wrong = |why: String| {
        let file = "freezes.json in your state folder (~/.local/state/frieze)";
        let what = format!("{file}, the freeze numbers that you have seen, cannot be read: {why}");
        Misconfigured::new(what, "restore that file, or delete it to begin with the freezes as they are now")
    };
    let Some(bytes) = store.read(&RelPath::new(FILE), LARGEST).map_err(|e| wrong(e.to_string()))? else {
        return Ok(BTreeMap::new());
    };
    match serde_json::from_slice::<Seen>(&bytes) {
        Ok(Seen { version: VERSION, freezes }) => match freezes.iter().find(|(_, number)| **number > MOST) {
            Some((feature, number)) => Err(wrong(format!("{number} is no number of a freeze of {feature}"))),
            None => Ok(freezes),
        },
        Ok(Seen { version, .. }) => Err(wrong(format!("it has version {version}, not {VERSION}"))),
        Err(why) => Err(wrong(why.to_string())),
    }
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
    let mut freezes = read(folder)?;
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
        assert_eq!(read(&store).unwrap(), BTreeMap::from([(pay.clone(), 2), (refund, 3)]));
        // A damaged file is not replaced.
        store.replace(&[(RelPath::new(FILE), b"garbage".to_vec())]).unwrap();
        assert!(read(&store).unwrap_err().what.contains("cannot be read"));
        assert!(raise(&store, &[(pay, 5)]).is_err());
        let large = br#"{"version":1,"freezes":{"pay":4294967295}}"#.to_vec();
        store.replace(&[(RelPath::new(FILE), large)]).unwrap();
        assert!(read(&store).unwrap_err().what.contains("4294967295 is no number of a freeze of pay"));
    }
}
