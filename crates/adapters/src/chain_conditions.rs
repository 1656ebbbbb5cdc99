//! The terms of a chain: agents and prompts of its roles, read again for every step, so that a change takes effect.

use std::sync::Arc;

use super::config::{AgentEntry, Configuration, Settings};
use super::templates;
use frieze_chain::flow::Chain;
use frieze_chain::phase::FeaturePhase;
use frieze_chain::terms::{Agent, ChainRole, Terms};
use frieze_data::id::FeatureId;
use frieze_kernel::{BUILT_IN, Flow as _, Refusal};
use frieze_ports::{Conditions, NotConfigured, Store};
use frieze_session::flow::Session;
use frieze_session::phase::Work;

/// Who plays a phase instead of another workflow.
const AGENT: &str = "agent";
const COMMAND: &str = "command";

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
        let by_agent = |phase: &FeaturePhase| {
            settings.chain.get(phase.name()).is_some_and(|player| [AGENT, COMMAND].contains(&player.as_str()))
        };
        terms.by_agent.extend([FeaturePhase::Design, FeaturePhase::Implement].into_iter().filter(by_agent));
        let session = settings.roles.get(Session::NAME);
        let player = |work: &Work| session.and_then(|roles| roles.get(work.role()));
        terms.session_needs_design = !terms.by_agent.contains(&FeaturePhase::Implement)
            && Work::ALL.iter().any(|work| player(work).is_none_or(|agent| agent == BUILT_IN));
        for role in ChainRole::ALL {
            let phase = terms.by_agent.iter().find(|phase| phase.role() == Some(*role));
            // Without it, a session makes the code in every round.
            if *role == ChainRole::Implementer && phase.is_none() {
                continue;
            }
            let name = roles.and_then(|roles| roles.get(role.name())).filter(|agent| *agent != BUILT_IN);
            let template = match (name, phase) {
                (None, None) => continue,
                (None, Some(phase)) => Err(no_agent(*phase, *role)),
                (Some(name), _) if *role == ChainRole::Implementer && !is_as_set(&settings, name) => {
                    let what =
                        format!("frieze.yaml has `implement: command`, but the agent {name} is no program");
                    Err(Refusal::new(
                        "executor",
                        what,
                        "give the role implementer an agent with `kind: command`",
                    ))
                }
                (Some(_), _) => match templates::chain_prompt(&self.store, &self.configuration, *role) {
                    Ok(template) => Ok(template.text),
                    Err(NotConfigured::Wrong(e)) => Err(Refusal::new("template", e.what, e.hint)),
                    Err(e @ NotConfigured::Store(_)) => return Err(e),
                },
            };
            terms.agents.insert(*role, Agent { name: name.cloned().unwrap_or_default(), template });
        }
        Ok(terms)
    }

    fn limit_ms(&self) -> u64 {
        self.configuration.settings().unwrap_or_else(|_| Settings::default()).agent_timeout_ms()
    }
}

/// Whether the agent is a program, if the configuration says that one makes the code.
fn is_as_set(settings: &Settings, agent: &str) -> bool {
    let is_command =
        settings.chain.get(FeaturePhase::Implement.name()).is_some_and(|player| player == COMMAND);
    !is_command || matches!(settings.agents.get(agent), Some(AgentEntry::Command(_)))
}

fn no_agent(phase: FeaturePhase, role: ChainRole) -> Refusal {
    let (phase, role) = (phase.name(), role.name());
    let what = format!("frieze.yaml has an agent play the phase {phase}, but the role {role} has none");
    Refusal::new(
        "executor",
        what,
        format!("add `roles: {{chain: {{{role}: NAME}}}}`, or remove `chain: {phase}`"),
    )
}
