//! The agents that a workspace has configured. Each is made once for its definition: a configuration that changes makes a
//! new one, and the run that was started with the old one ends by its pins.

pub mod built_in;
pub mod command;
mod described;
mod files;
mod http;
mod kind;
pub mod opinion;
mod replay;
pub mod trust;

pub use self::described::without_secrets;
pub use self::http::CERTIFICATE;

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use self::built_in::BuiltIn;
use self::http::{Dialect, Key};
use self::kind::AgentKind;
use super::config::{AgentEntry, Configuration, Http, ServerEntry, Settings, Temperature, Valued};
use super::secret;
use super::stitch::Stitch;
use crate::flows::design::{Agreed, CRITIC, GENERATOR, Meter, PREVIEWER};
use crate::kernel::{BUILT_IN, Fault, Role};
use crate::ports::{Agent, Agents, ConfiguredAgent, Misconfigured, Store, Whom};

/// The agents of a workspace.
pub struct Configured {
    pub configuration: Arc<Configuration>,
    pub store: Arc<dyn Store>,
    /// The workspace's folder, for programs that work in it.
    pub root: PathBuf,
    made: Mutex<Vec<Made>>,
}

/// An agent that was made, with its name and definition.
struct Made {
    name: String,
    of: AgentEntry,
    agent: Arc<dyn Agent>,
}

impl Configured {
    /// The agents of a workspace; none is made before it is asked for.
    pub fn new(configuration: Arc<Configuration>, store: Arc<dyn Store>, root: PathBuf) -> Self {
        Self { configuration, store, root, made: Mutex::default() }
    }

    /// The agent that is configured for a role; `None` where it is the one that is built in.
    fn agent(&self, role: Role) -> Result<Option<Arc<dyn Agent>>, Misconfigured> {
        let settings = self.configuration.settings()?;
        if role == PREVIEWER {
            return self.previewer(&settings).map(Some);
        }
        let Some((name, entry)) = named(&settings, role)? else { return Ok(None) };
        trust::agent(&self.configuration, name, entry)?;
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = made.iter().find(|known| known.name == name && known.of == entry.value) {
            return Ok(Some(known.agent.clone()));
        }
        let agent = self.make(name, &entry.value)?;
        made.retain(|known| known.name != name);
        made.push(Made { name: name.to_owned(), of: entry.value.clone(), agent: agent.clone() });
        Ok(Some(agent))
    }

    /// The preview server that is configured.
    fn previewer(&self, settings: &Settings) -> Result<Arc<dyn Agent>, Misconfigured> {
        let name = settings.preview.value.as_str();
        let entry = server(settings, name)?;
        trust::server(&self.configuration, name, entry)?;
        Ok(self.stitch(name, &entry.value))
    }

    fn stitch(&self, name: &str, entry: &ServerEntry) -> Arc<dyn Agent> {
        Arc::new(Stitch::new(name, entry, self.store.clone(), &self.root))
    }

    fn make(&self, name: &str, entry: &AgentEntry) -> Result<Arc<dyn Agent>, Misconfigured> {
        match AgentKind::of(entry) {
            AgentKind::Model(dialect, http) => http::agent(name, dialect, http, &self.root),
            AgentKind::Program(program) => command::agent(name, program, &self.root),
            AgentKind::Files { .. } => Ok(files::agent(name, self.store.clone())),
            AgentKind::Replay { from } => replay::agent(name, from, self.store.clone()),
        }
    }
}

impl Agents for Configured {
    fn configured(&self) -> Vec<ConfiguredAgent> {
        let Ok(settings) = self.configuration.settings() else { return Vec::new() };
        let agents = settings.agents.iter().map(|(name, entry)| ConfiguredAgent {
            whom: Whom::Agent(name.clone()),
            told: described::agent(&entry.value),
            agent: trust::agent(&self.configuration, name, entry)
                .and_then(|()| self.make(name, &entry.value)),
        });
        let servers = settings.servers.iter().map(|(name, entry)| ConfiguredAgent {
            whom: Whom::Server(name.clone()),
            told: described::server(&entry.value),
            agent: trust::server(&self.configuration, name, entry).map(|()| self.stitch(name, &entry.value)),
        });
        agents.chain(servers).collect()
    }

    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        match self.agent(role) {
            Ok(Some(agent)) => Ok(agent),
            Ok(None) => BuiltIn.for_role(role),
            Err(e) if e.hint.is_empty() => Err(Fault::Unready { why: e.what }),
            Err(e) => Err(Fault::Unready { why: format!("{}; {}", e.what, e.hint) }),
        }
    }
}

/// A server by its name.
pub fn server<'a>(settings: &'a Settings, name: &str) -> Result<&'a Valued<ServerEntry>, Misconfigured> {
    settings.servers.get(name).ok_or_else(|| unknown("preview", name, "server", settings.servers.keys()))
}

/// Somebody is named who is not described. `known` are those who are, beside the one that is built in.
fn unknown<'a>(
    setting: &str,
    name: &str,
    what: &str,
    known: impl Iterator<Item = &'a String>,
) -> Misconfigured {
    let known: Vec<&str> = std::iter::once(BUILT_IN).chain(known.map(String::as_str)).collect();
    Misconfigured {
        what: format!("{setting}: {name}: no {what} is configured by that name"),
        hint: format!("name one of {}, or describe it under {what}s: in frieze.yaml", known.join(", ")),
    }
}

/// The agent that plays a role; `None` for the one that is built in.
fn named(settings: &Settings, role: Role) -> Result<Option<(&str, &Valued<AgentEntry>)>, Misconfigured> {
    let setting = if role == CRITIC { &settings.critic } else { &settings.generator };
    let name = setting.value.as_str();
    if name == BUILT_IN {
        return Ok(None);
    }
    match settings.agents.get(name) {
        Some(entry) => Ok(Some((name, entry))),
        None => Err(unknown(role.0, name, "agent", settings.agents.keys())),
    }
}

/// The first agent that is to play a role, or the preview server, that the user has not trusted.
pub fn untrusted(configuration: &Configuration, settings: &Settings) -> Option<Misconfigured> {
    let agents = [GENERATOR, CRITIC].into_iter().filter_map(|role| named(settings, role).ok().flatten());
    let mut agents = agents.filter_map(|(name, entry)| trust::agent(configuration, name, entry).err());
    let preview = settings.preview.value.as_str();
    agents.next().or_else(|| {
        let server = settings.servers.get(preview)?;
        trust::server(configuration, preview, server).err()
    })
}

/// Why one of the agents that are to play the roles could not be asked, as far as that is known before a run takes the call:
/// the variable of its key, the command that prints it, or its program, is not there.
pub fn unready(settings: &Settings, root: &Path) -> Option<Misconfigured> {
    let agents = [GENERATOR, CRITIC].into_iter().filter_map(|role| named(settings, role).ok().flatten());
    let mut lacks = agents.filter_map(|(name, entry)| {
        let lack = match AgentKind::of(&entry.value) {
            AgentKind::Model(dialect, http) => secret::missing(Key::of(dialect, http)?.source(), root),
            AgentKind::Program(program) => command::missing(program, root),
            AgentKind::Files { .. } | AgentKind::Replay { .. } => None,
        };
        lack.map(|e| Misconfigured { what: format!("{name}: {}", e.what), hint: e.hint })
    });
    lacks.next()
}

/// How the agent of a role is pinned at the start of a run, and what is agreed with it.
pub struct Played {
    /// Its name and how it is asked, in one line without secrets.
    pub agent: String,
    pub model: String,
    pub temperature_omitted: bool,
    pub agreed: Agreed,
}

/// Who plays a role, as it is configured now.
pub fn played(settings: &Settings, role: Role) -> Result<Played, Misconfigured> {
    let Some((name, entry)) = named(settings, role)? else {
        let model = if role == CRITIC { built_in::CRITIC_MODEL } else { built_in::GENERATOR_MODEL };
        return Ok(Played {
            agent: BUILT_IN.to_owned(),
            model: model.to_owned(),
            temperature_omitted: false,
            agreed: Agreed { name: BUILT_IN.to_owned(), ..Agreed::default() },
        });
    };
    let unmetered = |model: String, patches: bool, how: String| Played {
        agent: format!("{name}: {how}"),
        model,
        temperature_omitted: true,
        agreed: Agreed { name: name.to_owned(), first_answer_names_the_model: false, meter: None, patches },
    };
    Ok(match AgentKind::of(&entry.value) {
        AgentKind::Model(dialect, http) => played_by_http(name, dialect, http),
        AgentKind::Program(program) => {
            unmetered(command::model(program), program.patches, command::how(program))
        }
        AgentKind::Files { patches } => unmetered(files::model(name), patches, "files".to_owned()),
        AgentKind::Replay { from } => Played {
            agreed: Agreed { name: name.to_owned(), first_answer_names_the_model: true, ..Agreed::default() },
            ..unmetered(format!("replay of {from}"), true, format!("replay of {from}"))
        },
    })
}

fn played_by_http(name: &str, dialect: Dialect, http: &Http) -> Played {
    let url = without_secrets(http.url.as_deref().unwrap_or(dialect.url()));
    let seed = http.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    let (input, output) = http.price.as_ref().map_or((0, 0), |p| (p.input.micros(), p.output.micros()));
    Played {
        agent: format!("{name}: {} at {url}{seed}", dialect.name()),
        model: http.reports.clone().unwrap_or_else(|| http.model.clone()),
        temperature_omitted: http.temperature == Some(Temperature::Omit),
        agreed: Agreed {
            name: name.to_owned(),
            first_answer_names_the_model: http.reports.is_none(),
            meter: Some(Meter { input, output, longest_answer: http.max_answer_tokens }),
            patches: http.patches,
        },
    }
}
