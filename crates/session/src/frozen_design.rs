//! The frozen design that a session is about. One rule for prompts, built-in answers, approvals, `take` and `verify`.

use frieze_data::digest::Digest;
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
    let freeze = || "freeze the same design again".to_owned();
    let (why, back) = match (frozen::hash(feature, *design, files), *design) {
        (Err(unusable), _) => (unusable.why, unusable.hint),
        (Ok(None), Some(begun)) => {
            (format!("its design is not frozen any more; the session began with {begun}"), freeze())
        }
        (Ok(Some(now)), Some(begun)) if now != begun => {
            (format!("it is frozen as {now}, and the session began with {begun}"), freeze())
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

/// Whether another design was frozen in the place of the one that the session began with.
pub(crate) fn is_another(record: &Record, files: &dyn Files) -> bool {
    let Own { feature, design, .. } = &record.metadata.frieze;
    let now = feature.as_ref().and_then(|feature| frozen::hash(feature, *design, files).ok().flatten());
    now.is_some() && now != *design
}
