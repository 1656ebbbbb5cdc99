//! The frozen design of a feature, for workflows that make something of it or have it made.

use super::freeze_marker::Marker;
use super::integrity::{self, Integrity};
use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::Files;
use frieze_kernel::files::Home;
use serde_json::Value;

/// The state in which a design waits for a decision, as its record has it, and those in which it is not made.
const CANDIDATE: &str = "CANDIDATE";
const AT_REST: [&str; 3] = ["IDLE", "FAILED", "FROZEN"];

/// Why a frozen design cannot be used, and what a person does about it.
#[derive(Debug)]
pub struct Unusable {
    pub why: String,
    pub hint: String,
}

/// The marker and the design of a feature.
pub fn paths(feature: &FeatureId) -> [RelPath; 2] {
    let home = Home::of(feature);
    [home.marker(), home.frozen().intent()]
}

/// The marker of the frozen design; `None` if it is not frozen. A design with the hash `known` is not parsed.
///
/// # Errors
/// Marker and design are not what was approved.
pub fn marker(
    feature: &FeatureId,
    known: Option<Digest>,
    files: &dyn Files,
) -> Result<Option<Marker>, Unusable> {
    let [marker, intent] = paths(feature).map(|path| files.state(&path));
    let violation = match integrity::check_known(feature, None, known, &marker, &intent) {
        Integrity::Sound(marker) => return Ok(Some(*marker)),
        Integrity::NoMarker { .. } => return Ok(None),
        Integrity::Violated(violation) => violation,
    };
    let compare = format!("`frieze verify {feature}` compares the design");
    let hint = match marker {
        // Why it cannot be used says how to repair it.
        FileState::Unreadable(_) => compare,
        FileState::Absent | FileState::Bytes(_) => {
            format!("{compare}; put the approved files back from version control")
        }
    };
    Err(Unusable { why: violation.to_string(), hint })
}

/// The hash of the frozen design. It is not read again where it was verified already.
///
/// # Errors
/// As [`marker`].
pub fn hash(
    feature: &FeatureId,
    known: Option<Digest>,
    files: &dyn Files,
) -> Result<Option<Digest>, Unusable> {
    match files.frozen_design(feature) {
        Some(verified) => Ok(Some(verified)),
        None => Ok(marker(feature, known, files)?.map(|marker| marker.checksum_sha256)),
    }
}

/// Why the brief of a feature stays as it is: an approval is for that one, too, whether the design is frozen or waits for it.
pub fn keeps_brief(feature: &FeatureId, files: &dyn Files) -> Option<String> {
    let (home, frozen) = (Home::of(feature), "the design is frozen with this brief.md");
    let marker = home.marker();
    if files.has(&marker) {
        let how = format!("delete {marker}, then `frieze unfreeze {feature} --reason TEXT`");
        return Some(format!("{frozen}; to unfreeze it, {how}"));
    }
    // Of an approval that was cut short, the marker counts as absent until it is completed.
    let entries = files.list(home.frozen().folder()).unwrap_or_default();
    if entries.iter().any(|(name, _)| name == marker.name()) {
        return Some(format!("{frozen}, and `frieze show {feature}` completes the approval"));
    }
    let record = files.state(&home.place().record);
    let record = record.bytes().and_then(|bytes| serde_json::from_slice::<Value>(bytes).ok());
    let state = record.as_ref()?["state"].as_str()?;
    let waits = if state == CANDIDATE { "waits for a decision" } else { "is being made" };
    let ends = || format!("a design of this brief.md {waits}; `frieze abort {feature}` ends it");
    (!AT_REST.contains(&state)).then(ends)
}
