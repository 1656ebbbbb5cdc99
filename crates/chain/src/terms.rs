//! The roles of a chain, who plays them, and the other conditions. Nobody reviews what they wrote (TD1).

use std::collections::{BTreeMap, BTreeSet};

use frieze_kernel::Refusal;
use strum::{IntoStaticStr, VariantArray};

use crate::phase::FeaturePhase;

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

/// What steps of a chain need to know, other than files.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Who plays the roles. The built-in player has those that are missing.
    pub agents: BTreeMap<ChainRole, Agent>,
    /// The phases whose agent writes the first round, too, instead of a design or a session.
    pub by_agent: BTreeSet<FeaturePhase>,
    /// Whether a built-in agent plays a role of its sessions: it works from a frozen design.
    pub session_needs_design: bool,
    /// How often an answer that breaks its contract is sent back.
    pub repair_attempts: u32,
    pub max_calls: Option<u32>,
}

/// An agent that plays a role.
#[derive(Clone, Debug)]
pub struct Agent {
    pub name: String,
    /// The template of the role, or why it cannot be used.
    pub template: Result<String, Refusal>,
}
