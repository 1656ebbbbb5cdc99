//! What is to be trusted of the agents and servers that a workspace describes: what each would run, or where it would send
//! what, and the programs of the workspace that it runs.

use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::super::config::{
    AgentEntry, Configuration, FILE_NAME, Http, KeySource, Origin, Program, ServerEntry, Settings, Valued,
};
use super::super::trust;
use super::command::inside::{Inside, Named, inside};
use super::http::Dialect;
use super::kind::AgentKind;
use super::without_secrets;
use crate::domain::{canonical, json};
use crate::ports::{Definition, Misconfigured};

/// Whether an agent may be used.
///
/// # Errors
/// A workspace's definition that is not trusted, or one of the user's that runs a program of the workspace.
pub fn agent(
    configuration: &Configuration,
    name: &str,
    entry: &Valued<AgentEntry>,
) -> Result<(), Misconfigured> {
    match entry.origin {
        Origin::Workspace => match agent_definition(root(configuration)?, name, &entry.value)? {
            Some(definition) => trust::allowed(&trust::read(configuration)?, &definition),
            None => Ok(()),
        },
        Origin::User => match &configuration.root {
            Some(root) => nothing_inside("agents", name, &programs(&entry.value, root)?),
            None => Ok(()),
        },
        Origin::BuiltIn | Origin::Environment(_) | Origin::Flag => Ok(()),
    }
}

/// Whether a server may be used; fails as [`agent`] does.
pub fn server(
    configuration: &Configuration,
    name: &str,
    entry: &Valued<ServerEntry>,
) -> Result<(), Misconfigured> {
    match entry.origin {
        Origin::Workspace => {
            let definition = server_definition(root(configuration)?, name, &entry.value)?;
            trust::allowed(&trust::read(configuration)?, &definition)
        }
        Origin::User => match &configuration.root {
            Some(root) => nothing_inside("servers", name, &keys_of_server(&entry.value, root)?),
            None => Ok(()),
        },
        Origin::BuiltIn | Origin::Environment(_) | Origin::Flag => Ok(()),
    }
}

fn root(configuration: &Configuration) -> Result<&Path, Misconfigured> {
    configuration.root.as_deref().ok_or_else(|| Misconfigured {
        what: "it is not known which workspace this is, and trust is for one workspace".to_owned(),
        hint: "run frieze inside the workspace".to_owned(),
    })
}

/// Every agent and server that the workspace describes and that needs trust.
pub fn definitions(root: &Path, settings: &Settings) -> Result<Vec<Definition>, Misconfigured> {
    let agents = settings.agents.iter().filter(|(_, entry)| entry.origin == Origin::Workspace);
    let agents = agents.filter_map(|(name, entry)| agent_definition(root, name, &entry.value).transpose());
    let servers = settings.servers.iter().filter(|(_, entry)| entry.origin == Origin::Workspace);
    let servers = servers.map(|(name, entry)| server_definition(root, name, &entry.value));
    agents.chain(servers).collect()
}

/// What the user's own configuration describes serves in every workspace, so that it must run the same everywhere.
fn nothing_inside(section: &str, name: &str, programs: &Inside) -> Result<(), Misconfigured> {
    let Some(word) = programs.first_relative() else { return Ok(()) };
    Err(Misconfigured {
        what: format!(
            "{section}.{name} in your config.yaml runs {word:?}, which is another program in every workspace: whatever \
             lies there would run"
        ),
        hint: format!(
            "write its whole path in config.yaml, or describe {name} in this workspace's {FILE_NAME} and trust it there"
        ),
    })
}

fn definition(
    root: &Path,
    section: &'static str,
    name: &str,
    of: &impl Serialize,
    programs: &Inside,
    mut does: Vec<String>,
) -> Definition {
    let mut hashed = json!({ section: { name: json::of(of) } });
    if !programs.0.is_empty() {
        hashed["programs"] = json::of(&programs.0);
        let file = |named: &Named| {
            format!("{} is a file of the workspace; its content now has SHA-256 {}", named.word, named.sha256)
        };
        does.extend(programs.0.iter().map(file));
        does.push("what these files read or run in their turn is not part of it".to_owned());
    }
    Definition {
        workspace: trust::name_of(root),
        section,
        name: name.to_owned(),
        described_in: FILE_NAME.to_owned(),
        sha256: canonical::digest(&hashed).to_string(),
        does,
        trusted: false,
    }
}

/// What is to be trusted of an agent; `None` for one that runs nothing and reaches nobody.
fn agent_definition(
    root: &Path,
    name: &str,
    entry: &AgentEntry,
) -> Result<Option<Definition>, Misconfigured> {
    let does = match AgentKind::of(entry) {
        AgentKind::Model(dialect, http) => sends(dialect, http),
        AgentKind::Program(program) => {
            let mut does = vec![format!("runs {}", words(&program.command))];
            does.push(match &program.folder {
                Some(folder) => format!("in the folder {folder} of the workspace"),
                None => "in an empty folder of its own".to_owned(),
            });
            if !program.environment.is_empty() {
                does.push(format!("with the variables {}", program.environment.join(", ")));
            }
            does
        }
        AgentKind::Files { .. } | AgentKind::Replay { .. } => return Ok(None),
    };
    Ok(Some(definition(root, "agents", name, entry, &programs(entry, root)?, does)))
}

/// The programs of the workspace that an agent runs.
fn programs(entry: &AgentEntry, root: &Path) -> Result<Inside, Misconfigured> {
    match AgentKind::of(entry) {
        AgentKind::Model(_, Http { key, .. }) => keys(key.as_ref(), root),
        AgentKind::Program(Program { command, folder, .. }) => {
            inside(command, root, folder.as_ref().map(|folder| root.join(folder)).as_deref())
        }
        AgentKind::Files { .. } | AgentKind::Replay { .. } => Ok(Inside::default()),
    }
}

fn server_definition(root: &Path, name: &str, entry: &ServerEntry) -> Result<Definition, Misconfigured> {
    let ServerEntry::Stitch { url, key, token, project, .. } = entry;
    let to = url.as_deref().map_or_else(|| "Google Stitch".to_owned(), address);
    let mut does = vec![format!("sends designs to {to}")];
    for (what, source) in [("key", key), ("token", token), ("project", project)] {
        does.extend(source.as_ref().map(|source| secret(what, source)));
    }
    Ok(definition(root, "servers", name, entry, &keys_of_server(entry, root)?, does))
}

fn keys_of_server(entry: &ServerEntry, root: &Path) -> Result<Inside, Misconfigured> {
    let ServerEntry::Stitch { key, token, project, .. } = entry;
    keys([key, token, project].into_iter().flatten(), root)
}

/// The programs of the workspace among the commands that print keys; these work in the workspace's folder.
fn keys<'a>(sources: impl IntoIterator<Item = &'a KeySource>, root: &Path) -> Result<Inside, Misconfigured> {
    let mut all = Inside::default();
    for source in sources {
        if let KeySource::Command(command) = source {
            all.0.extend(inside(command, root, Some(root))?.0);
        }
    }
    Ok(all)
}

fn sends(dialect: Dialect, http: &Http) -> Vec<String> {
    let url = address(http.url.as_deref().unwrap_or_else(|| dialect.url()));
    let mut does = vec![format!("sends briefs and designs to {url}, for {}", http.model)];
    does.extend(http.key.as_ref().map(|source| secret("key", source)));
    does.extend(http.proxy.as_ref().map(|proxy| format!("through the proxy {}", address(proxy))));
    does
}

/// An address, without what may be secret in it. That something is left out is said: what is trusted is all of it, as
/// the hash has it.
fn address(url: &str) -> String {
    let shown = without_secrets(url);
    if shown == url {
        return shown;
    }
    format!(
        "{shown} (a user, a password or what stands behind its ? or # is not shown; the SHA-256 is of all of it)"
    )
}

fn secret(what: &str, source: &KeySource) -> String {
    match source {
        KeySource::Env(name) => format!("with the {what} that the variable {name} holds"),
        KeySource::Command(command) => format!("with the {what} that this prints: {}", words(command)),
    }
}

/// A command, so that its arguments can be told apart.
fn words(command: &[String]) -> String {
    let plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=@+,{}".contains(c))
    };
    let word = |word: &String| if plain(word) { word.clone() } else { format!("{word:?}") };
    command.iter().map(word).collect::<Vec<_>>().join(" ")
}
