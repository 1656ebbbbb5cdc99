//! GENERATING: waits for the generator's design, and checks it before saving anything.

use serde_json::json;

use crate::design::phases::awaiting_agent;
use crate::design::phases::awaiting_agent::{AgentOutcome, fail_broken, without_answer};
use crate::design::record::agent_answers::{InvalidAnswer, attempts};
use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::transition;
use crate::design::record::{Broken, DesignRecord};
use crate::design::{Facts, Outcome, Step, prompts, refuse, yardstick};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::schema::Violation;
use frieze_design::answer;
use frieze_design::answer::DesignAnswer;
use frieze_intent as intent;
use frieze_kernel::files::Home;
use frieze_kernel::{Answer, By, Event, NoteKind};

/// The files to read for an event.
pub fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    match event {
        // The current design is read too: it may be a person's, and is about to be replaced.
        Event::Answered { .. } => {
            prompts::generator_reads(record, &paths).into_iter().chain(yardstick::reads(record)).collect()
        }
        Event::Inspected
        | Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Vec::new(),
    }
}

/// The changes of an event in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    awaiting_agent::step(record, event, facts, true, |record, outcome| match outcome {
        AgentOutcome::Answered(answer) => Ok(answered(record, answer, facts)),
        AgentOutcome::Faulted(fault, saved) => {
            Ok(without_answer(record, "Design Generator", fault, saved, facts))
        }
        AgentOutcome::Proceeded => Err(refuse(&record, event)),
    })
}

fn answered(mut record: DesignRecord, answer: &Answer, facts: &Facts) -> Step {
    let paths = Home::of(&record.feature_id);
    let folder = record.folder();
    let patches = facts.terms.generator.patches && prompts::has_previous(&record);
    let previous = patches.then(|| prompts::previous(&record)).and_then(|path| facts.bytes(&path));
    let yardstick = match yardstick::of(&record, facts) {
        Ok(yardstick) => yardstick,
        Err(why) => return fail_broken(record, &Broken::drifted(&why), facts),
    };
    match answer::design(&answer.text, &record.feature_id, previous, yardstick.as_ref()) {
        Ok(DesignAnswer { reading, pretty, report, moved }) => {
            let sha256 = reading.sha256;
            record.invalid_answer.clear();
            let title = &reading.intent.title;
            let why = format!("iteration {}: \"{title}\" {}", record.iteration, sha256.short());
            let replaced = foreign_design(&record, facts).filter(|bytes| *bytes != pretty.as_slice());
            record.intent_sha256 = Some(sha256);
            let mut step = transition(record, DesignPhase::Evaluating, By::Engine, &why, facts)
                .write(paths.iteration(folder).intent(), pretty.clone())
                .write(paths.intent(), pretty);
            if let Some(bytes) = replaced {
                step = save_replaced(step, paths.iteration(folder).replaced_intent(), bytes);
            }
            if moved > 0 {
                let text = format!("requirements put on the line where the brief states them: {moved}");
                step = step.note(NoteKind::Derived, text, json!({ "requirements": moved }));
            }
            if let Some(report) = report {
                step = step.write(paths.iteration(folder).report(), report);
            }
            step
        }
        Err(violations) => invalid(record, &violations, facts),
    }
}

/// The current design if it is not the run's: a person wrote or changed it, or an interruption truncated it.
fn foreign_design<'a>(record: &DesignRecord, facts: &'a Facts) -> Option<&'a [u8]> {
    let bytes = facts.bytes(&Home::of(&record.feature_id).intent())?;
    // Already saved as the start of this iteration.
    if prompts::has_previous(record) && facts.bytes(&prompts::previous(record)) == Some(bytes) {
        return None;
    }
    let sha256 = intent::read(bytes).ok().map(|reading| reading.sha256);
    (sha256.is_none() || sha256 != record.intent_sha256).then_some(bytes)
}

/// Saves a replaced design, which may be a person's.
fn save_replaced(step: Step, path: RelPath, bytes: &[u8]) -> Step {
    let text = format!(
        "design/intent.json was changed outside the run; the answer replaces it, and it is saved as {path}"
    );
    let data = json!({ "path": path.to_string(), "sha256": Digest::of(bytes) });
    step.write(path, bytes.to_vec()).note(NoteKind::HumanEdit, text, data)
}

/// Sends an invalid answer back with its violations, up to the limit (ruling 9); after that, Priority 1 fails the run.
fn invalid(mut record: DesignRecord, violations: &[Violation], facts: &Facts) -> Step {
    let invalid = InvalidAnswer::of(&record, violations);
    let first = &invalid.first;
    if invalid.send_back(&mut record, facts) {
        let text =
            format!("the answer is not a valid design ({first}); sent back, attempt {}", record.attempt());
        return Step::to(record, By::Engine).note(NoteKind::Repair, text, invalid.data);
    }
    record.invalid_answer.clone_from(&invalid.lines);
    record.artifact_invalid = true;
    let attempts = attempts(record.attempt());
    let why = format!("iteration {}: no valid design after {attempts}", record.iteration);
    let text = format!("the answer is not a valid design ({first}), and no attempt is left");
    transition(record, DesignPhase::Evaluating, By::Engine, &why, facts).note(
        NoteKind::Repair,
        text,
        invalid.data,
    )
}
