//! The eight phases of a feature, in their order.

/// A phase of a feature.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
