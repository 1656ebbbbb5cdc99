//! EVALUATING: the design is scored, and the first exit condition that holds decides
//! (1-design-engine.md, "Loop Termination Priority Order"; ruling 2).

use serde_json::json;

use super::answered::{Invalid, MOST_VIOLATIONS, in_a_sentence};
use super::asking::{self, Left, faulted, violated};
use super::judged::Judged;
use super::moves::{failed, moved};
use super::phase::DesignPhase;
use super::record::{Best, Broken, DesignRecord, Evaluated, Reason};
use super::stagnation::{self, MOST_REPEATS};
use super::terms::{Terms, is_built_in};
use super::{Outcome, prompts};
use crate::domain::answer;
use crate::domain::files::{Home, Seat};
use crate::domain::intent::{self, Intent, Reading};
use crate::domain::path::RelPath;
use crate::domain::rubric::{CriticFinding, Evaluation};
use crate::kernel::{Answer, By, Event, Facts, Fault, Look, NoteKind, Step};

/// What must be looked at before an event is answered.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let mut reads = vec![paths.intent(), paths.brief(), paths.answers()];
    reads.extend(prompts::has_previous(record).then(|| prompts::previous(record)));
    reads
}

/// What an event changes in this phase.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    asking::step(record, event, facts, |record, left| {
        Ok(match left {
            Left::Answered(answer) => answered(record, answer, facts),
            Left::Faulted(fault, kept) => conclude(record, &Err((fault, kept)), facts),
            Left::Proceeded => conclude(record, &Ok(Vec::new()), facts),
        })
    })
}

fn answered(mut record: DesignRecord, answer: &Answer, facts: &Facts<Terms>) -> Step<DesignRecord> {
    match answer::critic(&answer.text) {
        Ok(findings) => conclude(record, &Ok(findings), facts),
        Err(violations) => {
            let (invalid, attempt) = (Invalid::of(&record, &violations), record.attempt());
            let first = &invalid.first;
            if invalid.goes_back(&mut record, facts) {
                let text = format!("the critic's answer was not valid ({first}); sent back");
                return Step::to(record, By::Engine).note(NoteKind::Repair, text, invalid.data);
            }
            let why = format!("its answer was not valid after {attempt} attempts ({first})");
            let kept = Home::of(&record.feature_id).iteration(record.folder()).answer(Seat::Critic, attempt);
            faulted(record, "Design Critic", &Fault::Failed { why }, Some(&kept), facts)
        }
    }
}

/// Evaluates the five conditions in their order; the first that holds decides, and only that one.
fn conclude(
    mut record: DesignRecord,
    critic: &Result<Vec<CriticFinding>, (&Fault, Option<&RelPath>)>,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    // Priority 1: the schema.
    let reading = match valid_intent(&record, facts) {
        Ok(reading) => reading,
        Err(violations) => {
            let first = violations.first().map_or("", |line| in_a_sentence(line));
            let message = format!("intent.json does not conform to its schema: {first}");
            let data = json!({ "iteration": record.iteration, "violations": violations });
            return failed(record, Reason::SchemaInvalid, By::Engine, &message, facts).note(
                NoteKind::Schema,
                message,
                data,
            );
        }
    };
    // Priority 2: the agents' time. An agent that failed otherwise left nothing to go on with either.
    let findings = match critic {
        Ok(findings) => findings,
        Err((fault, kept)) => return faulted(record, "Design Critic", fault, *kept, facts),
    };
    let judged = Judged::of(reading, findings, &facts.terms.critic.name);
    // The score of a hand edit that this critic had not seen is no judgement of it: this one takes its place.
    if !is_built_in(record.critic(&facts.terms)) {
        record.evaluations.retain(|e| !(e.edited && e.input_sha256 == judged.reading.sha256));
    }
    if let Some(broken) = scored_otherwise(&record, &judged.evaluation) {
        return violated(record, &broken, facts);
    }
    let edited = record.intent_sha256 != Some(judged.reading.sha256);
    note_score(&mut record, &judged.evaluation);
    let iteration = record.iteration;
    let (paths, folder) = (Home::of(&record.feature_id), record.folder());
    let critique = judged.critique(&record, record.pins_or(&facts.terms).threshold);
    let mut step = concluded(record, &judged, &critique, facts);
    step.notes.push(judged.note(iteration));
    if edited && let Look::Bytes(bytes) = facts.at(&paths.intent()) {
        // What was judged is what the iteration keeps; what the agent wrote is in its raw answer.
        let text = format!("design/intent.json was edited by hand while iteration {iteration} was judged");
        let data = json!({ "intentSha256": judged.reading.sha256, "iteration": iteration });
        step =
            step.write(paths.iteration(folder).intent(), bytes.clone()).note(NoteKind::HumanEdit, text, data);
    }
    judged.written(step, paths.iteration(folder).critique(), critique)
}

/// Priorities 3 to 5: what becomes of a design that was scored.
fn concluded(
    mut record: DesignRecord,
    judged: &Judged,
    critique: &[u8],
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let pins = record.pins_or(&facts.terms);
    let (threshold, max_iterations) = (pins.threshold, pins.max_iterations);
    let (iteration, overall) = (record.iteration, judged.evaluation.overall);
    // Priority 3: the last permitted iteration.
    if iteration >= max_iterations {
        let best = record.best.as_ref().map_or(String::new(), |best| {
            format!("; the best was iteration {} with {}", best.iteration, best.score)
        });
        let message = format!(
            "iteration {iteration} of {max_iterations} was the last one, with a score of {overall} and a threshold of {threshold}{best}"
        );
        return failed(record, Reason::MaxIterations, By::Engine, &message, facts);
    }
    // Priority 4: no progress.
    if let Some(plateau) = stagnation::plateau(&record.evaluations).filter(|p| p.repeats >= MOST_REPEATS) {
        let message = format!(
            "no progress: the score stayed at {overall} from iteration {} to {}",
            plateau.since, plateau.until
        );
        return failed(record, Reason::NoProgress, By::Engine, &message, facts);
    }
    // Priority 5: the threshold.
    if judged.meets(threshold) {
        judged.accept(&mut record, critique, false);
        let why = format!("score {overall} meets the threshold {threshold} in iteration {iteration}");
        return moved(record, DesignPhase::Candidate, By::Engine, &why, facts);
    }
    // The built-in generator would change nothing the next time either.
    if changed_nothing(&record, judged, facts) {
        let questions = judged.reading.intent.open_questions.len();
        let message = format!(
            "iteration {iteration} changed nothing, with a score of {overall} and a threshold of {threshold}: {questions} open \
             questions wait for an answer"
        );
        return failed(record, Reason::NoProgress, By::Engine, &message, facts);
    }
    let why = format!("score {overall} is under the threshold {threshold}");
    moved(record, DesignPhase::Revising, By::Engine, &why, facts)
}

/// Whether the generator that is part of the program gave back the design that it was given.
fn changed_nothing(record: &DesignRecord, judged: &Judged, facts: &Facts<Terms>) -> bool {
    if !prompts::has_previous(record) || !is_built_in(record.generator(&facts.terms)) {
        return false;
    }
    let before = facts.bytes(&prompts::previous(record)).and_then(|bytes| intent::read(bytes).ok());
    let after = &judged.reading.intent;
    before.is_some_and(|before| Intent { version: after.version.clone(), ..before.intent } == *after)
}

fn valid_intent(record: &DesignRecord, facts: &Facts<Terms>) -> Result<Reading, Vec<String>> {
    if record.artifact_invalid {
        return Err(record.invalid_answer.clone());
    }
    let path = Home::of(&record.feature_id).intent();
    match facts.at(&path) {
        Look::Bytes(bytes) => intent::read(bytes)
            .map_err(|e| e.violations().iter().take(MOST_VIOLATIONS).map(ToString::to_string).collect()),
        Look::Absent => Err(vec![format!(": {path} is missing")]),
        Look::Unreadable(why) => Err(vec![format!(": {why}")]),
    }
}

/// "If same input hash produces different score, MUST transition to FAILED."
fn scored_otherwise(record: &DesignRecord, evaluation: &Evaluation) -> Option<Broken> {
    let before = record.evaluations.iter().find(|e| e.input_sha256 == evaluation.input_sha256)?;
    let same = before.overall == evaluation.overall && before.dimensions == evaluation.dimensions;
    (!same).then(|| Broken {
        reason: Reason::DeterminismViolation,
        message: format!(
            "determinism violation: the design {} scored {} in iteration {} and {} now",
            evaluation.input_sha256.short(),
            before.overall,
            before.iteration,
            evaluation.overall
        ),
    })
}

fn note_score(record: &mut DesignRecord, evaluation: &Evaluation) {
    let (iteration, overall, sha256) = (record.iteration, evaluation.overall, evaluation.input_sha256);
    record.intent_sha256 = Some(sha256);
    record.score_history.push((iteration, overall));
    record.evaluations.push(Evaluated {
        input_sha256: sha256,
        iteration,
        overall,
        dimensions: evaluation.dimensions,
        edited: false,
    });
    if record.best.as_ref().is_none_or(|best| overall > best.score) {
        let folder = record.folder();
        record.best = Some(Best { iteration, folder, score: overall, intent_sha256: sha256 });
    }
}
