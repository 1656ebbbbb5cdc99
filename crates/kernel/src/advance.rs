//! The guard of all workflows: refuses answers that nobody waits for, and transitions that the table lacks.

use super::event::Event;
use super::facts::Facts;
use super::flow::{Flow, Record};
use super::key::Key;
use super::refusal::Refusal;
use super::step::Step;
use super::transitions::Phase;

/// Takes one step.
///
/// # Errors
/// A refusal, which leaves the record as it was.
pub fn advance<F: Flow>(
    record: &F::Record,
    event: &Event,
    facts: &Facts<F::Terms>,
) -> Result<Step<F::Record>, Refusal> {
    if let Some(key) = answered_key(event)
        && !F::wants(record).iter().any(|request| request.key == *key)
    {
        return Err(Refusal::new(
            "unasked",
            format!("nothing waits for {key} any more (the run is {})", record.phase().name()),
            "show the run again: something else happened first",
        ));
    }
    let from = record.phase();
    let mut step = F::step(record.clone(), event, facts)?;
    let to = step.record.phase();
    if from != to && F::TABLE.edge(from, to, step.by).is_none() {
        return Err(Refusal::new(
            "forbidden-transition",
            format!("{} may not become {} by {}", from.name(), to.name(), step.by),
            "show the feature again: its state did not change",
        ));
    }
    if step.changed {
        step.record.set_revision(record.revision() + 1);
    }
    Ok(step)
}

fn answered_key(event: &Event) -> Option<&Key> {
    match event {
        Event::AskedAgain { key }
        | Event::Answered { key, .. }
        | Event::Faulted { key, .. }
        | Event::Proceeded { key } => Some(key),
        Event::Decided(decision) => Some(decision.key()),
        Event::Inspected | Event::Ordered(_) => None,
    }
}
