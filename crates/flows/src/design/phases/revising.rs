//! REVISING: prepares the next iteration from findings and feedback.

use serde_json::json;

use crate::design::record::DesignRecord;
use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::{broken_guarantee, transition};
use crate::design::{Facts, Outcome, prompts, refuse};
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_intent as intent;
use frieze_kernel::files::Home;
use frieze_kernel::{By, Event, NoteKind, Refusal, Step};

/// The files to read for an event.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    prompts::generator_reads(record, &Home::of(&record.feature_id))
}

/// The changes of an event in this phase.
pub fn step(mut record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    match event {
        Event::Inspected => Ok(Step::same(record)),
        Event::Proceeded { .. } => {
            let found = check_files(&record, facts)?;
            // A broken guarantee ends the run, even if the agents are blocked.
            if let (Some(refusal), None) = (facts.terms.agents_blocked(), broken_guarantee(&record, facts)) {
                return Err(refusal.clone());
            }
            // A person may have changed the design since it was scored.
            let edited = (record.intent_sha256 != Some(found)).then_some(found);
            let is_rejected = record.feedback.iter().any(|given| given.folder == record.folder());
            record.iteration = record.iteration.saturating_add(1);
            record.seed_folder = None;
            record.invalid_answer.clear();
            record.candidate = None;
            let from = if is_rejected { "findings and feedback" } else { "findings" };
            let why = format!("iteration {} starts with {from}", record.iteration);
            let step = transition(record, DesignPhase::Generating, By::Engine, &why, facts);
            Ok(match edited {
                Some(sha256) => step.note(
                    NoteKind::HumanEdit,
                    "design/intent.json was edited by hand after it was scored; the generator starts from the edited design",
                    json!({ "intentSha256": sha256 }),
                ),
                None => step,
            })
        }
        Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. } => Err(refuse(&record, event)),
    }
}

/// The hash of the current design.
///
/// # Errors
/// Feedback or design are missing or damaged: neither is silently left out.
pub fn check_files(record: &DesignRecord, facts: &Facts) -> Result<Digest, Refusal> {
    let paths = Home::of(&record.feature_id);
    for given in &record.feedback {
        let path = paths.iteration(given.folder).feedback();
        if facts.bytes(&path).map(Digest::of) != Some(given.sha256) {
            return Err(Refusal::new(
                "feedback-changed",
                format!("{path} no longer contains the feedback of {}", given.by),
                "restore the file (git, backups), then run again",
            ));
        }
    }
    let (path, copy) = (paths.intent(), paths.iteration(record.folder()).intent());
    match facts.bytes(&path).map(intent::read) {
        Some(Ok(reading)) => Ok(reading.sha256),
        Some(Err(e)) => Err(Refusal::new(
            "invalid",
            format!("{path} is not a valid intent: {e}"),
            format!("fix it, or copy {copy} over it, then run again"),
        )),
        None => Err(Refusal::new(
            "missing",
            format!("{path} cannot be read"),
            format!("copy {copy} there, then run again"),
        )),
    }
}
