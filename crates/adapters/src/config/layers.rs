//! The layers of the configuration, and the settings that they make together.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::FILE_NAME;
use super::aiwf;
use super::file;
use super::file::LARGEST;
use super::settings::{Origin, Settings};
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_flows::design::Design;
use frieze_kernel::Flow as _;
use frieze_ports::{Misconfigured, NotConfigured, Store, StoreError};

/// Opens a store, if its folder exists by now.
pub type FindStore = Box<dyn Fn() -> Result<Option<Arc<dyn Store>>, StoreError> + Send + Sync>;

/// All layers: files, which may change while a program runs, and arguments.
pub struct Configuration {
    /// `None` if there is no workspace yet.
    pub workspace: Option<Arc<dyn Store>>,
    /// The canonical path of the workspace.
    pub root: Option<PathBuf>,
    /// Opens the user's configuration folder. It may be created while a program runs, for example by the first trusted agent.
    pub user: FindStore,
    /// Opens `.aiwf` in the user's home folder.
    pub user_aiwf: FindStore,
    /// `FRIEZE_…` variables, by name.
    pub environment: Vec<(String, String)>,
    /// `--set key=value`.
    pub flags: Vec<String>,
}

const ENVIRONMENT: [(&str, &str); 15] = [
    ("FRIEZE_MAX_CALLS", "maxCalls"),
    ("FRIEZE_MAX_TOKENS", "maxTokens"),
    ("FRIEZE_MAX_COST", "maxCost"),
    ("FRIEZE_PREVIEW", "preview"),
    ("FRIEZE_THRESHOLD", "threshold"),
    ("FRIEZE_MAX_ITERATIONS", "maxIterations"),
    ("FRIEZE_AGENT_TIMEOUT_SECONDS", "agentTimeoutSeconds"),
    ("FRIEZE_REPAIR_ATTEMPTS", "repairAttempts"),
    ("FRIEZE_CONCURRENCY", "concurrency"),
    ("FRIEZE_GENERATOR", "generator"),
    ("FRIEZE_CRITIC", "critic"),
    ("FRIEZE_USER", "user"),
    ("FRIEZE_SCREEN_THEME", "screen.theme"),
    ("FRIEZE_SCREEN_NOTIFY", "screen.notify"),
    ("FRIEZE_SCREEN_MOUSE", "screen.mouse"),
];

impl Configuration {
    /// Reads the built-in and the user's own layer.
    ///
    /// # Errors
    /// If the file cannot be read or is invalid.
    pub fn user_settings(&self) -> Result<Settings, NotConfigured> {
        Ok(self.user_layers()?.settings()?)
    }

    fn user_layers(&self) -> Result<Layers, NotConfigured> {
        let mut layers = Layers::default();
        if let Some(home) = (self.user_aiwf)()? {
            layers.add(aiwf::users(&home)?.0, &Origin::UserAiwf);
        }
        if let Some(user) = (self.user)()? {
            layers.add(read(&user, &RelPath::new("config.yaml"), "the user's config.yaml")?, &Origin::User);
        }
        Ok(layers)
    }

    /// Reads all layers.
    ///
    /// # Errors
    /// If a file cannot be read, or a value is invalid.
    pub fn settings(&self) -> Result<Settings, NotConfigured> {
        let mut layers = self.user_layers()?;
        if let Some(workspace) = &self.workspace {
            layers.add(read(workspace, &RelPath::new(FILE_NAME), FILE_NAME)?, &Origin::Workspace);
            layers.add(aiwf::workspaces(workspace)?, &Origin::WorkspaceAiwf);
        }
        for (variable, key) in ENVIRONMENT {
            if let Some((_, text)) = self.environment.iter().find(|(name, _)| name == variable) {
                layers.add(single_value(variable, key, text)?, &Origin::Environment(variable.to_owned()));
            }
        }
        for layer in self.flag_layers() {
            layers.add(layer?, &Origin::Flag);
        }
        Ok(layers.settings()?)
    }

    /// The layers of `--set`, in order. Every command checks them, even if it only warns about a broken file of the workspace.
    pub fn flag_layers(&self) -> impl Iterator<Item = Result<Value, Misconfigured>> {
        self.flags.iter().map(|flag| {
            let Some((key, text)) = flag.split_once('=') else {
                return Err(Misconfigured::new(
                    format!("--set {flag}: '=' is missing"),
                    "write --set key=value, for example --set threshold=85",
                ));
            };
            single_value("--set", key.trim(), text)
        })
    }

    /// The names of what is set but ignored: variables that start with `FRIEZE_`, sorted, and keys of the user's
    /// `.aiwf/config.yml`.
    pub fn unknown_names(&self) -> Vec<String> {
        let users = (self.user_aiwf)().ok().flatten().and_then(|home| aiwf::users(&home).ok());
        let keys = users.into_iter().flat_map(|(_, unknown)| unknown);
        let keys = keys.map(|key| format!("{} in {}", Shown::cut(&key, LONGEST_KEY), aiwf::USERS));
        self.unknown_variables().into_iter().chain(keys).collect()
    }

    fn unknown_variables(&self) -> Vec<String> {
        let names = self.environment.iter().map(|(name, _)| name);
        let unknown = names.filter(|name| ENVIRONMENT.iter().all(|(known, _)| known != name));
        let mut unknown: Vec<String> = unknown.cloned().collect();
        unknown.sort_unstable();
        unknown
    }
}

fn read(store: &Arc<dyn Store>, path: &RelPath, name: &str) -> Result<Value, NotConfigured> {
    match store.read(path, LARGEST)? {
        Some(bytes) => Ok(file::read(name, &bytes)?),
        None => Ok(Value::Null),
    }
}

/// A layer with a single value, given as text.
fn single_value(name: &str, key: &str, text: &str) -> Result<Value, Misconfigured> {
    let wrong = |what: String| {
        Misconfigured::new(
            format!("{name} ({key}): {what}"),
            "`frieze config` lists the keys and their values",
        )
    };
    let text = text.trim();
    let is_text = matches!(key, "user" | "maxCost" | "approval.key" | "approval.approvers")
        || key.starts_with("screen.keys.")
        || key.starts_with("session.");
    let value = match (text.parse::<u64>(), text.parse::<bool>()) {
        (Ok(number), _) if !is_text => Value::from(number),
        (_, Ok(truth)) if !is_text => Value::from(truth),
        _ => Value::from(text),
    };
    // `screen.theme` is the key `theme` of `screen`.
    let value = key
        .rsplitn(DEEPEST, '.')
        .fold(value, |value, key| Value::Object([(key.to_owned(), value)].into_iter().collect()));
    file::checked(value).map_err(|invalid| wrong(invalid.what))
}

/// How much of an unknown key is shown, in columns.
const LONGEST_KEY: usize = 60;

/// Maximum number of keys on the path to a value.
const DEEPEST: usize = 3;

/// The values of all layers, and where they come from.
#[derive(Default)]
struct Layers {
    values: Map<String, Value>,
    origins: BTreeMap<String, Origin>,
}

impl Layers {
    /// Adds checked values; they come before those of earlier layers.
    fn add(&mut self, values: Value, origin: &Origin) {
        if let Value::Object(mut values) = values {
            // The design's roles have short forms, which everything else knows.
            let roles = values.get_mut("roles").and_then(Value::as_object_mut);
            if let Some(Value::Object(design)) = roles.and_then(|roles| roles.remove(Design::NAME)) {
                values.extend(design);
            }
            merge(&mut self.values, &mut self.origins, "", values, origin);
        }
    }

    fn settings(self) -> Result<Settings, Misconfigured> {
        let settings: Settings = serde_json::from_value(Value::Object(self.values)).map_err(|_| {
            Misconfigured::new("the configuration cannot be read", "check the files of all layers")
        })?;
        Ok(Settings { origins: self.origins, ..settings })
    }
}

/// Puts the values of a section into another one, and notes their origin. `above` is the section's path, with a dot at its end.
fn merge(
    into: &mut Map<String, Value>,
    origins: &mut BTreeMap<String, Origin>,
    above: &str,
    values: Map<String, Value>,
    origin: &Origin,
) {
    for (key, value) in values {
        let path = format!("{above}{key}");
        let is_entry = matches!(above, "agents." | "servers.");
        if value.is_object() && !is_entry {
            let section = into.entry(key).or_insert_with(|| json!({})).as_object_mut();
            if let (Some(section), Value::Object(values)) = (section, value) {
                merge(section, origins, &format!("{path}."), values, origin);
            }
            continue;
        }
        let is_users = above == "approval." && origins.get(&path) == Some(&Origin::User);
        if is_users && *origin == Origin::Workspace {
            continue;
        }
        if is_entry {
            // An entry replaces an earlier one as a whole.
            let below = format!("{path}.");
            origins.retain(|known, _| !known.starts_with(&below));
            let keys = value.as_object().into_iter().flat_map(Map::keys);
            origins.extend(keys.map(|key| (format!("{below}{key}"), origin.clone())));
        }
        origins.insert(path, origin.clone());
        into.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use rustix::io::Errno;

    use super::*;
    use frieze_ports::StoreErrorKind;
    use frieze_store::DurableStore;
    use frieze_testkit::{Fault, FaultyDisk, MemoryDisk, Operation};

    /// Disk errors are not reported as mistakes in a file, and an unreadable file is not treated as missing.
    #[test]
    fn a_disk_error_is_reported_as_such() {
        let empty = || FaultyDisk::new(MemoryDisk::default());
        let over = |disk| Arc::new(DurableStore::new(disk)) as Arc<dyn Store>;
        let of = |workspace, user: FindStore| {
            let configuration = Configuration {
                workspace: Some(workspace),
                root: None,
                user,
                user_aiwf: Box::new(|| Ok(None)),
                environment: Vec::new(),
                flags: Vec::new(),
            };
            configuration.settings().map(drop)
        };
        assert_eq!(of(over(empty()), Box::new(|| Ok(None))), Ok(()));
        let (broken, folder) = (empty(), MemoryDisk::default());
        broken.set(Some(Fault::once(Operation::Read, 1, Errno::IO)));
        let found = of(over(broken), Box::new(|| Ok(None)));
        assert!(matches!(&found, Err(NotConfigured::Store(e)) if e.path == FILE_NAME), "{found:?}");
        folder.plant_symlink(&RelPath::root(), FILE_NAME).unwrap();
        let found = of(over(FaultyDisk::new(folder)), Box::new(|| Ok(None)));
        assert!(matches!(found, Err(NotConfigured::Wrong(_))), "{found:?}");
        let kind = StoreErrorKind::NotAllowed;
        let user = move || {
            let why = "permission denied".to_owned();
            Err(StoreError { operation: "open", path: "config".to_owned(), kind, why })
        };
        let found = of(over(empty()), Box::new(user));
        assert!(matches!(&found, Err(NotConfigured::Store(e)) if e.kind == kind), "{found:?}");
    }
}
