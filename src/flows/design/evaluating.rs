//! EVALUATING: the design is scored, and the first exit condition that holds decides
//! (1-design-engine.md, "Loop Termination Priority Order"; ruling 2).

use serde_json::json;

use super::Outcome;
use super::asking::{self, Left, faulted, violated};
use super::moves::{failed, moved};
use super::paths::Paths;
use super::phase::DesignPhase;
use super::record::{Best, Broken, Candidate, DesignRecord, Evaluated, Preview, Reason};
use super::stagnation::{self, MOST_REPEATS};
use super::terms::Terms;
use crate::domain::answer;
use crate::domain::critique::CritiqueFile;
use crate::domain::digest::Digest;
use crate::domain::intent::{self, Reading};
use crate::domain::json as strict;
use crate::domain::path::RelPath;
use crate::domain::rubric::{self, CriticFinding, Evaluation};
use crate::domain::score::Score;
use crate::kernel::{Answer, By, Event, Facts, Fault, Look, Step};

pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    let paths = Paths::of(&record.feature_id);
    vec![paths.intent(), paths.brief()]
}

pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    asking::step(record, event, facts, |record, left| {
        Ok(match left {
            Left::Answered(answer) => answered(record, answer, facts),
            Left::Faulted(fault) => conclude(record, &Err(fault.clone()), facts),
            Left::Proceeded => conclude(record, &Ok(Vec::new()), facts),
        })
    })
}

fn answered(mut record: DesignRecord, answer: &Answer, facts: &Facts<Terms>) -> Step<DesignRecord> {
    match answer::critic(&answer.text) {
        Ok(findings) => conclude(record, &Ok(findings), facts),
        Err(violations) => {
            let lines: Vec<String> = violations.iter().take(20).map(ToString::to_string).collect();
            let first = lines.first().cloned().unwrap_or_default();
            let attempt = record.repairs + 1;
            let data = json!({ "iteration": record.iteration, "attempt": attempt, "violations": lines });
            if record.repairs < facts.terms.repair_attempts {
                record.repairs += 1;
                record.invalid_answer = lines;
                let text = format!("the critic's answer was not valid ({first}); sent back");
                return Step::to(record, By::Engine).note("repair", text, data);
            }
            let why = format!("its answer was not valid after {attempt} attempts ({first})");
            faulted(record, "Design Critic", &Fault::Failed { why }, facts)
        }
    }
}

/// Evaluates the five conditions in their order; the first that holds decides, and only that one.
fn conclude(
    mut record: DesignRecord,
    critic: &Result<Vec<CriticFinding>, Fault>,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    // Priority 1: the schema.
    let reading = match valid_intent(&record, facts) {
        Ok(reading) => reading,
        Err(violations) => {
            let first = violations.first().cloned().unwrap_or_default();
            let message = format!("intent.json does not conform to its schema: {first}");
            let data = json!({ "iteration": record.iteration, "violations": violations });
            return failed(record, Reason::SchemaInvalid, By::Engine, &message, facts)
                .note("schema", message, data);
        }
    };
    // Priority 2: the agents' time. An agent that failed otherwise left nothing to go on with either.
    let findings = match critic {
        Ok(findings) => findings,
        Err(fault) => return faulted(record, "Design Critic", fault, facts),
    };
    let judged = Judged::of(reading, findings, &facts.terms.critic.name);
    if let Some(broken) = scored_otherwise(&record, &judged.evaluation) {
        return violated(record, &broken, facts);
    }
    let overall = judged.evaluation.overall;
    let edited = record.intent_sha256 != Some(judged.reading.sha256);
    note_score(&mut record, &judged.evaluation);
    let pins = record.pins().cloned().unwrap_or_else(|| facts.terms.pins.clone());
    let threshold = pins.threshold;
    let meets = overall >= Score::from_hundredths(u16::from(pins.threshold) * 100);
    let iteration = record.iteration;
    let plateau = stagnation::plateau(&record.evaluations);
    let folder = Paths::of(&record.feature_id).iteration(record.folder());
    let critique = judged.critique(&record, pins.threshold);
    let mut step = if iteration >= pins.max_iterations {
        // Priority 3.
        let best = record.best.as_ref().map_or(String::new(), |best| {
            format!("; the best was iteration {} with {}", best.iteration, best.score)
        });
        let message = format!(
            "iteration {iteration} of {} was the last one, with a score of {overall} and a threshold of {threshold}{best}",
            pins.max_iterations
        );
        failed(record, Reason::MaxIterations, By::Engine, &message, facts)
    } else if let Some(plateau) = plateau.filter(|p| p.repeats >= MOST_REPEATS) {
        // Priority 4.
        let message = format!(
            "no progress: the score stayed at {overall} from iteration {} to {}",
            plateau.since, plateau.until
        );
        failed(record, Reason::NoProgress, By::Engine, &message, facts)
    } else if meets {
        // Priority 5.
        judged.accept(&mut record, &critique, false);
        let why = format!("score {overall} meets the threshold {threshold} in iteration {iteration}");
        moved(record, DesignPhase::Candidate, By::Engine, &why, facts)
    } else {
        let why = format!("score {overall} is under the threshold {threshold}");
        moved(record, DesignPhase::Revising, By::Engine, &why, facts)
    };
    step.notes.push(judged.note(iteration));
    if edited && let Look::Bytes(bytes) = facts.at(&Paths::of(&step.record.feature_id).intent()) {
        // What was judged is what the iteration keeps; what the agent wrote is in its raw answer.
        let text = format!("design/intent.json was edited by hand while iteration {iteration} was judged");
        let data = json!({ "intentSha256": judged.reading.sha256, "iteration": iteration });
        step = step.write(folder.join("intent.json"), bytes.clone()).note("human-edit", text, data);
    }
    judged.written(step, folder.join("critique.json"), critique)
}

fn valid_intent(record: &DesignRecord, facts: &Facts<Terms>) -> Result<Reading, Vec<String>> {
    if record.artifact_invalid {
        return Err(record.invalid_answer.clone());
    }
    let path = Paths::of(&record.feature_id).intent();
    match facts.at(&path) {
        Look::Bytes(bytes) => {
            intent::read(bytes).map_err(|e| e.violations().iter().take(20).map(ToString::to_string).collect())
        }
        Look::Absent => Err(vec![format!(": {path} is missing")]),
        Look::Unreadable(why) => Err(vec![format!(": {why}")]),
    }
}

/// A design as it was judged, and what follows from that on the disk. Also used where a person edited a
/// candidate (ruling 11).
pub struct Judged {
    pub reading: Reading,
    pub evaluation: Evaluation,
    not_used: Vec<String>,
}

impl Judged {
    /// Judged by the rubric, and by what the critic of that name reports.
    pub fn of(reading: Reading, findings: &[CriticFinding], critic: &str) -> Self {
        let evaluation = rubric::evaluate(&reading);
        let (evaluation, not_used) = if findings.is_empty() {
            (evaluation, Vec::new())
        } else {
            let value = strict::read(&reading.canonical).unwrap_or_default();
            rubric::with_critic(evaluation, &value, findings, critic)
        };
        Self { reading, evaluation, not_used }
    }

    /// Judged by the rubric alone.
    pub fn by_rubric(reading: Reading) -> Self {
        Self::of(reading, &[], "")
    }

    /// As it was judged before, by the critique that was kept of it.
    pub fn again(reading: Reading, kept: CritiqueFile) -> Self {
        let CritiqueFile { input_sha256, overall, dimensions, findings, not_used, .. } = kept;
        let evaluation = Evaluation { input_sha256, overall, dimensions, findings };
        Self { reading, evaluation, not_used }
    }

    /// The bytes of `critique.json`.
    pub fn critique(&self, record: &DesignRecord, threshold: u8) -> Vec<u8> {
        let file = CritiqueFile {
            schema_version: 1,
            feature_id: record.feature_id.clone(),
            iteration: record.iteration,
            threshold,
            rubric: rubric::VERSION.to_owned(),
            rubric_sha256: rubric::sha256(),
            input_sha256: self.evaluation.input_sha256,
            overall: self.evaluation.overall,
            dimensions: self.evaluation.dimensions,
            findings: self.evaluation.findings.clone(),
            not_used: self.not_used.clone(),
        };
        answer::pretty(&serde_json::to_value(file).unwrap_or_default())
    }

    /// Makes this design the candidate.
    pub fn accept(&self, record: &mut DesignRecord, critique: &[u8], edited: bool) {
        record.intent_sha256 = Some(self.reading.sha256);
        record.candidate = Some(Candidate {
            intent_sha256: self.reading.sha256,
            critique_sha256: Digest::of(critique),
            score: Some(self.evaluation.overall),
            edited,
            barred: None,
            brief_changed: false,
        });
    }

    /// The line that the journal keeps of an evaluation.
    pub fn note(&self, iteration: u32) -> crate::kernel::Note {
        let evaluation = &self.evaluation;
        crate::kernel::Note {
            kind: "evaluation",
            text: format!("iteration {iteration} scored {}", evaluation.overall),
            data: json!({
                "iteration": iteration,
                "inputSha256": evaluation.input_sha256,
                "overall": evaluation.overall,
                "dimensions": evaluation.dimensions,
                "findings": evaluation.findings.len(),
            }),
        }
    }

    /// Adds critique and preview to a step's files.
    pub fn written(&self, step: Step<DesignRecord>, kept: RelPath, critique: Vec<u8>) -> Step<DesignRecord> {
        let paths = Paths::of(&step.record.feature_id);
        let (preview, page) = Preview::of(&self.reading);
        let mut step = step.write(kept, critique.clone()).write(paths.critique(), critique);
        step.record.preview = Some(preview);
        step.write(paths.preview(), page)
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
