//! The screen: review, decide and watch many features at once. A model, one function that changes it, one that
//! draws it, and a shell that alone touches the terminal. It knows the engine's handle and the kernel's views;
//! what a state or a decision means lives with its flow.

mod areas;
mod clock;
mod comments;
mod detail;
mod drafts;
mod editor;
mod exchange;
mod extent;
mod features;
mod holder;
mod keys;
mod listing;
mod looks;
mod machine;
mod modal;
mod model;
mod msg;
mod panes;
mod parts;
mod rehearsal;
mod rejection;
mod settings;
mod shell;
mod theme;
mod update;
mod view;

use std::path::PathBuf;
use std::sync::Arc;

use crate::engine::Engine;
use crate::kernel::Flow;
use crate::ports::{BeginWatching, Store, UserFiles};

pub use detail::Stated;
pub use keys::{About, Binding, Keys, PaneKey, TABLE, WrongKeys};
pub use rehearsal::Rehearsal;
pub use settings::{Budget, Settings};
pub use shell::{Ended, open};
pub use theme::Colouring;

/// A workspace, as the screen needs it.
pub struct Station<F: Flow> {
    pub root: PathBuf,
    /// The folder that paths are relative to: where frieze was started, or `-C`.
    pub from: PathBuf,
    pub engine: Arc<Engine<F>>,
    pub store: Arc<dyn Store>,
    pub files: Arc<dyn UserFiles>,
    pub watching: BeginWatching,
    /// Where it is kept what this person looked at in this workspace: theirs, and no part of it. `None` where they have
    /// no place for such things.
    pub looks: Option<Arc<dyn Store>>,
    pub briefs: detail::Briefs,
}

/// Where workspaces come from: the one place that names concrete adapters provides it.
pub trait Doors: Send + Sync + 'static {
    type Flow: Flow;

    /// Opens the workspace; `None` where there is none.
    fn open(&self) -> Result<Option<Station<Self::Flow>>, Stated>;

    /// How the screen is to look and behave. The error says what is wrong with what was set; then the screen has
    /// its defaults.
    fn settings(&self) -> Result<Settings, Stated>;

    /// Makes a workspace, with features to try or without. Overwrites nothing.
    fn make(&self, demo: bool) -> Result<(), Stated>;

    /// The folder that the screen was started in.
    fn folder(&self) -> PathBuf;
}
