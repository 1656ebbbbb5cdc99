//! What GENERATING and EVALUATING have in common: an agent was asked, and the run waits for its answer. What was fixed
//! at the start of the run is compared at every invocation, and not by a look of somebody who only reads.

use serde_json::json;

use super::moves::{broken_guarantee, failed, short_enough};
use super::record::{Broken, DesignRecord, Reason};
use super::terms::Terms;
use super::{Outcome, refuse};
use crate::kernel::{Answer, By, Event, Facts, Fault, Order, Step};

/// What is left to a phase of its own.
pub enum Left<'a> {
    /// The agent's answer, given under what was fixed at the start of the run.
    Answered(&'a Answer),
    Faulted(&'a Fault),
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
        Event::AskedAgain { .. } => Ok(asked_again(record, facts)),
        Event::Proceeded { .. } => match record.broken.clone() {
            Some(broken) => Ok(violated(record, &broken, facts)),
            None => then(record, Left::Proceeded),
        },
        Event::Answered { answer, .. } => match broken_guarantee(&record, facts) {
            Some(broken) => Ok(violated(record, &broken, facts)),
            None => then(record, Left::Answered(answer)),
        },
        Event::Faulted { fault, .. } => then(record, Left::Faulted(fault)),
        Event::Ordered(Order::Stop { reason }) => {
            short_enough(reason).map(|()| stopped(record, reason, facts))
        }
        Event::Ordered(Order::Start | Order::Reset { .. } | Order::Explain { .. }) | Event::Decided(_) => {
            Err(refuse(record.state, event))
        }
    }
}

/// The same prompt goes out once more: an invocation like the first, held to the same guarantees and counted before it is
/// made (promise P14).
fn asked_again(mut record: DesignRecord, facts: &Facts<Terms>) -> Step<DesignRecord> {
    if let Some(broken) = broken_guarantee(&record, facts) {
        return violated(record, &broken, facts);
    }
    if let Err(message) = counted(&mut record, facts) {
        let broken = Broken { reason: Reason::BudgetSpent, message };
        return violated(record, &broken, facts);
    }
    let data = json!({ "iteration": record.iteration, "calls": record.run.as_ref().map(|run| run.calls) });
    let text = format!("iteration {}: the run was interrupted; the agent is asked again", record.iteration);
    Step::to(record, By::Engine).note("asked-again", text, data)
}

/// Counts the call that is about to be made, or says that the budget does not allow it (promise P14).
pub fn counted(record: &mut DesignRecord, facts: &Facts<Terms>) -> Result<(), String> {
    let most = facts.terms.max_calls;
    match &mut record.run {
        Some(run) if run.calls >= most => {
            Err(format!("the agents were asked {most} times, and no more is allowed"))
        }
        Some(run) => {
            run.calls += 1;
            Ok(())
        }
        None => Ok(()),
    }
}

/// A guarantee was broken: the run ends, with what was and what is.
pub fn violated(record: DesignRecord, broken: &Broken, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let data = json!({ "iteration": record.iteration, "reason": broken.reason });
    let kind = if broken.reason == Reason::DeterminismViolation { "determinism" } else { "broken" };
    let step = failed(record, broken.reason, By::Engine, &broken.message, facts);
    step.note(kind, broken.message.clone(), data)
}

/// An agent did not answer.
pub fn faulted(record: DesignRecord, agent: &str, fault: &Fault, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let (reason, message) = match fault {
        Fault::TimedOut { limit_ms } => {
            let seconds = limit_ms / 1000;
            (Reason::AgentTimeout, format!("the {agent} did not answer within {seconds} s"))
        }
        Fault::Failed { why } => (Reason::AgentError, format!("the {agent} failed: {why}")),
    };
    failed(record, reason, By::Engine, &message, facts)
}

/// A person stopped the run.
fn stopped(record: DesignRecord, reason: &str, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let message = format!("aborted by {}: {}", facts.who, reason.trim());
    failed(record, Reason::Aborted, By::Human, &message, facts)
}

/// What is wrong with the model that answered, if it is not the one the run was started with (ruling 8).
pub fn other_model(role: &str, pinned: &str, answer: &Answer) -> Option<Broken> {
    (answer.model != pinned).then(|| Broken {
        reason: Reason::DeterminismViolation,
        message: format!(
            "determinism violation: the {role} was {pinned} when the run started, and {} answered",
            answer.model
        ),
    })
}
