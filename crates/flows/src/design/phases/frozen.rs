//! FROZEN: left only if a person deletes the marker. Every inspection verifies.

use serde_json::json;

use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::{fail_integrity, transition};
use crate::design::record::{DesignRecord, Unfrozen};
use crate::design::{Facts, Outcome, Step, refuse, verify};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_design::integrity::{Integrity, Violation};
use frieze_kernel::files::Home;
use frieze_kernel::{By, Event, Note, NoteKind};

/// The files to read for an event.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    vec![paths.marker(), paths.frozen().intent()]
}

/// The changes of an event in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    match event {
        Event::Inspected => Ok(inspect(record, facts)),
        // An inspection precedes every order: a deleted marker may have made it legal.
        Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Err(refuse(&record, event)),
    }
}

fn inspect(record: DesignRecord, facts: &Facts) -> Step {
    match check(&record, facts) {
        Integrity::Sound(_) => Step::same(record),
        Integrity::NoMarker { intact: Ok(()) } => to_idle(record, facts),
        Integrity::NoMarker { intact: Err(violation) } | Integrity::Violated(violation) => {
            fail_integrity(record, &violation, facts)
        }
    }
}

/// Verifies marker and frozen design against each other and against the record.
pub fn check(record: &DesignRecord, facts: &Facts) -> Integrity {
    let paths = Home::of(&record.feature_id);
    let (marker, intent) = (facts.at(&paths.marker()), facts.at(&paths.frozen().intent()));
    verify::check(&record.feature_id, Some(record), marker, intent)
}

/// The problem of a valid marker without a recorded freeze: somebody could write marker and design together.
pub const NO_FREEZE: &str = "final/FROZEN.md exists, but design/state.json records no freeze";

const UNFROZEN: &str = "design/final/FROZEN.md was deleted; the design was verified and is unfrozen";

/// The message about an unfreeze and the start of the next run.
fn unfreeze_text(record: &DesignRecord) -> String {
    match record.feedback.len() {
        0 => UNFROZEN.to_owned(),
        1 => format!("{UNFROZEN}; the next run starts from the brief, with the feedback of the rejection"),
        n => format!("{UNFROZEN}; the next run starts from the brief, with the feedback of {n} rejections"),
    }
}

/// Records an unfreeze: the marker was deleted, and the design is unchanged (ruling 4). The reason is asked for later.
/// Returns the journal's note.
pub fn unfreeze(record: &mut DesignRecord, facts: &Facts) -> Note {
    let (number, checksum) = end_freeze(record, facts);
    let data = json!({ "freezeNumber": number, "checksumSHA256": checksum, "reason": null });
    Note { kind: NoteKind::Unfreeze, text: unfreeze_text(record), data }
}

/// Records a freeze that a reset gives up: the marker was deleted, and the frozen design is missing or changed. Returns the
/// journal's note.
pub fn give_up(record: &mut DesignRecord, violation: &Violation, facts: &Facts) -> Note {
    let (number, checksum) = end_freeze(record, facts);
    let text = format!(
        "design/final/FROZEN.md was deleted, and the frozen design was changed: {}; {} gave up that freeze with a reset",
        violation.problem, facts.who
    );
    let data = json!({
        "freezeNumber": number,
        "checksumSHA256": checksum,
        "found": violation.actual,
        "verified": false,
        "reason": null,
    });
    Note { kind: NoteKind::Unfreeze, text, data }
}

/// Ends a freeze in the record; returns its number and checksum.
fn end_freeze(record: &mut DesignRecord, facts: &Facts) -> (u32, Option<Digest>) {
    let number = record.frozen.as_ref().map_or(record.freezes, |f| f.number);
    let checksum = record.frozen.take().map(|f| f.checksum_sha256);
    record.candidate = None;
    // The frozen design answered the feedback, but the next run starts without that design.
    record.feedback.iter_mut().for_each(|given| given.answered = true);
    record.unfrozen = Some(Unfrozen { at: facts.now, freeze_number: number, reason: None });
    (number, checksum)
}

fn to_idle(mut record: DesignRecord, facts: &Facts) -> Step {
    let note = unfreeze(&mut record, facts);
    let why = unfreeze_text(&record);
    let mut step = transition(record, DesignPhase::Idle, By::System, &why, facts);
    step.notes.push(note);
    step
}
