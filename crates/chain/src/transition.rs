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
        let (file, name) = (needed.artifact().unwrap_or_default(), needed.name());
        let why = format!("{file} required before {what}. Run `frieze chain {name}` first.");
        return Transition::Blocked(why);
    }
    let is_skipped = |phase: &FeaturePhase| Some(*phase) > furthest && *phase < target;
    let skipped = FeaturePhase::all().filter(is_skipped);
    let skipped: Vec<&str> = skipped.map(FeaturePhase::name).collect();
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
