//! What the engine needs of the world. Adapters implement it; tests implement it in memory.

mod agents;
mod approvals;
mod live;
mod store;

use std::path::Path;

use jiff::Timestamp;

use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;

pub use agents::{Agent, Agents, Ask, Boxed, Checked, ConfiguredAgent, LONGEST_ANSWER, Patience, Whom};
pub use approvals::{Approvals, NotSigned, Unsigned};
pub use live::{Live, Progress, Stage};
pub use store::{Kind, Lease, LeaseCheck, Locked, Store, StoreError, StoreErrorKind};

/// Who is at the keyboard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    pub name: String,
    pub source: Source,
}

/// How the name of a person is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// A file of the workspace says so, and whoever wrote that may have been anyone.
    Workspace,
    /// Somewhere of the person's own, or of their machine's.
    Found(String),
}

impl Person {
    /// How the name is known, in words.
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

/// The time.
pub trait Clock: Send + Sync {
    /// Now, in whole milliseconds.
    fn now(&self) -> Timestamp;
}

/// What is configured, looked up anew for every step, so that a change in the middle of a run is seen.
pub trait Conditions<T>: Send + Sync {
    /// The terms under which a feature's run may be begun or go on.
    fn terms(&self, feature: &FeatureId) -> Result<T, NotConfigured>;

    /// How long one request may take, in milliseconds.
    fn limit_ms(&self) -> u64;
}

/// A configuration that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Misconfigured {
    /// What is wrong with which file.
    pub what: String,
    pub hint: String,
}

/// Why it is not known what is configured: somebody wrote what cannot be used, or the world did not let it be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotConfigured {
    #[error(transparent)]
    Wrong(#[from] Misconfigured),
    #[error(transparent)]
    Store(StoreError),
}

/// What somebody put where a file belongs, or made too large, is theirs to correct like all that they wrote.
impl From<StoreError> for NotConfigured {
    fn from(e: StoreError) -> Self {
        match e.kind {
            StoreErrorKind::NotAFile | StoreErrorKind::TooLarge => Self::Wrong(Self::Store(e).into()),
            StoreErrorKind::Full
            | StoreErrorKind::AtLimit
            | StoreErrorKind::NotAllowed
            | StoreErrorKind::Missing
            | StoreErrorKind::Io => Self::Store(e),
        }
    }
}

/// For whoever only tells it.
impl From<NotConfigured> for Misconfigured {
    fn from(why: NotConfigured) -> Self {
        match why {
            NotConfigured::Wrong(wrong) => wrong,
            NotConfigured::Store(e) => Self { what: e.to_string(), hint: e.hint().to_owned() },
        }
    }
}

/// What came with a workspace and its user has to trust before it is used (promises P21, P27, P30).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The canonical path of the workspace that it is trusted in.
    pub workspace: String,
    /// `agents`, `servers`, `templates` or `approval`.
    pub section: &'static str,
    pub name: String,
    /// The file of the workspace that describes it.
    pub described_in: String,
    /// Of its canonical form, together with its name and the content of the workspace's files that it runs.
    pub sha256: String,
    /// What it would run, or where it would send what, in lines.
    pub does: Vec<String>,
    pub trusted: bool,
}

/// Files that a person names on the command line, wherever they are.
pub trait UserFiles: Send + Sync {
    /// The bytes of a file, or of standard input for `-`; more than `most` bytes is an error that says so.
    fn read(&self, path: &Path, most: usize) -> Result<Vec<u8>, StoreError>;

    /// Replaces a file whole, or leaves it as it is.
    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), StoreError>;

    /// The names in a folder that are UTF-8, sorted, folders with a `/` behind; empty where it cannot be read.
    fn names(&self, folder: &Path) -> Vec<String>;
}

/// Says that files may have changed. Only hints: who is told looks for himself (promise P24).
pub trait Watch: Send + Sync {
    /// Watches a folder from now on, not what is below it; false where it is not there. Watching one twice is
    /// watching it once. The error says why it cannot be watched.
    fn folder(&self, folder: &RelPath) -> Result<bool, String>;
}

/// What may have changed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Touched {
    /// The workspace's configuration.
    Settings,
    /// Which features there are.
    List,
    Feature(FeatureId),
    /// Events were lost.
    Everything,
}

/// Begins to watch a workspace, and is called for every hint, on another thread.
pub type BeginWatching =
    Box<dyn Fn(Box<dyn Fn(Touched) + Send>) -> Result<Box<dyn Watch>, String> + Send + Sync>;
