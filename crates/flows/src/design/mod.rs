//! The design flow: generate → evaluate → a person decides → freeze (1-design-engine.md). Each phase has its file; the
//! rulings that they cite are in README.md.

mod brief_reading;
mod current_role;
mod freeze;
mod gate;
mod next_prompt;
mod phases;
mod preview_origin;
mod preview_server;
mod prompts;
mod record;
mod requests;
mod score_check;
mod scored_design;
mod verify;
mod view;
mod yardstick;

pub use crate::design::phases::detached_critic::{CriticStep, DetachedCritic};
pub use crate::design::record::agent_answers::time_of_day;
pub use crate::design::record::budget::estimated_tokens;
pub use crate::design::record::phase::{DesignPhase, TABLE};
pub use crate::design::record::pins::{HIDDEN, Pins, RolePins, RubricPin};
pub use crate::design::record::run_terms::{
    AgentTerms, DEFAULT_MAX_CALLS, DEFAULT_MAX_ITERATIONS, DEFAULT_REPAIR_ATTEMPTS, DEFAULT_THRESHOLD,
    DEFAULT_TIMEOUT_MS, Meter, Previewer, THRESHOLDS, Terms,
};
pub use record::{DesignRecord, Reason};

use crate::design::current_role::current_role;
use crate::design::phases::dismissals::{self, DISMISS};
use crate::design::phases::{candidate, evaluating, failed, frozen, generating, idle, revising};
use crate::design::record::{agent_answers, pinned_settings};
use std::collections::BTreeMap;

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::approval::Rules;
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::{
    By, Event, Fault, FileState, Files, Flow, Kept, Order, Place, Refusal, Request, Role, RunView, Sealed,
    Shelf, Table, UNDO, Verb,
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

/// The inputs of a step.
type Facts = frieze_kernel::Facts<Terms>;
/// A step of this flow.
type Step = frieze_kernel::Step<DesignRecord>;
type Outcome = Result<Step, Refusal>;

impl Flow for Design {
    type Phase = DesignPhase;
    type Record = DesignRecord;
    type Terms = Terms;

    const NAME: &'static str = "design";

    const TABLE: Table<DesignPhase> = TABLE;

    const VERBS: &'static [Verb] = &[
        Verb::of(
            DISMISS,
            "FINDING",
            &["CANDIDATE", "FAILED"],
            "Dismiss a finding of the critic, with a reason",
        ),
        Verb::of(UNDO, "", &["IDLE"], "Undo the last reset"),
    ];

    fn place(feature: &FeatureId) -> Place {
        Home::of(feature).place()
    }

    fn shelf() -> Shelf {
        Home::shelf()
    }

    fn kept(feature: &FeatureId) -> Option<Kept> {
        Some(Home::of(feature).kept())
    }

    fn folders(record: &DesignRecord) -> Vec<RelPath> {
        let paths = Home::of(&record.feature_id);
        let (here, next) = (record.folder(), record.folder().saturating_add(1));
        let iterations = [here, next].map(|folder| paths.iteration(folder).folder().clone());
        std::iter::once(paths.frozen().folder().clone()).chain(iterations).collect()
    }

    fn reads(record: &DesignRecord, event: &Event) -> Vec<RelPath> {
        let mut reads = match record.state {
            DesignPhase::Idle => idle::reads(record, event),
            DesignPhase::Generating => generating::reads(record, event),
            DesignPhase::Evaluating => evaluating::reads(record),
            DesignPhase::Candidate => candidate::reads(record),
            DesignPhase::Revising => revising::reads(record),
            DesignPhase::Frozen => frozen::reads(record),
            DesignPhase::Failed => failed::reads(record, event),
        };
        reads.extend(dismissals::reads(record, event));
        reads
    }

    fn reads_then(record: &DesignRecord, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
        if record.state == DesignPhase::Candidate { candidate::reads_then(record, seen) } else { Vec::new() }
    }

    fn reads_end(record: &DesignRecord, seen: &BTreeMap<RelPath, FileState>) -> Vec<RelPath> {
        if record.state == DesignPhase::Candidate { candidate::reads_end(record, seen) } else { Vec::new() }
    }

    fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
        if let Some(refusal) = unreadable(&record, event, facts) {
            return Err(refusal);
        }
        // The reason for an unfreeze can still be given during the next run.
        if let Event::Ordered(Order::Explain { reason }) = event {
            return idle::explain(record, reason, facts);
        }
        let (was, role) = (record.state, current_role(&record));
        let documents = yardstick::documents(&record);
        match was {
            DesignPhase::Idle => idle::step(record, event, facts),
            DesignPhase::Generating => generating::step(record, event, facts),
            DesignPhase::Evaluating => evaluating::step(record, event, facts, true),
            DesignPhase::Candidate => candidate::step(record, event, facts),
            DesignPhase::Revising => revising::step(record, event, facts),
            DesignPhase::Frozen => frozen::step(record, event, facts),
            DesignPhase::Failed => failed::step(record, event, facts),
        }
        .map(|step| match event {
            // The prompt of the interrupted request is sent again as it is, and so is that of a paused run.
            Event::AskedAgain { .. } => step,
            Event::Ordered(Order::Start) if was != DesignPhase::Idle => step,
            Event::Faulted { .. } if step.record.paused.is_some() => step,
            // So is the prompt of a postponed or lost answer.
            Event::Faulted {
                fault: Fault::TryLater { .. } | Fault::Unusable { again: true, .. }, ..
            } => preview_server::request_preview(step, facts),
            Event::Inspected
            | Event::Ordered(_)
            | Event::Decided(_)
            | Event::Answered { .. }
            | Event::Faulted { .. }
            | Event::Proceeded { .. } => {
                preview_server::request_preview(prompts::add_prompt(step, facts), facts)
            }
        })
        .map(|step| agent_answers::note_temperature(step, role, event))
        .map(|step| yardstick::pin_reading(step, documents, facts))
        .map(|step| pinned_settings::note_refused(step, was, event, facts))
    }

    fn wants(record: &DesignRecord) -> Vec<Request> {
        requests::requests(record)
    }

    fn view(record: &DesignRecord) -> RunView {
        view::view(record)
    }

    fn view_with(
        record: &DesignRecord,
        terms: Option<&Terms>,
        is_opened: bool,
        files: &dyn Files,
    ) -> RunView {
        match terms {
            Some(terms) => view::under(record, terms, files),
            None => view::with(record, files, is_opened),
        }
    }

    fn next_prompt(
        record: &DesignRecord,
        seat: Seat,
        facts: Facts,
        read: &dyn Fn(&RelPath) -> FileState,
    ) -> Result<Vec<u8>, Refusal> {
        next_prompt::next_prompt(record, seat, facts, read)
    }

    fn checks_seal(record: &DesignRecord) -> bool {
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
        files: &dyn Files,
        rules: &Rules,
    ) -> Option<Sealed> {
        verify::verify(feature, record, files, rules)
    }
}

/// Refuses a step if a file cannot be read at the moment, so that it is neither quoted as empty nor scored as invalid. The
/// step can be tried again. Marker and frozen design have their own rules.
fn unreadable(record: &DesignRecord, event: &Event, facts: &Facts) -> Option<Refusal> {
    let reads_on = match event {
        // The preview server has its own rules.
        Event::Answered { .. } | Event::Faulted { .. } if record.state == DesignPhase::Candidate => false,
        Event::Answered { .. } | Event::Faulted { .. } | Event::Proceeded { .. } => record.broken.is_none(),
        Event::Ordered(Order::Start) => record.state == DesignPhase::Idle,
        Event::Inspected | Event::Ordered(_) | Event::Decided(_) | Event::AskedAgain { .. } => false,
    };
    if !reads_on {
        return None;
    }
    let paths = Home::of(&record.feature_id);
    let sealed = [paths.marker(), paths.frozen().intent()];
    facts.files.iter().filter(|(path, _)| !sealed.contains(path)).find_map(|(_, state)| match state {
        FileState::Unreadable(why) => {
            let hint = "fix the file, then try again; nothing was lost";
            Some(Refusal::new("unreadable", why.clone(), hint))
        }
        FileState::Absent | FileState::Bytes(_) => None,
    })
}

/// The refusal of an event that has no transition in this phase, or had none when it was tried.
fn refuse(record: &DesignRecord, event: &Event) -> Refusal {
    let (id, phase) = (&record.feature_id, record.state);
    if let Event::Ordered(Order::Attempt { what }) = event
        && TABLE.edges.iter().any(|e| e.from == phase && e.by == By::Human && e.trigger == *what)
    {
        let why = format!("{id} couldn't be {} when you tried it; now it can", participle(what));
        return Refusal::new("too-early", why, "check the feature, then try again");
    }
    let not_possible = match event {
        Event::Ordered(Order::Verb { verb: DISMISS, .. }) => "has no findings to dismiss now".to_owned(),
        Event::Ordered(Order::Verb { verb: UNDO, .. }) if view::brought_back(record).is_some() => {
            "has no reset to undo: its reset from the best design is final".to_owned()
        }
        Event::Ordered(Order::Verb { verb: UNDO, .. }) => "has no reset to undo".to_owned(),
        Event::Ordered(order) => format!("can't be {}", participle(order.verb())),
        Event::Decided(decision) => format!("can't be {}", participle(decision.choice())),
        Event::Inspected => "can't be inspected".to_owned(),
        Event::AskedAgain { key } => format!("doesn't repeat the request {key}"),
        Event::Answered { key, .. } => format!("expects no answer to {key}"),
        Event::Faulted { key, .. } => format!("expects no failure of {key}"),
        Event::Proceeded { key } => format!("doesn't wait for the transition {key}"),
    };
    let hint = match (phase, event) {
        (_, Event::Ordered(Order::Verb { verb: UNDO, .. })) => {
            "a reset can be undone until the next run starts; one from the best design, or after a violation, never"
        }
        _ if record.paused.is_some() => "continue the run (frieze run), or abort it (frieze abort)",
        (DesignPhase::Failed, Event::Ordered(Order::Start)) => {
            "see why it failed (frieze show), then reset it (frieze reset) and run it again"
        }
        (DesignPhase::Candidate, _) => "decide about it first: approve, reject or abort",
        (DesignPhase::Frozen, _) => "to unfreeze the design, delete design/final/FROZEN.md",
        (DesignPhase::Idle, _) => "start a run first (frieze run)",
        (DesignPhase::Failed, _) => "reset it first (frieze reset)",
        (DesignPhase::Generating | DesignPhase::Evaluating, _) => {
            "wait for the run, or abort it (frieze abort)"
        }
        // The table has no edge from REVISING to FAILED.
        (DesignPhase::Revising, _) => "continue the run (frieze run); then it can be aborted",
    };
    Refusal::new("forbidden-transition", format!("{id} {}; it {not_possible}", status(record)), hint)
}

/// The state in the words of a message.
fn status(record: &DesignRecord) -> &'static str {
    match record.state {
        DesignPhase::Generating | DesignPhase::Evaluating if record.paused.is_some() => "is paused",
        DesignPhase::Idle => "is not running",
        DesignPhase::Generating => "is waiting for the generator",
        DesignPhase::Evaluating => "is waiting for the critic",
        DesignPhase::Candidate => "is waiting for a decision",
        DesignPhase::Revising => "is preparing the next iteration",
        DesignPhase::Frozen => "is frozen",
        DesignPhase::Failed => "has failed",
    }
}

fn participle(verb: &str) -> String {
    match verb {
        "run" => "run".to_owned(),
        verb if verb.ends_with('e') => format!("{verb}d"),
        "reset" => "reset".to_owned(),
        verb => format!("{verb}ed"),
    }
}
