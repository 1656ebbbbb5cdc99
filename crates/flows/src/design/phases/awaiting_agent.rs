//! The common part of GENERATING and EVALUATING, which wait for an agent's answer. Pinned values are compared at every
//! invocation of an agent, but not at an inspection. Without an answer the run pauses (ruling 25).

use serde_json::{Value, json};

use crate::design::current_role::{current_role, current_seat};
use crate::design::record::agent_answers::{AnsweredBy, Delay, Paused, Retry, shortened, time_of_day};
use crate::design::record::state_change::{broken_guarantee, check_length, fail};
use crate::design::record::{Broken, DesignRecord, Reason, budget};
use crate::design::{CRITIC, Facts, GENERATOR, Outcome, Step, refuse};
use frieze_data::path::RelPath;
use frieze_kernel::files::Home;
use frieze_kernel::{Answer, By, Event, Fault, Note, NoteKind, Order, Role};

/// The part of an event that each phase handles itself.
pub enum AgentOutcome<'a> {
    /// The agent's answer; all pinned values are unchanged.
    Answered(&'a Answer),
    /// The cause of a missing answer, and the file with the agent's output.
    Faulted(&'a Fault, Option<&'a RelPath>),
    /// The phase's automatic transition.
    Proceeded,
}

/// Handles the events that both phases handle the same way; `then` handles the rest. `saves_output` is whether output without
/// an answer is saved in the iteration's folder.
pub fn step(
    record: DesignRecord,
    event: &Event,
    facts: &Facts,
    saves_output: bool,
    then: impl FnOnce(DesignRecord, AgentOutcome) -> Outcome,
) -> Outcome {
    match event {
        Event::Inspected => Ok(Step::same(record)),
        Event::AskedAgain { .. } => ask_if_possible(record, facts),
        Event::Ordered(Order::Start) if record.paused.is_some() => {
            let before = record.pins().cloned();
            let record = with_agents_of_now(record, facts);
            let replaced = before.zip(record.pins()).map(|(before, now)| before.differences(now));
            let step = ask_if_possible(record, facts)?;
            Ok(replaced.into_iter().flatten().fold(step, |step, it| {
                let text =
                    format!("{} was {} and is now {}: it has not answered yet", it.what, it.pinned, it.found);
                step.note(NoteKind::AskedAgain, text, json!({}))
            }))
        }
        Event::Proceeded { .. } => match record.broken.clone() {
            Some(broken) => Ok(fail_broken(record, &broken, facts)),
            None => then(record, AgentOutcome::Proceeded),
        },
        Event::Answered { answer, .. } => answered(record, answer, facts, then),
        Event::Faulted { fault, partial, .. } => {
            unanswered(record, fault, partial, facts, saves_output, then)
        }
        Event::Ordered(Order::Stop { reason }) => {
            check_length("reason", reason).map(|()| stop(record, reason, facts))
        }
        Event::Ordered(
            Order::Start
            | Order::Reset { .. }
            | Order::Explain { .. }
            | Order::Verb { .. }
            | Order::Attempt { .. },
        )
        | Event::Decided(_) => Err(refuse(&record, event)),
    }
}

/// An answer: its model and its usage are noted before it is parsed. The model must be the pinned one, or the one of the
/// first answer (ruling 8).
fn answered(
    mut record: DesignRecord,
    answer: &Answer,
    facts: &Facts,
    then: impl FnOnce(DesignRecord, AgentOutcome) -> Outcome,
) -> Outcome {
    let role = current_role(&record);
    let model = shortened(&answer.model);
    (record.retry, record.asked_before) = (None, 0);
    let took = budget::answered(&mut record, answer, facts);
    let other = check_model(&mut record, role, &model, answer.fingerprint.as_deref(), facts);
    let text = format!("the {} answered as {model}: {took}", role.0);
    let data = as_data(&record, role, &model, answer);
    let note = Note { kind: NoteKind::Answer, text, data };
    let cut = budget::cut(&record, answer, facts);
    // Unchanged (ruling 13).
    let raw = Home::of(&record.feature_id)
        .iteration(record.folder())
        .answer(current_seat(&record), record.attempt());
    let mut step = match broken_guarantee(&record, facts).or(other) {
        Some(broken) => fail_broken(record, &broken, facts),
        None => then(record, AgentOutcome::Answered(answer))?,
    };
    step.notes.splice(0..0, std::iter::once(note).chain(cut));
    Ok(step.write(raw, answer.text.clone().into_bytes()))
}

/// The journal's data about an answer.
fn as_data(record: &DesignRecord, role: Role, model: &str, answer: &Answer) -> Value {
    json!({
        "role": role.0, "model": model, "fingerprint": answer.fingerprint, "usage": answer.usage,
        "iteration": record.iteration, "attempt": record.attempt(), "bytes": answer.text.len(),
    })
}

/// A missing answer. Partial output is saved in its own file, so that nothing reads it as an answer (promise P23).
fn unanswered(
    mut record: DesignRecord,
    fault: &Fault,
    partial: &[u8],
    facts: &Facts,
    saves_output: bool,
    then: impl FnOnce(DesignRecord, AgentOutcome) -> Outcome,
) -> Outcome {
    let output = match fault {
        Fault::Unusable { answer, .. } if !answer.text.is_empty() => answer.text.as_bytes(),
        Fault::Unusable { .. }
        | Fault::TimedOut { .. }
        | Fault::Failed { .. }
        | Fault::Unready { .. }
        | Fault::TryLater { .. } => partial,
    };
    let (seat, attempt) = (current_seat(&record), record.attempt());
    let time = record.unanswered().saturating_add(1);
    let path = Home::of(&record.feature_id).iteration(record.folder()).unusable(seat, attempt, time);
    let saved = (saves_output && !output.is_empty()).then_some(&path);
    let mut notes = Vec::new();
    let mut step = match fault {
        Fault::Unusable { why, answer, again } => {
            let took = budget::answered(&mut record, answer, facts);
            let mut note = unusable_note(&record, why, answer, &took, time, saved);
            if saved.is_some() {
                note.data["bytes"] = output.len().into();
            }
            notes.push(note);
            notes.extend(budget::cut(&record, answer, facts));
            match again {
                true => retry(record, &RetryReason::lost(why), saved, facts, then)?,
                false => then(record, AgentOutcome::Faulted(fault, saved))?,
            }
        }
        Fault::TryLater { after_ms, why } => {
            notes.extend(saved.map(|path| partial_output_note(&record, why, time, path, output)));
            retry(record, &RetryReason::postponed(*after_ms, why), saved, facts, then)?
        }
        Fault::TimedOut { .. } | Fault::Failed { .. } | Fault::Unready { .. } => {
            notes.extend(
                saved.map(|path| partial_output_note(&record, &fault.in_words(), time, path, output)),
            );
            // An agent that was not ready got no prompt, so it charges nothing.
            if !matches!(fault, Fault::Unready { .. }) {
                budget::unanswered(&mut record, facts);
            }
            then(record, AgentOutcome::Faulted(fault, saved))?
        }
    };
    step.notes.splice(0..0, notes);
    Ok(if saved.is_some() { step.write(path, output.to_vec()) } else { step })
}

/// The note on an answer that is incomplete but was charged.
fn unusable_note(
    record: &DesignRecord,
    why: &str,
    answer: &Answer,
    took: &str,
    time: u32,
    saved: Option<&RelPath>,
) -> Note {
    let (role, model) = (current_role(record), shortened(&answer.model));
    let place = saved.map_or_else(|| "it is empty".to_owned(), |path| format!("it is saved as {path}"));
    let text = format!("the answer of the {} ({model}) cannot be used ({took}); {place}", role.0);
    let mut data = as_data(record, role, &model, answer);
    data["why"] = shortened(why).into();
    data["took"] = took.into();
    data["time"] = time.into();
    if let Some(path) = saved {
        data["path"] = path.to_string().into();
    }
    Note { kind: NoteKind::AnswerUnusable, text, data }
}

/// The note on output without an answer.
fn partial_output_note(record: &DesignRecord, why: &str, time: u32, path: &RelPath, output: &[u8]) -> Note {
    let role = current_role(record).0;
    Note {
        kind: NoteKind::AnswerUnusable,
        text: format!("the {role} did not answer; its output is saved as {path}"),
        data: json!({
            "role": role, "iteration": record.iteration, "attempt": record.attempt(), "time": time,
            "why": shortened(why), "path": path.to_string(), "bytes": output.len(),
        }),
    }
}

/// The delays for postponed answers. If the server names no time, the last retry comes after a minute: many quotas are per
/// minute.
const POSTPONED: Delay = Delay { first_ms: 1000, most: 6 };
/// The delays for lost answers: fewer, because each lost answer is charged.
const LOST: Delay = Delay { first_ms: 1000, most: 2 };

/// Why a request is repeated.
struct RetryReason<'a> {
    after_ms: Option<u64>,
    why: &'a str,
    delay: Delay,
    /// What the agent did.
    did: &'static str,
}

impl<'a> RetryReason<'a> {
    /// The agent asked for a later request.
    fn postponed(after_ms: Option<u64>, why: &'a str) -> Self {
        Self { after_ms, why, delay: POSTPONED, did: "postponed its answer" }
    }

    fn lost(why: &'a str) -> Self {
        Self { after_ms: None, why, delay: LOST, did: "lost its answer" }
    }
}

/// Repeats a request: it counts as a call, and is not made after the time limit.
fn retry(
    mut record: DesignRecord,
    reason: &RetryReason,
    saved: Option<&RelPath>,
    facts: &Facts,
    then: impl FnOnce(DesignRecord, AgentOutcome) -> Outcome,
) -> Outcome {
    let (why, did) = (&shortened(reason.why), reason.did);
    let (count, since) = record.retry.as_ref().map_or((0, facts.now), |retry| (retry.count, retry.since));
    let not_before = match reason.delay.until(reason.after_ms, why, (count, since), facts) {
        Ok(not_before) => not_before,
        Err(why) => return then(record, AgentOutcome::Faulted(&Fault::Failed { why }, saved)),
    };
    if let Some(broken) = broken_guarantee(&record, facts) {
        return Ok(fail_broken(record, &broken, facts));
    }
    if let Err(message) = budget::called_again(&mut record, facts) {
        return Ok(fail_broken(record, &Broken { reason: Reason::BudgetSpent, message }, facts));
    }
    let count = count + 1;
    let role = current_role(&record).0;
    let at = time_of_day(not_before);
    let text = format!("the {role} {did} ({why}); it will be asked again at {at}, retry {count}");
    let data = json!({ "iteration": record.iteration, "retry": count, "notBefore": not_before, "why": why });
    record.retry = Some(Retry { count, since, not_before, why: why.clone() });
    Ok(Step::to(record, By::Engine).note(NoteKind::Retry, text, data))
}

/// A paused run with the agents of now in the roles that have not answered yet: a person may give a role to another agent instead
/// of repairing the one that gave no answer, and nothing in the run depends on it (ruling 25).
pub fn with_agents_of_now(mut record: DesignRecord, facts: &Facts) -> DesignRecord {
    if let Some(run) = &mut record.run {
        let found = &facts.terms.pins;
        let roles = [
            (GENERATOR, &mut run.pins.generator, &found.generator),
            (CRITIC, &mut run.pins.critic, &found.critic),
        ];
        for (role, pinned, found) in roles {
            if !run.answered_by.contains_key(role.0) {
                pinned.model_version.clone_from(&found.model_version);
                pinned.agent.clone_from(&found.agent);
                pinned.temperature = found.temperature;
                pinned.temperature_omitted = found.temperature_omitted;
            }
        }
    }
    record
}

/// Asks again, unless the agents are blocked. A broken guarantee ends the run all the same.
fn ask_if_possible(record: DesignRecord, facts: &Facts) -> Outcome {
    match facts.terms.agents_blocked() {
        Some(refusal) if broken_guarantee(&record, facts).is_none() => Err(refusal.clone()),
        Some(_) | None => Ok(ask_again(record, facts)),
    }
}

/// Sends the same prompt again after an interruption or a pause: an invocation like the first, with the same checks, counted
/// before it is made (promise P14).
fn ask_again(mut record: DesignRecord, facts: &Facts) -> Step {
    if let Some(broken) = broken_guarantee(&record, facts) {
        return fail_broken(record, &broken, facts);
    }
    if let Err(message) = budget::called_again(&mut record, facts) {
        let broken = Broken { reason: Reason::BudgetSpent, message };
        return fail_broken(record, &broken, facts);
    }
    // The pause does not count as waiting.
    record.since = Some(facts.now);
    let (was, by) = match record.paused.take() {
        Some(_) => ("paused", By::Human),
        None => ("interrupted", By::Engine),
    };
    let data =
        json!({ "iteration": record.iteration, "calls": record.run.as_ref().map(|run| run.spent.calls) });
    let text = format!("iteration {}: the run was {was}; the agent is asked again", record.iteration);
    Step::to(record, by).note(NoteKind::AskedAgain, text, data)
}

/// Ends a run whose guarantee was broken.
pub fn fail_broken(record: DesignRecord, broken: &Broken, facts: &Facts) -> Step {
    let data = json!({ "iteration": record.iteration, "reason": broken.reason });
    let kind =
        if broken.reason == Reason::DeterminismViolation { NoteKind::Determinism } else { NoteKind::Broken };
    let step = fail(record, broken.reason, By::Engine, &broken.message, facts);
    step.note(kind, broken.message.clone(), data)
}

/// Ends or pauses a run whose agent gave no usable answer; `saved` is the file with its output.
pub fn without_answer(
    record: DesignRecord,
    agent: &str,
    fault: &Fault,
    saved: Option<&RelPath>,
    facts: &Facts,
) -> Step {
    let place = saved.map_or_else(String::new, |path| format!("; its output is in {path}"));
    let why = fault.in_words();
    let reason = match fault {
        // An exit condition, and an answer that came.
        Fault::TimedOut { .. } => Reason::AgentTimeout,
        Fault::Unusable { .. } => Reason::AgentError,
        Fault::Unready { .. } => {
            let fix = "correct that; `frieze doctor` asks whether the agents would answer";
            return pause(record, &format!("the {agent} cannot answer: {why}{place}"), fix, facts);
        }
        Fault::Failed { .. } | Fault::TryLater { .. } => {
            return pause(record, &format!("the {agent} did not answer: {why}{place}"), "fix this", facts);
        }
    };
    fail(record, reason, By::Engine, &format!("the {agent} failed: {why}{place}"), facts)
}

/// Pauses a run without an answer, until a person lets it go on (ruling 25).
fn pause(mut record: DesignRecord, why: &str, fix: &str, facts: &Facts) -> Step {
    let id = &record.feature_id;
    let hint =
        format!("{fix}; then `frieze run {id}` goes on from here, or `frieze abort {id}` ends the run");
    record.asked_before = record.unanswered().saturating_add(1);
    record.retry = None;
    let data = json!({ "role": current_role(&record).0, "iteration": record.iteration, "hint": hint });
    record.paused = Some(Paused { at: facts.now, why: why.to_owned(), hint });
    Step::to(record, By::Engine).note(NoteKind::Paused, format!("paused: {why}"), data)
}

/// Ends a run that a person stopped.
fn stop(record: DesignRecord, reason: &str, facts: &Facts) -> Step {
    let message = format!("aborted: {} (by {})", reason.trim(), facts.who);
    fail(record, Reason::Aborted, By::Human, &message, facts)
}

/// The broken guarantee if another model answered (ruling 8).
fn check_model(
    record: &mut DesignRecord,
    role: Role,
    model: &str,
    fingerprint: Option<&str>,
    facts: &Facts,
) -> Option<Broken> {
    let run = record.run.as_mut()?;
    let pins = if role == CRITIC { &run.pins.critic } else { &run.pins.generator };
    let first = run.answered_by.get(role.0).map(|by| by.model.clone());
    let expected = match (first, facts.terms.agent(role).first_answer_names_the_model) {
        (Some(first), _) => first,
        (None, false) => pins.model_version.clone(),
        (None, true) => model.to_owned(),
    };
    let by = AnsweredBy { model: expected.clone(), fingerprint: fingerprint.map(str::to_owned) };
    run.answered_by.insert(role.0.to_owned(), by);
    (model != expected).then(|| Broken {
        reason: Reason::DeterminismViolation,
        message: format!(
            "determinism violation: the {} was {expected} when the run started, but {model} answered",
            role.0
        ),
    })
}
