//! The effective settings: their values, built-in values and origins.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::FILE_NAME;
use super::agents::{AgentEntry, ServerEntry};
use super::aiwf::{USERS, WORKSPACES};
use super::amount::Amount;
use frieze_data::id::FeatureId;
use frieze_flows::design::{
    DEFAULT_MAX_CALLS, DEFAULT_MAX_ITERATIONS, DEFAULT_REPAIR_ATTEMPTS, DEFAULT_THRESHOLD, DEFAULT_TIMEOUT_MS,
};
use frieze_kernel::BUILT_IN;
use frieze_session::profile;

/// The layer that set a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    BuiltIn,
    /// `config.yml` in `.aiwf` of the user's home folder.
    UserAiwf,
    User,
    Workspace,
    /// `.aiwf/config.yml` of the workspace.
    WorkspaceAiwf,
    Environment(String),
    Flag,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.write_str("built in"),
            Self::UserAiwf => f.write_str(USERS),
            Self::User => f.write_str("the user's config.yaml"),
            Self::Workspace => f.write_str(FILE_NAME),
            Self::WorkspaceAiwf => f.write_str(WORKSPACES),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::Flag => f.write_str("--set"),
        }
    }
}

/// The effective settings.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    pub threshold: u8,
    pub max_iterations: u32,
    pub agent_timeout_seconds: u64,
    pub repair_attempts: u8,
    pub max_calls: u32,
    pub concurrency: usize,
    pub generator: String,
    pub critic: String,
    /// The agents of the roles of other workflows than the design, by workflow and role.
    pub roles: BTreeMap<String, BTreeMap<String, String>>,
    /// Who plays the phases of a chain that another workflow plays otherwise: `design: agent`, `implement: agent` or `command`.
    pub chain: BTreeMap<String, String>,
    pub user: Option<String>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<Amount>,
    /// The unit of amounts, such as `USD`.
    pub currency: String,
    /// `built-in`, or the name of a server.
    pub preview: String,
    /// The agents available as generator and critic.
    pub agents: BTreeMap<String, AgentEntry>,
    pub servers: BTreeMap<String, ServerEntry>,
    /// Values for single features.
    pub(super) features: BTreeMap<FeatureId, FeatureSettings>,
    pub screen: ScreenSettings,
    pub approval: ApprovalSettings,
    pub session: SessionSettings,
    /// The layers of values that are not built in, by their path, such as `screen.theme`. An agent or a server has one as a
    /// whole, and one for each of its keys.
    #[serde(skip)]
    pub(super) origins: BTreeMap<String, Origin>,
}

/// How approvals are signed. Here, unlike everywhere else, the user's own file overrides the workspace's: a workspace must not
/// lower what its user demands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ApprovalSettings {
    pub sign: Sign,
    /// The key to sign with; by default it is searched.
    pub key: Option<String>,
    /// The file of approvers; by default `approvers` next to `frieze.yaml`.
    pub approvers: Option<String>,
}

/// What sessions need (S56).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SessionSettings {
    /// The folder of the standards as it is written: absolute, or relative to the workspace, with `${NAME}` for a variable.
    pub standards_root: Option<String>,
    /// The profile of a session that names none.
    pub default_profile: String,
}

/// Whether approvals are signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Sign {
    #[default]
    No,
    Ssh,
}

/// Look and behaviour of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScreenSettings {
    pub theme: Colouring,
    pub notify: bool,
    pub mouse: bool,
    /// Names of actions, with their keys. The screen validates both.
    pub keys: BTreeMap<String, String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Colouring {
    /// As the terminal and `NO_COLOR` demand.
    Auto,
    Colours,
    /// For a light background.
    Light,
    Plain,
}

/// The values that may differ for a feature.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FeatureSettings {
    threshold: Option<u8>,
    max_iterations: Option<u32>,
}

/// The built-in layer.
impl Default for Settings {
    fn default() -> Self {
        Self {
            threshold: DEFAULT_THRESHOLD,
            max_iterations: DEFAULT_MAX_ITERATIONS,
            agent_timeout_seconds: DEFAULT_TIMEOUT_MS / 1000,
            repair_attempts: DEFAULT_REPAIR_ATTEMPTS,
            max_calls: DEFAULT_MAX_CALLS,
            concurrency: 4,
            generator: BUILT_IN.to_owned(),
            critic: BUILT_IN.to_owned(),
            roles: BTreeMap::new(),
            chain: BTreeMap::new(),
            user: None,
            max_tokens: None,
            max_cost: None,
            currency: "USD".to_owned(),
            preview: BUILT_IN.to_owned(),
            agents: BTreeMap::new(),
            servers: BTreeMap::new(),
            features: BTreeMap::new(),
            screen: ScreenSettings::default(),
            approval: ApprovalSettings::default(),
            session: SessionSettings::default(),
            origins: BTreeMap::new(),
        }
    }
}

impl Default for SessionSettings {
    fn default() -> Self {
        Self { standards_root: None, default_profile: profile::DEFAULT.to_owned() }
    }
}

impl Default for ScreenSettings {
    fn default() -> Self {
        Self { theme: Colouring::Auto, notify: true, mouse: true, keys: BTreeMap::new() }
    }
}

impl Settings {
    /// The layer of a value, by its path, such as `screen.theme` or `agents.local`.
    ///
    /// An agent or a server without an origin is treated like one of the workspace, which needs trust.
    pub fn origin(&self, path: &str) -> &Origin {
        let is_entry = ["agents.", "servers."]
            .iter()
            .any(|section| path.strip_prefix(section).is_some_and(|name| !name.contains('.')));
        let otherwise = if is_entry { &Origin::Workspace } else { &Origin::BuiltIn };
        self.origins.get(path).unwrap_or(otherwise)
    }

    /// The maximum cost of a run, in millionths of the currency.
    pub fn max_cost_micros(&self) -> Option<u64> {
        self.max_cost.as_ref().map(Amount::micros)
    }

    /// Time limit for one request, in milliseconds.
    pub fn agent_timeout_ms(&self) -> u64 {
        self.agent_timeout_seconds.saturating_mul(1000)
    }

    /// The threshold of a feature: its own, or the general one.
    pub fn threshold_of(&self, feature: &FeatureId) -> u8 {
        self.features.get(feature).and_then(|own| own.threshold).unwrap_or(self.threshold)
    }

    /// The maximum number of iterations of a feature's run.
    pub fn max_iterations_of(&self, feature: &FeatureId) -> u32 {
        self.features.get(feature).and_then(|own| own.max_iterations).unwrap_or(self.max_iterations)
    }
}
