//! FAILED: a run that ended by its rules. Only a person's reset leaves it.

use serde_json::json;

use super::moves::moved;
use super::phase::DesignPhase;
use super::previewing::Preview;
use super::record::{DesignRecord, FeedbackGiven, Reason};
use super::terms::Terms;
use super::{Outcome, frozen, idle, refuse};
use crate::domain::files::Home;
use crate::domain::intent;
use crate::domain::path::RelPath;
use crate::kernel::{By, Event, Facts, Look, NoteKind, Order, Refusal, Step, Write};

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let mut reads = vec![paths.marker(), paths.frozen().intent()];
    if let Some(best) = &record.best {
        let folder = best.folder;
        reads.extend([paths.iteration(folder).intent(), paths.iteration(folder).critique(), paths.intent()]);
    }
    reads
}

/// What an event changes in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    match event {
        Event::Looked => Ok(Step::same(record)),
        Event::Ordered(Order::Reset { from_best }) => reset(record, *from_best, facts),
        Event::Ordered(Order::Start | Order::Stop { .. } | Order::Explain { .. } | Order::Attempt { .. })
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Err(refuse(DesignPhase::Failed, event)),
    }
}

/// The words that go into the next run: one that ended by its rules loses none. Those after which no other design came are
/// said of the design that is there. A person who aborts takes them back.
fn kept(record: &DesignRecord) -> Vec<FeedbackGiven> {
    let aborted = record.failure.as_ref().is_some_and(|failure| failure.reason == Reason::Aborted);
    let mut kept = if aborted { Vec::new() } else { record.feedback.clone() };
    // No design of this run was judged: nothing has answered what it began with.
    if record.evaluations.is_empty() {
        return kept;
    }
    // An edit by hand that was undone stands behind the design that was rejected.
    let rejected = record.evaluations.iter().rev().find(|e| record.intent_sha256 == Some(e.input_sha256));
    let rejected = rejected.map(|rejected| record.folders_before.saturating_add(rejected.iteration));
    let last = kept.len().saturating_sub(1);
    for (at, given) in kept.iter_mut().enumerate() {
        given.answered |= at < last || rejected != Some(given.folder);
    }
    kept
}

fn reset(mut record: DesignRecord, from_best: bool, facts: &Facts<Terms>) -> Outcome {
    let paths = Home::of(&record.feature_id);
    let id = record.feature_id.clone();
    // Manual investigation comes before a reset: what is violated now would fail again at once.
    let marker = facts.at(&paths.marker());
    if *marker != Look::Absent
        && let Some(violation) = idle::violation(&record, facts)
    {
        return Err(Refusal::new(
            "integrity",
            format!("{id} cannot be reset: {violation}"),
            "restore design/final from version control, or delete design/final/FROZEN.md, then reset",
        ));
    }
    // What was restored is still the frozen design, and stays so until its marker is deleted.
    let unfrozen =
        (*marker == Look::Absent && record.frozen.is_some()).then(|| match idle::violation(&record, facts) {
            Some(violation) => frozen::give_up(&mut record, &violation, facts),
            None => frozen::unfreeze(&mut record, facts),
        });
    record.feedback = kept(&record);
    record.seed_folder = None;
    let writes = if from_best { back_to_the_best(&mut record, facts)? } else { Vec::new() };
    record.failure = None;
    let why = if from_best { "reset, the next run starts from the best iteration" } else { "reset" };
    let mut step = moved(record, DesignPhase::Idle, By::Human, why, facts);
    step.notes.extend(unfrozen);
    step.writes.extend(writes);
    Ok(step.note(NoteKind::Reset, format!("{} reset {id}", facts.who), json!({ "fromBest": from_best })))
}

/// Makes the best iteration's design the current one, with its critique and preview: the next run starts from it.
fn back_to_the_best(record: &mut DesignRecord, facts: &Facts<Terms>) -> Result<Vec<Write>, Refusal> {
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
    // The current design may hold a person's hand.
    if let Some(replaced) = facts.bytes(&paths.intent()).filter(|current| *current != bytes) {
        write(paths.iteration(record.folder()).replaced_intent(), replaced.to_vec());
    }
    if let Some(critique) = facts.bytes(&paths.iteration(best.folder).critique()) {
        write(paths.critique(), critique.to_vec());
    }
    let (preview, page) = Preview::of(&reading);
    write(paths.preview(), page);
    write(paths.intent(), bytes.to_vec());
    record.seed_folder = Some(best.folder);
    record.preview = Some(preview);
    record.intent_sha256 = Some(reading.sha256);
    Ok(writes)
}
