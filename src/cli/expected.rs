//! The list of frozen designs that CI keeps (`verify --expect`, `verify --write-expected`): it finds what was lost, renamed or
//! rolled back, which no file of the workspace can tell.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::engine::Verified;

/// The version of the file.
const VERSION: u32 = 1;

/// The frozen designs of a workspace.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    version: u32,
    features: BTreeMap<FeatureId, Freeze>,
}

/// One freeze, by its number and its hashes.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Freeze {
    freeze_number: u32,
    #[serde(rename = "checksumSHA256")]
    checksum_sha256: Digest,
    marker_sha256: Digest,
}

impl Freeze {
    fn of(verified: &Verified) -> Option<Self> {
        Some(Self {
            freeze_number: verified.freeze_number?,
            checksum_sha256: verified.expected?,
            marker_sha256: verified.marker?,
        })
    }
}

impl Expected {
    /// The list of these designs.
    pub fn of(verified: &[Verified]) -> Self {
        let features = verified.iter().filter_map(|one| Some((one.id.clone(), Freeze::of(one)?)));
        Self { version: VERSION, features: features.collect() }
    }

    /// Reads a list.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let value = json::read(bytes).map_err(|e| e.to_string())?;
        let read: Self = serde_json::from_value(value).map_err(|e| e.to_string())?;
        match read.version {
            VERSION => Ok(read),
            other => Err(format!("it is of version {other}, and this frieze knows {VERSION}")),
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        json::pretty(self)
    }

    /// How many designs it lists.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Holds all frozen designs of a workspace against the list: those that are not as it says are not ok any more, and
    /// those that are missing are added.
    pub fn compare(&self, found: &mut Vec<Verified>) {
        let missing: Vec<Verified> = self
            .features
            .iter()
            .filter(|(id, _)| found.iter().all(|one| one.id != **id))
            .map(|(id, freeze)| Verified {
                expected: Some(freeze.checksum_sha256),
                ..Verified::not_ok(id, lost(freeze, found))
            })
            .collect();
        for one in found.iter_mut().filter(|one| one.ok) {
            let Some(expected) = self.features.get(&one.id) else { continue };
            if let Some(problem) = different(*expected, one) {
                one.ok = false;
                one.problem = Some(problem);
            }
        }
        found.extend(missing);
        found.sort_by(|one, other| one.id.cmp(&other.id));
    }
}

/// What is said of a design that was frozen and is not any more.
fn lost(freeze: &Freeze, found: &[Verified]) -> String {
    let same = found.iter().find(|one| one.expected == Some(freeze.checksum_sha256));
    let renamed = same.map(|one| format!("; {} has its design: it was renamed or copied", one.id));
    format!(
        "freeze {} is expected, and nothing is frozen there{}",
        freeze.freeze_number,
        renamed.unwrap_or_default()
    )
}

/// In what a frozen design is not the expected one.
fn different(expected: Freeze, found: &Verified) -> Option<String> {
    let number = found.freeze_number.unwrap_or_default();
    let wanted = expected.freeze_number;
    if Freeze::of(found) == Some(expected) {
        None
    } else if number < wanted {
        Some(format!("freeze {wanted} is expected, and this is freeze {number}: an older one was put back"))
    } else if number > wanted {
        Some(format!(
            "freeze {wanted} is expected, and this is freeze {number}: --write-expected renews the list"
        ))
    } else {
        Some(format!("freeze {wanted} is another one than the list says"))
    }
}
