//! GENERATING: the generator was asked for a design; its answer is checked before anything is kept.

use serde_json::json;

use super::answered::Invalid;
use super::asking::{self, Left, faulted};
use super::moves::moved;
use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::Terms;
use super::{Outcome, prompts, refuse};
use crate::domain::answer::{self, DesignAnswer};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::intent;
use crate::domain::path::RelPath;
use crate::domain::schema::Violation;
use crate::kernel::{Answer, By, Event, Facts, NoteKind, Step};

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    match event {
        // The design that is there is read too: a person may have put it there, and it is about to be replaced.
        Event::Answered { .. } => prompts::generator_reads(record, &paths),
        Event::Looked
        | Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Vec::new(),
    }
}

/// What an event changes in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    asking::step(record, event, facts, |record, left| match left {
        Left::Answered(answer) => Ok(answered(record, answer, facts)),
        Left::Faulted(fault, kept) => Ok(faulted(record, "Design Generator", fault, kept, facts)),
        Left::Proceeded => Err(refuse(DesignPhase::Generating, event)),
    })
}

fn answered(mut record: DesignRecord, answer: &Answer, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let paths = Home::of(&record.feature_id);
    let folder = record.folder();
    let patches = facts.terms.generator.patches && prompts::has_previous(&record);
    let previous = patches.then(|| prompts::previous(&record)).and_then(|path| facts.bytes(&path));
    match answer::design(&answer.text, &record.feature_id, previous) {
        Ok(DesignAnswer { reading, pretty, report }) => {
            let sha256 = reading.sha256;
            record.invalid_answer.clear();
            let title = &reading.intent.title;
            let why = format!("iteration {}: {title:?} {}", record.iteration, sha256.short());
            let replaced = not_the_runs(&record, facts).filter(|bytes| *bytes != pretty.as_slice());
            record.intent_sha256 = Some(sha256);
            let mut step = moved(record, DesignPhase::Evaluating, By::Engine, &why, facts)
                .write(paths.iteration(folder).intent(), pretty.clone())
                .write(paths.intent(), pretty);
            if let Some(bytes) = replaced {
                step = kept(step, paths.iteration(folder).replaced_intent(), bytes);
            }
            if let Some(report) = report {
                step = step.write(paths.iteration(folder).report(), report);
            }
            step
        }
        Err(violations) => invalid(record, &violations, facts),
    }
}

/// The design that is there, where it is not the one that the run left: a person wrote or changed it, or an answer was
/// cut short by an interruption.
fn not_the_runs<'a>(record: &DesignRecord, facts: &'a Facts<Terms>) -> Option<&'a [u8]> {
    let bytes = facts.bytes(&Home::of(&record.feature_id).intent())?;
    // Kept already, as what this iteration started from.
    if prompts::has_previous(record) && facts.bytes(&prompts::previous(record)) == Some(bytes) {
        return None;
    }
    let sha256 = intent::read(bytes).ok().map(|reading| reading.sha256);
    (sha256.is_none() || sha256 != record.intent_sha256).then_some(bytes)
}

/// What may be a person's design is not lost when an answer takes its place.
fn kept(step: Step<DesignRecord>, path: RelPath, bytes: &[u8]) -> Step<DesignRecord> {
    let text = format!(
        "design/intent.json was not as the run left it; it is kept as {path}, for an answer takes its place"
    );
    let data = json!({ "path": path.to_string(), "sha256": Digest::of(bytes) });
    step.write(path, bytes.to_vec()).note(NoteKind::HumanEdit, text, data)
}

/// An answer that is no design goes back with its violations, up to the limit (ruling 9); after that
/// it is an artifact that Priority 1 fails.
fn invalid(mut record: DesignRecord, violations: &[Violation], facts: &Facts<Terms>) -> Step<DesignRecord> {
    let invalid = Invalid::of(&record, violations);
    let first = &invalid.first;
    if invalid.goes_back(&mut record, facts) {
        let text =
            format!("the answer was no valid design ({first}); sent back, attempt {}", record.attempt());
        return Step::to(record, By::Engine).note(NoteKind::Repair, text, invalid.data);
    }
    record.invalid_answer.clone_from(&invalid.lines);
    record.artifact_invalid = true;
    let why = format!("iteration {}: no valid design after {} attempts", record.iteration, record.attempt());
    let text = format!("the answer was no valid design ({first}), and no attempt is left");
    moved(record, DesignPhase::Evaluating, By::Engine, &why, facts).note(NoteKind::Repair, text, invalid.data)
}
