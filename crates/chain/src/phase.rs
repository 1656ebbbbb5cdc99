//! The eight phases of a feature, in their order.

use serde::{Deserialize, Serialize};

/// A phase of a feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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

impl FeaturePhase {
    /// All phases in their order.
    pub const ALL: [Self; 8] = [
        Self::Brainstorm,
        Self::Specify,
        Self::Design,
        Self::CreatePlan,
        Self::CreateTasks,
        Self::Implement,
        Self::Verify,
        Self::Finish,
    ];

    /// Its name in `.meta.json` and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brainstorm => "brainstorm",
            Self::Specify => "specify",
            Self::Design => "design",
            Self::CreatePlan => "create-plan",
            Self::CreateTasks => "create-tasks",
            Self::Implement => "implement",
            Self::Verify => "verify",
            Self::Finish => "finish",
        }
    }

    /// The phase with a name, as other tools spell it: in any case, with hyphens, underscores, spaces or none.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let letters = |text: &str| {
            let kept = text.chars().filter(char::is_ascii_alphanumeric);
            kept.map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        let wanted = letters(name);
        Self::ALL.into_iter().find(|phase| letters(phase.name()) == wanted)
    }

    /// The phase before; `None` for the first.
    #[must_use]
    pub fn before(self) -> Option<Self> {
        Self::ALL.into_iter().rfind(|phase| *phase < self)
    }

    /// The phase after; `None` for the last.
    #[must_use]
    pub fn after(self) -> Option<Self> {
        Self::ALL.into_iter().find(|phase| *phase > self)
    }

    /// The file that it produces; `None` for `finish`.
    #[must_use]
    pub const fn artifact(self) -> Option<&'static str> {
        match self {
            Self::Brainstorm => Some("brainstorm.md"),
            Self::Specify => Some("spec.md"),
            Self::Design => Some("design.md"),
            Self::CreatePlan => Some("plan.md"),
            Self::CreateTasks => Some("tasks.md"),
            Self::Implement => Some("implementation.md"),
            Self::Verify => Some("verification.md"),
            Self::Finish => None,
        }
    }
}
