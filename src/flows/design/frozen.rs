//! FROZEN: terminal, except that a person deletes the marker. Every look verifies.

use serde_json::json;

use super::moves::{integrity_failed, moved};
use super::phase::DesignPhase;
use super::record::{DesignRecord, Unfrozen};
use super::terms::Terms;
use super::verify;
use super::{Outcome, refuse};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::integrity::{Integrity, Violation};
use crate::domain::path::RelPath;
use crate::kernel::{By, Event, Facts, Note, NoteKind, Step};

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    vec![paths.marker(), paths.frozen().intent()]
}

/// What an event changes in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    match event {
        Event::Looked => Ok(looked(record, facts)),
        // An order is answered after a look: a deleted marker may have made it a legal one.
        Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Err(refuse(DesignPhase::Frozen, event)),
    }
}

fn looked(record: DesignRecord, facts: &Facts<Terms>) -> Step<DesignRecord> {
    match verified(&record, facts) {
        Integrity::Sound(_) => Step::same(record),
        Integrity::NoMarker { intact: Ok(()) } => unfrozen(record, facts),
        Integrity::NoMarker { intact: Err(violation) } | Integrity::Violated(violation) => {
            integrity_failed(record, &violation, facts)
        }
    }
}

/// The marker and the frozen design against each other, and against what the record remembers.
pub fn verified(record: &DesignRecord, facts: &Facts<Terms>) -> Integrity {
    let paths = Home::of(&record.feature_id);
    let (marker, intent) = (facts.at(&paths.marker()), facts.at(&paths.frozen().intent()));
    verify::check(&record.feature_id, Some(record), marker, intent)
}

/// A marker that verifies, and of which no record knows: marker and design could have been written together.
pub const NO_FREEZE: &str = "final/FROZEN.md is there, but design/state.json knows of no freeze";

const UNFROZEN: &str = "design/final/FROZEN.md was deleted; the design was verified and is unfrozen";

/// That it was deleted, and what the next run begins with.
fn told(record: &DesignRecord) -> String {
    match record.feedback.len() {
        0 => UNFROZEN.to_owned(),
        1 => {
            format!("{UNFROZEN}; the next run begins anew from the brief, with what the rejection asked for")
        }
        n => {
            format!("{UNFROZEN}; the next run begins anew from the brief, with what {n} rejections asked for")
        }
    }
}

/// The marker was deleted and the design is what was frozen (ruling 4): the reason is asked for later. The journal's
/// note of it.
pub fn unfreeze(record: &mut DesignRecord, facts: &Facts<Terms>) -> Note {
    let (number, checksum) = let_go(record, facts);
    let data = json!({ "freezeNumber": number, "checksumSHA256": checksum, "reason": null });
    Note { kind: NoteKind::Unfreeze, text: told(record), data }
}

/// The marker was deleted and what it sealed is not there as it was frozen: a person's reset gives that freeze up. The
/// journal's note of it, which claims no verification.
pub fn give_up(record: &mut DesignRecord, violation: &Violation, facts: &Facts<Terms>) -> Note {
    let (number, checksum) = let_go(record, facts);
    let text = format!(
        "design/final/FROZEN.md is gone, and what it sealed is not as it was frozen: {}; {} gave that freeze up by a reset",
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

/// Ends a freeze in the record: its number, and the checksum of what it sealed.
fn let_go(record: &mut DesignRecord, facts: &Facts<Terms>) -> (u32, Option<Digest>) {
    let number = record.frozen.as_ref().map_or(record.freezes, |f| f.number);
    let checksum = record.frozen.take().map(|f| f.checksum_sha256);
    // The frozen design answered it. A run that begins anew has none of that, so the words go along.
    record.feedback.iter_mut().for_each(|given| given.answered = true);
    record.unfrozen = Some(Unfrozen { at: facts.now, freeze_number: number, reason: None });
    (number, checksum)
}

fn unfrozen(mut record: DesignRecord, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let note = unfreeze(&mut record, facts);
    record.candidate = None;
    let why = told(&record);
    let mut step = moved(record, DesignPhase::Idle, By::System, &why, facts);
    step.notes.push(note);
    step
}
