//! Refusals: an event breaks a rule, and the state does not change.

/// The rule of a refusal to show what a run would send, because it would end instead.
pub const WOULD_END: &str = "would-end";

/// Why an event was refused. Shown to the person, written to the journal, exit code 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why}")]
pub struct Refusal {
    /// The rule's short name, for example `forbidden-transition`.
    pub rule: &'static str,
    /// What happened, to what.
    pub why: String,
    /// What to do about it.
    pub hint: String,
}

impl Refusal {
    pub fn new(rule: &'static str, why: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { rule, why: why.into(), hint: hint.into() }
    }
}
