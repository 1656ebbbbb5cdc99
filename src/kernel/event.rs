//! Everything that can happen to a run: a closed enum, matched without wildcards.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::gate::Decision;
use super::request::Key;

/// The name of the agents, and of the preview, that are part of the program.
pub const BUILT_IN: &str = "built-in";

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
    /// A request ended without an answer; `said` is what came all the same, as it came, and is empty where nothing did.
    Faulted { key: Key, fault: Fault, said: Vec<u8> },
    /// The record asked for an automatic move, and here it is.
    Proceeded { key: Key },
}

impl Event {
    /// What a person wants by it, in a word; `None` for what comes from elsewhere.
    pub fn wanted(&self) -> Option<&str> {
        match self {
            Self::Ordered(order) => Some(order.verb()),
            Self::Decided(decision) => Some(decision.choice()),
            Self::Looked
            | Self::AskedAgain { .. }
            | Self::Answered { .. }
            | Self::Faulted { .. }
            | Self::Proceeded { .. } => None,
        }
    }
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
    /// Do what the run does not allow where it stands: brought here so that it is refused, and journalled, like all else.
    Attempt { what: &'static str },
}

impl Order {
    /// The order as a verb, for messages and the journal.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Start => "run",
            Self::Stop { .. } => "abort",
            Self::Reset { .. } => "reset",
            Self::Explain { .. } => "explain",
            Self::Attempt { what } => what,
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
    /// What the provider says of the model's build beside its name.
    pub fingerprint: Option<String>,
    /// What it took, where the provider says.
    pub usage: Option<Usage>,
}

impl Answer {
    /// An answer of somebody who says no more than a name.
    pub fn of(text: impl Into<String>, model: impl Into<String>) -> Self {
        Self { text: text.into(), model: model.into(), fingerprint: None, usage: None }
    }
}

/// What one answer took, in the provider's tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Usage {
    pub input_tokens: u64,
    pub output_tokens: u64,
}

/// Why a request ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The time limit passed.
    TimedOut { limit_ms: u64 },
    /// The agent or the world said no.
    Failed { why: String },
    /// The agent could not be asked as it is configured, or is not there: a look at it finds the same.
    Unready { why: String },
    /// What came is no whole answer, and was charged all the same. Whether asking once more may bring a whole one: the
    /// connection was lost, or the server became busy in the middle of it.
    Unusable { why: String, answer: Box<Answer>, again: bool },
    /// The agent did nothing and may be asked again: after so many milliseconds, where it says when.
    TryLater { after_ms: Option<u64>, why: String },
}

impl Fault {
    /// What happened, in words.
    pub fn in_words(&self) -> Cow<'_, str> {
        match self {
            Self::TimedOut { limit_ms } => {
                Cow::Owned(format!("it did not answer within {} s", limit_ms.div_ceil(1000)))
            }
            Self::Failed { why }
            | Self::Unready { why }
            | Self::Unusable { why, .. }
            | Self::TryLater { why, .. } => Cow::Borrowed(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_below_a_second_is_not_told_as_none() {
        for (limit_ms, seconds) in [(1, "1 s"), (1000, "1 s"), (1001, "2 s"), (300_000, "300 s")] {
            let words = Fault::TimedOut { limit_ms }.in_words().into_owned();
            assert_eq!(words, format!("it did not answer within {seconds}"));
        }
        assert_eq!(Fault::TryLater { after_ms: None, why: "busy".to_owned() }.in_words(), "busy");
    }
}
