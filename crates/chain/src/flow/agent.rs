//! Configured agents: their prompts, in which the templates quote the texts of others, and their answers. An answer that breaks its
//! contract is sent back.

use frieze_data::path::RelPath;
use frieze_design::template::{LONGEST_PROMPT, QUOTED, fill};
use frieze_kernel::{
    AgentRequest, Answer, By, Cause, Fault, FileState, Key, NoteKind, Refusal, Request, RequestKind, Role,
    Step, Write,
};
use serde_json::{Value, json};

use super::record::{Active, Player, Record};
use super::table::ChainPhase;
use super::turn::{Stepped, Turn, Work, inputs};
use super::{players, rounds};
use crate::contract;
use crate::files::{ARTIFACT, ChainFiles, FINAL_REVIEW, REVIEW};
use crate::phase::{FeaturePhase, QUESTION};
use crate::review::{Issue, Review, Severity};
use crate::terms::ChainRole;

/// Who is asked in a state.
pub(super) fn asked(state: ChainPhase, active: &Active) -> Option<(ChainRole, &str)> {
    let (role, player) = match state {
        ChainPhase::Producing => (active.phase.role()?, &active.producer),
        ChainPhase::Reviewing if active.is_final => (ChainRole::FinalReviewer, &active.reviewer),
        ChainPhase::Reviewing => (ChainRole::ChainReviewer, &active.reviewer),
        ChainPhase::Ready | ChainPhase::Asking | ChainPhase::Completed | ChainPhase::Abandoned => {
            return None;
        }
    };
    let Player::Agent(name) = player else { return None };
    Some((role, name))
}

/// The open request. Its key and exchange folder stay when it is asked again: an answer that came meanwhile is taken.
pub(super) fn request(record: &Record) -> Option<Request> {
    let (number, active) = (record.own.asking?, record.own.active.as_ref()?);
    let (role, name) = asked(record.own.state, active)?;
    let round = ChainFiles::of(&record.id).round(active.phase, active.folder);
    let prompt = round.numbered_of(role.name(), "-prompt-", active.attempt, ".txt");
    let exchange = round.numbered("exchange-", number, "");
    let ask = AgentRequest::new(Role(role.name()), Some(name), prompt, exchange);
    let ask = AgentRequest { rank: active.iteration.into(), ..ask };
    let key = Key(format!("{}/{}/{number}", role.name(), active.phase.name()));
    Some(Request { key, kind: RequestKind::Agent(ask) })
}

/// Asks the agent whose turn it is, for its next attempt. Other players are not asked.
pub(super) fn ask(mut work: Work<'_>, material: &Material<'_>, by: By) -> Stepped {
    let Some((role, _)) = asked(work.record.own.state, &work.active) else { return Ok(work.step(by)) };
    if work.record.own.spent.is_used_up(work.turn.facts.terms.max_calls) {
        let why = "the feature's requests to agents are used up; raise the limit";
        return Err(work.refused("budget", why));
    }
    let Write { path, bytes } = prompt(&work, role, material)?;
    work.record.own.asking = Some(work.record.own.spent.count());
    Ok(work.step(by).write(path, bytes))
}

/// Asks the same request again: another call.
pub(super) fn asked_again(mut work: Work<'_>) -> Step<Record> {
    if work.record.own.spent.is_used_up(work.turn.facts.terms.max_calls) {
        return work.fault(Cause::Budget, "the feature's requests to agents are used up");
    }
    work.record.own.spent.count();
    work.step(By::Engine).note(NoteKind::AskedAgain, "asked again after an interruption", json!({}))
}

/// Keeps the answer, and takes it as an artifact or a verdict.
pub(super) fn answered(mut work: Work<'_>, answer: &Answer) -> Step<Record> {
    work.record.own.spent.pay(answer);
    work.record.own.asking = None;
    let (state, attempt, phase) = (work.record.own.state, work.active.attempt, work.active.phase);
    let Some((role, _)) = asked(state, &work.active) else { return work.step(By::Engine) };
    let path = work.round().numbered_of(role.name(), "-answer-", attempt, ".txt");
    // A program may write the artifact itself, and print anything.
    let now = work.turn.digest(phase).filter(|_| state == ChainPhase::Producing);
    let was_left = now.is_some() && now != work.active.base;
    let is_bounded = answer.text.len() <= contract::LARGEST;
    let taken = if state == ChainPhase::Producing {
        contract::artifact(&answer.text)
            .map(|made| rounds::produced(work.clone(), &made.artifact, made.changes))
    } else {
        contract::review(&answer.text)
            .map(|review| rounds::conclude(work.clone(), &rounds::marked(&work, review)))
    };
    let step = taken.unwrap_or_else(|violations| match was_left {
        true => rounds::as_it_is(work),
        false => sent_back(work, role, &violations),
    });
    let data = json!({ "model": answer.model, "bytes": answer.text.len(), "attempt": attempt });
    let step = step.note(NoteKind::Answer, format!("{} answered as {}", answer.model, role.name()), data);
    if is_bounded { step.write(path, answer.text.clone().into_bytes()) } else { step }
}

/// Sends an answer back with what is wrong; after the last time an executor has failed, and a reviewer has not approved.
fn sent_back(mut work: Work<'_>, role: ChainRole, violations: &[String]) -> Step<Record> {
    let (why, role_name) = (violations.join("; "), role.name());
    if work.active.attempt <= work.turn.facts.terms.repair_attempts {
        work.active.attempt = work.active.attempt.saturating_add(1);
        let material = Material { violations, ..Material::default() };
        let step = work.or_fault(|work| ask(work, &material, By::Engine));
        return step.note(NoteKind::Repair, format!("sent back to the {role_name}: {why}"), json!({}));
    }
    if work.record.own.state == ChainPhase::Producing {
        return work.fault(Cause::Invalid, &format!("the {role_name} brought no artifact: {why}"));
    }
    let summary = format!("The {role_name} gave no valid verdict: {why}");
    let issues = vec![Issue::new(Severity::Blocker, summary.as_str())];
    rounds::conclude(work, &Review::refusal(issues, summary))
}

/// The artifact stays as it is, and what came until the fault is kept.
pub(super) fn faulted(mut work: Work<'_>, fault: &Fault, partial: &[u8]) -> Step<Record> {
    if let Fault::Unusable { answer, .. } = fault {
        work.record.own.spent.pay(answer);
    }
    let why = match asked(work.record.own.state, &work.active) {
        Some((role, _)) => format!("the {} gave no answer: {}", role.name(), fault.in_words()),
        None => format!("the run that the phase needs could not be begun: {}", fault.in_words()),
    };
    let call = work.record.own.asking.filter(|_| !partial.is_empty());
    let kept = call.map(|call| work.round().numbered("unusable-", call, ".txt"));
    let mut step = work.fault(Cause::Agent, &why);
    step.writes.extend(kept.map(|path| Write { path, bytes: partial.to_vec() }));
    step
}

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
pub(super) fn prompt(work: &Work<'_>, role: ChainRole, material: &Material<'_>) -> Result<Write, Refusal> {
    let Work { record, active, turn, .. } = work;
    let mode = record.meta.mode();
    let text = |phase| turn.artifact_text(phase).unwrap_or_default();
    let inputs = inputs(&turn.files, active.phase);
    // "Previous phase artifact (if exists)".
    let earlier = FeaturePhase::all().filter(|phase| *phase < active.phase).rev();
    let is_there = |path: &RelPath| *turn.facts.at(path) != FileState::Absent;
    let previous = earlier.filter_map(|phase| turn.files.artifact(phase)).find(is_there);
    let current = material.current.or_else(|| turn.text(&work.round().join(ARTIFACT)));
    // The review that the round answers, if no new one is given.
    let prior = active.prior.map(|folder| turn.files.round(active.phase, folder));
    let prior = prior.and_then(|round| {
        rounds::judged(turn, &round.join(FINAL_REVIEW)).or_else(|| rounds::judged(turn, &round.join(REVIEW)))
    });
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
        "code": texts(players::code(record, active, &turn.facts.files), turn),
        "spec": text(FeaturePhase::Specify),
        "tasks": text(FeaturePhase::CreateTasks),
        "implementation": text(FeaturePhase::Implement),
    });
    let wrong = |why: &str| work.refused("prompt", &format!("the template of {}: {why}", role.name()));
    let agent = turn.facts.terms.agents.get(&role).ok_or_else(|| wrong("nobody plays the role"))?;
    let template = agent.template.as_ref().map_err(Clone::clone)?;
    let text = fill(template, &values, &[QUOTED], LONGEST_PROMPT).map_err(|e| wrong(&e.to_string()))?;
    let path = work.round().numbered_of(role.name(), "-prompt-", active.attempt, ".txt");
    Ok(Write { path, bytes: text.into_bytes() })
}

/// The texts of files by their names.
fn texts(paths: impl IntoIterator<Item = RelPath>, turn: &Turn<'_>) -> Vec<Value> {
    let text = |path: RelPath| Some(json!({ "name": path.name(), "text": turn.text(&path)? }));
    paths.into_iter().filter_map(text).collect()
}
