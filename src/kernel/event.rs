//! Everything that can happen to a run: a closed enum, matched without wildcards.

use serde::{Deserialize, Serialize};

use super::gate::Decision;
use super::request::Key;

/// Something that happened to a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// A process has loaded the record, or something under the run's folder changed: look again.
    Looked,
    /// A person gave an order.
    Ordered(Order),
    /// A person decided at a gate.
    Decided(Decision),
    /// A request that was made before, and got no answer because the run was interrupted, is about to be made again.
    AskedAgain { key: Key },
    /// An agent answered a request.
    Answered { key: Key, answer: Answer },
    /// A request ended without an answer.
    Faulted { key: Key, fault: Fault },
    /// The record asked for an automatic move, and here it is.
    Proceeded { key: Key },
}

/// What a person may order without a gate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Begin a run.
    Start,
    /// Stop a run that is under way; everything stays on disk.
    Stop { reason: String },
    /// Leave the end state of a failed run.
    Reset { from_best: bool },
    /// Give the reason for something that happened without one.
    Explain { reason: String },
}

impl Order {
    /// The order as a verb, for messages and the journal.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Start => "run",
            Self::Stop { .. } => "abort",
            Self::Reset { .. } => "reset",
            Self::Explain { .. } => "explain",
        }
    }
}

/// What an agent gave back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The answer as it came.
    pub text: String,
    /// The model that says it answered.
    pub model: String,
}

/// Why a request ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Fault {
    /// The time limit passed.
    TimedOut { limit_ms: u64 },
    /// The agent or the world said no.
    Failed { why: String },
}
