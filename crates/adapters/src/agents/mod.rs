//! The agents that a workspace configures. Each is created once per definition. If the configuration changes, a new agent is
//! created, and a run that started with the old one ends, because its pins differ.

mod acp;
pub mod built_in;
pub mod command;
mod context;
mod described;
mod events;
mod files;
mod http;
mod kind;
pub mod opinion;
pub mod preset;
mod replay;
mod response;
pub mod trust;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use self::built_in::BuiltIn;
use self::http::Refusals;
use self::kind::AgentKind;
use super::config::{AgentEntry, Configuration, Price, ServerEntry, Settings, Temperature};
use super::secret;
use super::stitch::Stitch;
use super::web::without_secrets;
use frieze_flows::design::{AgentTerms, CRITIC, GENERATOR, Meter, PREVIEWER};
use frieze_kernel::{BUILT_IN, Fault, Role};
use frieze_ports::{Agent, Agents, ConfiguredAgent, ConfiguredName, Misconfigured, Store};

/// The agents of a workspace.
pub struct ConfiguredAgents {
    pub configuration: Arc<Configuration>,
    pub store: Arc<dyn Store>,
    /// The workspace's folder, for programs that work in it.
    pub root: PathBuf,
    created: Mutex<Vec<Created>>,
    refusals: Refusals,
}

/// The currency in which programs report what an answer cost.
const PROGRAMS_CURRENCY: &str = "USD";

/// An agent with the name and definition from which it was created.
struct Created {
    name: String,
    of: AgentEntry,
    currency: String,
    agent: Arc<dyn Agent>,
}

impl ConfiguredAgents {
    /// The agents of a workspace; each is created on first use.
    pub fn new(configuration: Arc<Configuration>, store: Arc<dyn Store>, root: PathBuf) -> Self {
        Self { configuration, store, root, created: Mutex::default(), refusals: Refusals::default() }
    }

    /// The agent configured for a role; `None` for the built-in one.
    fn agent(&self, role: Role) -> Result<Option<Arc<dyn Agent>>, Misconfigured> {
        let settings = self.configuration.settings()?;
        if role == PREVIEWER {
            return self.previewer(&settings).map(Some);
        }
        let Some((name, entry)) = configured_agent(&settings, role)? else { return Ok(None) };
        self.trusted(&settings, name, entry).map(Some)
    }

    /// The agent with a name, which a run chose for a role.
    fn named(&self, name: &str, role: Role) -> Result<Arc<dyn Agent>, Misconfigured> {
        let settings = self.configuration.settings()?;
        self.trusted(&settings, name, entry(&settings, name, role)?)
    }

    /// The agent of an entry, if the entry is trusted.
    fn trusted(
        &self,
        settings: &Settings,
        name: &str,
        entry: &AgentEntry,
    ) -> Result<Arc<dyn Agent>, Misconfigured> {
        trust::agent(&self.configuration, settings, name, entry)?;
        let mut created = self.created.lock().unwrap_or_else(PoisonError::into_inner);
        let currency = &settings.currency;
        let is_same =
            |known: &&Created| known.name == name && known.of == *entry && known.currency == *currency;
        if let Some(known) = created.iter().find(is_same) {
            return Ok(known.agent.clone());
        }
        let agent = self.create(name, entry, currency)?;
        created.retain(|known| known.name != name);
        let (name, of, currency) = (name.to_owned(), entry.clone(), currency.clone());
        created.push(Created { name, of, currency, agent: agent.clone() });
        Ok(agent)
    }

    /// The configured preview server.
    fn previewer(&self, settings: &Settings) -> Result<Arc<dyn Agent>, Misconfigured> {
        let name = settings.preview.as_str();
        let entry = server(settings, name)?;
        trust::server(&self.configuration, settings, name, entry)?;
        Ok(self.stitch(name, entry))
    }

    fn stitch(&self, name: &str, entry: &ServerEntry) -> Arc<dyn Agent> {
        Arc::new(Stitch::new(name, entry, self.store.clone(), &self.root))
    }

    fn create(
        &self,
        name: &str,
        entry: &AgentEntry,
        currency: &str,
    ) -> Result<Arc<dyn Agent>, Misconfigured> {
        let agent = match AgentKind::of(entry) {
            AgentKind::Model(dialect, http) => http::agent(name, dialect, http, &self.root, &self.refusals),
            AgentKind::Known(known, preset) => {
                preset::agent(name, known, preset, currency == PROGRAMS_CURRENCY, &self.root)
            }
            AgentKind::Program(program) => command::agent(name, program, &self.root),
            AgentKind::Acp(program) => acp::agent(name, program, currency == PROGRAMS_CURRENCY, &self.root),
            AgentKind::Files { .. } => Ok(files::agent(name, self.store.clone())),
            AgentKind::Replay { from } => replay::agent(name, from, self.store.clone()),
        };
        Ok(context::limited(agent?, name, entry))
    }
}

impl Agents for ConfiguredAgents {
    fn configured(&self) -> Vec<ConfiguredAgent> {
        let Ok(settings) = self.configuration.settings() else { return Vec::new() };
        let agents = settings.agents.iter().map(|(name, entry)| ConfiguredAgent {
            name: ConfiguredName::Agent(name.clone()),
            description: described::agent(entry),
            agent: trust::agent(&self.configuration, &settings, name, entry)
                .and_then(|()| self.create(name, entry, &settings.currency)),
        });
        let servers = settings.servers.iter().map(|(name, entry)| ConfiguredAgent {
            name: ConfiguredName::Server(name.clone()),
            description: described::server(entry),
            agent: trust::server(&self.configuration, &settings, name, entry)
                .map(|()| self.stitch(name, entry)),
        });
        agents.chain(servers).collect()
    }

    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        match self.agent(role) {
            Ok(Some(agent)) => Ok(agent),
            Ok(None) => BuiltIn.for_role(role),
            Err(e) => Err(unready_for(&e)),
        }
    }

    fn for_request(&self, name: Option<&str>, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        match name {
            Some(name) => self.named(name, role).map_err(|e| unready_for(&e)),
            None => self.for_role(role),
        }
    }
}

fn unready_for(e: &Misconfigured) -> Fault {
    Fault::Unready { why: if e.hint.is_empty() { e.what.clone() } else { e.with_hint() } }
}

/// A server by its name.
///
/// # Errors
/// If no server has this name.
pub fn server<'a>(settings: &'a Settings, name: &str) -> Result<&'a ServerEntry, Misconfigured> {
    settings.servers.get(name).ok_or_else(|| unknown("preview", name, "server", settings.servers.keys()))
}

/// A name that is not configured. `known` are the configured names, without the built-in one.
fn unknown<'a>(
    setting: &str,
    name: &str,
    what: &str,
    known: impl Iterator<Item = &'a String>,
) -> Misconfigured {
    let known: Vec<&str> = std::iter::once(BUILT_IN).chain(known.map(String::as_str)).collect();
    Misconfigured::new(
        format!("{setting}: {name}: no {what} has that name"),
        format!("use one of {}, or describe it under {what}s: in frieze.yaml", known.join(", ")),
    )
}

/// The configured agent of a role; `None` for the built-in one.
fn configured_agent(settings: &Settings, role: Role) -> Result<Option<(&str, &AgentEntry)>, Misconfigured> {
    let setting = if role == CRITIC { &settings.critic } else { &settings.generator };
    let name = setting.as_str();
    if name == BUILT_IN {
        return Ok(None);
    }
    entry(settings, name, role).map(|entry| Some((name, entry)))
}

/// The entry of an agent that has a role.
fn entry<'a>(settings: &'a Settings, name: &str, role: Role) -> Result<&'a AgentEntry, Misconfigured> {
    settings.agents.get(name).ok_or_else(|| unknown(role.0, name, "agent", settings.agents.keys()))
}

/// The first agent of a role, or the preview server, that the user has not trusted.
pub fn untrusted(configuration: &Configuration, settings: &Settings) -> Option<Misconfigured> {
    let agents =
        [GENERATOR, CRITIC].into_iter().filter_map(|role| configured_agent(settings, role).ok().flatten());
    let mut agents =
        agents.filter_map(|(name, entry)| trust::agent(configuration, settings, name, entry).err());
    let preview = settings.preview.as_str();
    agents.next().or_else(|| {
        let server = settings.servers.get(preview)?;
        trust::server(configuration, settings, preview, server).err()
    })
}

/// Why an agent of a role cannot be asked, as far as that is known before a run uses up a call: the variable with its key, the
/// command that prints the key, or its program is missing.
pub fn unready(settings: &Settings, root: &Path) -> Option<Misconfigured> {
    let agents =
        [GENERATOR, CRITIC].into_iter().filter_map(|role| configured_agent(settings, role).ok().flatten());
    let mut lacks = agents.filter_map(|(name, entry)| {
        let lack = match AgentKind::of(entry) {
            AgentKind::Model(dialect, http) => secret::missing(&dialect.key(http)?, root),
            // Its variables may be unset: somebody may be logged in.
            AgentKind::Known(known, preset) => command::missing(&preset::program(known, preset), root),
            AgentKind::Program(program) | AgentKind::Acp(program) => {
                command::missing(program, root).or_else(|| command::program::variables(program).err())
            }
            AgentKind::Files { .. } | AgentKind::Replay { .. } => None,
        };
        lack.map(|e| e.of(name))
    });
    lacks.next()
}

/// The agent of a role at the start of a run: its pins, and its terms.
pub struct RoleAgent {
    /// Its name and kind, in one line without secrets.
    pub agent: String,
    pub model: String,
    pub temperature_omitted: bool,
    pub terms: AgentTerms,
}

/// The agent of a role, as configured now.
///
/// # Errors
/// If the configured name is unknown.
pub fn role_agent(settings: &Settings, role: Role) -> Result<RoleAgent, Misconfigured> {
    let Some((name, entry)) = configured_agent(settings, role)? else {
        let model = if role == CRITIC { built_in::CRITIC_MODEL } else { built_in::GENERATOR_MODEL };
        return Ok(RoleAgent {
            agent: BUILT_IN.to_owned(),
            model: model.to_owned(),
            temperature_omitted: false,
            terms: AgentTerms { name: BUILT_IN.to_owned(), ..AgentTerms::default() },
        });
    };
    // Only servers are sent a temperature.
    let agent = |kind: String, model: String, names_its_model: bool, meter, patches| RoleAgent {
        agent: format!("{name}: {kind}"),
        model,
        temperature_omitted: true,
        terms: AgentTerms {
            name: name.to_owned(),
            first_answer_names_the_model: names_its_model,
            meter,
            patches,
        },
    };
    Ok(match AgentKind::of(entry) {
        AgentKind::Model(dialect, http) => {
            let url = without_secrets(http.url.as_deref().unwrap_or(dialect.url()));
            let seed = http.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
            let kind = format!("{} at {url}{seed}", dialect.name());
            let model = http.reports.as_ref().unwrap_or(&http.model).clone();
            let meter = meter(http.price.as_ref(), http.max_answer_tokens);
            RoleAgent {
                temperature_omitted: http.temperature == Some(Temperature::Omit),
                ..agent(kind, model, http.reports.is_none(), Some(meter), http.patches)
            }
        }
        AgentKind::Known(known, preset) => {
            let meter = meter(preset.price.as_ref(), preset.max_answer_tokens);
            let (kind, model) = (preset::how(known, preset), preset::model(known, preset));
            agent(kind, model, true, Some(meter), preset.program.patches)
        }
        AgentKind::Program(program) => {
            agent(command::how(program), command::model(program), false, None, program.patches)
        }
        AgentKind::Acp(program) => {
            let (kind, meter) =
                (format!("acp, {}", command::how(program)), meter(None, acp::LONGEST_ANSWER_TOKENS));
            agent(kind, command::model(program), true, Some(meter), program.patches)
        }
        AgentKind::Files { patches } => agent("files".to_owned(), files::model(name), false, None, patches),
        AgentKind::Replay { from } => {
            let kind = format!("replay of {from}");
            agent(kind.clone(), kind, true, None, false)
        }
    })
}

fn meter(price: Option<&Price>, longest_answer: u64) -> Meter {
    let (input, output) = price.map_or((0, 0), |price| (price.input.micros(), price.output.micros()));
    Meter { input, output, longest_answer }
}
