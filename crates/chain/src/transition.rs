//! Interface 1, `validateTransition`: which phase of a feature may be entered after which.

use std::collections::BTreeSet;

use crate::phase::FeaturePhase;

/// Whether a phase may be entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transition {
    /// "Proceed: correct order", also backwards.
    Proceed,
    /// "Warning: skipping phases"; a person may proceed.
    Warning(String),
    /// "Hard block".
    Blocked(String),
}

impl Transition {
    /// Its `type` in Interface 1.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Proceed => "proceed",
            Self::Warning(_) => "warning",
            Self::Blocked(_) => "blocked",
        }
    }
}

/// Validates that `target` is entered after `furthest`, the last completed phase, with these artifacts on disk. A hard block comes
/// before a warning.
pub fn validate_transition(
    furthest: Option<FeaturePhase>,
    target: FeaturePhase,
    artifacts: &BTreeSet<FeaturePhase>,
) -> Transition {
    if let Some((needed, what)) = prerequisite(target)
        && !artifacts.contains(&needed)
    {
        let file = needed.artifact().unwrap_or_default();
        let name = needed.name();
        return Transition::Blocked(format!(
            "{file} required before {what}. Run `frieze chain {name}` first."
        ));
    }
    let skipped: Vec<&str> = FeaturePhase::ALL
        .into_iter()
        .filter(|phase| Some(*phase) > furthest && *phase < target)
        .map(FeaturePhase::name)
        .collect();
    if skipped.is_empty() {
        return Transition::Proceed;
    }
    Transition::Warning(format!("Skipping {}. This may reduce artifact quality.", skipped.join(", ")))
}

/// The phase without whose artifact another one cannot begin, and what that one is called in the message.
pub fn prerequisite(target: FeaturePhase) -> Option<(FeaturePhase, &'static str)> {
    use FeaturePhase::{CreatePlan, CreateTasks, Implement, Specify};
    let all = [(Implement, Specify, "implementation"), (CreateTasks, CreatePlan, "task creation")];
    all.into_iter().find(|(of, ..)| *of == target).map(|(_, needed, what)| (needed, what))
}
