//! The design flow: generate → evaluate → a person decides → freeze (1-design-engine.md). A phase is a file; README.md
//! beside this one tells the rulings that they cite.

mod answered;
mod asking;
mod budget;
mod candidate;
mod confirmed;
mod deciding;
mod evaluating;
mod failed;
mod freezing;
mod frozen;
mod gate;
mod generating;
mod history;
mod idle;
mod judged;
mod kept;
mod moves;
mod opinion;
mod phase;
mod previewing;
mod prompts;
mod record;
mod revising;
mod stagnation;
mod terms;
mod verify;
mod view;
mod wants;

pub use opinion::{Next, Opinion};
pub use phase::{DesignPhase, TABLE};
pub use record::{DesignRecord, Reason};
pub use terms::{
    Agreed, DEFAULT_MAX_CALLS, DEFAULT_MAX_ITERATIONS, DEFAULT_REPAIR_ATTEMPTS, DEFAULT_THRESHOLD,
    DEFAULT_TIMEOUT_MS, HIDDEN, Meter, Pins, Previewer, RolePins, RubricPin, THRESHOLDS, Terms,
};

use std::collections::BTreeMap;

use crate::domain::approval::Rules;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::kernel::{
    By, Event, Facts, Fault, Flow, Look, Order, Phase as _, Refusal, Request, Role, RunView, Sealed, Step,
    Table,
};

/// Writes designs.
pub const GENERATOR: Role = Role("generator");
/// Reports findings on designs.
pub const CRITIC: Role = Role("critic");
/// Draws the screens of designs.
pub const PREVIEWER: Role = Role("previewer");

/// The flow as the kernel knows it.
#[derive(Debug)]
pub struct Design;

type Outcome = Result<Step<DesignRecord>, Refusal>;

impl Flow for Design {
    type Phase = DesignPhase;
    type Record = DesignRecord;
    type Terms = Terms;

    const TABLE: Table<DesignPhase> = TABLE;

    fn home(feature: &FeatureId) -> Home {
        Home::of(feature)
    }

    fn folders(record: &DesignRecord) -> Vec<RelPath> {
        let paths = Home::of(&record.feature_id);
        let (here, next) = (record.folder(), record.folder().saturating_add(1));
        let iterations = [here, next].map(|folder| paths.iteration(folder).folder().clone());
        std::iter::once(paths.frozen().folder().clone()).chain(iterations).collect()
    }

    fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
        match record.state {
            DesignPhase::Idle => idle::reads(record, event),
            DesignPhase::Generating => generating::reads(record, event),
            DesignPhase::Evaluating => evaluating::reads(record),
            DesignPhase::Candidate => candidate::reads(record),
            DesignPhase::Revising => revising::reads(record),
            DesignPhase::Frozen => frozen::reads(record),
            DesignPhase::Failed => failed::reads(record),
        }
    }

    fn reads_then(record: &DesignRecord, seen: &BTreeMap<RelPath, Look>) -> Vec<RelPath> {
        if record.state == DesignPhase::Candidate { candidate::reads_then(record, seen) } else { Vec::new() }
    }

    fn reads_end(record: &DesignRecord, seen: &BTreeMap<RelPath, Look>) -> Vec<RelPath> {
        if record.state == DesignPhase::Candidate { candidate::reads_end(record, seen) } else { Vec::new() }
    }

    fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
        if let Some(refusal) = unreadable(&record, event, facts) {
            return Err(refusal);
        }
        // The question why a design was unfrozen stays open through the next run, until it is answered.
        if let Event::Ordered(Order::Explain { reason }) = event {
            return idle::explain(record, reason, facts);
        }
        let was = record.state;
        match was {
            DesignPhase::Idle => idle::step(record, event, facts),
            DesignPhase::Generating => generating::step(record, event, facts),
            DesignPhase::Evaluating => evaluating::step(record, event, facts),
            DesignPhase::Candidate => candidate::step(record, event, facts),
            DesignPhase::Revising => revising::step(record, event, facts),
            DesignPhase::Frozen => frozen::step(record, event, facts),
            DesignPhase::Failed => failed::step(record, event, facts),
        }
        .map(|step| match event {
            // The prompt of an interrupted run lies there, and goes out again as it is.
            Event::AskedAgain { .. } => step,
            // So does the prompt of an answer that was put off or lost.
            Event::Faulted {
                fault: Fault::TryLater { .. } | Fault::Unusable { again: true, .. }, ..
            } => previewing::prepared(step, facts),
            Event::Looked
            | Event::Ordered(_)
            | Event::Decided(_)
            | Event::Answered { .. }
            | Event::Faulted { .. }
            | Event::Proceeded { .. } => previewing::prepared(prompts::prepared(step, facts), facts),
        })
        .map(|step| kept::refused(step, was, event, facts))
    }

    fn wants(record: &DesignRecord) -> Vec<Request> {
        wants::wants(record)
    }

    fn view(record: &DesignRecord) -> RunView {
        view::view(record)
    }

    fn view_under(record: &DesignRecord, terms: &Terms) -> RunView {
        view::under(record, terms)
    }

    fn minds_seal(record: &DesignRecord) -> bool {
        match record.state {
            DesignPhase::Idle | DesignPhase::Candidate | DesignPhase::Frozen => true,
            DesignPhase::Generating
            | DesignPhase::Evaluating
            | DesignPhase::Revising
            | DesignPhase::Failed => false,
        }
    }

    fn verify(
        feature: &FeatureId,
        record: Option<&DesignRecord>,
        look: &dyn Fn(&RelPath) -> Look,
        rules: &Rules,
    ) -> Option<Sealed> {
        verify::verify(feature, record, look, rules)
    }
}

/// What cannot be read at this moment must neither be quoted as an empty text nor judged as an invalid design:
/// the step is refused and can be taken again. Absence is a fact; the marker and what it seals have rules
/// of their own.
fn unreadable(record: &DesignRecord, event: &Event, facts: &Facts<Terms>) -> Option<Refusal> {
    let reads_on = match event {
        // A preview that comes or fails has rules of its own for what it finds.
        Event::Answered { .. } | Event::Faulted { .. } if record.state == DesignPhase::Candidate => false,
        Event::Answered { .. } | Event::Faulted { .. } | Event::Proceeded { .. } => record.broken.is_none(),
        Event::Ordered(Order::Start) => record.state == DesignPhase::Idle,
        Event::Looked | Event::Ordered(_) | Event::Decided(_) | Event::AskedAgain { .. } => false,
    };
    if !reads_on {
        return None;
    }
    let paths = Home::of(&record.feature_id);
    let sealed = [paths.marker(), paths.frozen().intent()];
    facts.files.iter().filter(|(path, _)| !sealed.contains(path)).find_map(|(_, look)| match look {
        Look::Unreadable(why) => {
            let hint = "mend the file, then go on; nothing was lost";
            Some(Refusal::new("unreadable", why.clone(), hint))
        }
        Look::Absent | Look::Bytes(_) => None,
    })
}

/// An order or an answer that this phase has no move for, or the attempt at a move that it has by now.
fn refuse(phase: DesignPhase, event: &Event) -> Refusal {
    if let Event::Ordered(Order::Attempt { what }) = event
        && TABLE.edges.iter().any(|e| e.from == phase && e.by == By::Human && e.trigger == *what)
    {
        let why = format!("{what} was not possible when it was tried; {} allows it by now", phase.name());
        return Refusal::new("too-early", why, "look at the feature again, then try it again");
    }
    let what = match event {
        Event::Looked => "look".to_owned(),
        Event::Ordered(order) => order.verb().to_owned(),
        Event::Decided(decision) => decision.choice().to_owned(),
        Event::AskedAgain { key } => format!("asking again for {key}"),
        Event::Answered { key, .. } => format!("an answer to {key}"),
        Event::Faulted { key, .. } => format!("a fault of {key}"),
        Event::Proceeded { key } => format!("the automatic move {key}"),
    };
    let hint = match (phase, event) {
        (DesignPhase::Frozen, Event::Ordered(Order::Start)) => {
            "to change a frozen design, delete its design/final/FROZEN.md first; that unfreezes it"
        }
        (DesignPhase::Failed, Event::Ordered(Order::Start)) => {
            "look at why it failed (frieze show), then reset it (frieze reset) and run it again"
        }
        (DesignPhase::Candidate, _) => "a candidate waits for a decision: approve, reject or abort",
        (DesignPhase::Frozen, _) => "a frozen design is only left by deleting design/final/FROZEN.md",
        (DesignPhase::Idle, _) => "begin a run first (frieze run)",
        (DesignPhase::Failed, _) => "a failed run is only left by a reset (frieze reset)",
        (DesignPhase::Generating | DesignPhase::Evaluating, _) => {
            "a run is under way: wait for it, or abort it (frieze abort)"
        }
        // The table has no way from REVISING to FAILED, for a person either.
        (DesignPhase::Revising, _) => {
            "the next iteration is being prepared: carry the run on (frieze run); it can be aborted from then on"
        }
    };
    Refusal::new("forbidden-transition", format!("{} does not allow {what}", phase.name()), hint)
}
