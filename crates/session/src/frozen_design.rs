//! The frozen design that a session is about. One rule for prompts, built-in answers, approvals, `take` and `verify`.

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_design::frozen;
use frieze_kernel::{Files, Refusal};

use crate::phase::Phase;
use crate::record::{Own, Record};

/// The hash of the frozen design; `None` without a feature, or if neither now nor at its beginning the session had a frozen design.
///
/// # Errors
/// The design is not the approved one, or not the one that the session began with.
pub fn verified(record: &Record, files: &dyn Files) -> Result<Option<Digest>, Refusal> {
    let Own { feature: Some(feature), design, .. } = &record.metadata.frieze else { return Ok(None) };
    let again = "freeze the same design again";
    let (why, back) = match (frozen::hash(feature, *design, files), *design) {
        (Err(unusable), _) => (unusable.why, unusable.hint),
        (Ok(None), Some(begun)) => {
            let why = format!("its design is not frozen any more; the session began with {begun}");
            (why, format!("{again} ({})", how_to_freeze(feature)))
        }
        (Ok(Some(now)), Some(begun)) if now != begun => {
            (format!("it is frozen as {now}, and the session began with {begun}"), again.to_owned())
        }
        (Ok(now), _) => return Ok(now),
    };
    let why = format!("{} is {}: {feature}: {why}", record.session_id, record.phase);
    // A complete one has ended.
    let end = format!("end this session by `frieze session close {}` and ", record.session_id);
    let end = if record.phase == Phase::Complete { "" } else { &end };
    let hint = format!("{back}, or {end}begin a new session");
    Err(Refusal::new("design-changed", why, hint))
}

/// The commands that freeze the design of a feature.
pub(crate) fn how_to_freeze(feature: &FeatureId) -> String {
    format!("`frieze run design/{feature}`, then `frieze approve design/{feature}`")
}
