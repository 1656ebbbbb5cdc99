//! Prompts of the roles. Texts of others are quoted by the templates.

use frieze_data::path::RelPath;
use frieze_design::template::{LONGEST_PROMPT, QUOTED, fill};
use frieze_kernel::{FileState, Refusal, Write};
use serde_json::{Value, json};

use super::reads;
use super::record::{Active, Record};
use super::rounds::judged;
use super::table::refused;
use super::turn::Turn;
use crate::phase::{FeaturePhase, QUESTION};
use crate::review::Review;
use crate::role::ChainRole;

/// What a prompt has that is not on disk yet.
#[derive(Clone, Copy, Default)]
pub(super) struct Material<'a> {
    /// The artifact that is reviewed, before the folder of its round has it.
    pub current: Option<&'a str>,
    /// The review that the round answers.
    pub review: Option<&'a Review>,
    /// Why the answer before was sent back.
    pub violations: &'a [String],
}

/// The prompt of a role.
///
/// # Errors
/// The template cannot be used, or the prompt is too long.
pub(super) fn prompt(
    record: &Record,
    role: ChainRole,
    material: &Material<'_>,
    turn: &Turn<'_>,
) -> Result<Write, Refusal> {
    let Some(active) = &record.own.active else {
        return Err(refused(record, "prompt", "no phase is under way"));
    };
    let mut values = common(record, active, material.violations);
    let more = match role {
        ChainRole::ChainReviewer => review(active, material.current, turn),
        ChainRole::FinalReviewer => final_review(record, turn),
        ChainRole::Brainstormer
        | ChainRole::Specifier
        | ChainRole::Planner
        | ChainRole::Tasker
        | ChainRole::Verifier
        | ChainRole::DesignerNotes => execute(active, material.review, turn),
    };
    if let (Value::Object(values), Value::Object(more)) = (&mut values, more) {
        values.extend(more);
    }
    let template = turn.terms().template(role)?;
    let text = fill(template, &values, &[QUOTED], LONGEST_PROMPT)
        .map_err(|e| refused(record, "prompt", &format!("the template of {}: {e}", role.name())))?;
    Ok(Write { path: turn.round(active).prompt(role, active.attempt), bytes: text.into_bytes() })
}

fn common(record: &Record, active: &Active, violations: &[String]) -> Value {
    let mode = record.meta.mode();
    json!({
        "feature": record.id.as_str(),
        "name": record.meta.name().unwrap_or_else(|| record.id.to_string()),
        "phase": active.phase.name(),
        "artifact": active.phase.artifact().unwrap_or_default(),
        "mode": mode.name(),
        "iteration": active.iteration,
        "max_iterations": mode.max_iterations(),
        "expectations": active.phase.expectations().unwrap_or_default(),
        "question": QUESTION,
        "violations": violations,
    })
}

/// What an executor gets: the texts before, the draft that is there, and the issues to answer.
fn execute(active: &Active, review: Option<&Review>, turn: &Turn<'_>) -> Value {
    let inputs = turn.inputs(active.phase).into_iter();
    let inputs: Vec<Value> = inputs.map(|(name, text)| json!({ "name": name, "text": text })).collect();
    let draft =
        turn.files.artifact(active.phase).and_then(|path| turn.text(&path)).filter(|_| !active.is_fresh);
    json!({ "inputs": inputs, "draft": draft, "issues": issues(review.or(prior(active, turn).as_ref())) })
}

/// What the reviewer gets: "Previous phase artifact (if exists)", "Current artifact just produced", the expectations.
fn review(active: &Active, current: Option<&str>, turn: &Turn<'_>) -> Value {
    let earlier = FeaturePhase::ALL.into_iter().filter(|phase| *phase < active.phase).rev();
    let mut there =
        earlier.filter_map(|phase| turn.files.artifact(phase)).filter(|path| is_there(turn, path));
    let previous =
        there.next().and_then(|path| Some(json!({ "name": path.name(), "text": turn.text(&path)? })));
    let current = current.or_else(|| turn.text(&turn.round(active).artifact())).unwrap_or_default();
    json!({ "previous": previous, "current": current })
}

/// What the final reviewer gets: the specification, and what was implemented.
fn final_review(record: &Record, turn: &Turn<'_>) -> Value {
    let text = |phase| turn.files.artifact(phase).and_then(|path| turn.text(&path)).unwrap_or_default();
    let code = reads::code(record, &turn.facts.files).into_iter();
    let code = code.filter_map(|path| Some(json!({ "name": path.name(), "text": turn.text(&path)? })));
    json!({
        "code": code.collect::<Vec<Value>>(),
        "spec": text(FeaturePhase::Specify),
        "tasks": text(FeaturePhase::CreateTasks),
        "implementation": text(FeaturePhase::Implement),
    })
}

fn is_there(turn: &Turn<'_>, path: &RelPath) -> bool {
    *turn.facts.at(path) != FileState::Absent
}

/// The review that a round answers.
fn prior(active: &Active, turn: &Turn<'_>) -> Option<Review> {
    let round = turn.files.round(active.phase, active.prior?);
    let judged = judged(turn, &round.final_review()).or_else(|| judged(turn, &round.review()))?;
    Some(judged.review)
}

fn issues(review: Option<&Review>) -> Vec<Value> {
    let issue = |issue: &crate::review::Issue| {
        let location = issue.location.as_deref().unwrap_or_default();
        json!({ "severity": issue.severity.name(), "description": issue.description, "location": location })
    };
    review.map(|review| review.issues.iter().map(issue).collect()).unwrap_or_default()
}
