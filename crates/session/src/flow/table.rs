//! The table of phases and the verbs. "The only loop is **REVIEWING ⇄ REVISING**."

use frieze_kernel::{By, Edge, Refusal, Table, Verb};

use crate::phase::Phase::{
    self, Complete, Generated, Generating, Initialized, Planned, Planning, Reviewed, Reviewing, Revised,
    Revising,
};
use crate::record::Record;

const fn edge(from: Phase, to: Phase, trigger: &'static str, law: &'static str) -> Edge<Phase> {
    Edge { from, to, by: By::Human, trigger, law }
}

/// Each transition is one order of a person: Policy A. PLANNED → GENERATING is ruling 17.
pub(super) const TABLE: Table<Phase> = Table {
    edges: &[
        edge(Initialized, Planning, "step", "**PLANNING** happens once per session"),
        edge(Planning, Planned, "step", "PLANNED: response received, processing"),
        edge(Planned, Generating, "approve", "Engine transitions to GENERATING"),
        edge(Generating, Generated, "step", "GENERATED: response received, code extracted"),
        edge(Generated, Reviewing, "step", "Engine must wait for `aiwf approve` before advancing"),
        edge(Reviewing, Reviewed, "step", "REVIEWED: response received, verdict processed"),
        edge(Reviewed, Complete, "step", "**Terminal** COMPLETE"),
        edge(
            Reviewed,
            Revising,
            "step",
            "Iteration increments **only** when transitioning REVIEWED → REVISING",
        ),
        edge(Revising, Revised, "step", "REVISED: response received, code extracted"),
        edge(Revised, Reviewing, "step", "The only loop is **REVIEWING ⇄ REVISING**"),
    ],
};

const NEW: &str = "[profile=NAME] [feature=ID] [planner=NAME] [generator=NAME] [reviewer=NAME] [reviser=NAME] \
                   [context.KEY=VALUE]";
const STEP: &str =
    "Reads the response that was waited for, or writes the next prompt: one transition or none.";

pub(super) const VERBS: &[Verb] = &[
    Verb::of("new", NEW, &["INITIALIZED"], "Begins a session with its standards bundle."),
    Verb::of("step", "", &[], STEP),
    Verb::of("close", "", &[], "Marks a session that nobody wants to go on with."),
    Verb::of("reopen", "", &[], "Goes on with a closed session."),
];

/// A refusal with the next command as its hint.
pub(super) fn refused(record: &Record, rule: &'static str, why: &str) -> Refusal {
    refused_with(record, rule, why, super::view::next_command(record))
}

/// A refusal with another hint.
pub(super) fn refused_with(record: &Record, rule: &'static str, why: &str, hint: String) -> Refusal {
    Refusal::new(rule, format!("{} is {}: {why}", record.session_id, record.phase), hint)
}

pub(super) fn no_such_order(record: &Record, verb: &str) -> Refusal {
    refused(record, "no-such-order", &format!("a session takes no {verb}"))
}
