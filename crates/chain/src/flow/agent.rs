//! Configured agents: their prompts, and their answers. An answer that breaks its contract is sent back.

use frieze_kernel::{
    AgentRequest, Answer, By, Cause, Fault, Key, NoteKind, Request, RequestKind, Role, Step, Write,
};
use serde_json::json;

use super::prompts::{self, Material};
use super::record::{Active, Player, Record};
use super::rounds;
use super::table::{ChainPhase, refused};
use super::turn::{Stepped, Turn, fault, or_fault};
use crate::contract;
use crate::files::ChainFiles;
use crate::review::{Issue, Review, Severity};
use crate::role::ChainRole;

/// Who is asked now.
pub(super) fn asked(record: &Record) -> Option<(ChainRole, &str, &Active)> {
    let active = record.own.active.as_ref()?;
    let (role, player) = match record.own.state {
        ChainPhase::Producing => (active.phase.role()?, &active.producer),
        ChainPhase::Reviewing if active.is_final => (ChainRole::FinalReviewer, &active.reviewer),
        ChainPhase::Reviewing => (ChainRole::ChainReviewer, &active.reviewer),
        ChainPhase::Ready | ChainPhase::Asking | ChainPhase::Completed | ChainPhase::Abandoned => {
            return None;
        }
    };
    let Player::Agent(name) = player else { return None };
    Some((role, name, active))
}

/// The open request. Its key has a number of its own for each call, and so has its exchange folder.
pub(super) fn request(record: &Record) -> Option<Request> {
    let number = record.own.asking?;
    let (role, name, active) = asked(record)?;
    let round = ChainFiles::of(&record.id).round(active.phase, active.folder);
    let prompt = round.numbered_of(role.name(), "-prompt-", active.attempt, ".txt");
    let exchange = round.numbered("exchange-", number, "");
    let ask = AgentRequest::new(Role(role.name()), Some(name), prompt, exchange);
    let ask = AgentRequest { rank: active.iteration.into(), ..ask };
    let key = Key(format!("{}/{}/{number}", role.name(), active.phase.name()));
    Some(Request { key, kind: RequestKind::Agent(ask) })
}

/// Asks a role, for its next attempt.
pub(super) fn ask(
    mut record: Record,
    role: ChainRole,
    material: &Material<'_>,
    by: By,
    turn: &Turn<'_>,
) -> Stepped {
    if record.own.spent.is_used_up(turn.facts.terms.max_calls) {
        let why = "the feature's requests to agents are used up; raise the limit";
        return Err(refused(&record, "budget", why));
    }
    let Write { path, bytes } = prompts::prompt(&record, role, material, turn)?;
    record.own.asking = Some(record.own.spent.count());
    Ok(Step::to(record, by).write(path, bytes))
}

/// A lost answer is asked for under another number: it is another call.
pub(super) fn asked_again(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    if record.own.spent.is_used_up(turn.facts.terms.max_calls) {
        return fault(record, Cause::Budget, "the feature's requests to agents are used up");
    }
    record.own.asking = Some(record.own.spent.count());
    Step::to(record, By::Engine).note(NoteKind::AskedAgain, "asked again after an interruption", json!({}))
}

/// Keeps the answer, and takes it as an artifact or a verdict.
pub(super) fn answered(mut record: Record, answer: &Answer, turn: &Turn<'_>) -> Step<Record> {
    record.own.spent.pay(answer);
    record.own.asking = None;
    let Some((role, _, active)) = asked(&record) else { return Step::to(record, By::Engine) };
    let attempt = active.attempt;
    let path = turn.round(active).numbered_of(role.name(), "-answer-", attempt, ".txt");
    // A program may write the artifact itself, and print anything.
    let was_left = record.own.state == ChainPhase::Producing
        && turn.digest(active.phase).is_some_and(|now| Some(now) != active.base);
    let is_bounded = answer.text.len() <= contract::LARGEST;
    let step = if record.own.state == ChainPhase::Producing {
        contract::artifact(&answer.text)
            .map(|made| rounds::produced(record.clone(), &made.artifact, made.changes, turn))
    } else {
        contract::review(&answer.text).map(|review| {
            let review = rounds::marked(&record, review, turn);
            rounds::conclude(record.clone(), &review, turn)
        })
    };
    let step = step.unwrap_or_else(|violations| match was_left {
        true => rounds::as_it_is(record, turn),
        false => sent_back(record, role, attempt, &violations, turn),
    });
    let data = json!({ "model": answer.model, "bytes": answer.text.len(), "attempt": attempt });
    let step = step.note(NoteKind::Answer, format!("{} answered as {}", answer.model, role.name()), data);
    if is_bounded { step.write(path, answer.text.clone().into_bytes()) } else { step }
}

/// Sends an answer back with what is wrong; after the last time an executor has failed, and a reviewer has not approved.
fn sent_back(
    mut record: Record,
    role: ChainRole,
    attempt: u32,
    violations: &[String],
    turn: &Turn<'_>,
) -> Step<Record> {
    let why = violations.join("; ");
    if attempt <= turn.facts.terms.repair_attempts {
        if let Some(active) = record.own.active.as_mut() {
            active.attempt = attempt.saturating_add(1);
        }
        let material = Material { violations, ..Material::default() };
        let step = or_fault(record, |record| ask(record, role, &material, By::Engine, turn));
        return step.note(NoteKind::Repair, format!("sent back to the {}: {why}", role.name()), json!({}));
    }
    if record.own.state == ChainPhase::Producing {
        return fault(record, Cause::Invalid, &format!("the {} brought no artifact: {why}", role.name()));
    }
    let summary = format!("The {} gave no valid verdict: {why}", role.name());
    let issues = vec![Issue::new(Severity::Blocker, summary.as_str())];
    rounds::conclude(record, &Review::refusal(issues, summary), turn)
}

/// The artifact stays as it is, and what came until the fault is kept.
pub(super) fn faulted(mut record: Record, fault_: &Fault, partial: &[u8], turn: &Turn<'_>) -> Step<Record> {
    if let Fault::Unusable { answer, .. } = fault_ {
        record.own.spent.pay(answer);
    }
    let why = match asked(&record) {
        Some((role, ..)) => format!("the {} gave no answer: {}", role.name(), fault_.in_words()),
        None => format!("the run that the phase needs could not be begun: {}", fault_.in_words()),
    };
    let kept = record.own.active.as_ref().zip(record.own.asking).filter(|_| !partial.is_empty());
    let kept = kept.map(|(active, call)| turn.round(active).numbered("unusable-", call, ".txt"));
    let mut step = fault(record, Cause::Agent, &why);
    step.writes.extend(kept.map(|path| Write { path, bytes: partial.to_vec() }));
    step
}
