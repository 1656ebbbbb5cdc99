//! The roles of a chain: who writes the artifacts, and who reviews them. Nobody reviews what they wrote (TD1).

use strum::{IntoStaticStr, VariantArray};

/// A role that a configured agent can play. Without one, the built-in player does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum ChainRole {
    Brainstormer,
    Specifier,
    Planner,
    Tasker,
    Implementer,
    Verifier,
    DesignerNotes,
    ChainReviewer,
    FinalReviewer,
}

impl ChainRole {
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name in the configuration, of its template, and of its prompts and answers.
    pub const fn name(self) -> &'static str {
        self.into_str()
    }
}
