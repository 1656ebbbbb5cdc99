//! The conditions of a chain under the present configuration.

use std::collections::{BTreeMap, BTreeSet};

use frieze_kernel::Refusal;

use crate::phase::FeaturePhase;
use crate::role::ChainRole;

/// What steps of a chain need to know, other than files.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Who plays the roles. The built-in player has those that are missing.
    pub agents: BTreeMap<ChainRole, Agent>,
    /// The phases whose agent writes the first round, too, instead of a design or a session.
    pub by_agent: BTreeSet<FeaturePhase>,
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
