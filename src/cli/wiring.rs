//! Interface between the command line and the concrete adapters.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Stop;
use crate::terminal::ScreenEnd;
use frieze_data::id::FeatureId;
use frieze_design::critique::TwoCritiques;
use frieze_engine::{Flows, Runs, Trouble};
use frieze_kernel::BUILT_IN;
use frieze_ports::{Agents, Definition, Misconfigured, Store, StoreError, UserFiles};

/// The machine.
pub trait Wiring {
    /// Files named by a person.
    fn files(&self) -> &dyn UserFiles;

    /// The store of any folder, which is created if needed.
    ///
    /// # Errors
    /// If the folder cannot be created or opened.
    fn store_at(&self, folder: &Path) -> Result<Arc<dyn Store>, StoreError>;

    fn is_symlink(&self, path: &Path) -> bool;

    fn is_in_workspace(&self, folder: &Path) -> bool;

    /// The kinds of agents whose program is in `PATH`, such as `claude`.
    fn installed_programs(&self) -> Vec<&'static str>;

    /// The values that are configured outside of every workspace.
    fn configured_outside(&self, set: &[String]) -> Configured;

    /// Opens the workspace of a folder.
    ///
    /// # Errors
    /// If there is none, or it cannot be opened.
    fn open(&self, folder: &Path, set: &[String]) -> Result<Context, Trouble>;

    /// Runs the screen on the workspace of a folder.
    ///
    /// # Errors
    /// What happened, and what to do.
    fn screen(&self, folder: &Path, set: &[String]) -> Result<ScreenEnd, [String; 2]>;
}

/// Every configured value: key, value, origin.
pub type Configured = Result<Vec<[String; 3]>, Stop>;

pub struct Context {
    pub root: PathBuf,
    pub flows: Flows,
    pub store: Arc<dyn Store>,
    pub agents: Arc<dyn Agents>,
    pub configuration: Configured,
    /// Names of what is set but ignored: `FRIEZE_…` variables, and keys of the user's `.aiwf/config.yml`.
    pub unknown_names: Vec<String>,
    /// Sentences on keys that `screen.keys` took away from other actions.
    pub taken_keys: Vec<String>,
    /// Checks of the workspace's folder, for the doctor.
    pub survey: Box<dyn Fn() -> Survey + Send + Sync>,
    /// The definitions that need trust.
    pub definitions: Box<dyn Fn() -> Result<Vec<Definition>, Misconfigured> + Send + Sync>,
    /// Saves trust in a definition.
    pub save_trust: fn(&Definition) -> Result<(), Misconfigured>,
    pub use_agent: Box<UseAgent>,
    /// The kinds of agents whose program is in `PATH`.
    pub installed_programs: fn() -> Vec<&'static str>,
    pub critic: Box<AskCriticTwice>,
    pub standards: Box<BundleStandards>,
}

impl Context {
    /// The runs of the features' designs.
    pub fn design(&self) -> &dyn Runs {
        self.flows.design.as_ref()
    }

    /// The effective value of a key; `None` without one, or if the configuration is invalid.
    pub fn configured(&self, key: &str) -> Option<&str> {
        let lines = self.configuration.as_deref().unwrap_or_default();
        lines.iter().find(|[known, ..]| known == key).map(|[_, value, _]| value.as_str())
    }

    /// A command that gives the roles to a program of this machine, or to any of those that frieze knows.
    pub fn use_command(&self) -> String {
        format!("frieze use {}", (self.installed_programs)().first().unwrap_or(&"claude"))
    }

    /// Whether the built-in generator is used.
    pub fn drafts_without_a_model(&self) -> bool {
        self.configuration.is_ok() && self.configured("generator").is_none_or(|name| name == BUILT_IN)
    }
}

/// Puts the standards of a new session together, for a profile and the pairs of its context.
pub type BundleStandards = dyn Fn(&str, &[(&str, &str)]) -> Result<String, Trouble> + Send + Sync;

/// Gives roles to an agent in the workspace's frieze.yaml: the agent's name, and the roles.
pub type UseAgent = dyn Fn(&str, &[&str]) -> Result<UsedAgent, Trouble> + Send + Sync;

/// What became of frieze.yaml.
pub enum ChangedFile {
    Changed,
    /// It had these values already.
    Same,
    /// It cannot be changed safely; these lines belong into it.
    ByHand(Vec<String>),
}

/// What `frieze use` did.
pub struct UsedAgent {
    pub file: ChangedFile,
    /// The program of the agent, if it is not in `PATH`.
    pub missing_program: Option<&'static str>,
}

/// Asks the workspace's critic twice about a design, given as the bytes of its file; `None` if no critic is configured.
pub type AskCriticTwice = dyn Fn(&FeatureId, &[u8]) -> Result<Option<TwoCritiques>, Trouble> + Send + Sync;

/// Findings about a workspace's folder.
pub struct Survey {
    /// The workspace's own templates in use.
    pub templates: Result<Vec<String>, Misconfigured>,
    /// Why reading marks cannot be saved.
    pub marks_unwritable: Option<StoreError>,
    /// Why the workspace is read-only.
    pub not_writable: Option<StoreError>,
    /// Names under `features/` that are not UTF-8, in a readable form.
    pub unreadable_names: Vec<String>,
}
