//! Prompts of the roles. Texts of others are quoted by the templates.

use frieze_data::path::RelPath;
use frieze_design::template::{LONGEST_PROMPT, QUOTED, fill};
use frieze_kernel::{FileState, Refusal, Write};
use serde_json::{Value, json};

use super::reads;
use super::record::{Active, Record};
use super::rounds::judged;
use super::table::refused;
use super::turn::{Turn, inputs};
use crate::files::{ARTIFACT, FINAL_REVIEW, REVIEW};
use crate::phase::{FeaturePhase, QUESTION};
use crate::review::Review;
use crate::role::ChainRole;

/// What a prompt has that is not on disk yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Material<'a> {
    /// The artifact that is reviewed, before the folder of its round has it.
    pub current: Option<&'a str>,
    pub review: Option<&'a Review>,
    /// Why the answer before was sent back.
    pub violations: &'a [String],
}

/// The prompt of a role, unless its template cannot be used or it becomes too long.
pub(super) fn prompt(
    record: &Record,
    role: ChainRole,
    material: &Material<'_>,
    turn: &Turn<'_>,
) -> Result<Write, Refusal> {
    let Some(active) = &record.own.active else {
        return Err(refused(record, "prompt", "no phase is under way"));
    };
    let mode = record.meta.mode();
    let text = |phase| turn.artifact_text(phase).unwrap_or_default();
    let inputs = inputs(&turn.files, active.phase);
    // "Previous phase artifact (if exists)".
    let earlier = FeaturePhase::all().filter(|phase| *phase < active.phase).rev();
    let is_there = |path: &RelPath| *turn.facts.at(path) != FileState::Absent;
    let previous = earlier.filter_map(|phase| turn.files.artifact(phase)).find(is_there);
    let current = material.current.or_else(|| turn.text(&turn.round(active).join(ARTIFACT)));
    let prior = prior(active, turn);
    // A template takes what its role needs.
    let values = json!({
        "feature": record.id.as_str(),
        "name": record.meta.name().unwrap_or_else(|| record.id.to_string()),
        "phase": active.phase.name(),
        "artifact": active.phase.artifact().unwrap_or_default(),
        "mode": mode.name(),
        "iteration": active.iteration,
        "max_iterations": mode.max_iterations(),
        "expectations": active.phase.expectations().unwrap_or_default(),
        "question": QUESTION,
        "violations": material.violations,
        "inputs": texts(inputs, turn),
        "draft": turn.artifact_text(active.phase).filter(|_| !active.is_fresh),
        "issues": material.review.or(prior.as_ref()).map(|review| review.issues.as_slice()).unwrap_or_default(),
        "previous": texts(previous, turn).first(),
        "current": current.unwrap_or_default(),
        "code": texts(reads::code(record, &turn.facts.files), turn),
        "spec": text(FeaturePhase::Specify),
        "tasks": text(FeaturePhase::CreateTasks),
        "implementation": text(FeaturePhase::Implement),
    });
    let wrong = |why: &str| refused(record, "prompt", &format!("the template of {}: {why}", role.name()));
    let template = match turn.facts.terms.agents.get(&role).map(|agent| &agent.template) {
        Some(Ok(template)) => template,
        Some(Err(refusal)) => return Err(refusal.clone()),
        None => return Err(wrong("nobody plays the role")),
    };
    let text = fill(template, &values, &[QUOTED], LONGEST_PROMPT).map_err(|e| wrong(&e.to_string()))?;
    let path = turn.round(active).numbered_of(role.name(), "-prompt-", active.attempt, ".txt");
    Ok(Write { path, bytes: text.into_bytes() })
}

/// The texts of files by their names.
fn texts(paths: impl IntoIterator<Item = RelPath>, turn: &Turn<'_>) -> Vec<Value> {
    let text = |path: RelPath| Some(json!({ "name": path.name(), "text": turn.text(&path)? }));
    paths.into_iter().filter_map(text).collect()
}

/// The review that a round answers, if no new one is given.
fn prior(active: &Active, turn: &Turn<'_>) -> Option<Review> {
    let round = turn.files.round(active.phase, active.prior?);
    judged(turn, &round.join(FINAL_REVIEW)).or_else(|| judged(turn, &round.join(REVIEW)))
}
