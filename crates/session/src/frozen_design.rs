//! The frozen design that a session is about. One rule for prompts, built-in answers, approvals, `take` and `verify`.

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_design::integrity::{self, Integrity};
use frieze_kernel::files::Home;
use frieze_kernel::{Files, Refusal};

use crate::phase::Phase;
use crate::record::Record;

/// The marker and the design of a feature.
pub fn paths(feature: &FeatureId) -> [RelPath; 2] {
    let home = Home::of(feature);
    [home.marker(), home.frozen().intent()]
}

/// The hash of the frozen design; `None` without a feature, or if neither now nor at its beginning the session had a frozen design.
///
/// # Errors
/// The design is not the approved one, or not the one that the session began with.
pub fn verified(record: &Record, files: &dyn Files) -> Result<Option<Digest>, Refusal> {
    let own = &record.metadata.frieze;
    let Some(feature) = &own.feature else { return Ok(None) };
    let [marker, intent] = paths(feature).map(|path| files.state(&path));
    let found = integrity::check_known(feature, None, own.design, &marker, &intent);
    let is_unfrozen = matches!(found, Integrity::NoMarker { .. });
    let why = match (found, own.design) {
        (Integrity::Violated(violation), _) => violation.to_string(),
        (Integrity::NoMarker { .. }, Some(begun)) => {
            format!("its design is not frozen any more; the session began with {begun}")
        }
        (Integrity::Sound(now), Some(begun)) if now.checksum_sha256 != begun => {
            format!("it is frozen as {}, and the session began with {begun}", now.checksum_sha256)
        }
        (Integrity::Sound(now), _) => return Ok(Some(now.checksum_sha256)),
        (Integrity::NoMarker { .. }, None) => return Ok(None),
    };
    let why = format!("{} is {}: {feature}: {why}", record.session_id, record.phase);
    let back = match is_unfrozen {
        true => "freeze the same design again".to_owned(),
        false => format!(
            "`frieze verify {feature}` compares the design; put the approved files back from version control"
        ),
    };
    // A complete one has ended.
    let end = format!("end this session by `frieze session close {}` and ", record.session_id);
    let end = if record.phase == Phase::Complete { "" } else { &end };
    let hint = format!("{back}, or {end}begin a new session");
    Err(Refusal::new("design-changed", why, hint))
}
