//! EVALUATING: waits for the critic, scores the design, and applies the first exit condition that holds
//! (1-design-engine.md, "Loop Termination Priority Order"; ruling 2).

use serde_json::json;

use crate::design::phases::awaiting_agent;
use crate::design::phases::awaiting_agent::{AgentOutcome, fail_broken, without_answer};
use crate::design::record::agent_answers::{InvalidAnswer, MOST_VIOLATIONS, attempts, without_pointer};
use crate::design::record::phase::DesignPhase;
use crate::design::record::run_terms::is_built_in;
use crate::design::record::stagnation::MOST_REPEATS;
use crate::design::record::state_change::{fail, transition};
use crate::design::record::{Broken, DesignRecord, Evaluated, Reason, stagnation};
use crate::design::scored_design::ScoredDesign;
use crate::design::{Facts, Outcome, Step, prompts, yardstick};
use frieze_data::path::RelPath;
use frieze_design::answer;
use frieze_intent as intent;
use frieze_intent::{Intent, Reading};
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::{Answer, By, Event, Fault, FileState, NoteKind};
use frieze_rubric::CriticFinding;

/// The files to read for an event.
pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Home::of(&record.feature_id);
    let mut reads = vec![paths.intent(), paths.brief(), paths.answers()];
    reads.extend(prompts::has_previous(record).then(|| prompts::previous(record)));
    reads.extend(yardstick::reads(record));
    reads
}

/// The changes of an event in this phase.
///
/// `saves_output` is whether output without an answer is saved in the iteration's folder.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts, saves_output: bool) -> Outcome {
    awaiting_agent::step(record, event, facts, saves_output, |record, outcome| {
        Ok(match outcome {
            AgentOutcome::Answered(answer) => answered(record, answer, facts, saves_output),
            AgentOutcome::Faulted(fault, saved) => conclude(record, &Err((fault, saved)), facts),
            AgentOutcome::Proceeded => conclude(record, &Ok(Vec::new()), facts),
        })
    })
}

fn answered(mut record: DesignRecord, answer: &Answer, facts: &Facts, saves_output: bool) -> Step {
    match answer::critic(&answer.text) {
        Ok(findings) => conclude(record, &Ok(findings), facts),
        Err(violations) => {
            let (invalid, attempt) = (InvalidAnswer::of(&record, &violations), record.attempt());
            let first = &invalid.first;
            if invalid.send_back(&mut record, facts) {
                let text = format!("the critic's answer was not valid ({first}); sent back");
                return Step::to(record, By::Engine).note(NoteKind::Repair, text, invalid.data);
            }
            let saved = Home::of(&record.feature_id).iteration(record.folder()).answer(Seat::Critic, attempt);
            let place = if saves_output { format!("; its output is in {saved}") } else { String::new() };
            let attempts = attempts(attempt);
            let message = format!(
                "the Design Critic failed: its answer was not valid after {attempts} ({first}){place}"
            );
            fail(record, Reason::AgentError, By::Engine, &message, facts)
        }
    }
}

/// Applies the five exit conditions in their order; only the first that holds counts.
fn conclude(
    mut record: DesignRecord,
    critic: &Result<Vec<CriticFinding>, (&Fault, Option<&RelPath>)>,
    facts: &Facts,
) -> Step {
    // Priority 1: the schema.
    let reading = match valid_intent(&record, facts) {
        Ok(reading) => reading,
        Err(violations) => {
            let first = violations.first().map_or("", |line| without_pointer(line));
            let message = format!("intent.json does not conform to its schema: {first}");
            let data = json!({ "iteration": record.iteration, "violations": violations });
            return fail(record, Reason::SchemaInvalid, By::Engine, &message, facts).note(
                NoteKind::Schema,
                message,
                data,
            );
        }
    };
    // Priority 2: timeouts. Without any answer, the run pauses.
    let findings = match critic {
        Ok(findings) => findings,
        Err((fault, saved)) => return without_answer(record, "Design Critic", fault, *saved, facts),
    };
    let yardstick = match yardstick::of(&record, facts) {
        Ok(yardstick) => yardstick,
        Err(why) => return fail_broken(record, &Broken::drifted(&why), facts),
    };
    let (critic, dismissals) = (&facts.terms.critic.name, record.dismissals());
    let judged = ScoredDesign::of(reading, yardstick.as_ref(), findings, critic, &dismissals);
    // Replaces the score of a hand edit that this critic had not seen.
    if !is_built_in(record.critic(&facts.terms)) {
        record.evaluations.retain(|e| !(e.edited && e.input_sha256 == judged.reading.sha256));
    }
    if let Some(broken) = score_changed(&record, &judged) {
        return fail_broken(record, &broken, facts);
    }
    let edited = record.intent_sha256 != Some(judged.reading.sha256);
    record_score(&mut record, &judged);
    let iteration = record.iteration;
    let (paths, folder) = (Home::of(&record.feature_id), record.folder());
    let critique = judged.critique(&record, record.pins_or(&facts.terms).threshold);
    let mut step = choose_exit(record, &judged, &critique, facts);
    step.notes.push(judged.note(iteration));
    if edited && let FileState::Bytes(bytes) = facts.at(&paths.intent()) {
        // The iteration keeps the scored design; the agent's design is in its raw answer.
        let text =
            format!("design/intent.json was edited by hand while iteration {iteration} was being scored");
        let data = json!({ "intentSha256": judged.reading.sha256, "iteration": iteration });
        step =
            step.write(paths.iteration(folder).intent(), bytes.clone()).note(NoteKind::HumanEdit, text, data);
    }
    judged.write_files(step, paths.iteration(folder).critique(), critique)
}

/// Priorities 3 to 5: the exit of a scored design.
fn choose_exit(mut record: DesignRecord, judged: &ScoredDesign, critique: &[u8], facts: &Facts) -> Step {
    let pins = record.pins_or(&facts.terms);
    let (threshold, max_iterations) = (pins.threshold, pins.max_iterations);
    let (iteration, overall) = (record.iteration, judged.evaluation.overall);
    // Priority 3: the last permitted iteration.
    if iteration >= max_iterations {
        let best = record.best.as_ref().map_or(String::new(), |best| {
            format!("; the best was iteration {} with {}", best.iteration, best.score)
        });
        let message = format!(
            "iteration {iteration} of {max_iterations} was the last one: score {overall}, threshold {threshold}{best}"
        );
        return fail(record, Reason::MaxIterations, By::Engine, &message, facts);
    }
    // Priority 4: no progress.
    if let Some(plateau) = stagnation::plateau(&record.evaluations).filter(|p| p.repeats >= MOST_REPEATS) {
        let message = format!(
            "no progress: the score stayed at {overall} from iteration {} to {}",
            plateau.since, plateau.until
        );
        return fail(record, Reason::NoProgress, By::Engine, &message, facts);
    }
    // Priority 5: the threshold.
    if judged.meets(threshold) {
        judged.accept(&mut record, critique, false);
        let why = format!("score {overall} meets the threshold {threshold} in iteration {iteration}");
        return transition(record, DesignPhase::Candidate, By::Engine, &why, facts);
    }
    // The built-in generator would change nothing next time either.
    if changed_nothing(&record, judged, facts) {
        let questions = judged.reading.intent.open_questions.len();
        let message = format!(
            "iteration {iteration} changed nothing; open questions: {questions} (score {overall}, threshold {threshold})"
        );
        return fail(record, Reason::NoProgress, By::Engine, &message, facts);
    }
    let why = format!("score {overall} is below the threshold {threshold}");
    transition(record, DesignPhase::Revising, By::Engine, &why, facts)
}

/// Whether the built-in generator returned the design unchanged.
fn changed_nothing(record: &DesignRecord, judged: &ScoredDesign, facts: &Facts) -> bool {
    if !prompts::has_previous(record) || !is_built_in(record.generator(&facts.terms)) {
        return false;
    }
    let before = facts.bytes(&prompts::previous(record)).and_then(|bytes| intent::read(bytes).ok());
    let after = &judged.reading.intent;
    before.is_some_and(|before| Intent { version: after.version.clone(), ..before.intent } == *after)
}

fn valid_intent(record: &DesignRecord, facts: &Facts) -> Result<Reading, Vec<String>> {
    if record.artifact_invalid {
        return Err(record.invalid_answer.clone());
    }
    let path = Home::of(&record.feature_id).intent();
    match facts.at(&path) {
        FileState::Bytes(bytes) => intent::read(bytes)
            .map_err(|e| e.violations().iter().take(MOST_VIOLATIONS).map(ToString::to_string).collect()),
        FileState::Absent => Err(vec![format!(": {path} is missing")]),
        FileState::Unreadable(why) => Err(vec![format!(": {why}")]),
    }
}

/// "If same input hash produces different score, MUST transition to FAILED."
fn score_changed(record: &DesignRecord, judged: &ScoredDesign) -> Option<Broken> {
    let evaluation = &judged.evaluation;
    let before = record.evaluations.iter().find(|e| {
        e.input_sha256 == evaluation.input_sha256 && e.yardstick_sha256 == judged.yardstick_sha256
    })?;
    let same = before.overall == evaluation.overall && before.dimensions == evaluation.dimensions;
    (!same).then(|| Broken {
        reason: Reason::DeterminismViolation,
        message: format!(
            "determinism violation: the design {} scored {} in iteration {}, and {} now",
            evaluation.input_sha256.short(),
            before.overall,
            before.iteration,
            evaluation.overall
        ),
    })
}

fn record_score(record: &mut DesignRecord, judged: &ScoredDesign) {
    let evaluation = &judged.evaluation;
    let (iteration, overall, sha256) = (record.iteration, evaluation.overall, evaluation.input_sha256);
    record.intent_sha256 = Some(sha256);
    record.score_history.push((iteration, overall));
    record.evaluations.push(Evaluated {
        input_sha256: sha256,
        iteration,
        overall,
        dimensions: evaluation.dimensions,
        edited: false,
        yardstick_sha256: judged.yardstick_sha256,
    });
    record.note_best(iteration, overall, sha256);
}
