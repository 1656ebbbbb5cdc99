//! The effective settings, merged from all layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::agents::{AgentEntry, ServerEntry};
use super::file;
use super::file::{Colouring, Entry, FILE_NAME, FeatureLayer, LARGEST, Layer, Sign};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_flows::design::{
    DEFAULT_MAX_CALLS, DEFAULT_MAX_ITERATIONS, DEFAULT_REPAIR_ATTEMPTS, DEFAULT_THRESHOLD, DEFAULT_TIMEOUT_MS,
};
use frieze_kernel::BUILT_IN;
use frieze_ports::{Misconfigured, NotConfigured, Store, StoreError};

/// The layer that set a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    BuiltIn,
    User,
    Workspace,
    Environment(String),
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::User => f.write_str("the user's config.yaml"),
            Self::Workspace => f.write_str(FILE_NAME),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::Flag => f.write_str("--set"),
        }
    }
}

/// A value with its origin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued<T> {
    pub value: T,
    pub origin: Origin,
}

/// The effective settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    pub threshold: Valued<u8>,
    pub max_iterations: Valued<u32>,
    pub agent_timeout_seconds: Valued<u64>,
    pub repair_attempts: Valued<u8>,
    pub max_calls: Valued<u32>,
    pub concurrency: Valued<usize>,
    pub generator: Valued<String>,
    pub critic: Valued<String>,
    pub user: Valued<Option<String>>,
    pub max_tokens: Valued<Option<u64>>,
    /// In millionths of the currency.
    pub max_cost: Valued<Option<u64>>,
    /// The unit of amounts, such as `USD`.
    pub currency: Valued<String>,
    /// `built-in`, or the name of a server.
    pub preview: Valued<String>,
    /// The agents available as generator and critic.
    pub agents: BTreeMap<String, Valued<AgentEntry>>,
    pub servers: BTreeMap<String, Valued<ServerEntry>>,
    /// The keys written in a file for each agent and server, by `agents.NAME` and `servers.NAME`.
    pub(super) written: BTreeMap<String, BTreeSet<String>>,
    /// Values for single features.
    pub(super) features: BTreeMap<FeatureId, FeatureSettings>,
    pub screen: ScreenSettings,
    pub approval: ApprovalSettings,
}

/// How approvals are signed. Here, unlike everywhere else, the user's own file overrides the workspace's: a workspace must not
/// lower what its user demands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ApprovalSettings {
    pub sign: Valued<Sign>,
    /// The key to sign with; by default it is searched.
    pub key: Valued<Option<String>>,
    /// The file of approvers; by default `approvers` next to `frieze.yaml`.
    pub approvers: Valued<Option<String>>,
}

/// Look and behaviour of the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScreenSettings {
    pub theme: Valued<Colouring>,
    pub notify: Valued<bool>,
    pub mouse: Valued<bool>,
    /// Names of actions, with their keys. The screen validates both.
    pub keys: BTreeMap<String, Valued<String>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct FeatureSettings {
    pub(super) threshold: Option<Valued<u8>>,
    pub(super) max_iterations: Option<Valued<u32>>,
}

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
        let mut settings = Settings::built_in();
        if let Some(user) = (self.user)()? {
            let layer = read(&user, &RelPath::new("config.yaml"), "the user's config.yaml")?;
            settings.apply(layer, &Origin::User);
        }
        Ok(settings)
    }

    /// Reads all layers.
    ///
    /// # Errors
    /// If a file cannot be read, or a value is invalid.
    pub fn settings(&self) -> Result<Settings, NotConfigured> {
        let mut settings = self.user_settings()?;
        if let Some(workspace) = &self.workspace {
            let layer = read(workspace, &RelPath::new(FILE_NAME), FILE_NAME)?;
            settings.apply(layer, &Origin::Workspace);
        }
        for (variable, key) in ENVIRONMENT {
            if let Some((_, text)) = self.environment.iter().find(|(name, _)| name == variable) {
                settings.apply(single_value(variable, key, text)?, &Origin::Environment(variable.to_owned()));
            }
        }
        for layer in self.flag_layers() {
            settings.apply(layer?, &Origin::Flag);
        }
        Ok(settings)
    }

    /// The layers of `--set`, in order. Every command checks them, even if it only warns about a broken file of the workspace.
    pub fn flag_layers(&self) -> impl Iterator<Item = Result<Layer, Misconfigured>> {
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

    /// Unknown variables that start with `FRIEZE_`, sorted.
    pub fn unknown_variables(&self) -> Vec<String> {
        let names = self.environment.iter().map(|(name, _)| name);
        let unknown = names.filter(|name| ENVIRONMENT.iter().all(|(known, _)| known != name));
        let mut unknown: Vec<String> = unknown.cloned().collect();
        unknown.sort_unstable();
        unknown
    }
}

fn read(store: &Arc<dyn Store>, path: &RelPath, name: &str) -> Result<Layer, NotConfigured> {
    match store.read(path, LARGEST)? {
        Some(bytes) => Ok(file::read(name, &bytes)?),
        None => Ok(Layer::default()),
    }
}

/// A layer with a single value, given as text.
fn single_value(name: &str, key: &str, text: &str) -> Result<Layer, Misconfigured> {
    let wrong = |what: String| {
        Misconfigured::new(
            format!("{name} ({key}): {what}"),
            "`frieze config` lists the keys and their values",
        )
    };
    let text = text.trim();
    let is_text = matches!(key, "user" | "maxCost" | "approval.key" | "approval.approvers")
        || key.starts_with("screen.keys.");
    let value = match (text.parse::<u64>(), text.parse::<bool>()) {
        (Ok(number), _) if !is_text => Value::from(number),
        (_, Ok(truth)) if !is_text => Value::from(truth),
        _ => Value::from(text),
    };
    // `screen.theme` is the key `theme` of `screen`.
    let value = key
        .rsplitn(DEEPEST, '.')
        .fold(value, |value, key| Value::Object([(key.to_owned(), value)].into_iter().collect()));
    file::from_value(value).map_err(|invalid| wrong(invalid.what))
}

/// Maximum number of keys on the path to a value.
const DEEPEST: usize = 3;

impl Settings {
    fn built_in() -> Self {
        fn valued<T>(value: T) -> Valued<T> {
            Valued { value, origin: Origin::BuiltIn }
        }
        Self {
            threshold: valued(DEFAULT_THRESHOLD),
            max_iterations: valued(DEFAULT_MAX_ITERATIONS),
            agent_timeout_seconds: valued(DEFAULT_TIMEOUT_MS / 1000),
            repair_attempts: valued(DEFAULT_REPAIR_ATTEMPTS),
            max_calls: valued(DEFAULT_MAX_CALLS),
            concurrency: valued(4),
            generator: valued(BUILT_IN.to_owned()),
            critic: valued(BUILT_IN.to_owned()),
            user: valued(None),
            max_tokens: valued(None),
            max_cost: valued(None),
            currency: valued("USD".to_owned()),
            preview: valued(BUILT_IN.to_owned()),
            agents: BTreeMap::new(),
            servers: BTreeMap::new(),
            written: BTreeMap::new(),
            features: BTreeMap::new(),
            screen: ScreenSettings {
                theme: valued(Colouring::Auto),
                notify: valued(true),
                mouse: valued(true),
                keys: BTreeMap::new(),
            },
            approval: ApprovalSettings { sign: valued(Sign::No), key: valued(None), approvers: valued(None) },
        }
    }

    fn apply(&mut self, layer: Layer, origin: &Origin) {
        fn set<T>(place: &mut Valued<T>, value: Option<T>, origin: &Origin) {
            if let Some(value) = value {
                *place = Valued { value, origin: origin.clone() };
            }
        }
        fn add<T>(places: &mut BTreeMap<String, Valued<T>>, values: BTreeMap<String, T>, origin: &Origin) {
            let valued = |(name, value)| (name, Valued { value, origin: origin.clone() });
            places.extend(values.into_iter().map(valued));
        }
        set(&mut self.threshold, layer.threshold, origin);
        set(&mut self.max_iterations, layer.max_iterations, origin);
        set(&mut self.agent_timeout_seconds, layer.agent_timeout_seconds, origin);
        set(&mut self.repair_attempts, layer.repair_attempts, origin);
        set(&mut self.max_calls, layer.max_calls, origin);
        set(&mut self.concurrency, layer.concurrency, origin);
        set(&mut self.generator, layer.generator, origin);
        set(&mut self.critic, layer.critic, origin);
        set(&mut self.user, layer.user.map(Some), origin);
        set(&mut self.max_tokens, layer.max_tokens.map(Some), origin);
        set(&mut self.max_cost, layer.max_cost.map(|amount| Some(amount.micros())), origin);
        set(&mut self.currency, layer.currency, origin);
        set(&mut self.preview, layer.preview, origin);
        for (name, Entry { value, written }) in layer.agents {
            self.written.insert(format!("agents.{name}"), written);
            self.agents.insert(name, Valued { value, origin: origin.clone() });
        }
        for (name, Entry { value, written }) in layer.servers {
            self.written.insert(format!("servers.{name}"), written);
            self.servers.insert(name, Valued { value, origin: origin.clone() });
        }
        fn set_unless_the_users<T>(place: &mut Valued<T>, value: Option<T>, origin: &Origin) {
            if (origin, &place.origin) != (&Origin::Workspace, &Origin::User) {
                set(place, value, origin);
            }
        }
        set_unless_the_users(&mut self.approval.sign, layer.approval.sign, origin);
        set_unless_the_users(&mut self.approval.key, layer.approval.key.map(Some), origin);
        set_unless_the_users(&mut self.approval.approvers, layer.approval.approvers.map(Some), origin);
        set(&mut self.screen.theme, layer.screen.theme, origin);
        set(&mut self.screen.notify, layer.screen.notify, origin);
        set(&mut self.screen.mouse, layer.screen.mouse, origin);
        add(&mut self.screen.keys, layer.screen.keys, origin);
        for (id, FeatureLayer { threshold, max_iterations }) in layer.features {
            let feature = self.features.entry(id).or_default();
            if let Some(value) = threshold {
                feature.threshold = Some(Valued { value, origin: origin.clone() });
            }
            if let Some(value) = max_iterations {
                feature.max_iterations = Some(Valued { value, origin: origin.clone() });
            }
        }
    }

    /// Time limit for one request, in milliseconds.
    pub fn agent_timeout_ms(&self) -> u64 {
        self.agent_timeout_seconds.value.saturating_mul(1000)
    }

    /// The threshold of a feature: its own, or the general one.
    pub fn threshold_of(&self, feature: &FeatureId) -> u8 {
        let own = self.features.get(feature).and_then(|f| f.threshold.as_ref());
        own.unwrap_or(&self.threshold).value
    }

    /// The maximum number of iterations of a feature's run.
    pub fn max_iterations_of(&self, feature: &FeatureId) -> u32 {
        let own = self.features.get(feature).and_then(|f| f.max_iterations.as_ref());
        own.unwrap_or(&self.max_iterations).value
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
