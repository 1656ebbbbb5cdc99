//! The guard of all workflows: refuses answers that nobody waits for, transitions that the table lacks, and changes of files that
//! steps must leave alone.

use super::event::Event;
use super::facts::Facts;
use super::flow::{Flow, Record};
use super::key::Key;
use super::refusal::Refusal;
use super::step::{Append, Step};
use super::transitions::Phase;
use frieze_data::path::RelPath;

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
        let now = record.phase().name();
        let last = F::view(record).path.pop().map(|last| format!(" ({})", last.why)).unwrap_or_default();
        let what = match event {
            Event::Decided(_) => format!("nothing was decided: {} is {now} now{last}", record.feature()),
            Event::Inspected
            | Event::Ordered(_)
            | Event::AskedAgain { .. }
            | Event::Answered { .. }
            | Event::Faulted { .. }
            | Event::Proceeded { .. } => format!("nothing waits for {key} any more (the run is {now})"),
        };
        return Err(Refusal::new("unasked", what, "show the run again: something else happened first"));
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
    check_files::<F>(&step)?;
    if step.changed {
        *step.record.kept_by_engine().0 = record.revision().saturating_add(1);
    }
    Ok(step)
}

/// Refuses a step that removes a file which the engine keeps, or appends to a file that is no log of the flow: after an
/// interruption the text would not be completed.
fn check_files<F: Flow>(step: &Step<F::Record>) -> Result<(), Refusal> {
    let is_kept = |path: &&RelPath| F::place(step.record.feature()).keeps(path);
    let is_no_log = |append: &&Append| !F::logs(&step.record).contains(&append.path);
    let why = match (step.removes.iter().find(is_kept), step.appends.iter().find(is_no_log)) {
        (Some(path), _) => format!("{path} may not be removed"),
        (None, Some(Append { path, .. })) => format!("{path} is no log of this workflow"),
        (None, None) => return Ok(()),
    };
    Err(Refusal::new("forbidden-file", why, "report this mistake of frieze; nothing was changed"))
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
