//! The eight phases of a feature, in their order, and which may be entered after which (Interface 1, `validateTransition`).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::terms::ChainRole;

#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum FeaturePhase {
    Brainstorm,
    Specify,
    Design,
    CreatePlan,
    CreateTasks,
    Implement,
    Verify,
    Finish,
}

/// The question that every review answers.
pub const QUESTION: &str = "Can the next phase complete its work using ONLY this artifact?";

/// What each phase but `finish` writes, and who. If the terms do not say otherwise, the design workflow makes the design, and the
/// role only writes notes about it; a session makes the code.
const WRITES: [(&str, ChainRole); 7] = [
    ("brainstorm.md", ChainRole::Brainstormer),
    ("spec.md", ChainRole::Specifier),
    ("design.md", ChainRole::DesignerNotes),
    ("plan.md", ChainRole::Planner),
    ("tasks.md", ChainRole::Tasker),
    ("implementation.md", ChainRole::Implementer),
    ("verification.md", ChainRole::Verifier),
];

/// "Next Phase Expectations (for Reviewer)", word for word.
const NEEDS: [&str; 7] = [
    "**Spec needs:** Clear problem statement, explored options, user intent captured",
    "**Design needs:** All requirements listed, acceptance criteria defined, scope boundaries clear",
    "**Plan needs:** Components defined, interfaces specified, dependencies identified, risks noted",
    "**Tasks needs:** Ordered steps with dependencies, all design items covered, clear sequencing",
    "**Implement needs:** Small actionable tasks (<15 min each), clear acceptance criteria per task",
    "**Verify needs:** All tasks addressed, tests exist/pass, no obvious issues",
    "**Finish needs:** Quality confirmed, implementation matches spec, ready to merge",
];

impl FeaturePhase {
    /// All phases in their order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        Self::VARIANTS.iter().copied()
    }

    /// Its name in `.meta.json` and on the command line.
    pub const fn name(self) -> &'static str {
        self.into_str()
    }

    /// The file that it produces; `None` for `finish`.
    pub fn artifact(self) -> Option<&'static str> {
        WRITES.get(self as usize).map(|(artifact, _)| *artifact)
    }

    /// What the next phase needs of its artifact; `None` for `finish`, which is not reviewed.
    pub fn expectations(self) -> Option<&'static str> {
        NEEDS.get(self as usize).copied()
    }

    /// The role that writes its artifact.
    pub fn role(self) -> Option<ChainRole> {
        WRITES.get(self as usize).map(|(_, role)| *role)
    }

    /// The phase with a name, as other tools spell it: in any case, with hyphens, underscores, spaces or none.
    pub fn named(name: &str) -> Option<Self> {
        let is_spelled = |phase: &Self| phase.name() == name || letters(phase.name()).eq(letters(name));
        Self::all().find(is_spelled)
    }
}

/// The letters and digits of a name, in lower case. Lists compare thousands of names, so that nothing is allocated.
fn letters(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase())
}

/// Whether a phase may be entered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Transition {
    /// "Proceed: correct order", also backwards.
    Proceed,
    /// "Warning: skipping phases"; a person may proceed.
    Warning(String),
    /// "Hard block", and the phase that comes first.
    Blocked(FeaturePhase, String),
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
        return Transition::Blocked(needed, why);
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
