//! What of the screen a person may set.

use super::keys::Keys;
use super::theme::Colouring;

/// How the screen looks and behaves. It is asked for when the screen opens, and when what
/// it is set by may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub colouring: Colouring,
    pub keys: Keys,
    /// Whether a candidate rings while the person looks elsewhere.
    pub notify: bool,
    /// Whether the screen takes the mouse; else it selects text as in any other program.
    pub mouse: bool,
    pub budget: Budget,
    /// Whether the built-in generator is the one that drafts and revises.
    pub is_built_in: bool,
}

/// Who is asked in a run, what they may take there, and how amounts are called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The agents that are not built in, and so may cost: `claude`, `claude and second-eyes`; nothing without any.
    pub agents: String,
    pub max_calls: u32,
    pub currency: String,
    pub max_tokens: Option<u64>,
    /// In millionths.
    pub max_cost: Option<u64>,
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
