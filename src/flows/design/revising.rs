//! REVISING: what the next iteration must do better is known; the next prompt is written.

use serde_json::json;

use super::moves::{broken_guarantee, moved};
use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::Terms;
use super::{Outcome, prompts, refuse};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::intent;
use crate::domain::path::RelPath;
use crate::kernel::{By, Event, Facts, NoteKind, Refusal, Step};

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    prompts::generator_reads(record, &Home::of(&record.feature_id))
}

/// What an event changes in this phase.
pub fn step(mut record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    match event {
        Event::Looked => Ok(Step::same(record)),
        Event::Proceeded { .. } => {
            let found = as_it_was_left(&record, facts)?;
            // What was changed in the middle of a run ends it, trusted or not.
            if let (Some(refusal), None) = (facts.terms.kept_from_asking(), broken_guarantee(&record, facts))
            {
                return Err(refusal.clone());
            }
            // A person may have changed the design since it was judged.
            let edited = (record.intent_sha256 != Some(found)).then_some(found);
            record.iteration = record.iteration.saturating_add(1);
            record.seed_folder = None;
            record.invalid_answer.clear();
            record.candidate = None;
            let why = format!("iteration {} begins with what is to be improved", record.iteration);
            let step = moved(record, DesignPhase::Generating, By::Engine, &why, facts);
            Ok(match edited {
                Some(sha256) => step.note(
                    NoteKind::HumanEdit,
                    "design/intent.json was edited by hand after it was judged; the generator starts from it",
                    json!({ "intentSha256": sha256 }),
                ),
                None => step,
            })
        }
        Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Answered { .. }
        | Event::Faulted { .. } => Err(refuse(DesignPhase::Revising, event)),
    }
}

/// Refuses to go on from words or a design that are not there any more: neither is silently left out. Gives the hash of
/// the design that is there.
pub fn as_it_was_left(record: &DesignRecord, facts: &Facts<Terms>) -> Result<Digest, Refusal> {
    let paths = Home::of(&record.feature_id);
    for given in &record.feedback {
        let path = paths.iteration(given.folder).feedback();
        if facts.bytes(&path).map(Digest::of) != Some(given.sha256) {
            return Err(Refusal::new(
                "feedback-changed",
                format!("{path} does not hold the words of {} any more", given.by),
                "put the file back as it was (git, backups), then run again",
            ));
        }
    }
    let (path, kept) = (paths.intent(), paths.iteration(record.folder()).intent());
    match facts.bytes(&path).map(intent::read) {
        Some(Ok(reading)) => Ok(reading.sha256),
        Some(Err(e)) => Err(Refusal::new(
            "invalid",
            format!("{path} is no valid intent: {e}"),
            format!("mend it, or copy {kept} over it, then run again"),
        )),
        None => Err(Refusal::new(
            "missing",
            format!("{path} cannot be read"),
            format!("copy {kept} there, then run again"),
        )),
    }
}
