//! IDLE: a feature with a brief and no run under way. Nothing leaves it before the freeze marker, if
//! there is one, was verified.

use serde_json::json;

use super::moves::{integrity_failed, moved, short_enough};
use super::phase::DesignPhase;
use super::record::{DesignRecord, Run};
use super::terms::{THRESHOLDS, Terms};
use super::{Outcome, frozen, prompts, refuse, revising};
use crate::domain::brief;
use crate::domain::digest::Digest;
use crate::domain::files::{BRIEF, Home};
use crate::domain::integrity::{Integrity, Violation};
use crate::domain::path::RelPath;
use crate::kernel::{By, Event, Facts, Look, Note, NoteKind, Order, Refusal, Step};

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let mut reads = vec![paths.marker(), paths.frozen().intent()];
    if matches!(event, Event::Ordered(Order::Start)) {
        reads.push(paths.brief());
        if let Some(folder) = starts_from(record) {
            reads.extend([paths.intent(), paths.iteration(folder).critique()]);
        }
        reads.extend(record.feedback.iter().map(|given| paths.iteration(given.folder).feedback()));
    }
    reads
}

/// What an event changes in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    match event {
        Event::Looked => Ok(verified(&record, facts).unwrap_or_else(|| Step::same(record))),
        Event::Ordered(Order::Start) => start(record, facts),
        Event::Ordered(Order::Explain { reason }) => explain(record, reason, facts),
        Event::Ordered(Order::Stop { .. } | Order::Reset { .. } | Order::Attempt { .. })
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Err(refuse(DesignPhase::Idle, event)),
    }
}

/// The iteration of an earlier run that the next one starts from: what a reset chose, or the design whose rejection no
/// other design has answered.
fn starts_from(record: &DesignRecord) -> Option<u32> {
    let unanswered = record.feedback.iter().rev().find(|given| !given.answered);
    record.seed_folder.or_else(|| unanswered.map(|given| given.folder))
}

/// A marker beside an idle record must be sound, and of a freeze that the record knows; the step to FAILED where it is
/// not. A frozen design that was restored after a violation is unfrozen like any other: by the deletion of its marker.
fn verified(record: &DesignRecord, facts: &Facts<Terms>) -> Option<Step<DesignRecord>> {
    if let Some(violation) = violation(record, facts) {
        return Some(integrity_failed(record.clone(), &violation, facts));
    }
    let deleted = *facts.at(&Home::of(&record.feature_id).marker()) == Look::Absent;
    (deleted && record.frozen.is_some()).then(|| {
        let mut record = record.clone();
        let note = frozen::unfreeze(&mut record, facts);
        let mut step = Step::to(record, By::System);
        step.notes.push(note);
        step
    })
}

/// What is wrong with the marker and the frozen design beside a record that is not FROZEN.
pub fn violation(record: &DesignRecord, facts: &Facts<Terms>) -> Option<Violation> {
    match frozen::verified(record, facts) {
        Integrity::Sound(_) if record.frozen.is_some() => None,
        Integrity::Sound(marker) => {
            Some(Violation::new(None, Some(marker.checksum_sha256), frozen::NO_FREEZE))
        }
        Integrity::NoMarker { intact: Ok(()) } => None,
        Integrity::NoMarker { intact: Err(violation) } | Integrity::Violated(violation) => Some(violation),
    }
}

fn start(mut record: DesignRecord, facts: &Facts<Terms>) -> Outcome {
    let mut before = Vec::new();
    if let Some(step) = verified(&record, facts) {
        if step.record.state != DesignPhase::Idle {
            return Ok(step);
        }
        // The marker was deleted since the last look: unfrozen, and begun.
        (record, before) = (step.record, step.notes);
    }
    let brief = ready(&record, facts)?;
    let pins = &facts.terms.pins;
    before.extend(without_lost_words(&mut record, facts));
    if record.feedback.iter().any(|given| !given.answered) {
        revising::as_it_was_left(&record, facts)?;
        record.seed_folder = starts_from(&record);
    }
    record.folders_before = record.folders_before.saturating_add(record.iteration);
    let number = record.run.as_ref().map_or(1, |run| run.number.saturating_add(1));
    record.run = Some(Run::begun(number, facts.now, &facts.who, pins.clone(), brief));
    record.retry = None;
    record.iteration = 1;
    record.broken = None;
    record.invalid_answer.clear();
    record.artifact_invalid = false;
    record.score_history.clear();
    record.evaluations.clear();
    record.best = None;
    record.candidate = None;
    record.failure = None;
    let threshold = pins.threshold;
    let data = json!({ "run": record.run });
    let why = format!("run started: threshold {threshold}, at most {} iterations", pins.max_iterations);
    let mut step =
        moved(record, DesignPhase::Generating, By::Human, &why, facts).note(NoteKind::Run, why, data);
    step.notes.splice(0..0, before);
    if let Some(given) = step.record.feedback.last() {
        let by = &given.by;
        let text = if given.answered {
            let seeded = prompts::has_previous(&step.record);
            let from = if seeded { "starts from the best design" } else { "begins anew from the brief" };
            format!("the words of {by} go into this run, which {from}")
        } else {
            format!("the words of {by} go into this run: the run before ended without an answer to them")
        };
        let data = json!({ "feedback": given });
        step = step.note(NoteKind::Feedback, text, data);
    }
    Ok(step)
}

/// The most rejections of earlier runs whose words go along: a record has room for them beside those of its run.
const CARRIED: usize = 50;

/// Leaves out the oldest words of very many, and those that a design has answered, where they are not there any more as they
/// were: a run can do without them, and says so.
fn without_lost_words(record: &mut DesignRecord, facts: &Facts<Terms>) -> Vec<Note> {
    let paths = Home::of(&record.feature_id);
    let mut notes = Vec::new();
    let older = record.feedback.len().saturating_sub(CARRIED);
    if older > 0 {
        record.feedback.drain(..older);
        let text = format!(
            "the words of the last {CARRIED} rejections go into this run, and not those of {older} before"
        );
        notes.push(Note { kind: NoteKind::Feedback, text, data: json!({ "leftOut": older }) });
    }
    record.feedback.retain(|given| {
        let path = paths.iteration(given.folder).feedback();
        let there = !given.answered || facts.bytes(&path).map(Digest::of) == Some(given.sha256);
        if !there {
            let text = format!(
                "{path} does not hold the words of {} any more: this run begins without them",
                given.by
            );
            notes.push(Note { kind: NoteKind::Feedback, text, data: json!({ "feedback": given }) });
        }
        there
    });
    notes
}

/// What a run is begun with: the brief, where nothing keeps the feature from being run.
fn ready<'a>(record: &DesignRecord, facts: &'a Facts<Terms>) -> Result<&'a [u8], Refusal> {
    let paths = Home::of(&record.feature_id);
    if *facts.at(&paths.marker()) != Look::Absent {
        return Err(Refusal::new(
            "frozen",
            format!("{} is there, so the design of {} is immutable", paths.marker(), record.feature_id),
            "delete that file to unfreeze the design, then run again",
        ));
    }
    if let Some(refusal) = facts.terms.kept_from_asking() {
        return Err(refusal.clone());
    }
    let pins = &facts.terms.pins;
    if !THRESHOLDS.contains(&pins.threshold) {
        return Err(Refusal::new(
            "threshold",
            format!(
                "the threshold {} is outside {} to {}",
                pins.threshold,
                THRESHOLDS.start(),
                THRESHOLDS.end()
            ),
            "correct threshold in frieze.yaml",
        ));
    }
    let brief = match facts.at(&paths.brief()) {
        Look::Bytes(bytes) => bytes,
        Look::Absent => {
            let why = format!("{} is missing", paths.brief());
            return Err(Refusal::new("brief", why, "put the requirement document there, then run again"));
        }
        Look::Unreadable(why) => {
            return Err(Refusal::new("brief", why.clone(), "put a readable requirement document there"));
        }
    };
    if let Err(e) = brief::read(BRIEF, brief) {
        let why = format!("{}: {e}", paths.brief());
        return Err(Refusal::new("brief", why, e.hint()));
    }
    Ok(brief)
}

/// A person says why the design was unfrozen.
pub fn explain(mut record: DesignRecord, reason: &str, facts: &Facts<Terms>) -> Outcome {
    short_enough("reason", reason)?;
    match &mut record.unfrozen {
        Some(unfrozen) if unfrozen.reason.is_none() && !reason.trim().is_empty() => {
            let reason = reason.trim().to_owned();
            let text = format!("{} said why it was unfrozen: {reason}", facts.who);
            let data = json!({ "freezeNumber": unfrozen.freeze_number, "reason": reason });
            unfrozen.reason = Some(reason);
            Ok(Step::to(record, By::Human).note(NoteKind::UnfreezeReason, text, data))
        }
        Some(_) | None => Err(Refusal::new(
            "no-question",
            format!("nothing about {} waits for a reason", record.feature_id),
            "a reason is asked for after FROZEN.md was deleted, once",
        )),
    }
}
