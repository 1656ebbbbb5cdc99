//! The agents that a workspace has configured. Each is made once for its definition: a configuration that changes makes a
//! new one, and the run that was started with the old one ends by its pins.

pub mod built_in;
mod command;
mod files;
mod http;
mod replay;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use self::built_in::BuiltIn;
use self::http::Dialect;
use super::stitch::Stitch;
use super::config::{AgentEntry, BUILT_IN, Configuration, Http, ServerEntry, Settings, Temperature, Valued, micros};
use crate::flows::design::{Agreed, CRITIC, Meter, PREVIEWER};
use crate::kernel::{Fault, Role};
use crate::ports::{Agent, Agents, Misconfigured, Store};

/// The agents of a workspace.
pub struct Configured {
    pub configuration: Arc<Configuration>,
    pub store: Arc<dyn Store>,
    /// The workspace's folder, for programs that work in it.
    pub root: PathBuf,
    /// Agents that were made, by name and definition.
    made: Mutex<Vec<(String, AgentEntry, Arc<dyn Agent>)>>,
}

impl Configured {
    pub fn new(configuration: Arc<Configuration>, store: Arc<dyn Store>, root: PathBuf) -> Self {
        Self { configuration, store, root, made: Mutex::default() }
    }

    fn agent(&self, role: Role) -> Result<Arc<dyn Agent>, Misconfigured> {
        let settings = self.configuration.settings()?;
        if role == PREVIEWER {
            return self.previewer(&settings);
        }
        let Some((name, entry)) = named(&settings, role)? else {
            return BuiltIn.for_role(role).map_err(|fault| Misconfigured {
                what: format!("{fault:?}"),
                hint: String::new(),
            });
        };
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, _, agent)) = made.iter().find(|(known, of, _)| known == name && *of == entry.value) {
            return Ok(agent.clone());
        }
        let agent = self.make(name, &entry.value)?;
        made.retain(|(known, _, _)| known != name);
        made.push((name.to_owned(), entry.value.clone(), agent.clone()));
        Ok(agent)
    }

    /// The preview server that is configured.
    fn previewer(&self, settings: &Settings) -> Result<Arc<dyn Agent>, Misconfigured> {
        let name = settings.preview.value.as_str();
        Ok(Arc::new(Stitch::new(name, server(settings, name)?, self.store.clone())))
    }

    fn make(&self, name: &str, entry: &AgentEntry) -> Result<Arc<dyn Agent>, Misconfigured> {
        match entry {
            AgentEntry::Openai(http) => http::agent(name, Dialect::Openai, http),
            AgentEntry::Anthropic(http) => http::agent(name, Dialect::Anthropic, http),
            AgentEntry::Gemini(http) => http::agent(name, Dialect::Gemini, http),
            AgentEntry::Command(program) => command::agent(name, program, &self.root),
            AgentEntry::Files { .. } => Ok(files::agent(name, self.store.clone())),
            AgentEntry::Replay { from } => replay::agent(name, from, self.store.clone()),
        }
    }
}

impl Agents for Configured {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        self.agent(role).map_err(|e| Fault::Failed { why: e.what })
    }
}

/// A server by its name.
pub fn server<'a>(settings: &'a Settings, name: &str) -> Result<&'a ServerEntry, Misconfigured> {
    settings.servers.get(name).map(|entry| &entry.value).ok_or_else(|| {
        let known: Vec<&str> = std::iter::once(BUILT_IN).chain(settings.servers.keys().map(String::as_str)).collect();
        Misconfigured {
            what: format!("preview: {name}: no server is configured by that name"),
            hint: format!("name one of {}, or describe it under servers: in frieze.yaml", known.join(", ")),
        }
    })
}

/// The agent that plays a role; `None` for the one that is built in.
fn named(settings: &Settings, role: Role) -> Result<Option<(&str, &Valued<AgentEntry>)>, Misconfigured> {
    let setting = if role == CRITIC { &settings.critic } else { &settings.generator };
    let name = setting.value.as_str();
    if name == BUILT_IN {
        return Ok(None);
    }
    let Some(entry) = settings.agents.get(name) else {
        let known: Vec<&str> = std::iter::once(BUILT_IN).chain(settings.agents.keys().map(String::as_str)).collect();
        return Err(Misconfigured {
            what: format!("{}: {name}: no agent is configured by that name", role.0),
            hint: format!("name one of {}, or describe it under agents: in frieze.yaml", known.join(", ")),
        });
    };
    Ok(Some((name, entry)))
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
            agreed: Agreed::default(),
        });
    };
    let unmetered = |model: String, patches: bool, how: String| Played {
        agent: format!("{name}: {how}"),
        model,
        temperature_omitted: true,
        agreed: Agreed { first_answer_names_the_model: false, meter: None, patches },
    };
    Ok(match &entry.value {
        AgentEntry::Openai(http) => played_by_http(name, Dialect::Openai, http),
        AgentEntry::Anthropic(http) => played_by_http(name, Dialect::Anthropic, http),
        AgentEntry::Gemini(http) => played_by_http(name, Dialect::Gemini, http),
        AgentEntry::Command(program) => {
            unmetered(command::model(program), program.patches, format!("command {}", program.command.join(" ")))
        }
        AgentEntry::Files { patches } => unmetered(files::model(name), *patches, "files".to_owned()),
        AgentEntry::Replay { from } => Played {
            agreed: Agreed { first_answer_names_the_model: true, ..Agreed::default() },
            ..unmetered(format!("replay of {from}"), true, format!("replay of {from}"))
        },
    })
}

fn played_by_http(name: &str, dialect: Dialect, http: &Http) -> Played {
    let url = http.url.clone().unwrap_or_else(|| dialect.url().to_owned());
    let seed = http.seed.map_or_else(String::new, |seed| format!(", seed {seed}"));
    let price = |text: &str| micros(text).unwrap_or_default();
    let (input, output) = http.price.as_ref().map_or((0, 0), |p| (price(&p.input), price(&p.output)));
    Played {
        agent: format!("{name}: {} at {url}{seed}", dialect.name()),
        model: http.reports.clone().unwrap_or_else(|| http.model.clone()),
        temperature_omitted: http.temperature == Some(Temperature::Omit),
        agreed: Agreed {
            first_answer_names_the_model: http.reports.is_none(),
            meter: Some(Meter { input, output, longest_answer: http.max_answer_tokens }),
            patches: http.patches,
        },
    }
}
