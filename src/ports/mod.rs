//! What the engine needs of the world. Adapters implement it; tests implement it in memory.

mod agents;
mod live;
mod store;

use std::path::Path;

use jiff::Timestamp;

use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;

pub use agents::{Agent, Agents, Ask, Boxed, Checked, ConfiguredAgent, LONGEST_ANSWER, Patience, Whom};
pub use live::{Live, Progress, Stage};
pub use store::{Kind, Lease, LeaseCheck, Locked, Store, StoreError, StoreErrorKind};

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

/// What a workspace describes and its user has to trust before it is used (promise P21).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// `agents` or `servers`.
    pub section: &'static str,
    pub name: String,
    /// Of its canonical form, together with its name.
    pub sha256: String,
    /// What it would run, or where it would send what, in lines.
    pub does: Vec<String>,
    pub trusted: bool,
}

/// Files that a person names on the command line, wherever they are.
pub trait UserFiles: Send + Sync {
    /// The bytes of a file, or of standard input for `-`; more than `most` bytes is an error that says so.
    fn read(&self, path: &Path, most: usize) -> Result<Vec<u8>, StoreError>;

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
