//! The screen: review, decide and watch many features at once. `model` is the state, `update` changes it, `view` draws it,
//! and only `shell` touches the terminal. What a state or a decision means is defined by the flow, not here.

mod command_line;
mod headless_screen;
mod keys;
mod machine;
mod modal;
mod model;
mod msg;
mod panes;
mod screen_settings;
mod shell;
mod update;
mod view;
mod widgets;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use frieze_data::id::FeatureId;
use frieze_engine::{Flows, Runs};
use frieze_kernel::Transitions;
use frieze_ports::{BeginWatching, Boxed, Store, UserFiles};

pub use headless_screen::HeadlessScreen;
pub use keys::{Binding, Keys, PaneKey, TABLE, WrongKeys};
pub use model::detail::Problem;
pub use screen_settings::{Budget, Settings};
pub use shell::open;
pub use view::theme::Colouring;

pub use crate::terminal::ScreenEnd;

/// A workspace, as the screen needs it.
pub struct Workspace {
    pub root: PathBuf,
    /// The folder that paths are relative to: where frieze was started, or `-C`.
    pub from: PathBuf,
    pub flows: Flows,
    pub store: Arc<dyn Store>,
    pub files: Arc<dyn UserFiles>,
    pub watching: BeginWatching,
    /// The person's own folder for this workspace's read marks; `None` if there is none.
    pub person_store: Option<Arc<dyn Store>>,
    /// Whether some features are those of the demo, and no others.
    pub is_demo: fn(&[FeatureId]) -> bool,
}

impl Workspace {
    /// The runs of the features' designs.
    pub fn design(&self) -> &dyn Runs {
        self.flows.design.as_ref()
    }
}

/// Opens workspaces. Implemented where the concrete adapters are named.
pub trait Launcher: Send + Sync + 'static {
    /// Opens the workspace; `None` if there is none.
    ///
    /// # Errors
    /// If the workspace or its configuration cannot be used.
    fn open(&self) -> Result<Option<Workspace>, Problem>;

    /// The transitions of a design's run, also without a workspace.
    fn transitions(&self) -> Transitions;

    /// Reads the screen's settings.
    ///
    /// # Errors
    /// If a setting is invalid. The screen then uses its defaults.
    fn settings(&self) -> Result<Settings, Problem>;

    /// Creates a workspace, with demo features if `demo`. Overwrites nothing.
    ///
    /// # Errors
    /// If the files cannot be written.
    fn make(&self, demo: bool) -> Result<(), Problem>;

    /// The folder that the screen was started in.
    fn folder(&self) -> PathBuf;

    /// Runs this program with these arguments and without a terminal; returns what it printed, and its exit code, or why it could
    /// not be run. Dropping the future ends it.
    fn run(&self, arguments: Vec<OsString>) -> Boxed<Result<(String, Option<i32>), String>>;
}
