//! Settings of the screen.

use crate::tui::keys::Keys;
use crate::tui::view::theme::Colouring;
use frieze_kernel::in_units;

/// How the screen looks and behaves. Read when the screen opens and when the configuration may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub colouring: Colouring,
    pub keys: Keys,
    /// Whether a new candidate rings the bell while another window has the focus.
    pub notify: bool,
    /// Whether the screen takes the mouse. If not, the mouse selects text as in any other program.
    pub mouse: bool,
    pub budget: Budget,
    /// Whether the built-in generator drafts and revises.
    pub is_built_in: bool,
}

/// Agents of a run, and the limits on what they may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The agents that are not built in and so may cost money: `claude`, `claude and second-eyes`; empty if there are none.
    pub agents: String,
    pub max_calls: u32,
    pub currency: String,
    pub max_tokens: Option<u64>,
    /// In millionths of the currency.
    pub max_cost: Option<u64>,
}

impl Budget {
    /// The limits on tokens and on money, in words.
    pub fn limits(&self) -> Vec<String> {
        let tokens = self.max_tokens.map(|most| format!("{most} tokens"));
        let cost = self.max_cost.map(|most| format!("{} {}", in_units(most), self.currency));
        tokens.into_iter().chain(cost).collect()
    }
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            agents: String::new(),
            max_calls: 0,
            currency: "USD".to_owned(),
            max_tokens: None,
            max_cost: None,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            colouring: Colouring::default(),
            keys: Keys::default(),
            notify: true,
            mouse: true,
            budget: Budget::default(),
            is_built_in: false,
        }
    }
}
