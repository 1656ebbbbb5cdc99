//! The table of phases and the verbs. A phase of the run is where the command is; the phase of the feature is a field of the record.

use frieze_kernel::{By, Phase as _, Refusal, Table, Verb, edge};
use serde::{Deserialize, Serialize};

use super::record::Record;
use crate::phase::FeaturePhase;
use ChainPhase::{Abandoned, Asking, Completed, Producing, Ready, Reviewing};

/// Where the command is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ChainPhase {
    /// A person orders the next phase of the feature.
    #[default]
    Ready,
    /// The artifact is made.
    Producing,
    /// The artifact is reviewed.
    Reviewing,
    /// A question is open.
    Asking,
    Completed,
    Abandoned,
}

impl ChainPhase {
    /// Its name in files, and its activity.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Ready => ("READY", "next"),
            Producing => ("PRODUCING", "write"),
            Reviewing => ("REVIEWING", "review"),
            Asking => ("ASKING", "ask"),
            Completed => ("COMPLETED", "done"),
            Abandoned => ("ABANDONED", "ended"),
        }
    }

    /// Whether an artifact is made or reviewed.
    pub(super) const fn is_under_way(self) -> bool {
        matches!(self, Producing | Reviewing)
    }

    /// Whether the feature has ended.
    pub(super) const fn is_over(self) -> bool {
        matches!(self, Completed | Abandoned)
    }
}

impl frieze_kernel::Phase for ChainPhase {
    const ALL: &'static [Self] = &[Ready, Producing, Reviewing, Asking, Completed, Abandoned];

    fn name(self) -> &'static str {
        self.words().0
    }

    fn work(self) -> &'static str {
        self.words().1
    }
}

const PARTIAL: &str = "If started but not completed: Ask user (continue/fresh/review)";
const REVIEW: &str = "Spawn chain-reviewer agent with: Previous phase artifact (if exists), Current artifact just \
                      produced, Next phase expectations";
const REVISE: &str = "CONTINUE (executor revises based on feedback)";
const CHECK: &str = "Check for partial phase (started but not completed)";

pub(super) const TABLE: Table<ChainPhase> = Table {
    edges: &[
        edge(Ready, Producing, By::Human, "enter", "Mark phase started in .meta.json"),
        edge(Ready, Asking, By::Human, "enter", "If warning: Show warning, ask to proceed"),
        edge(Ready, Reviewing, By::Human, "review", PARTIAL),
        edge(Asking, Producing, By::Human, "proceed", PARTIAL),
        edge(Asking, Reviewing, By::Human, "review", PARTIAL),
        edge(Asking, Ready, By::Human, "leave", "If warning: Show warning, ask to proceed"),
        edge(Producing, Reviewing, By::Engine, "produced", REVIEW),
        edge(Producing, Ready, By::Engine, "fault", CHECK),
        edge(Producing, Ready, By::Human, "abort", CHECK),
        edge(Producing, Asking, By::Human, "enter", PARTIAL),
        edge(Producing, Reviewing, By::Human, "review", PARTIAL),
        edge(Reviewing, Producing, By::Engine, "not approved", REVISE),
        edge(Reviewing, Ready, By::Engine, "approved or last", "Mark phase completed with iterations count"),
        edge(Reviewing, Ready, By::Human, "abort", CHECK),
        edge(Reviewing, Asking, By::Engine, "final concerns", "Flag unimplemented requirements"),
        edge(Reviewing, Asking, By::Human, "enter", PARTIAL),
        edge(Reviewing, Producing, By::Human, "fresh", PARTIAL),
        edge(Ready, Completed, By::Human, "finish", "Add status update, history cleanup"),
        edge(Ready, Abandoned, By::Human, "discard", "Add status update, history cleanup"),
    ],
};

const ANSWERS: &str = "[proceed|continue|fresh|review|take-spec|keep-brief]";
const START: &str = "[mode=hotfix|quick|standard|full] [worktree=PATH] [name=TEXT]";
const FINISH: &str = "pr|merge|keep|discard [proceed]";
const ENDS: &str = "If no phase is missing or blocked, or with `proceed`, the feature is completed. No phase of it can be entered any more then, and \
                    .review-history.md is removed. All other files stay; frieze runs no git.";
const DISCARDS: &str = "The feature is abandoned. No phase of it can be entered any more, and .review-history.md is removed. \
                        All other files stay; frieze runs no git.";

pub(super) const VERBS: &[Verb] = &[
    Verb::of("start", START, &[], "Begins the chain of a feature."),
    Verb::of("brainstorm", ANSWERS, &[], "Explores problem, users and options: brainstorm.md."),
    Verb::of("specify", ANSWERS, &[], "Lists requirements with their acceptance criteria: spec.md."),
    Verb::of("design", ANSWERS, &[], "Has the design made and frozen, and describes it: design.md."),
    Verb::of("create-plan", ANSWERS, &[], "Orders the steps of the work: plan.md."),
    Verb::of("create-tasks", ANSWERS, &[], "Cuts the plan into small tasks: tasks.md."),
    Verb::of("implement", ANSWERS, &[], "Has the code made in a session: implementation.md."),
    Verb::of("verify", ANSWERS, &[], "Compares the work with its specification: verification.md."),
    Verb::of("next", ANSWERS, &[], "Enters the next phase of the feature."),
    Verb::of("accept", "", &["ASKING"], "Accepts the final reviewer's concerns; they are noted."),
    Verb::of("address", "", &["ASKING"], "Has the final reviewer's concerns addressed."),
    Verb::of("leave", "", &["ASKING", "PRODUCING", "REVIEWING"], "Leaves a question, or what is under way."),
    Verb::of("finish", FINISH, &["READY"], "Ends the feature, or keeps it as it is.").asking_before(&[
        ("pr", ENDS),
        ("merge", ENDS),
        ("discard", DISCARDS),
    ]),
];

/// The phase that a verb enters.
pub(super) fn entered(verb: &str) -> Option<FeaturePhase> {
    FeaturePhase::all().find(|phase| phase.name() == verb && phase.artifact().is_some())
}

/// A refusal with the next command as its hint.
pub(super) fn refused(record: &Record, rule: &'static str, why: &str) -> Refusal {
    let why = format!("{} is {}: {why}", record.id, record.own.state.name());
    Refusal::new(rule, why, super::view::next_command(record))
}

/// The command with which a phase is entered first: to leave what is under way or asked, or to enter it.
pub(super) fn first(record: &Record, phase: FeaturePhase) -> String {
    let verb = if record.own.state == Ready { phase.name() } else { "leave" };
    format!("frieze chain {verb} {}", record.id)
}

/// A refusal because of something that is under way.
pub(super) fn leave_first(record: &Record, what: &str) -> Refusal {
    let hint = format!("frieze chain leave {}", record.id);
    Refusal { hint, ..refused(record, "under-way", &format!("{what}; leave it first")) }
}

pub(super) fn no_such_order(record: &Record, verb: &str) -> Refusal {
    refused(record, "no-such-order", &format!("a chain takes no {verb}"))
}
