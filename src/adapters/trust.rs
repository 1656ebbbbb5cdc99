//! Trust (promises P21 and P27): what a workspace's files describe is used only after its user trusted it, once: in this
//! workspace, by its canonical path, with exactly this definition, and with the content of every program that lies in
//! the workspace. A change in any of these asks again. The user's own configuration, a variable and `--set` need none.

use std::io::ErrorKind;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::config::Configuration;
use crate::domain::path::RelPath;
use crate::domain::{json, schema};
use crate::ports::{Definition, Misconfigured, NotConfigured, Store};

/// The file in the user's configuration folder that keeps what is trusted.
const KEPT: &str = "trusted.json";
/// The lock on that file.
const LOCK: &str = ".trusted.lock";
/// The version of that file. Version 1 did not name the workspace: what it holds is trusted nowhere any more.
const VERSION: u64 = 2;
/// The largest such file that is read, in bytes.
const LARGEST: usize = 4 * 1024 * 1024;

/// What a user trusts, in all workspaces.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    version: u64,
    trusted: Vec<Trusted>,
}

/// One definition that is trusted in one workspace: the last one that was.
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

impl Kept {
    /// Whether exactly this definition is trusted in its workspace.
    pub fn knows(&self, definition: &Definition) -> bool {
        self.trusted.iter().any(|one| one.is_for(definition) && one.sha256 == definition.sha256)
    }

    /// Whether anything was trusted for this name in this workspace, whatever it is now.
    pub fn knew(&self, definition: &Definition) -> bool {
        self.trusted.iter().any(|one| one.is_for(definition))
    }
}

/// How a workspace is named in what is trusted: by its canonical path. A path that is not UTF-8 is escaped, so that no two
/// have the same name.
pub fn name_of(workspace: &Path) -> String {
    workspace.to_str().map_or_else(|| format!("{workspace:?}"), str::to_owned)
}

/// What this user trusts, as far as they have a folder for it.
pub fn read(configuration: &Configuration) -> Result<Kept, Misconfigured> {
    let user = (configuration.user)().map_err(NotConfigured::from)?;
    user.map_or_else(|| Ok(nothing()), |store| read_from(store.as_ref()))
}

/// Refuses a definition that is not trusted.
pub fn allowed(kept: &Kept, definition: &Definition) -> Result<(), Misconfigured> {
    if kept.knows(definition) {
        return Ok(());
    }
    let Definition { section, name, described_in, .. } = definition;
    let changed =
        if kept.knew(definition) { "it changed since you trusted it" } else { "you have not trusted it" };
    Err(Misconfigured {
        what: format!("{section}.{name} came with this workspace ({described_in}), and {changed}"),
        hint: format!("`frieze trust {name}` shows what it does, and asks"),
    })
}

/// Keeps that a definition is trusted, in the user's own folder. `at` is the time.
///
/// # Errors
/// Where the file cannot be read or written; nothing is trusted then.
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
    let _lease = super::store::lease(store, LOCK).map_err(wrong)?;
    let mut kept = read_from(store)?;
    if !kept.knows(definition) {
        kept.trusted.retain(|one| !one.is_for(definition));
        kept.trusted.push(Trusted {
            workspace: definition.workspace.clone(),
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

fn nothing() -> Kept {
    Kept { version: VERSION, trusted: Vec::new() }
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
    if value.get("version").and_then(serde_json::Value::as_u64) == Some(1) {
        return Ok(nothing());
    }
    if let Some(violation) = schema::trusted().violations(&value).first() {
        return Err(wrong(violation.message.clone()));
    }
    serde_json::from_value(value).map_err(|e| wrong(e.to_string()))
}
