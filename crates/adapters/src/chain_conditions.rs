//! The terms of a chain: agents and prompts of its roles, read again for every step, so that a change takes effect.

use std::sync::Arc;

use super::config::{Configuration, Settings};
use super::templates;
use frieze_chain::flow::Chain;
use frieze_chain::role::ChainRole;
use frieze_chain::terms::{Agent, Terms};
use frieze_data::id::FeatureId;
use frieze_kernel::{BUILT_IN, Flow as _, Refusal};
use frieze_ports::{Conditions, NotConfigured, Store};

/// Terms from a workspace's configuration and templates.
pub struct ChainConditions {
    pub store: Arc<dyn Store>,
    pub configuration: Arc<Configuration>,
}

impl Conditions<Terms> for ChainConditions {
    fn terms(&self, _feature: &FeatureId) -> Result<Terms, NotConfigured> {
        let settings = self.configuration.settings()?;
        let roles = settings.roles.get(Chain::NAME);
        let mut terms = Terms {
            repair_attempts: settings.repair_attempts.into(),
            max_calls: Some(settings.max_calls),
            ..Terms::default()
        };
        for role in ChainRole::ALL {
            let agent = roles.and_then(|roles| roles.get(role.name())).filter(|agent| *agent != BUILT_IN);
            let Some(agent) = agent else { continue };
            let template = match templates::chain_prompt(&self.store, &self.configuration, *role) {
                Ok(template) => Ok(template.text),
                Err(NotConfigured::Wrong(e)) => Err(Refusal::new("template", e.what, e.hint)),
                Err(e @ NotConfigured::Store(_)) => return Err(e),
            };
            terms.agents.insert(*role, Agent { name: agent.clone(), template });
        }
        Ok(terms)
    }

    fn limit_ms(&self) -> u64 {
        self.configuration.settings().unwrap_or_else(|_| Settings::default()).agent_timeout_ms()
    }
}
