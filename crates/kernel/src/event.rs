//! Events of a run: a closed enum, matched without wildcards.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::gate::Decision;
use super::key::Key;

/// The name of the built-in agents and of the built-in preview.
pub const BUILT_IN: &str = "built-in";

/// Something that happened to a run.
#[derive(Clone, Debug)]
pub enum Event {
    /// A process loaded the record, or a file of the feature may have changed: the files are read again.
    Inspected,
    /// A person gave an order.
    Ordered(Order),
    /// A person decided at a gate.
    Decided(Decision),
    /// A request whose answer was lost in an interruption is about to be made again.
    AskedAgain { key: Key },
    /// An agent answered a request.
    Answered { key: Key, answer: Answer },
    /// A request ended without an answer; `partial` is the output until then, byte for byte.
    Faulted { key: Key, fault: Fault, partial: Vec<u8> },
    /// An automatic transition that the record waits for is due.
    Proceeded { key: Key },
}

impl Event {
    /// The person's verb, as in the journal; `None` for events that no person caused.
    pub fn verb(&self) -> Option<&str> {
        match self {
            Self::Ordered(order) => Some(order.verb()),
            Self::Decided(decision) => Some(decision.choice()),
            Self::Inspected
            | Self::AskedAgain { .. }
            | Self::Answered { .. }
            | Self::Faulted { .. }
            | Self::Proceeded { .. } => None,
        }
    }
}

/// An order of a person that needs no gate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// Start a run.
    Start,
    /// Stop a run that is under way; everything stays on disk.
    Stop { reason: String },
    /// Reset a failed run.
    Reset { from_best: bool },
    /// Give the missing reason of an unfreeze.
    Explain { reason: String },
    /// One of the flow's own verbs ([`Flow::VERBS`](super::Flow::VERBS)), with the words that follow it and a text. The flow reads
    /// them, and refuses what it does not know.
    Verb { verb: &'static str, words: Vec<String>, text: Option<String> },
    /// An action that the state does not allow. It is an event so that its refusal is journalled like all others.
    Attempt { what: &'static str },
}

impl Order {
    /// The verb, for messages and the journal.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Start => "run",
            Self::Stop { .. } => "abort",
            Self::Reset { .. } => "reset",
            Self::Explain { .. } => "explain",
            Self::Verb { verb, .. } => verb,
            Self::Attempt { what } => what,
        }
    }
}

/// An agent's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Unchanged.
    pub text: String,
    /// The model, as the answer names it.
    pub model: String,
    /// The provider's identifier of the model's build.
    pub fingerprint: Option<String>,
    /// If the provider reports it.
    pub usage: Option<Usage>,
    /// What it cost, in millionths of the configured currency, if the agent reports that itself. It comes before the price of
    /// the tokens.
    pub cost_micros: Option<u64>,
    /// Whether the model refuses a temperature, so that the answer was asked for without one.
    pub temperature_refused: bool,
}

impl Answer {
    /// An answer without fingerprint, usage and cost.
    pub fn of(text: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            model: model.into(),
            fingerprint: None,
            usage: None,
            cost_micros: None,
            temperature_refused: false,
        }
    }
}

/// The cost of one answer, in the provider's tokens.
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
    /// The agent or the system refused.
    Failed { why: String },
    /// The agent is missing or wrongly configured; `frieze doctor` finds the same.
    Unready { why: String },
    /// The answer is incomplete, but charged. `again` if a second request may succeed: the connection was lost, or the server
    /// became busy halfway.
    Unusable { why: String, answer: Box<Answer>, again: bool },
    /// The agent did nothing and may be asked again, after this time if it gave one.
    TryLater { after_ms: Option<u64>, why: String },
}

impl Fault {
    pub fn failed(why: impl Into<String>) -> Self {
        Self::Failed { why: why.into() }
    }

    /// A clause such as "it did not answer within 300 s".
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
    fn a_limit_below_a_second_is_rounded_up() {
        for (limit_ms, seconds) in [(1, "1 s"), (1000, "1 s"), (1001, "2 s"), (300_000, "300 s")] {
            let words = Fault::TimedOut { limit_ms }.in_words().into_owned();
            assert_eq!(words, format!("it did not answer within {seconds}"));
        }
        assert_eq!(Fault::TryLater { after_ms: None, why: "busy".to_owned() }.in_words(), "busy");
    }
}
