//! The roles of a chain: who writes the artifacts, and who reviews them. Nobody reviews what they wrote (TD1).

use crate::phase::FeaturePhase;

/// Declares the roles with their names, and with what their files' names begin with.
macro_rules! roles {
    ($($role:ident = $name:literal,)*) => {
        /// A role that a configured agent can play. Without one, the built-in player does.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ChainRole {
            $($role,)*
        }

        impl ChainRole {
            pub const ALL: &'static [Self] = &[$(Self::$role,)*];

            /// Its name in the configuration, and of its template.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$role => $name,)* }
            }

            /// What the names of its prompts begin with.
            pub(crate) const fn prompt(self) -> &'static str {
                match self { $(Self::$role => concat!($name, "-prompt-"),)* }
            }

            /// What the names of its answers begin with.
            pub(crate) const fn answer(self) -> &'static str {
                match self { $(Self::$role => concat!($name, "-answer-"),)* }
            }
        }
    };
}

roles! {
    Brainstormer = "brainstormer",
    Specifier = "specifier",
    Planner = "planner",
    Tasker = "tasker",
    Verifier = "verifier",
    DesignerNotes = "designer-notes",
    ChainReviewer = "chain-reviewer",
    FinalReviewer = "final-reviewer",
}

impl ChainRole {
    /// Who writes the artifact of a phase. The design is made by the design workflow, and only notes about it are written; the code
    /// is made by a session.
    pub const fn of(phase: FeaturePhase) -> Option<Self> {
        match phase {
            FeaturePhase::Brainstorm => Some(Self::Brainstormer),
            FeaturePhase::Specify => Some(Self::Specifier),
            FeaturePhase::Design => Some(Self::DesignerNotes),
            FeaturePhase::CreatePlan => Some(Self::Planner),
            FeaturePhase::CreateTasks => Some(Self::Tasker),
            FeaturePhase::Verify => Some(Self::Verifier),
            FeaturePhase::Implement | FeaturePhase::Finish => None,
        }
    }
}
