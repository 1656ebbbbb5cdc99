//! The cost of agents: calls, tokens and money.

use serde::{Deserialize, Serialize};

use super::event::{Answer, Usage};

/// The largest integer that every JSON reader holds exactly. Counters stop there.
const MOST: u64 = (1 << 53) - 1;

/// The cost of one run, or of all runs of a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spent {
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// Millionths of the configured currency.
    pub cost_micros: u64,
    /// The number of calls whose cost is estimated, because the agent did not report it.
    pub estimated: u64,
}

impl Spent {
    /// Whether no agent was asked.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    /// Tokens of prompts and answers together.
    pub fn tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }

    /// Counts a call; returns its number, from 1 on.
    pub fn count(&mut self) -> u32 {
        let number = u32::try_from(self.calls.saturating_add(1)).unwrap_or(u32::MAX);
        self.calls = number.into();
        number
    }

    /// Whether so many calls are made that no other one may be.
    pub fn is_used_up(&self, most_calls: Option<u32>) -> bool {
        most_calls.is_some_and(|most| self.calls >= u64::from(most))
    }

    /// Adds the cost of an answer, as its agent reported it.
    pub fn pay(&mut self, answer: &Answer) {
        let cost = answer.cost_micros;
        self.add(answer.usage.unwrap_or_default(), cost.unwrap_or_default(), cost.is_none());
    }

    /// Adds the cost of one answer.
    pub fn add(&mut self, usage: Usage, cost_micros: u64, estimated: bool) {
        let sum = |so_far: u64, more: u64| so_far.saturating_add(more).min(MOST);
        self.input_tokens = sum(self.input_tokens, usage.input_tokens);
        self.output_tokens = sum(self.output_tokens, usage.output_tokens);
        self.cost_micros = sum(self.cost_micros, cost_micros);
        self.estimated = sum(self.estimated, u64::from(estimated));
    }

    /// The cost in words; `None` without tokens, as for the built-in agents.
    pub fn describe(&self, currency: &str) -> Option<String> {
        if self.tokens() == 0 {
            return None;
        }
        let calls = if self.calls == 1 { "call" } else { "calls" };
        let about = if self.estimated > 0 { "about " } else { "" };
        let (input, output) = (self.input_tokens, self.output_tokens);
        let text = format!("{} {calls}, {about}{input} + {output} tokens", self.calls);
        let cost =
            (self.cost_micros > 0).then(|| format!(", {about}{} {currency}", in_units(self.cost_micros)));
        Some(text + &cost.unwrap_or_default())
    }
}

/// Millionths as people write amounts: `1.25`, `0.0031`.
pub fn in_units(micros: u64) -> String {
    let (whole, rest) = (micros / 1_000_000, micros % 1_000_000);
    let rest = format!("{rest:06}");
    let kept = rest.trim_end_matches('0').len().max(2);
    format!("{whole}.{}", rest.get(..kept).unwrap_or(&rest))
}
