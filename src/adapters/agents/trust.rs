//! Trust (promise P21): what a workspace's frieze.yaml describes is used only after its user trusted exactly that
//! definition, once, by its hash. What the user's own configuration, a variable or `--set` says needs none.
//! Whoever makes an agent or a client of a server asks here first.

use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::super::config::{
    AgentEntry, Configuration, FILE_NAME, Http, KeySource, Origin, ServerEntry, Valued,
};
use super::http::Dialect;
use super::kind::AgentKind;
use super::without_secrets;
use crate::domain::path::RelPath;
use crate::domain::{canonical, json, schema};
use crate::ports::{Definition, Lease, Locked, Misconfigured, NotConfigured, Store};

/// The file of the user's own configuration folder that keeps what was trusted.
const KEPT: &str = "trusted.json";
/// Who is writing it holds the lock on this file: asked for so often, and the pause between.
const LOCK: &str = ".trusted.lock";
const ATTEMPTS: usize = 200;
const PAUSE: Duration = Duration::from_millis(20);
/// The largest such file that is read, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    version: u32,
    trusted: Vec<Trusted>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trusted {
    section: String,
    name: String,
    sha256: String,
    at: String,
}

/// Whether an agent may be used.
pub fn agent(
    configuration: &Configuration,
    name: &str,
    entry: &Valued<AgentEntry>,
) -> Result<(), Misconfigured> {
    match (&entry.origin, agent_definition(name, &entry.value)) {
        (Origin::Workspace, Some(definition)) => allowed(configuration, &definition),
        _ => Ok(()),
    }
}

/// Whether a server may be used.
pub fn server(
    configuration: &Configuration,
    name: &str,
    entry: &Valued<ServerEntry>,
) -> Result<(), Misconfigured> {
    if entry.origin != Origin::Workspace {
        return Ok(());
    }
    allowed(configuration, &server_definition(name, &entry.value))
}

/// Every definition of the workspace that needs trust, and whether it has it.
pub fn definitions(configuration: &Configuration) -> Result<Vec<Definition>, Misconfigured> {
    let settings = configuration.settings()?;
    let agents = settings.agents.iter().filter(|(_, entry)| entry.origin == Origin::Workspace);
    let agents = agents.filter_map(|(name, entry)| agent_definition(name, &entry.value));
    let servers = settings.servers.iter().filter(|(_, entry)| entry.origin == Origin::Workspace);
    let servers = servers.map(|(name, entry)| server_definition(name, &entry.value));
    let kept = read(configuration)?;
    let known = |definition: Definition| Definition { trusted: knows(&kept, &definition), ..definition };
    Ok(agents.chain(servers).map(known).collect())
}

/// Keeps that a definition is trusted, in the user's own folder. `at` is the time.
pub fn keep(
    folder: &Path,
    store: &dyn Store,
    definition: &Definition,
    at: String,
) -> Result<(), Misconfigured> {
    let wrong = |why: String| Misconfigured {
        what: format!("{}: {why}", folder.join(KEPT).display()),
        hint: "check who owns the folder; nothing was trusted".to_owned(),
    };
    // Two that trust something at once would each write what it had read.
    let _lease = lease(store).map_err(wrong)?;
    let mut kept = read_from(store)?;
    if !knows(&kept, definition) {
        kept.trusted.push(Trusted {
            section: definition.section.to_owned(),
            name: definition.name.clone(),
            sha256: definition.sha256.clone(),
            at,
        });
    }
    // The file is the user's alone from its first moment: who replaces it keeps its permissions.
    let mut options = std::fs::OpenOptions::new();
    match options.write(true).create_new(true).mode(0o600).open(folder.join(KEPT)) {
        Ok(_) => {}
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
        Err(e) => return Err(wrong(e.to_string())),
    }
    let mut bytes = serde_json::to_vec_pretty(&kept).map_err(|e| wrong(e.to_string()))?;
    bytes.push(b'\n');
    store.replace(&[(RelPath::new(KEPT), bytes)]).map_err(|e| wrong(e.to_string()))
}

/// The lock on what was trusted. Whoever has it gives it back in a moment.
fn lease(store: &dyn Store) -> Result<Lease, String> {
    for _ in 0..ATTEMPTS {
        let lock = RelPath::new(LOCK);
        let owner = format!("process {}", std::process::id());
        match store.lock(&RelPath::root(), &lock, owner.as_bytes()).map_err(|e| e.to_string())? {
            Some(Locked::Held(lease)) => return Ok(lease),
            Some(Locked::By(_)) => std::thread::sleep(PAUSE),
            None => return Err("the folder is gone".to_owned()),
        }
    }
    Err("another frieze is writing it".to_owned())
}

fn allowed(configuration: &Configuration, definition: &Definition) -> Result<(), Misconfigured> {
    if knows(&read(configuration)?, definition) {
        return Ok(());
    }
    let Definition { section, name, .. } = definition;
    Err(Misconfigured {
        what: format!(
            "{section}.{name} is described in {FILE_NAME}, and you have not trusted that description"
        ),
        hint: format!("`frieze trust {name}` shows what it would do, and asks"),
    })
}

fn knows(kept: &Kept, definition: &Definition) -> bool {
    let same = |one: &Trusted| {
        one.section == definition.section && one.name == definition.name && one.sha256 == definition.sha256
    };
    kept.trusted.iter().any(same)
}

fn read(configuration: &Configuration) -> Result<Kept, Misconfigured> {
    let user = (configuration.user)().map_err(NotConfigured::from)?;
    user.map_or_else(|| Ok(nothing()), |store| read_from(store.as_ref()))
}

fn nothing() -> Kept {
    Kept { version: 1, trusted: Vec::new() }
}

fn read_from(store: &dyn Store) -> Result<Kept, Misconfigured> {
    let wrong = |why: String| Misconfigured {
        what: format!("the user's {KEPT}: {why}"),
        hint: format!(
            "correct or remove {KEPT} in your configuration folder; then trust again what you want to use"
        ),
    };
    let path = RelPath::new(KEPT);
    let bytes = store.read(&path, LARGEST).map_err(|e| wrong(e.to_string()))?.unwrap_or_default();
    if bytes.is_empty() {
        return Ok(nothing());
    }
    let value = json::read(&bytes).map_err(|e| wrong(e.to_string()))?;
    if let Some(violation) = schema::trusted().violations(&value).first() {
        return Err(wrong(violation.message.clone()));
    }
    serde_json::from_value(value).map_err(|e| wrong(e.to_string()))
}

fn definition(section: &'static str, name: &str, of: &impl Serialize, does: Vec<String>) -> Definition {
    let sha256 = canonical::digest(&json!({ section: { name: json::of(of) } })).to_string();
    Definition { section, name: name.to_owned(), sha256, does, trusted: false }
}

/// What is to be trusted of an agent; `None` for one that runs nothing and reaches nobody.
fn agent_definition(name: &str, entry: &AgentEntry) -> Option<Definition> {
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
        AgentKind::Files { .. } | AgentKind::Replay { .. } => return None,
    };
    Some(definition("agents", name, entry, does))
}

fn server_definition(name: &str, entry: &ServerEntry) -> Definition {
    let ServerEntry::Stitch { url, key, token, project, .. } = entry;
    let to = url.as_deref().map_or_else(|| "Google Stitch".to_owned(), address);
    let mut does = vec![format!("sends designs to {to}")];
    for (what, source) in [("key", key), ("token", token), ("project", project)] {
        does.extend(source.as_ref().map(|source| secret(what, source)));
    }
    definition("servers", name, entry, does)
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
