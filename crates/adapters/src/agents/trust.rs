//! Definitions of a workspace's agents and servers for trust: what each would run, or where it would send data, and the
//! workspace's programs that it runs.

use std::path::Path;

use serde::Serialize;
use serde_json::json;

use super::super::config::{
    AgentEntry, Configuration, FILE_NAME, Http, KeySource, Origin, Program, ServerEntry, Settings,
};
use super::super::trust;
use super::command::workspace_files;
use super::command::workspace_files::CommandFile;
use super::http::Dialect;
use super::kind::AgentKind;
use super::preset;
use crate::web::without_secrets;
use frieze_data::{canonical, json};
use frieze_ports::{Definition, Misconfigured};

/// Checks that an agent may be used.
///
/// # Errors
/// If a definition of the workspace is not trusted, or one of the user's runs a program of the workspace.
pub fn agent(
    configuration: &Configuration,
    settings: &Settings,
    name: &str,
    entry: &AgentEntry,
) -> Result<(), Misconfigured> {
    allowed(
        configuration,
        settings.origin(&format!("agents.{name}")),
        |root| agent_definition(root, name, entry),
        |root| require_absolute("agents", name, &programs(entry, root)?),
    )
}

/// Checks that a server may be used.
///
/// # Errors
/// `Misconfigured` if a definition of the workspace is not trusted, or a key command of the user's configuration has a
/// relative path.
pub fn server(
    configuration: &Configuration,
    settings: &Settings,
    name: &str,
    entry: &ServerEntry,
) -> Result<(), Misconfigured> {
    allowed(
        configuration,
        settings.origin(&format!("servers.{name}")),
        |root| server_definition(root, name, entry).map(Some),
        |root| require_absolute("servers", name, &keys_of_server(entry, root)?),
    )
}

/// Checks a definition by its origin: with the workspace's root, one of the workspace is made for its trust, and one of the user
/// is checked.
fn allowed(
    configuration: &Configuration,
    origin: &Origin,
    of_workspace: impl FnOnce(&Path) -> Result<Option<Definition>, Misconfigured>,
    check_users: impl FnOnce(&Path) -> Result<(), Misconfigured>,
) -> Result<(), Misconfigured> {
    match origin {
        Origin::Workspace => match of_workspace(root(configuration)?)? {
            Some(definition) => trust::allowed(&trust::read(configuration)?, &definition),
            None => Ok(()),
        },
        Origin::User => configuration.root.as_deref().map_or(Ok(()), check_users),
        // A file below `.aiwf` describes no agents.
        Origin::BuiltIn
        | Origin::UserAiwf
        | Origin::WorkspaceAiwf
        | Origin::Environment(_)
        | Origin::Flag => Ok(()),
    }
}

fn root(configuration: &Configuration) -> Result<&Path, Misconfigured> {
    configuration.root.as_deref().ok_or_else(|| {
        Misconfigured::new(
            "the workspace is unknown, and trust is given per workspace",
            "run frieze inside the workspace",
        )
    })
}

/// All agents and servers of the workspace that need trust.
///
/// # Errors
/// `Misconfigured` if a file of the workspace that a definition runs cannot be read.
pub fn definitions(root: &Path, settings: &Settings) -> Result<Vec<Definition>, Misconfigured> {
    let is_here = |section, name: &str| *settings.origin(&format!("{section}.{name}")) == Origin::Workspace;
    let agents = settings.agents.iter().filter(|(name, _)| is_here("agents", name));
    let agents = agents.filter_map(|(name, entry)| agent_definition(root, name, entry).transpose());
    let servers = settings.servers.iter().filter(|(name, _)| is_here("servers", name));
    let servers = servers.map(|(name, entry)| server_definition(root, name, entry));
    agents.chain(servers).collect()
}

/// The user's own configuration applies to every workspace, so its programs must be the same everywhere.
fn require_absolute(section: &str, name: &str, programs: &[CommandFile]) -> Result<(), Misconfigured> {
    let mut words = programs.iter().map(|file| file.word.as_str());
    let Some(word) = words.find(|word| !Path::new(word).is_absolute()) else { return Ok(()) };
    Err(Misconfigured::new(
        format!(
            "{section}.{name} in your config.yaml runs {word:?}, a relative path: each workspace could run its own program"
        ),
        format!(
            "write its whole path in config.yaml, or describe {name} in this workspace's {FILE_NAME} and trust it there"
        ),
    ))
}

fn definition(
    root: &Path,
    section: &'static str,
    name: &str,
    of: &impl Serialize,
    programs: &[CommandFile],
    mut does: Vec<String>,
) -> Definition {
    let mut of = json::of(of);
    // The hash covers only what is set.
    of.as_object_mut().into_iter().for_each(|of| of.retain(|_, value| !value.is_null()));
    let mut hashed = json!({ section: { name: of } });
    if !programs.is_empty() {
        hashed["programs"] = json::of(&programs);
        let file = |named: &CommandFile| {
            format!("{} is a file of the workspace; its SHA-256 is now {}", named.word, named.sha256)
        };
        does.extend(programs.iter().map(file));
        does.push("files that these read or run are not covered".to_owned());
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

/// The definition of an agent; `None` if it runs nothing and sends nothing.
fn agent_definition(
    root: &Path,
    name: &str,
    entry: &AgentEntry,
) -> Result<Option<Definition>, Misconfigured> {
    let does = match AgentKind::of(entry) {
        AgentKind::Model(dialect, http) => sends(dialect, http),
        AgentKind::Known(known, preset) => {
            let command = preset::program(known, preset).command;
            runs(&Program { command, ..preset.program.clone() })
        }
        AgentKind::Program(program) | AgentKind::Acp(program) => runs(program),
        AgentKind::Files { .. } | AgentKind::Replay { .. } => return Ok(None),
    };
    Ok(Some(definition(root, "agents", name, entry, &programs(entry, root)?, does)))
}

/// What a program may do, line by line.
fn runs(program: &Program) -> Vec<String> {
    let mut does = vec![format!("runs {}", quoted(&program.command))];
    does.push(match &program.folder {
        Some(folder) => format!("in the folder {folder} of the workspace"),
        None => "in an empty folder of its own".to_owned(),
    });
    if !program.environment.is_empty() {
        does.push(format!("with the variables {}", program.environment.join(", ")));
    }
    does
}

/// The workspace's programs that an agent runs.
fn programs(entry: &AgentEntry, root: &Path) -> Result<Vec<CommandFile>, Misconfigured> {
    match AgentKind::of(entry) {
        AgentKind::Model(_, Http { key, .. }) => keys(key.as_ref(), root),
        AgentKind::Known(known, preset) => {
            files(&preset::own_command(known, preset), preset.program.folder.as_ref(), root)
        }
        AgentKind::Program(Program { command, folder, .. })
        | AgentKind::Acp(Program { command, folder, .. }) => files(command, folder.as_ref(), root),
        AgentKind::Files { .. } | AgentKind::Replay { .. } => Ok(Vec::new()),
    }
}

fn files(
    command: &[String],
    folder: Option<&String>,
    root: &Path,
) -> Result<Vec<CommandFile>, Misconfigured> {
    workspace_files::find(command, root, folder.map(|folder| root.join(folder)).as_deref())
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

fn keys_of_server(entry: &ServerEntry, root: &Path) -> Result<Vec<CommandFile>, Misconfigured> {
    let ServerEntry::Stitch { key, token, project, .. } = entry;
    keys([key, token, project].into_iter().flatten(), root)
}

/// The workspace's programs among the commands that print keys; these run in the workspace's folder.
fn keys<'a>(
    sources: impl IntoIterator<Item = &'a KeySource>,
    root: &Path,
) -> Result<Vec<CommandFile>, Misconfigured> {
    let mut all = Vec::new();
    for source in sources {
        if let KeySource::Command(command) = source {
            all.extend(workspace_files::find(command, root, Some(root))?);
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

/// An address without its secret parts. A note says if something is left out, because the hash covers all of it.
fn address(url: &str) -> String {
    let shown = without_secrets(url);
    if shown == url {
        return shown;
    }
    format!("{shown} (a user, password, query or fragment is not shown; the SHA-256 covers it)")
}

fn secret(what: &str, source: &KeySource) -> String {
    match source {
        KeySource::Env(name) => format!("with the {what} in the variable {name}"),
        KeySource::Command(command) => {
            format!("with the {what} that this command prints: {}", quoted(command))
        }
    }
}

/// A command with quoted arguments.
fn quoted(command: &[String]) -> String {
    let plain = |word: &str| {
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_./:=@+,{}".contains(c))
    };
    let word = |word: &String| if plain(word) { word.clone() } else { format!("{word:?}") };
    command.iter().map(word).collect::<Vec<_>>().join(" ")
}
