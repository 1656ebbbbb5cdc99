//! FAILED: left only by a person's reset.

use serde_json::json;

use crate::design::phases::dismissals::{self, DISMISS};
use crate::design::phases::{frozen, idle};
use crate::design::preview_origin::Preview;
use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::transition;
use crate::design::record::{DesignRecord, Failure, Reason};
use crate::design::{Facts, Outcome, refuse, yardstick};
use frieze_data::path::RelPath;
use frieze_design::critique::CritiqueFile;
use frieze_intent as intent;
use frieze_kernel::files::Home;
use frieze_kernel::{By, Event, FileState, NoteKind, Order, Refusal, Step, Write};
use frieze_rubric::Fidelity;

/// The files to read for an event.
pub fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let mut reads = vec![paths.marker(), paths.frozen().intent()];
    // Only a reset and a dismissal need the scored designs.
    if !matches!(event, Event::Ordered(Order::Reset { .. } | Order::Verb { verb: DISMISS, .. })) {
        return reads;
    }
    let last = paths.iteration(record.folder());
    reads.extend([last.intent(), last.critique()]);
    if let Some(best) = &record.best {
        let folder = best.folder;
        reads.extend([paths.iteration(folder).intent(), paths.iteration(folder).critique(), paths.intent()]);
    }
    reads.extend(yardstick::reads(record));
    reads
}

/// The changes of an event in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    match event {
        Event::Inspected => Ok(Step::same(record)),
        Event::Ordered(Order::Reset { from_best }) => reset(record, *from_best, facts),
        Event::Ordered(Order::Verb { verb: DISMISS, words, text }) => {
            dismissals::of_failed(record, words, text.as_deref(), facts)
        }
        Event::Ordered(
            Order::Start
            | Order::Stop { .. }
            | Order::Explain { .. }
            | Order::Verb { .. }
            | Order::Attempt { .. },
        )
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Err(refuse(&record, event)),
    }
}

fn reset(mut record: DesignRecord, from_best: bool, facts: &Facts) -> Outcome {
    let paths = Home::of(&record.feature_id);
    let id = record.feature_id.clone();
    // The violation must be fixed first, or the feature would fail again at once.
    let marker = facts.at(&paths.marker());
    if *marker != FileState::Absent
        && let Some(violation) = idle::violation(&record, facts)
    {
        return Err(Refusal::new(
            "integrity",
            format!("{id} cannot be reset: {violation}"),
            "restore design/final and state.json from version control, or delete design/final/FROZEN.md, then reset it",
        ));
    }
    // A restored design stays frozen until its marker is deleted.
    let unfrozen = (*marker == FileState::Absent && record.frozen.is_some()).then(|| {
        match idle::violation(&record, facts) {
            Some(violation) => frozen::give_up(&mut record, &violation, facts),
            None => frozen::unfreeze(&mut record, facts),
        }
    });
    let is_violated = |failure: &Failure| failure.reason == Reason::IntegrityViolation;
    // Any other reset changes nothing but the state. It keeps the failure, so that it can be undone.
    if from_best || record.failure.as_ref().is_some_and(is_violated) {
        record = idle::settled(record);
    }
    record.seed_folder = None;
    let writes = if from_best { restore_best(&mut record, facts)? } else { Vec::new() };
    let why = if from_best { "reset, the next run starts from the best iteration" } else { "reset" };
    let mut step = transition(record, DesignPhase::Idle, By::Human, why, facts);
    step.notes.extend(unfrozen);
    step.writes.extend(writes);
    Ok(step.note(NoteKind::Reset, format!("{} reset {id}", facts.who), json!({ "fromBest": from_best })))
}

/// Makes the best iteration's design the current one, with its critique and preview.
fn restore_best(record: &mut DesignRecord, facts: &Facts) -> Result<Vec<Write>, Refusal> {
    let paths = Home::of(&record.feature_id);
    let Some(best) = record.best.clone() else {
        let why = format!("{} has no scored iteration to start from", record.feature_id);
        return Err(Refusal::new("no-best", why, "reset without --from-best"));
    };
    let path = paths.iteration(best.folder).intent();
    let bytes = facts.bytes(&path).unwrap_or_default();
    let reading = intent::read(bytes).ok().filter(|reading| reading.sha256 == best.intent_sha256);
    let reading = reading.ok_or_else(|| {
        let why = format!("{path} is not the intent that scored {}", best.score);
        Refusal::new("no-best", why, "restore that file, or reset without --from-best")
    })?;
    let mut writes = Vec::new();
    let mut write = |path, bytes| writes.push(Write { path, bytes });
    // The last iteration's own design is in its folder; a person may have edited it.
    let made = facts.bytes(&paths.iteration(record.folder()).intent());
    let is_known = |current: &&[u8]| *current == bytes || made == Some(*current);
    if let Some(replaced) = facts.bytes(&paths.intent()).filter(|current| !is_known(current)) {
        write(paths.iteration(record.folder()).replaced_intent(), replaced.to_vec());
    }
    let mut fidelity = None;
    if let Some(judged) =
        dismissals::scored(record, best.folder, facts).filter(|_| !record.dismissed.is_empty())
    {
        write(paths.critique(), judged.critique(record, record.pins_or(&facts.terms).threshold));
        fidelity = judged.evaluation.fidelity;
    } else if let Some(critique) = facts.bytes(&paths.iteration(best.folder).critique()) {
        write(paths.critique(), critique.to_vec());
        fidelity = CritiqueFile::read(critique).ok().and_then(|file| file.fidelity);
    }
    let (preview, page) = Preview::of(&reading, fidelity.as_ref().map(Fidelity::in_numbers));
    write(paths.preview(), page);
    write(paths.intent(), bytes.to_vec());
    record.seed_folder = Some(best.folder);
    record.preview = Some(preview);
    record.intent_sha256 = Some(reading.sha256);
    Ok(writes)
}
