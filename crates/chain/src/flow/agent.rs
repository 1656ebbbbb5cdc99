//! Configured agents: their prompts, and their answers. An answer that breaks its contract is sent back.

use frieze_data::path::RelPath;
use frieze_kernel::{
    AgentRequest, Answer, By, Fault, Key, NoteKind, Refusal, Request, RequestKind, Role, Step, Write,
};
use serde_json::json;

use super::prompts::{self, Material};
use super::record::{Active, Player, ProblemCause, Record};
use super::rounds;
use super::table::{ChainPhase, refused};
use super::turn::{Turn, fault};
use crate::contract;
use crate::files::ChainFiles;
use crate::review::{Issue, Review, Severity};
use crate::role::ChainRole;

/// Who is asked now.
pub(super) fn asked(record: &Record) -> Option<(ChainRole, &str, &Active)> {
    let active = record.own.active.as_ref()?;
    let (role, player) = match record.own.state {
        ChainPhase::Producing => (ChainRole::of(active.phase)?, &active.producer),
        ChainPhase::Reviewing if active.is_final => (ChainRole::FinalReviewer, &active.reviewer),
        ChainPhase::Reviewing => (ChainRole::ChainReviewer, &active.reviewer),
        ChainPhase::Ready | ChainPhase::Asking | ChainPhase::Completed | ChainPhase::Abandoned => {
            return None;
        }
    };
    match player {
        Player::Agent(name) => Some((role, name, active)),
        Player::BuiltIn | Player::Person | Player::Design | Player::Session => None,
    }
}

/// The open request. Its key has a number of its own for each call, and so has its exchange folder.
pub(super) fn request(record: &Record) -> Option<Request> {
    let number = record.own.asking?;
    let (role, name, active) = asked(record)?;
    let round = ChainFiles::of(&record.id).round(active.phase, active.folder);
    let ask = AgentRequest {
        role: Role(role.name()),
        agent: Some(name.to_owned()),
        prompt: round.prompt(role, active.attempt),
        exchange: round.exchange(number),
        not_before: None,
        rank: u64::from(active.iteration),
        temperature_refused: false,
        material: Vec::new(),
    };
    let key = Key(format!("{}/{}/{number}", role.name(), active.phase.name()));
    Some(Request { key, kind: RequestKind::Agent(ask) })
}

/// The prompt of a role for its next attempt.
///
/// # Errors
/// The calls are used up, or the template cannot be used.
pub(super) fn prompt(
    record: &Record,
    role: ChainRole,
    material: &Material<'_>,
    turn: &Turn<'_>,
) -> Result<Write, Refusal> {
    if is_spent(record, turn) {
        let why = "the feature's requests to agents are used up; raise the limit";
        return Err(refused(record, "budget", why));
    }
    prompts::prompt(record, role, material, turn)
}

/// Counts a call, and asks.
pub(super) fn count(record: &mut Record) {
    let spent = &mut record.own.spent;
    spent.calls = spent.calls.saturating_add(1).min(u64::from(u32::MAX));
    record.own.asking = u32::try_from(spent.calls).ok();
}

/// A lost answer is asked for under another number: it is another call.
pub(super) fn asked_again(mut record: Record, turn: &Turn<'_>) -> Step<Record> {
    if is_spent(&record, turn) {
        return fault(record, ProblemCause::Budget, "the feature's requests to agents are used up");
    }
    count(&mut record);
    Step::to(record, By::Engine).note(NoteKind::AskedAgain, "asked again after an interruption", json!({}))
}

/// Keeps the answer, and takes it as an artifact or a verdict.
pub(super) fn answered(mut record: Record, answer: &Answer, turn: &Turn<'_>) -> Step<Record> {
    pay(&mut record, answer);
    record.own.asking = None;
    let Some((role, attempt, path)) = place(&record, turn) else { return Step::to(record, By::Engine) };
    let is_bounded = answer.text.len() <= contract::LARGEST;
    let step = match record.own.state {
        ChainPhase::Producing => match contract::artifact(&answer.text) {
            Ok(produced) => rounds::produced(record, &produced.artifact, produced.changes, turn),
            Err(violations) => sent_back(record, role, attempt, &violations, turn),
        },
        ChainPhase::Reviewing => match contract::review(&answer.text) {
            Ok(mut review) => {
                let scope = rounds::marked(&record, &mut review, turn);
                rounds::conclude(record, &review, scope, turn)
            }
            Err(violations) => sent_back(record, role, attempt, &violations, turn),
        },
        ChainPhase::Ready | ChainPhase::Asking | ChainPhase::Completed | ChainPhase::Abandoned => {
            Step::to(record, By::Engine)
        }
    };
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
    if attempt <= turn.terms().repair_attempts {
        if let Some(active) = record.own.active.as_mut() {
            active.attempt = attempt.saturating_add(1);
        }
        let current = record.own.active.as_ref().and_then(|active| turn.text(&turn.round(active).artifact()));
        let step = rounds::or_fault(record, |mut record| {
            let prompt = prompt(
                &record,
                role,
                &Material { current: current.as_deref(), review: None, violations },
                turn,
            )?;
            count(&mut record);
            Ok(Step { writes: vec![prompt], ..Step::to(record, By::Engine) })
        });
        return step.note(NoteKind::Repair, format!("sent back to the {}: {why}", role.name()), json!({}));
    }
    if record.own.state == ChainPhase::Producing {
        return fault(
            record,
            ProblemCause::Invalid,
            &format!("the {} brought no artifact: {why}", role.name()),
        );
    }
    let text = format!("The {} gave no valid verdict: {why}", role.name());
    rounds::conclude(record, &Review::against(Issue::new(Severity::Blocker, text)), Vec::new(), turn)
}

/// The artifact stays as it is, and what came until the fault is kept.
pub(super) fn faulted(mut record: Record, fault_: &Fault, partial: &[u8], turn: &Turn<'_>) -> Step<Record> {
    if let Fault::Unusable { answer, .. } = fault_ {
        pay(&mut record, answer);
    }
    let why = match asked(&record) {
        Some((role, ..)) => format!("the {} gave no answer: {}", role.name(), fault_.in_words()),
        None => format!("the run that the phase needs could not be begun: {}", fault_.in_words()),
    };
    let kept = record.own.active.as_ref().zip(record.own.asking);
    let kept = kept.map(|(active, call)| turn.round(active).partial(call));
    let step = fault(record, ProblemCause::Agent, &why);
    match kept.filter(|_| !partial.is_empty()) {
        Some(path) => step.write(path, partial.to_vec()),
        None => step,
    }
}

fn place(record: &Record, turn: &Turn<'_>) -> Option<(ChainRole, u32, RelPath)> {
    let (role, _, active) = asked(record)?;
    Some((role, active.attempt, turn.round(active).answer(role, active.attempt)))
}

fn is_spent(record: &Record, turn: &Turn<'_>) -> bool {
    turn.terms().max_calls.is_some_and(|most| record.own.spent.calls >= u64::from(most))
}

fn pay(record: &mut Record, answer: &Answer) {
    let cost = answer.cost_micros;
    record.own.spent.add(answer.usage.unwrap_or_default(), cost.unwrap_or_default(), cost.is_none());
}
