//! GENERATING: the generator was asked for a design; its answer is checked before anything is kept.

use serde_json::json;

use super::asking::{self, Left, faulted};
use super::moves::moved;
use super::paths::Paths;
use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::Terms;
use super::{Outcome, prompts, refuse};
use crate::domain::answer::{self, DesignAnswer};
use crate::domain::path::RelPath;
use crate::domain::schema::Violation;
use crate::kernel::{Answer, By, Event, Facts, Step};

pub fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
    let paths = Paths::of(&record.feature_id);
    match event {
        Event::Answered { .. } => prompts::generator_reads(record, &paths),
        Event::Looked
        | Event::Ordered(_)
        | Event::Decided(_)
        | Event::AskedAgain { .. }
        | Event::Faulted { .. }
        | Event::Proceeded { .. } => Vec::new(),
    }
}

pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    asking::step(record, event, facts, |record, left| match left {
        Left::Answered(answer) => Ok(answered(record, answer, facts)),
        Left::Faulted(fault) => Ok(faulted(record, "Design Generator", fault, facts)),
        Left::Proceeded => Err(refuse(DesignPhase::Generating, event)),
    })
}

fn answered(mut record: DesignRecord, answer: &Answer, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let paths = Paths::of(&record.feature_id);
    let folder = paths.iteration(record.folder());
    let patches = facts.terms.generator.patches && prompts::has_previous(&record);
    let previous = patches.then(|| prompts::previous(&record)).and_then(|path| facts.bytes(&path));
    match answer::design_or_patch(&answer.text, &record.feature_id, previous) {
        Ok(DesignAnswer { reading, pretty, report }) => {
            let sha256 = reading.sha256;
            record.intent_sha256 = Some(sha256);
            record.invalid_answer.clear();
            let title = &reading.intent.title;
            let why = format!("iteration {}: {title:?} {}", record.iteration, sha256.short());
            let mut step = moved(record, DesignPhase::Evaluating, By::Engine, &why, facts)
                .write(folder.join("intent.json"), pretty.clone())
                .write(paths.intent(), pretty);
            if let Some(report) = report {
                step = step.write(folder.join("report.json"), report);
            }
            step
        }
        Err(violations) => invalid(record, &violations, facts),
    }
}

/// An answer that is no design goes back with its violations, up to the limit (ruling 9); after that
/// it is an artifact that Priority 1 fails.
fn invalid(mut record: DesignRecord, violations: &[Violation], facts: &Facts<Terms>) -> Step<DesignRecord> {
    let lines: Vec<String> = violations.iter().take(20).map(ToString::to_string).collect();
    let first = lines.first().cloned().unwrap_or_default();
    let data = json!({ "iteration": record.iteration, "attempt": record.repairs + 1, "violations": lines });
    if record.repairs < facts.terms.repair_attempts {
        record.repairs += 1;
        let text =
            format!("the answer was no valid design ({first}); sent back, attempt {}", record.repairs + 1);
        let mut step = Step::to(record, By::Engine).note("repair", text, data);
        step.record.invalid_answer = lines;
        return step;
    }
    record.invalid_answer = lines;
    record.artifact_invalid = true;
    let why =
        format!("iteration {}: no valid design after {} attempts", record.iteration, record.repairs + 1);
    let text = format!("the answer was no valid design ({first}), and no attempt is left");
    moved(record, DesignPhase::Evaluating, By::Engine, &why, facts).note("repair", text, data)
}
