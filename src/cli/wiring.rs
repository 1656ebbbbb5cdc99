//! What the command line is built on, handed in by the one place that names concrete adapters.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::domain::critique::Critique;
use crate::domain::id::FeatureId;
use crate::engine::{Engine, Trouble};
use crate::kernel::{BUILT_IN, Flow, Spent};
use crate::ports::{Agents, Definition, Misconfigured, Store, StoreError, UserFiles};

/// The machine, as the command line needs it.
pub trait Wiring {
    /// The workflow of the workspaces.
    type Flow: Flow;

    /// Files that a person names.
    fn files(&self) -> &dyn UserFiles;

    /// The store of any folder, which is made if need be.
    fn store_at(&self, folder: &Path) -> Result<Arc<dyn Store>, StoreError>;

    /// Whether a folder is in a workspace.
    fn is_in_workspace(&self, folder: &Path) -> bool;

    /// The workspace that a folder is in.
    fn open(&self, folder: &Path, set: &[String]) -> Result<Tools<Self::Flow>, Trouble>;

    /// The screen on the workspace that a folder is in. The error says what happened and what to do.
    fn screen(&self, folder: &Path, set: &[String]) -> Result<ScreenEnd, [String; 2]>;
}

/// How the screen ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreenEnd {
    /// With this exit code; what there was to say was said.
    Code(i32),
    /// By the signal of this number, which nobody told yet.
    Signalled(i32),
}

/// A workspace, opened.
pub struct Tools<F: Flow> {
    pub root: PathBuf,
    pub engine: Arc<Engine<F>>,
    pub store: Arc<dyn Store>,
    pub agents: Arc<dyn Agents>,
    /// Every configured value: key, value, origin.
    pub configuration: Result<Vec<[String; 3]>, Misconfigured>,
    /// `FRIEZE_…` variables that mean nothing.
    pub unknown_variables: Vec<String>,
    /// What `screen.keys` took from actions that it does not name, in a sentence each.
    pub taken_keys: Vec<String>,
    /// What lies in the workspace beside its features, for the doctor.
    pub survey: Box<dyn Fn() -> Survey + Send + Sync>,
    pub trust: Trusting,
    pub critic: Box<AskTwice>,
}

impl<F: Flow> Tools<F> {
    /// The value of a key that is in force; `None` where there is none, or where the configuration cannot be used.
    pub fn configured(&self, key: &str) -> Option<&str> {
        let lines = self.configuration.as_deref().unwrap_or_default();
        lines.iter().find(|[known, ..]| known == key).map(|[_, value, _]| value.as_str())
    }

    /// Whether the generator that is part of the program drafts and reads instructions.
    pub fn drafts_without_a_model(&self) -> bool {
        self.configuration.is_ok() && self.configured("generator").is_none_or(|name| name == BUILT_IN)
    }
}

/// What asks the critic of the workspace twice about a design, given as it stands in its file; `None` where no critic
/// is configured.
pub type AskTwice = dyn Fn(&FeatureId, &[u8]) -> Result<Option<Twice>, Trouble> + Send + Sync;

/// What a critic said of one design when it was asked twice, outside of every run.
pub struct Twice {
    /// Its name in the configuration.
    pub critic: String,
    /// The model that answered.
    pub model: Option<String>,
    /// Both judgements, or why there are none.
    pub outcome: Result<[Critique; 2], String>,
    pub spent: Spent,
    /// Whether the brief was quoted.
    pub has_brief: bool,
}

/// What the user trusts.
pub struct Trusting {
    /// What the workspace describes that needs trust.
    pub definitions: Box<dyn Fn() -> Result<Vec<Definition>, Misconfigured> + Send + Sync>,
    /// Keeps that one of them is trusted.
    pub keep: Box<Keep>,
}

/// What keeps that a definition is trusted.
pub type Keep = dyn Fn(&Definition) -> Result<(), Misconfigured> + Send + Sync;

/// What lies in a workspace beside its features.
pub struct Survey {
    /// The workspace's own templates that serve, and what lies beside them and does not.
    pub templates: Result<(Vec<String>, Vec<Misconfigured>), Misconfigured>,
    /// Why it is not kept what was on the screen, where the folder for that cannot be used.
    pub no_looks: Option<StoreError>,
    /// Why nothing can be written into the workspace, if that is so.
    pub not_writable: Option<StoreError>,
    /// Names under `features/` that are not UTF-8, as far as they can be shown.
    pub unreadable_names: Vec<String>,
}
