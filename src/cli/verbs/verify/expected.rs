//! The list of frozen designs for CI (`verify --expect`, `verify --write-expected`). It reveals lost, renamed and rolled-back
//! designs, which no file of the workspace can.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_engine::Verified;

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    version: u32,
    features: BTreeMap<FeatureId, Freeze>,
}

/// A freeze with its number and hashes.
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
    /// Why the bytes are not such a list.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let value = json::read(bytes).map_err(|e| e.to_string())?;
        let read: Self = serde_json::from_value(value).map_err(|e| e.to_string())?;
        match read.version {
            VERSION => Ok(read),
            other => Err(format!("it has version {other}, but this frieze supports version {VERSION}")),
        }
    }

    pub fn bytes(&self) -> Vec<u8> {
        json::pretty(self)
    }

    /// Number of designs in the list.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Compares all frozen designs of a workspace with the list: marks the ones that differ, and adds the missing ones.
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

/// The problem of a missing design.
fn lost(freeze: &Freeze, found: &[Verified]) -> String {
    let same = found.iter().find(|one| one.expected == Some(freeze.checksum_sha256));
    let renamed = same.map(|one| format!("; {} has its design, so it was renamed or copied", one.id));
    format!(
        "freeze {} is expected, but the feature is not frozen{}",
        freeze.freeze_number,
        renamed.unwrap_or_default()
    )
}

/// The difference between a frozen design and the expected one.
fn different(expected: Freeze, found: &Verified) -> Option<String> {
    let number = found.freeze_number.unwrap_or_default();
    let wanted = expected.freeze_number;
    if Freeze::of(found) == Some(expected) {
        None
    } else if number < wanted {
        Some(format!("freeze {wanted} is expected, but this is freeze {number}: an older one was restored"))
    } else if number > wanted {
        Some(format!(
            "freeze {wanted} is expected, but this is freeze {number}: --write-expected updates the list"
        ))
    } else {
        Some(format!("freeze {wanted} differs from the list"))
    }
}
