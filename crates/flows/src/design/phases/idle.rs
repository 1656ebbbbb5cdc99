//! IDLE: a feature without a run. A freeze marker, if there is one, is verified before every transition.

use serde_json::json;

use crate::design::phases::{frozen, revising};
use crate::design::record::phase::DesignPhase;
use crate::design::record::run_terms::{THRESHOLDS, is_built_in};
use crate::design::record::state_change::{check_length, fail_integrity, transition};
use crate::design::record::{DesignRecord, FeedbackGiven, Reason, Run};
use crate::design::{Facts, Outcome, Step, prompts, refuse};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_design::brief;
use frieze_design::integrity::{Integrity, Violation};
use frieze_kernel::files::{BRIEF, Home};
use frieze_kernel::{By, Event, FileState, Note, NoteKind, Order, Refusal, UNDO};

/// The files to read for an event.
pub fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let mut reads = vec![paths.marker(), paths.frozen().intent()];
    if matches!(event, Event::Ordered(Order::Start)) {
        reads.extend([paths.brief(), paths.answers()]);
        if let Some(folder) = starts_from(&settled(record.clone())) {
            reads.extend([paths.intent(), paths.iteration(folder).critique()]);
        }
        reads.extend(record.feedback.iter().map(|given| paths.iteration(given.folder).feedback()));
    }
    reads
}

/// The changes of an event in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    match event {
        Event::Inspected => Ok(check_marker(&record, facts).unwrap_or_else(|| Step::same(record))),
        Event::Ordered(Order::Start) => start(record, facts),
        Event::Ordered(Order::Explain { reason }) => explain(record, reason, facts),
        Event::Ordered(Order::Verb { verb: UNDO, .. }) => undo(record, event, facts),
        Event::Ordered(
            Order::Stop { .. } | Order::Reset { .. } | Order::Verb { .. } | Order::Attempt { .. },
        )
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Err(refuse(&record, event)),
    }
}

/// The feedback for the next run: all of it, marked as answered if a later design was scored; none after a person's abort.
pub fn kept_feedback(record: &DesignRecord) -> Vec<FeedbackGiven> {
    let mut feedback = record.feedback.clone();
    // Without a failure, it was chosen already.
    let Some(failure) = &record.failure else { return feedback };
    if failure.reason == Reason::Aborted {
        feedback.clear();
    }
    // No design of this run was scored, so nothing was answered.
    if record.evaluations.is_empty() {
        return feedback;
    }
    // Search by hash: after an undone edit, the rejected design is not the last evaluation.
    let rejected = record.evaluations.iter().rev().find(|e| record.intent_sha256 == Some(e.input_sha256));
    let rejected = rejected.map(|rejected| record.folders_before.saturating_add(rejected.iteration));
    let last = feedback.len().saturating_sub(1);
    for (at, given) in feedback.iter_mut().enumerate() {
        given.answered |= at < last || rejected != Some(given.folder);
    }
    feedback
}

/// The record after its last reset, which cannot be undone any more.
pub fn settled(mut record: DesignRecord) -> DesignRecord {
    record.feedback = kept_feedback(&record);
    record.failure = None;
    record
}

/// Undoes the last reset (ruling 27).
fn undo(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    if let Some(step) = check_marker(&record, facts) {
        return Ok(step);
    }
    let Some(failure) = &record.failure else { return Err(refuse(&record, event)) };
    let (why, failed) = (format!("reset undone: {}", failure.message), failure.at);
    let text = format!("{} undid the reset of {}", facts.who, record.feature_id);
    let mut step = transition(record, DesignPhase::Failed, By::Human, &why, facts);
    // It failed then, and not now.
    step.record.since = Some(failed);
    Ok(step.note(NoteKind::Reset, text, json!({ "undone": true })))
}

/// The iteration of an earlier run that the next run starts from: chosen by a reset, or rejected with feedback that is still
/// unanswered.
fn starts_from(record: &DesignRecord) -> Option<u32> {
    let unanswered = record.feedback.iter().rev().find(|given| !given.answered);
    record.seed_folder.or_else(|| unanswered.map(|given| given.folder))
}

/// Verifies the marker of an idle record: it must be sound and belong to a recorded freeze. Returns the step to FAILED if not,
/// or the unfreeze of a restored frozen design whose marker was deleted.
fn check_marker(record: &DesignRecord, facts: &Facts) -> Option<Step> {
    if let Some(violation) = violation(record, facts) {
        return Some(fail_integrity(settled(record.clone()), &violation, facts));
    }
    let deleted = *facts.at(&Home::of(&record.feature_id).marker()) == FileState::Absent;
    (deleted && record.frozen.is_some()).then(|| {
        let mut record = record.clone();
        let note = frozen::unfreeze(&mut record, facts);
        let mut step = Step::to(record, By::System);
        step.notes.push(note);
        step
    })
}

/// The violation of marker and frozen design for a record that is not FROZEN.
pub fn violation(record: &DesignRecord, facts: &Facts) -> Option<Violation> {
    match frozen::check(record, facts) {
        Integrity::Sound(_) if record.frozen.is_some() => None,
        Integrity::Sound(marker) => {
            Some(Violation::new(None, Some(marker.checksum_sha256), frozen::NO_FREEZE))
        }
        Integrity::NoMarker { intact: Ok(()) } => None,
        Integrity::NoMarker { intact: Err(violation) } | Integrity::Violated(violation) => Some(violation),
    }
}

fn start(record: DesignRecord, facts: &Facts) -> Outcome {
    let (mut record, mut before) = (settled(record), Vec::new());
    if let Some(step) = check_marker(&record, facts) {
        if step.record.state != DesignPhase::Idle {
            return Ok(step);
        }
        // The marker was deleted since the last inspection.
        (record, before) = (step.record, step.notes);
    }
    let brief = required_brief(&record, facts)?;
    let pins = &facts.terms.pins;
    before.extend(drop_lost_feedback(&mut record, facts));
    if record.feedback.iter().any(|given| !given.answered) {
        revising::check_files(&record, facts)?;
        record.seed_folder = starts_from(&record);
    }
    record.folders_before = record.folders_before.saturating_add(record.iteration);
    let number = record.run.as_ref().map_or(1, |run| run.number.saturating_add(1));
    record.run = Some(Run::start(number, facts.now, &facts.who, pins.clone(), brief));
    record.retry = None;
    record.iteration = 1;
    record.broken = None;
    record.invalid_answer.clear();
    record.artifact_invalid = false;
    record.score_history.clear();
    record.evaluations.clear();
    record.best = None;
    record.candidate = None;
    let threshold = pins.threshold;
    let data = json!({ "run": record.run });
    let why = format!("run started: threshold {threshold}, at most {} iterations", pins.max_iterations);
    let mut step =
        transition(record, DesignPhase::Generating, By::Human, &why, facts).note(NoteKind::Run, why, data);
    step.notes.splice(0..0, before);
    if let Some(given) = step.record.feedback.last() {
        let by = &given.by;
        let text = if given.answered {
            let seeded = prompts::has_previous(&step.record);
            let from = if seeded { "the best design" } else { "the brief" };
            format!("this run starts from {from}, with the feedback of {by}")
        } else {
            format!("this run starts with the feedback of {by}: the run before ended without an answer to it")
        };
        let data = json!({ "feedback": given });
        step = step.note(NoteKind::Feedback, text, data);
    }
    Ok(step)
}

/// The most rejections of earlier runs whose feedback a run uses, so that the record has room for its own.
const MOST_FEEDBACK: usize = 50;

/// Whether a run uses feedback whose file has this digest. A person withdraws what was answered by a change of the file.
pub fn is_there(given: &FeedbackGiven, file: Option<Digest>) -> bool {
    !given.answered || file == Some(given.sha256)
}

/// Drops the oldest feedback beyond the limit, and answered feedback whose file is missing or changed; returns notes on it.
fn drop_lost_feedback(record: &mut DesignRecord, facts: &Facts) -> Vec<Note> {
    let paths = Home::of(&record.feature_id);
    let mut notes = Vec::new();
    let older = record.feedback.len().saturating_sub(MOST_FEEDBACK);
    if older > 0 {
        record.feedback.drain(..older);
        let text = format!(
            "this run uses the feedback of the last {MOST_FEEDBACK} rejections, without that of {older} earlier ones"
        );
        notes.push(Note { kind: NoteKind::Feedback, text, data: json!({ "leftOut": older }) });
    }
    record.feedback.retain(|given| {
        let path = paths.iteration(given.folder).feedback();
        let there = is_there(given, facts.bytes(&path).map(Digest::of));
        if !there {
            let text =
                format!("{path} no longer contains the feedback of {}: this run starts without it", given.by);
            notes.push(Note { kind: NoteKind::Feedback, text, data: json!({ "feedback": given }) });
        }
        there
    });
    notes
}

/// The brief, if a run can start.
fn required_brief<'a>(record: &DesignRecord, facts: &'a Facts) -> Result<&'a [u8], Refusal> {
    let paths = Home::of(&record.feature_id);
    if *facts.at(&paths.marker()) != FileState::Absent {
        return Err(Refusal::new(
            "frozen",
            format!("the design of {} is frozen: {} exists", record.feature_id, paths.marker()),
            "to unfreeze the design, delete that file, then run again",
        ));
    }
    if let Some(refusal) = facts.terms.agents_blocked() {
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
        FileState::Bytes(bytes) => bytes,
        FileState::Absent => {
            let why = format!("{} is missing", paths.brief());
            return Err(Refusal::new("brief", why, "put the requirement document there, then run again"));
        }
        FileState::Unreadable(why) => {
            return Err(Refusal::new("brief", why.clone(), "put a readable requirement document there"));
        }
    };
    let read = match facts.terms.pins.generator.name().is_some_and(is_built_in) {
        true => brief::read(BRIEF, brief),
        // A model can design from prose in which no requirement can be read.
        false => brief::read_prose(BRIEF, brief),
    };
    if let Err(e) = read {
        let why = format!("{}: {e}", paths.brief());
        return Err(Refusal::new("brief", why, e.hint()));
    }
    Ok(brief)
}

/// Records a person's reason for the unfreeze.
pub fn explain(mut record: DesignRecord, reason: &str, facts: &Facts) -> Outcome {
    check_length("reason", reason)?;
    match &mut record.unfrozen {
        Some(unfrozen) if unfrozen.reason.is_none() && !reason.trim().is_empty() => {
            let reason = reason.trim().to_owned();
            let text = format!("{} gave the reason for the unfreeze: {reason}", facts.who);
            let data = json!({ "freezeNumber": unfrozen.freeze_number, "reason": reason });
            unfrozen.reason = Some(reason);
            Ok(Step::to(record, By::Human).note(NoteKind::UnfreezeReason, text, data))
        }
        Some(_) | None => Err(Refusal::new(
            "no-question",
            format!("{} needs no reason", record.feature_id),
            "a reason can be given once, after FROZEN.md was deleted",
        )),
    }
}
