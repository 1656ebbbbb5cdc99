//! The terms of a run: configuration, models and templates, read again for every step, so that a change during a run takes
//! effect.

use std::path::PathBuf;
use std::sync::Arc;

use super::agents;
use super::agents::{RoleAgent, role_agent, unready, untrusted};
use super::config::{Configuration, ServerEntry, Settings};
use super::templates;
use super::templates::Template;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_flows::design::{
    CRITIC, DEFAULT_TIMEOUT_MS, GENERATOR, Pins, Previewer, RolePins, RubricPin, Terms,
};
use frieze_kernel::approval::Rules;
use frieze_kernel::{BUILT_IN, Refusal};
use frieze_ports::{Approvals, Conditions, Misconfigured, NotConfigured, Store};
use frieze_rubric as rubric;

/// Terms from a workspace's configuration and templates.
pub struct WorkspaceConditions {
    pub store: Arc<dyn Store>,
    pub configuration: Arc<Configuration>,
    /// The workspace's folder, for programs that work in it.
    pub root: PathBuf,
    pub approvals: Arc<dyn Approvals>,
}

impl Conditions<Terms> for WorkspaceConditions {
    fn terms(&self, feature: &FeatureId) -> Result<Terms, NotConfigured> {
        let settings = self.configuration.settings()?;
        let generator_template = templates::prompt(&self.store, templates::GENERATOR)?;
        let critic_template = templates::prompt(&self.store, templates::CRITIC)?;
        let marker_template = templates::marker(&self.store)?;
        let (generator, critic) = (role_agent(&settings, GENERATOR)?, role_agent(&settings, CRITIC)?);
        let pins = Pins {
            threshold: settings.threshold_of(feature),
            max_iterations: settings.max_iterations_of(feature),
            generator: pins(&generator, &generator_template),
            critic: pins(&critic, &critic_template),
            marker_template_sha256: Digest::of(marker_template.as_bytes()),
            rubric: RubricPin { version: rubric::VERSION.to_owned(), sha256: rubric::sha256() },
        };
        let rules = self.approvals.rules();
        Ok(Terms {
            pins,
            refused: self.untrusted(&settings).map(|e| Refusal::new("trust", e.what, e.hint)),
            unready: unready(&settings, &self.root).map(|e| Refusal::new("agent", e.what, e.hint)),
            usable_program: agents::preset::usable_program(),
            repair_attempts: settings.repair_attempts,
            max_calls: settings.max_calls,
            max_tokens: settings.max_tokens,
            max_cost: settings.max_cost_micros(),
            patience_ms: settings.agent_timeout_ms(),
            generator: generator.terms,
            critic: critic.terms,
            previewer: previewer(&settings)?,
            generator_template: generator_template.text,
            critic_template: critic_template.text,
            not_approvable: self.not_approvable(&rules),
            rules,
            marker_template,
        })
    }

    fn limit_ms(&self) -> u64 {
        self.configuration.settings().map_or(DEFAULT_TIMEOUT_MS, |settings| settings.agent_timeout_ms())
    }
}

impl WorkspaceConditions {
    /// The first agent, preview server or prompt in use that came with the workspace and is not trusted.
    fn untrusted(&self, settings: &Settings) -> Option<Misconfigured> {
        let prompts = || templates::untrusted_prompt(&self.store, &self.configuration);
        untrusted(&self.configuration, settings).or_else(prompts)
    }

    /// Why nothing can be approved at the moment.
    fn not_approvable(&self, rules: &Rules) -> Option<Refusal> {
        let template = || templates::untrusted_marker(&self.store, &self.configuration);
        let of_template = || template().map(|e| Refusal::new("approval", e.what, e.hint));
        rules.barred.clone().or_else(of_template)
    }
}

/// The preview server that is configured.
fn previewer(settings: &Settings) -> Result<Option<Previewer>, Misconfigured> {
    let name = settings.preview.as_str();
    if name == BUILT_IN {
        return Ok(None);
    }
    let ServerEntry::Stitch { max_screens, .. } = agents::server(settings, name)?;
    Ok(Some(Previewer {
        name: name.to_owned(),
        max_screens: usize::try_from(*max_screens).unwrap_or(usize::MAX),
    }))
}

fn pins(agent: &RoleAgent, template: &Template) -> RolePins {
    RolePins {
        model_version: agent.model.clone(),
        agent: agent.agent.clone(),
        temperature: 0,
        temperature_omitted: agent.temperature_omitted,
        prompt_template_path: template.path.clone(),
        prompt_template_version: template.version.clone(),
        prompt_template_sha256: template.sha256,
    }
}
