//! Verification without consequences: what `frieze verify` tells, and a look would act upon.

use super::frozen::NO_FREEZE;
use super::record::{DesignRecord, Frozen};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::integrity::{self, Integrity, Violation};
use crate::domain::path::RelPath;
use crate::kernel::{Look, Sealed};

/// A preview is no part of what the checksum seals, and nobody but git has the one that was approved.
const PUT_BACK: &str =
    "put final/preview.html back from version control; the design itself is what was approved";

/// Verifies marker, intent and preview of a frozen design; `None` where nothing is frozen.
pub fn verify(
    feature: &FeatureId,
    record: Option<&DesignRecord>,
    look: &dyn Fn(&RelPath) -> Look,
) -> Option<Sealed> {
    let paths = Home::of(feature);
    let frozen = record.and_then(|r| r.frozen.as_ref());
    let remembered = frozen.map(Frozen::remembered);
    let marker = look(&paths.marker());
    if marker == Look::Absent && frozen.is_none() {
        return None;
    }
    let intent = look(&paths.frozen().intent());
    // The common case needs no parsing: every file is byte for byte what the record remembers.
    if let (Some(frozen), Look::Bytes(marker), Look::Bytes(intent)) = (frozen, &marker, &intent)
        && Digest::of(marker) == frozen.marker_sha256
        && Digest::of(intent) == frozen.checksum_sha256
        && matches!(look(&paths.frozen().preview()), Look::Bytes(page) if Digest::of(&page) == frozen.preview_sha256)
    {
        let checksum = Some(frozen.checksum_sha256);
        return Some(Sealed {
            expected: checksum,
            actual: checksum,
            problem: None,
            is_broken: false,
            hint: None,
        });
    }
    match integrity::check(feature, remembered, &marker, &intent) {
        Integrity::Sound(marker) => {
            let checksum = Some(marker.checksum_sha256);
            let preview = match look(&paths.frozen().preview()) {
                Look::Bytes(bytes) if Digest::of(&bytes) == marker.preview_sha256 => None,
                Look::Bytes(_) => Some("final/preview.html is not the preview that was approved".to_owned()),
                Look::Absent => Some("final/preview.html is missing".to_owned()),
                Look::Unreadable(why) => Some(why),
            };
            let hint = preview.as_ref().map(|_| PUT_BACK);
            let is_broken = frozen.is_none();
            let problem = if preview.is_some() {
                preview
            } else if frozen.is_none() {
                Some(NO_FREEZE.to_owned())
            } else {
                None
            };
            Some(Sealed { expected: checksum, actual: checksum, problem, is_broken, hint })
        }
        Integrity::NoMarker { intact: Ok(()) } => {
            let problem = Some("final/FROZEN.md was deleted: the design is no longer frozen".to_owned());
            let checksum = frozen.map(|f| f.checksum_sha256);
            Some(Sealed { expected: checksum, actual: checksum, problem, is_broken: true, hint: None })
        }
        Integrity::NoMarker { intact: Err(violation) } | Integrity::Violated(violation) => {
            let Violation { expected, actual, problem, hint } = violation;
            Some(Sealed { expected, actual, problem: Some(problem), is_broken: true, hint })
        }
    }
}
