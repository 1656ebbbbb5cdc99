//! The seven states of the design flow and the transitions between them (1-design-engine.md, "State
//! Transition Table"; rulings 3, 4 and 15 for the edges that its prose needs and its table lacks).

use serde::{Deserialize, Serialize};

use frieze_kernel::{By, Phase, Table, UNDO, edge};

/// The state of a feature's design.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum DesignPhase {
    Idle,
    Generating,
    Evaluating,
    Candidate,
    Revising,
    Frozen,
    Failed,
}

use DesignPhase::{Candidate, Evaluating, Failed, Frozen, Generating, Idle, Revising};

impl Phase for DesignPhase {
    const ALL: &'static [Self] = &[Idle, Generating, Evaluating, Candidate, Revising, Frozen, Failed];

    fn name(self) -> &'static str {
        match self {
            Idle => "IDLE",
            Generating => "GENERATING",
            Evaluating => "EVALUATING",
            Candidate => "CANDIDATE",
            Revising => "REVISING",
            Frozen => "FROZEN",
            Failed => "FAILED",
        }
    }

    fn work(self) -> &'static str {
        match self {
            Generating => "gen",
            Evaluating => "eval",
            Revising => "revise",
            Idle | Candidate | Frozen | Failed => "run",
        }
    }
}

/// The trigger of a transition to FAILED because of the files of a freeze.
pub const VIOLATION: &str = "integrity violation";

/// All legal transitions.
pub const TABLE: Table<DesignPhase> = Table {
    edges: &[
        edge(Idle, Generating, By::Human, "run", "User initiates design generation"),
        edge(
            Idle,
            Failed,
            By::System,
            VIOLATION,
            "If hashes do NOT match → integrity violation → FAILED; verification MUST occur before any state transition from IDLE (ruling 3)",
        ),
        edge(
            Idle,
            Failed,
            By::Human,
            UNDO,
            "a reset to the brief can be undone until something else happens (ruling 27)",
        ),
        edge(Generating, Evaluating, By::Engine, "artifact produced", "Design artifact produced"),
        edge(
            Generating,
            Failed,
            By::Engine,
            "timeout or error",
            "Design artifact produced OR agent timeout/error",
        ),
        edge(Generating, Failed, By::Human, "abort", "Human aborts → FAILED (ruling 3)"),
        edge(Evaluating, Candidate, By::Engine, "score ≥ threshold", "Score ≥ threshold → CANDIDATE"),
        edge(Evaluating, Revising, By::Engine, "score < threshold", "Score < threshold → REVISING"),
        edge(Evaluating, Failed, By::Engine, "an exit condition", "Validation/timeout → FAILED"),
        edge(Evaluating, Failed, By::Human, "abort", "Human aborts → FAILED (ruling 3)"),
        edge(Candidate, Frozen, By::Human, "approve", "Human approves → FROZEN"),
        edge(
            Candidate,
            Frozen,
            By::System,
            "marker found",
            "On opening, a marker whose checksum matches means that the freeze happened (ruling 15)",
        ),
        edge(Candidate, Revising, By::Human, "reject", "Human rejects → REVISING"),
        edge(Candidate, Failed, By::Human, "abort", "Human aborts → FAILED"),
        edge(
            Candidate,
            Failed,
            By::System,
            VIOLATION,
            "a marker whose checksum matches means that the freeze happened, anything else is an integrity violation (ruling 15)",
        ),
        edge(Revising, Generating, By::Engine, "feedback prepared", "Revision feedback prepared"),
        edge(
            Frozen,
            Idle,
            By::System,
            "marker deleted",
            "Human MUST manually delete `design/final/FROZEN.md`; System detects deletion; Transition FROZEN → IDLE (rulings 3 and 4)",
        ),
        edge(
            Frozen,
            Failed,
            By::System,
            VIOLATION,
            "If hashes do NOT match → integrity violation → FAILED (ruling 3)",
        ),
        edge(Failed, Idle, By::Human, "reset", "Manual reset only"),
    ],
};
