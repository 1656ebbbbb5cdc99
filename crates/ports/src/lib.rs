//! Ports: what the engine needs from the outside. Adapters implement them; tests implement them in memory.

mod agents;
mod approvals;
mod live;
mod standards;
mod store;

use std::path::Path;

use jiff::Timestamp;

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::Begin;

pub use agents::{
    Agent, Agents, Ask, Boxed, Checked, ConfiguredAgent, ConfiguredName, LONGEST_ANSWER, Patience,
};
pub use approvals::{Approvals, NotSigned, Unsigned};
pub use live::{AgentStatus, Live, Progress};
pub use standards::Standards;
pub use store::{Kind, Lease, Locked, Store, StoreError, StoreErrorKind};

/// The person at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub name: String,
    pub source: Source,
}

/// The source of a person's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file of the workspace, which anyone may have written.
    Workspace,
    /// The person's own settings, or their machine's.
    Found(String),
}

impl Person {
    /// The source of the name, in words.
    pub fn found_in(&self) -> String {
        match &self.source {
            Source::Workspace => "claimed by this workspace's frieze.yaml".to_owned(),
            Source::Found(place) => format!("from {place}"),
        }
    }
}

impl From<&str> for Person {
    fn from(name: &str) -> Self {
        Self { name: name.to_owned(), source: Source::Found("the caller".to_owned()) }
    }
}

/// A run of another workflow.
pub struct OtherRun {
    /// The name of the workflow.
    pub flow: &'static str,
    pub id: FeatureId,
    pub begin: Begin,
}

/// The other workflows of a workspace.
pub trait Others: Send + Sync {
    /// Begins a run unless it exists. Blocks.
    ///
    /// # Errors
    /// Why it cannot be begun, in words.
    fn begin(&self, run: &OtherRun) -> Result<(), String>;
}

/// The time.
pub trait Clock: Send + Sync {
    /// Now, in whole milliseconds.
    fn now(&self) -> Timestamp;
}

/// The configuration, read again for every step, so that a change during a run is noticed.
pub trait Conditions<T>: Send + Sync {
    /// The present terms for a run of this feature.
    ///
    /// # Errors
    /// If the configuration cannot be used.
    fn terms(&self, feature: &FeatureId) -> Result<T, NotConfigured>;

    /// The time limit of one request in milliseconds.
    fn limit_ms(&self) -> u64;
}

/// An invalid configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Misconfigured {
    /// The file and its problem.
    pub what: String,
    pub hint: String,
}

impl Misconfigured {
    pub fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { what: what.into(), hint: hint.into() }
    }

    /// The problem of what has this name.
    #[must_use]
    pub fn of(self, name: &str) -> Self {
        Self { what: format!("{name}: {}", self.what), ..self }
    }

    /// The problem and its hint, in one sentence.
    pub fn with_hint(&self) -> String {
        format!("{}; {}", self.what, self.hint)
    }
}

/// For operations whose caller cannot go on without the file.
impl From<StoreError> for Misconfigured {
    fn from(e: StoreError) -> Self {
        Self::new(e.to_string(), e.hint())
    }
}

/// Why there is no configuration: it is invalid, or it could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotConfigured {
    #[error(transparent)]
    Wrong(#[from] Misconfigured),
    #[error(transparent)]
    Store(StoreError),
}

/// A folder in a file's place and a file that is too large count as invalid: a person can correct them.
impl From<StoreError> for NotConfigured {
    fn from(e: StoreError) -> Self {
        match e.kind {
            StoreErrorKind::NotAFile | StoreErrorKind::NotAFolder | StoreErrorKind::TooLarge => {
                Self::Wrong(e.into())
            }
            StoreErrorKind::Full
            | StoreErrorKind::AtLimit
            | StoreErrorKind::NotAllowed
            | StoreErrorKind::Missing
            | StoreErrorKind::Io => Self::Store(e),
        }
    }
}

/// For front ends that only show it.
impl From<NotConfigured> for Misconfigured {
    fn from(why: NotConfigured) -> Self {
        match why {
            NotConfigured::Wrong(wrong) => wrong,
            NotConfigured::Store(e) => e.into(),
        }
    }
}

/// A definition in a workspace that the user must trust before it is used (promises P21, P27, P30).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The canonical path of the workspace that it is trusted in.
    pub workspace: String,
    /// `agents`, `servers`, `templates` or `approval`.
    pub section: &'static str,
    pub name: String,
    /// The file of the workspace with the definition.
    pub described_in: String,
    /// SHA-256 of its canonical form, its name, and the workspace's files that it runs.
    pub sha256: String,
    /// What it would run or send, line by line.
    pub does: Vec<String>,
    pub trusted: bool,
}

/// Files that a person names on the command line, in any folder.
pub trait UserFiles: Send + Sync {
    /// The bytes of a file, or of standard input for `-`.
    ///
    /// # Errors
    /// Also if there are more than `most` bytes.
    fn read(&self, path: &Path, most: usize) -> Result<Vec<u8>, StoreError>;

    /// Replaces a file atomically. A device, a pipe or a symlink stays one, and gets the bytes.
    ///
    /// # Errors
    /// If it cannot be written; an old file stays then.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), StoreError>;

    /// Whether it is a file that a write would replace: no device, pipe or folder.
    fn is_file(&self, path: &Path) -> bool;

    /// The UTF-8 names in a folder, sorted, folders with a `/` at the end; empty if it cannot be read.
    fn names(&self, folder: &Path) -> Vec<String>;
}

/// Notifies about possible file changes. They are only hints: the receiver reads the files (promise P24).
pub trait Watch: Send + Sync {
    /// Watches a folder, without its subfolders; false if it does not exist. Watching a folder twice has no effect.
    ///
    /// # Errors
    /// Why it cannot be watched.
    fn folder(&self, folder: &RelPath) -> Result<bool, String>;
}

/// What may have changed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Touched {
    /// The workspace's configuration.
    Settings,
    /// Which features and other runs there are.
    List,
    Feature(FeatureId),
    /// A run in another folder than `features`.
    Run {
        folder: &'static str,
        id: FeatureId,
    },
    /// Events were lost.
    Everything,
}

/// Starts to watch a workspace. The callback gets every hint, on another thread.
pub type BeginWatching =
    Box<dyn Fn(Box<dyn Fn(Touched) + Send>) -> Result<Box<dyn Watch>, String> + Send + Sync>;
