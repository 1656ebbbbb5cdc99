//! What agents took: calls, tokens, money.

use serde::{Deserialize, Serialize};

use super::event::Usage;

/// What agents took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spent {
    pub calls: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// Millionths of the configured currency.
    pub cost_micros: u64,
    /// How many of the calls were estimated, because their agent did not say what they took.
    pub estimated: u64,
}

impl Spent {
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }

    pub fn tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }

    /// Adds what one answer took.
    pub fn add(&mut self, usage: Usage, cost_micros: u64, estimated: bool) {
        self.input_tokens = self.input_tokens.saturating_add(usage.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(usage.output_tokens);
        self.cost_micros = self.cost_micros.saturating_add(cost_micros);
        self.estimated = self.estimated.saturating_add(u64::from(estimated));
    }
}
