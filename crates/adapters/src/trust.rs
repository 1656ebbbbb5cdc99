//! Trust in the definitions of a workspace (promises P21 and P27). Before frieze uses one, the user must trust it once: in this
//! workspace, by its canonical path, with exactly this definition, and with the content of every program inside the workspace.
//! Any change asks again. The user's own configuration, variables and `--set` need no trust.

use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::config::Configuration;
use frieze_data::digest::Digest;
use frieze_data::path::RelPath;
use frieze_data::{json, schema};
use frieze_ports::{Definition, Misconfigured, NotConfigured, Store};

/// The file of trusted definitions, in the user's configuration folder.
const FILE: &str = "trusted.json";
/// The lock on that file.
const LOCK: &str = ".trusted.lock";
/// The version of that file. Version 1 did not name the workspace, so its entries are ignored.
const VERSION: u64 = 2;
/// Maximum size of that file, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// All definitions that a user trusts, in all workspaces.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrustedDefinitions {
    version: u64,
    trusted: Vec<Trusted>,
}

/// The definition that was trusted last for a workspace, section and name.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trusted {
    workspace: String,
    section: String,
    name: String,
    sha256: String,
    at: String,
}

impl Trusted {
    fn is_for(&self, definition: &Definition) -> bool {
        self.workspace == definition.workspace
            && self.section == definition.section
            && self.name == definition.name
    }
}

impl TrustedDefinitions {
    /// Whether exactly this definition is trusted in its workspace.
    pub fn contains(&self, definition: &Definition) -> bool {
        self.trusted.iter().any(|one| one.is_for(definition) && one.sha256 == definition.sha256)
    }

    /// Whether this user ever trusted a definition of this name in this workspace.
    pub fn was_ever_trusted(&self, definition: &Definition) -> bool {
        self.trusted.iter().any(|one| one.is_for(definition))
    }
}

/// The name of a workspace in the file of trusted definitions: its canonical path, escaped if it is not UTF-8, so that names
/// stay unique.
pub fn name_of(workspace: &Path) -> String {
    workspace.to_str().map_or_else(|| format!("{workspace:?}"), str::to_owned)
}

/// The definitions that this user trusts; none if they have no folder for them.
///
/// # Errors
/// If the file cannot be read.
pub fn read(configuration: &Configuration) -> Result<TrustedDefinitions, Misconfigured> {
    let user = (configuration.user)().map_err(NotConfigured::from)?;
    user.map_or_else(|| Ok(nothing()), |store| read_from(store.as_ref()))
}

/// A file that came with a workspace and is used in place of a built-in one.
pub struct OwnFile {
    /// Its name for `frieze trust`.
    pub name: String,
    /// Its path in the workspace.
    pub described_in: String,
    pub sha256: Digest,
    /// What it is used for.
    pub does: String,
}

impl OwnFile {
    pub fn definition(self, root: &Path) -> Definition {
        Definition {
            workspace: name_of(root),
            section: "templates",
            name: self.name,
            described_in: self.described_in,
            sha256: self.sha256.to_string(),
            does: vec![self.does],
            trusted: false,
        }
    }
}

/// Why files that came with a workspace are not used: the first one that the user has not trusted.
pub fn untrusted(
    configuration: &Configuration,
    root: &Path,
    own: impl IntoIterator<Item = OwnFile>,
) -> Option<Misconfigured> {
    let mut own = own.into_iter().peekable();
    own.peek()?;
    match read(configuration) {
        Ok(known) => own.find_map(|own| allowed(&known, &own.definition(root)).err()),
        Err(e) => Some(e),
    }
}

/// Checks that a definition is trusted.
///
/// # Errors
/// If it is not, with the command to trust it.
pub fn allowed(known: &TrustedDefinitions, definition: &Definition) -> Result<(), Misconfigured> {
    if known.contains(definition) {
        return Ok(());
    }
    let Definition { section, name, described_in, .. } = definition;
    let changed = if known.was_ever_trusted(definition) {
        "it changed since you trusted it"
    } else {
        "you have not trusted it"
    };
    Err(Misconfigured::new(
        format!("{section}.{name} came with this workspace ({described_in}), and {changed}"),
        format!("`frieze trust {name}` shows what it does, and asks"),
    ))
}

/// Records trust in a definition, in the user's own folder. `at` is the time.
///
/// # Errors
/// If the file cannot be read or written; then nothing is trusted.
pub fn save(
    folder: &Path,
    store: &dyn Store,
    definition: &Definition,
    at: String,
) -> Result<(), Misconfigured> {
    let wrong = |why: String| {
        Misconfigured::new(
            format!("{}: {why}", folder.join(FILE).display()),
            "check who owns the folder; nothing was trusted",
        )
    };
    // Without a lock, two processes at once would overwrite each other's entry.
    let _lease = frieze_store::lease(store, LOCK).map_err(wrong)?;
    let mut known = read_from(store)?;
    if !known.contains(definition) {
        known.trusted.retain(|one| !one.is_for(definition));
        known.trusted.push(Trusted {
            workspace: definition.workspace.clone(),
            section: definition.section.to_owned(),
            name: definition.name.clone(),
            sha256: definition.sha256.clone(),
            at,
        });
    }
    // Private to the user from the start; replacing the file keeps its permissions.
    let mut options = std::fs::OpenOptions::new();
    match options.write(true).create_new(true).mode(0o600).open(folder.join(FILE)) {
        Ok(_) => {}
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
        Err(e) => return Err(wrong(e.to_string())),
    }
    store.replace(&[(RelPath::new(FILE), json::pretty(&known))]).map_err(|e| wrong(e.to_string()))
}

fn nothing() -> TrustedDefinitions {
    TrustedDefinitions { version: VERSION, trusted: Vec::new() }
}

fn read_from(store: &dyn Store) -> Result<TrustedDefinitions, Misconfigured> {
    let wrong = |why: String| {
        Misconfigured::new(
            format!("the user's {FILE}: {why}"),
            format!("correct or remove {FILE} in your configuration folder; then trust again what you use"),
        )
    };
    let path = RelPath::new(FILE);
    let bytes = store.read(&path, LARGEST).map_err(|e| wrong(e.to_string()))?.unwrap_or_default();
    if bytes.is_empty() {
        return Ok(nothing());
    }
    let value = json::read(&bytes).map_err(|e| wrong(e.to_string()))?;
    if value.get("version").and_then(serde_json::Value::as_u64) == Some(1) {
        return Ok(nothing());
    }
    if let Some(violation) = schema::trusted().violations(&value).first() {
        return Err(wrong(violation.message.clone()));
    }
    serde_json::from_value(value).map_err(|e| wrong(e.to_string()))
}
