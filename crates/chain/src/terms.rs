//! The conditions of a chain under the present configuration.

use std::collections::BTreeMap;

use frieze_kernel::Refusal;

use crate::role::ChainRole;

/// What steps of a chain need to know, other than files.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The agent of each role. The built-in player has the roles that are missing.
    pub agents: BTreeMap<ChainRole, String>,
    /// The template of each role that an agent plays, or why it cannot be used.
    pub templates: BTreeMap<ChainRole, Result<String, Refusal>>,
    /// How often an answer that breaks its contract is sent back.
    pub repair_attempts: u32,
    /// The most requests to agents of a feature.
    pub max_calls: Option<u32>,
}

impl Terms {
    /// The template of a role.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub fn template(&self, role: ChainRole) -> Result<&str, Refusal> {
        match self.templates.get(&role) {
            Some(Ok(template)) => Ok(template),
            Some(Err(refusal)) => Err(refusal.clone()),
            None => {
                let why = format!("the role {} has no prompt template", role.name());
                Err(Refusal::new("template", why, "report this mistake of frieze; nothing was changed"))
            }
        }
    }
}
