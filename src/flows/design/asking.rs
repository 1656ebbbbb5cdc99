//! What GENERATING and EVALUATING have in common: an agent was asked, and the run waits for its answer. What was fixed
//! at the start of the run is compared at every invocation, and not by a look of somebody who only reads.

use serde_json::{Value, json};

use super::answered::{AnsweredBy, Delay, Retry, bounded, time_of_day};
use super::moves::{broken_guarantee, failed, short_enough, to_the_doctor};
use super::phase::DesignPhase;
use super::record::{Broken, DesignRecord, Reason};
use super::terms::Terms;
use super::{CRITIC, GENERATOR, Outcome, budget, refuse};
use crate::domain::files::{Home, Seat};
use crate::domain::path::RelPath;
use crate::kernel::{Answer, By, Event, Facts, Fault, Note, NoteKind, Order, Role, Step};

/// What is left to a phase of its own.
pub enum Left<'a> {
    /// The agent's answer, given under what was fixed at the start of the run.
    Answered(&'a Answer),
    /// Why there is no answer, and where what came all the same is kept.
    Faulted(&'a Fault, Option<&'a RelPath>),
    /// The phase's own automatic move.
    Proceeded,
}

/// Answers what every phase that waits for an agent answers alike; `then` takes the rest.
pub fn step(
    record: DesignRecord,
    event: &Event,
    facts: &Facts<Terms>,
    then: impl FnOnce(DesignRecord, Left) -> Outcome,
) -> Outcome {
    match event {
        Event::Looked => Ok(Step::same(record)),
        Event::AskedAgain { .. } => match facts.terms.kept_from_asking() {
            // What was changed in the middle of a run ends it, trusted or not.
            Some(refusal) if broken_guarantee(&record, facts).is_none() => Err(refusal.clone()),
            Some(_) | None => Ok(asked_again(record, facts)),
        },
        Event::Proceeded { .. } => match record.broken.clone() {
            Some(broken) => Ok(violated(record, &broken, facts)),
            None => then(record, Left::Proceeded),
        },
        Event::Answered { answer, .. } => heard(record, answer, facts, then),
        Event::Faulted { fault, said, .. } => unanswered(record, fault, said, facts, then),
        Event::Ordered(Order::Stop { reason }) => {
            short_enough("reason", reason).map(|()| stopped(record, reason, facts))
        }
        Event::Ordered(
            Order::Start | Order::Reset { .. } | Order::Explain { .. } | Order::Attempt { .. },
        )
        | Event::Decided(_) => Err(refuse(record.state, event)),
    }
}

/// An answer: whose it is and what it took is noted before it is read. The model must be the one that the run was started
/// with, or that answered first (ruling 8).
fn heard(
    mut record: DesignRecord,
    answer: &Answer,
    facts: &Facts<Terms>,
    then: impl FnOnce(DesignRecord, Left) -> Outcome,
) -> Outcome {
    let role = asked_role(&record);
    let model = bounded(&answer.model);
    record.retry = None;
    let took = budget::answered(&mut record, answer, facts);
    let other = other_model(&mut record, role, &model, answer.fingerprint.as_deref(), facts);
    let text = format!("the {} answered as {model}: {took}", role.0);
    let data = as_data(&record, role, &model, answer);
    let note = Note { kind: NoteKind::Answer, text, data };
    let cut = budget::cut(&record, answer, facts);
    // As it came (ruling 13).
    let raw =
        Home::of(&record.feature_id).iteration(record.folder()).answer(asked_seat(&record), record.attempt());
    let mut step = match broken_guarantee(&record, facts).or(other) {
        Some(broken) => violated(record, &broken, facts),
        None => then(record, Left::Answered(answer))?,
    };
    step.notes.splice(0..0, std::iter::once(note).chain(cut));
    Ok(step.write(raw, answer.text.clone().into_bytes()))
}

/// An answer as the journal's data.
fn as_data(record: &DesignRecord, role: Role, model: &str, answer: &Answer) -> Value {
    json!({
        "role": role.0, "model": model, "fingerprint": answer.fingerprint, "usage": answer.usage,
        "iteration": record.iteration, "attempt": record.attempt(), "bytes": answer.text.len(),
    })
}

/// There is no answer. What came all the same is kept beside the answers, where nothing takes it for one (promise P23).
fn unanswered(
    mut record: DesignRecord,
    fault: &Fault,
    said: &[u8],
    facts: &Facts<Terms>,
    then: impl FnOnce(DesignRecord, Left) -> Outcome,
) -> Outcome {
    let came = match fault {
        Fault::Unusable { answer, .. } if !answer.text.is_empty() => answer.text.as_bytes(),
        Fault::Unusable { .. }
        | Fault::TimedOut { .. }
        | Fault::Failed { .. }
        | Fault::Unready { .. }
        | Fault::TryLater { .. } => said,
    };
    let (seat, attempt) = (asked_seat(&record), record.attempt());
    let time = record.retry.as_ref().map_or(1, |retry| retry.count.saturating_add(1));
    let path = Home::of(&record.feature_id).iteration(record.folder()).unusable(seat, attempt, time);
    let kept = (!came.is_empty()).then_some(&path);
    let mut notes = Vec::new();
    let mut step = match fault {
        Fault::Unusable { why, answer, again } => {
            let took = budget::answered(&mut record, answer, facts);
            let mut note = unusable(&record, why, answer, &took, time, kept);
            if kept.is_some() {
                note.data["bytes"] = came.len().into();
            }
            notes.push(note);
            notes.extend(budget::cut(&record, answer, facts));
            match again {
                true => put_off(record, &Again::after_a_loss(why), kept, facts, then)?,
                false => then(record, Left::Faulted(&Fault::Failed { why: why.clone() }, kept))?,
            }
        }
        Fault::TryLater { after_ms, why } => {
            notes.extend(kept.map(|path| said_all_the_same(&record, why, time, path, came)));
            put_off(record, &Again::asked_for(*after_ms, why), kept, facts, then)?
        }
        Fault::TimedOut { .. } | Fault::Failed { .. } | Fault::Unready { .. } => {
            notes.extend(kept.map(|path| said_all_the_same(&record, &fault.in_words(), time, path, came)));
            // Who could not be asked was sent nothing, or refused it before it was read: nothing is charged.
            if !matches!(fault, Fault::Unready { .. }) {
                budget::unanswered(&mut record, facts);
            }
            then(record, Left::Faulted(fault, kept))?
        }
    };
    step.notes.splice(0..0, notes);
    Ok(if kept.is_some() { step.write(path, came.to_vec()) } else { step })
}

/// What came is no whole answer, and was charged.
fn unusable(
    record: &DesignRecord,
    why: &str,
    answer: &Answer,
    took: &str,
    time: u32,
    kept: Option<&RelPath>,
) -> Note {
    let (role, model) = (asked_role(record), bounded(&answer.model));
    let is_kept =
        kept.map_or_else(|| "nothing of it came".to_owned(), |path| format!("it is kept as {path}"));
    let text = format!("what the {} answered as {model} cannot be used ({took}); {is_kept}", role.0);
    let mut data = as_data(record, role, &model, answer);
    data["why"] = bounded(why).into();
    data["took"] = took.into();
    data["time"] = time.into();
    if let Some(path) = kept {
        data["path"] = path.to_string().into();
    }
    Note { kind: NoteKind::AnswerUnusable, text, data }
}

/// Something was said that is no answer.
fn said_all_the_same(record: &DesignRecord, why: &str, time: u32, path: &RelPath, came: &[u8]) -> Note {
    let role = asked_role(record).0;
    Note {
        kind: NoteKind::AnswerUnusable,
        text: format!("the {role} did not answer; what it said is kept as {path}"),
        data: json!({
            "role": role, "iteration": record.iteration, "attempt": record.attempt(), "time": time,
            "why": bounded(why), "path": path.to_string(), "bytes": came.len(),
        }),
    }
}

/// Who is asked in this phase.
pub fn asked_role(record: &DesignRecord) -> Role {
    match asked_seat(record) {
        Seat::Generator => GENERATOR,
        Seat::Critic => CRITIC,
    }
}

/// By whose name it is kept what goes between this role and the run.
fn asked_seat(record: &DesignRecord) -> Seat {
    if record.state == DesignPhase::Evaluating { Seat::Critic } else { Seat::Generator }
}

/// An answer may be put off so often. Without a word of the server's, a minute passes until the last time: quotas are of
/// a minute.
const PUT_OFF: Delay = Delay { first_ms: 1000, most: 6 };
/// It is asked for so often when it was lost on its way: whoever cuts every answer is paid for each.
const LOST: Delay = Delay { first_ms: 1000, most: 2 };

/// Why an answer is to be asked for once more.
struct Again<'a> {
    after_ms: Option<u64>,
    why: &'a str,
    delay: Delay,
    /// What the agent did, in words.
    did: &'static str,
}

impl<'a> Again<'a> {
    /// The agent did nothing and asks to be asked later.
    fn asked_for(after_ms: Option<u64>, why: &'a str) -> Self {
        Self { after_ms, why, delay: PUT_OFF, did: "put its answer off" }
    }

    fn after_a_loss(why: &'a str) -> Self {
        Self { after_ms: None, why, delay: LOST, did: "did not get its answer through" }
    }
}

/// The agent is to be asked once more: that is counted as a call of its own, and ends when the time for an answer would
/// pass.
fn put_off(
    mut record: DesignRecord,
    again: &Again,
    kept: Option<&RelPath>,
    facts: &Facts<Terms>,
    then: impl FnOnce(DesignRecord, Left) -> Outcome,
) -> Outcome {
    let (why, did) = (&bounded(again.why), again.did);
    let (count, since) = record.retry.as_ref().map_or((0, facts.now), |retry| (retry.count, retry.since));
    let not_before = match again.delay.until(again.after_ms, why, (count, since), facts) {
        Ok(not_before) => not_before,
        Err(why) => return then(record, Left::Faulted(&Fault::Failed { why }, kept)),
    };
    if let Some(broken) = broken_guarantee(&record, facts) {
        return Ok(violated(record, &broken, facts));
    }
    if let Err(message) = budget::called_again(&mut record, facts) {
        return Ok(violated(record, &Broken { reason: Reason::BudgetSpent, message }, facts));
    }
    let count = count + 1;
    let role = asked_role(&record).0;
    let at = time_of_day(not_before);
    let text = format!("the {role} {did} ({why}); it is asked again at {at}, retry {count}");
    let data = json!({ "iteration": record.iteration, "retry": count, "notBefore": not_before, "why": why });
    record.retry = Some(Retry { count, since, not_before, why: why.clone() });
    Ok(Step::to(record, By::Engine).note(NoteKind::Retry, text, data))
}

/// The same prompt goes out once more: an invocation like the first, held to the same guarantees and counted before it is
/// made (promise P14).
fn asked_again(mut record: DesignRecord, facts: &Facts<Terms>) -> Step<DesignRecord> {
    if let Some(broken) = broken_guarantee(&record, facts) {
        return violated(record, &broken, facts);
    }
    if let Err(message) = budget::called_again(&mut record, facts) {
        let broken = Broken { reason: Reason::BudgetSpent, message };
        return violated(record, &broken, facts);
    }
    // Nobody has been waited for while the run was paused.
    record.since = Some(facts.now);
    let data =
        json!({ "iteration": record.iteration, "calls": record.run.as_ref().map(|run| run.spent.calls) });
    let text = format!("iteration {}: the run was interrupted; the agent is asked again", record.iteration);
    Step::to(record, By::Engine).note(NoteKind::AskedAgain, text, data)
}

/// A guarantee was broken: the run ends, with what was and what is.
pub fn violated(record: DesignRecord, broken: &Broken, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let data = json!({ "iteration": record.iteration, "reason": broken.reason });
    let kind =
        if broken.reason == Reason::DeterminismViolation { NoteKind::Determinism } else { NoteKind::Broken };
    let step = failed(record, broken.reason, By::Engine, &broken.message, facts);
    step.note(kind, broken.message.clone(), data)
}

/// How it is told where what an agent said is kept.
const KEPT_IN: &str = "; what it said is in ";

/// The same where nothing is kept.
pub fn without_a_place(message: &str) -> &str {
    message.rsplit_once(KEPT_IN).map_or(message, |(message, _)| message)
}

/// An agent did not answer; `kept` is where what it said all the same is.
pub fn faulted(
    record: DesignRecord,
    agent: &str,
    fault: &Fault,
    kept: Option<&RelPath>,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let reason = match fault {
        Fault::TimedOut { .. } => Reason::AgentTimeout,
        Fault::Failed { .. } | Fault::Unready { .. } | Fault::Unusable { .. } | Fault::TryLater { .. } => {
            Reason::AgentError
        }
    };
    let place = kept.map_or_else(String::new, |path| format!("{KEPT_IN}{path}"));
    let message = format!("the {agent} failed: {}{place}", fault.in_words());
    let mut step = failed(record, reason, By::Engine, &message, facts);
    let hint = to_the_doctor(&step.record);
    if let (Fault::Unready { .. }, Some(failure)) = (fault, &mut step.record.failure) {
        failure.hint = hint;
    }
    step
}

/// A person stopped the run.
fn stopped(record: DesignRecord, reason: &str, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let message = format!("aborted: {} (by {})", reason.trim(), facts.who);
    failed(record, Reason::Aborted, By::Human, &message, facts)
}

/// What is wrong with the model that answered, if it is not the one that must (ruling 8).
fn other_model(
    record: &mut DesignRecord,
    role: Role,
    model: &str,
    fingerprint: Option<&str>,
    facts: &Facts<Terms>,
) -> Option<Broken> {
    let run = record.run.as_mut()?;
    let pins = if role == CRITIC { &run.pins.critic } else { &run.pins.generator };
    let first = run.answered_by.get(role.0).map(|by| by.model.clone());
    let expected = match (first, facts.terms.agreed(role).first_answer_names_the_model) {
        (Some(first), _) => first,
        (None, false) => pins.model_version.clone(),
        (None, true) => model.to_owned(),
    };
    let by = AnsweredBy { model: expected.clone(), fingerprint: fingerprint.map(str::to_owned) };
    run.answered_by.insert(role.0.to_owned(), by);
    (model != expected).then(|| Broken {
        reason: Reason::DeterminismViolation,
        message: format!(
            "determinism violation: the {} was {expected} when the run started, and {model} answered",
            role.0
        ),
    })
}
