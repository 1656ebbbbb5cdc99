//! The table of phases and the verbs. "The only loop is **REVIEWING ⇄ REVISING**."

use frieze_kernel::{By, Edge, Phase as _, Refusal, Table, Verb};

use crate::phase::Phase;
use crate::record::Record;

const fn edge(from: Phase, to: Phase, trigger: &'static str, law: &'static str) -> Edge<Phase> {
    Edge { from, to, by: By::Human, trigger, law }
}

/// Each transition is one order of a person: Policy A. PLANNED → GENERATING is ruling 17.
pub(super) const TABLE: Table<Phase> = Table {
    edges: &[
        edge(Phase::Initialized, Phase::Planning, "step", "**PLANNING** happens once per session"),
        edge(Phase::Planning, Phase::Planned, "step", "PLANNED: response received, processing"),
        edge(Phase::Planned, Phase::Generating, "approve", "Engine transitions to GENERATING"),
        edge(Phase::Generating, Phase::Generated, "step", "GENERATED: response received, code extracted"),
        edge(
            Phase::Generated,
            Phase::Reviewing,
            "step",
            "Engine must wait for `aiwf approve` before advancing",
        ),
        edge(Phase::Reviewing, Phase::Reviewed, "step", "REVIEWED: response received, verdict processed"),
        edge(Phase::Reviewed, Phase::Complete, "step", "**Terminal** COMPLETE"),
        edge(
            Phase::Reviewed,
            Phase::Revising,
            "step",
            "Iteration increments **only** when transitioning REVIEWED → REVISING",
        ),
        edge(Phase::Revising, Phase::Revised, "step", "REVISED: response received, code extracted"),
        edge(Phase::Revised, Phase::Reviewing, "step", "The only loop is **REVIEWING ⇄ REVISING**"),
    ],
};

const UNTIL_COMPLETE: &[&str] = &[
    "INITIALIZED",
    "PLANNING",
    "PLANNED",
    "GENERATING",
    "GENERATED",
    "REVIEWING",
    "REVIEWED",
    "REVISING",
    "REVISED",
];

pub(super) const VERBS: &[Verb] = &[
    Verb {
        name: "new",
        takes: "profile=NAME feature=ID planner=NAME generator=NAME reviewer=NAME reviser=NAME context.KEY=VALUE",
        help: "Begins a session with its standards bundle.",
        phases: &["INITIALIZED"],
    },
    Verb {
        name: "step",
        takes: "",
        help: "Reads the response that was waited for, or writes the next prompt: one transition or none.",
        phases: UNTIL_COMPLETE,
    },
    Verb {
        name: "close",
        takes: "",
        help: "Marks a session that nobody wants to go on with.",
        phases: UNTIL_COMPLETE,
    },
    Verb { name: "reopen", takes: "", help: "Goes on with a closed session.", phases: UNTIL_COMPLETE },
];

impl frieze_kernel::Phase for Phase {
    const ALL: &'static [Self] = &[
        Self::Initialized,
        Self::Planning,
        Self::Planned,
        Self::Generating,
        Self::Generated,
        Self::Reviewing,
        Self::Reviewed,
        Self::Revising,
        Self::Revised,
        Self::Complete,
    ];

    fn name(self) -> &'static str {
        self.shown()
    }

    fn work(self) -> &'static str {
        match self {
            Self::Initialized => "begin",
            Self::Planning => "plan",
            Self::Generating => "write",
            Self::Reviewing => "review",
            Self::Revising => "revise",
            Self::Planned | Self::Generated | Self::Reviewed | Self::Revised => "check",
            Self::Complete => "done",
        }
    }
}

/// A refusal with the next command as its hint.
pub(super) fn refused(record: &Record, rule: &'static str, why: &str) -> Refusal {
    let (id, phase) = (&record.session_id, record.phase.name());
    Refusal::new(rule, format!("{id} is {phase}: {why}"), super::view::next_command(record))
}

pub(super) fn no_such_order(record: &Record, verb: &str) -> Refusal {
    refused(record, "no-such-order", &format!("a session takes no {verb}"))
}
