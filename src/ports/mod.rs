//! What the engine needs of the world. Adapters implement it; tests implement it in memory.

mod live;

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::kernel::{Answer, Fault, Role};

pub use live::{Live, Progress};

/// The one door to files (house: P1–P6, P17, P18). Paths are relative to the workspace's root.
/// All calls block; the engine makes them on blocking threads.
pub trait Store: Send + Sync {
    /// The bytes of a regular file, or `None` where there is none. A symlink, a folder, or a file of
    /// more than `most` bytes is an error that says so.
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError>;

    /// The last `most` bytes of a regular file and the offset at which they begin, or `None` where there
    /// is no file: the end of a log, whatever its length.
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError>;

    /// The first `most` bytes of a regular file, or `None` where there is no file.
    fn read_start(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        let mut bytes = self.read(path, usize::MAX)?;
        bytes.iter_mut().for_each(|bytes| bytes.truncate(most));
        Ok(bytes)
    }

    /// What stands at a path, without following a symlink; `None` for nothing.
    fn look(&self, path: &RelPath) -> Result<Option<Kind>, StoreError>;

    /// The entries of a folder, sorted by name; empty where there is no such folder. Names are as the
    /// file system has them, names that are not UTF-8 are left out.
    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError>;

    /// Replaces files atomically and durably, making folders as needed. When it returns `Ok`, all of
    /// them are on the disk; whatever dies meanwhile, each is its previous or its next version.
    /// Between the files no order is promised: where order matters, call it twice.
    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError>;

    /// As [`Store::replace`], stage by stage: when a file of a later stage is seen in its next version, all
    /// files of the stages before it are on the disk.
    fn replace_in_turn(&self, stages: &[&[(RelPath, Vec<u8>)]]) -> Result<(), StoreError> {
        stages.iter().try_for_each(|stage| self.replace(stage))
    }

    /// Whether nothing stands at a path, as far as one glance tells: for lists of thousands. Who acts upon
    /// it looks again.
    fn is_gone(&self, path: &RelPath) -> bool {
        matches!(self.look(path), Ok(None))
    }

    /// Appends to a file in one write and makes it durable; the file and its folders are made as needed.
    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError>;

    /// Takes the advisory lock on a lock file, which is made if need be and never deleted. `owner` is
    /// written into it for people to read. The lock ends with the value, or with this process.
    fn lock(&self, path: &RelPath, owner: &[u8]) -> Result<Locked, StoreError>;

    /// As [`Store::lock`], in a folder that must be there: only what is below it is made. `None` where it is not, so
    /// that whoever looks at what is being deleted does not bring it back.
    fn lock_within(
        &self,
        folder: &RelPath,
        path: &RelPath,
        owner: &[u8],
    ) -> Result<Option<Locked>, StoreError> {
        match self.look(folder)? {
            Some(_) => self.lock(path, owner).map(Some),
            None => Ok(None),
        }
    }

    /// Removes temporary files that a killed process left in a folder. Call it under the folder's lock.
    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError>;
}

/// What a path names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    File,
    Folder,
    Symlink,
    Other,
}

/// The outcome of asking for a lock.
pub enum Locked {
    /// It is ours until the value is dropped.
    Held(Lease),
    /// Another living process (or another part of this one) has it; what its owner wrote into it.
    By(Vec<u8>),
}

/// A held lock. Dropping it gives the lock back.
pub struct Lease(pub Box<dyn Send + Sync>);

/// A file operation that the world refused.
#[derive(Debug, thiserror::Error)]
#[error("could not {operation} {path}: {why}")]
pub struct StoreError {
    /// A verb: `read`, `write`, `lock`, …
    pub operation: &'static str,
    pub path: String,
    pub kind: StoreErrorKind,
    pub why: String,
}

/// The causes that callers tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreErrorKind {
    /// No space, or a quota reached.
    Full,
    /// A read-only file system, or no permission.
    NotAllowed,
    /// A symlink, folder or device where a file belongs.
    NotAFile,
    /// Nothing stands at a path that a person named.
    Missing,
    /// More bytes than are read of such a file.
    TooLarge,
    /// An input/output error, or anything else.
    Io,
}

impl StoreError {
    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self.kind {
            StoreErrorKind::Full => "free some space, then run the command again; nothing was lost",
            StoreErrorKind::NotAllowed => {
                "check who owns the folder and whether the disk is mounted read-only"
            }
            StoreErrorKind::NotAFile => "put a regular file there, or move what is there out of the way",
            StoreErrorKind::Missing => {
                "check the path; it is taken from the folder in which you are, or from -C"
            }
            StoreErrorKind::TooLarge => "check what wrote it; frieze does not read files of that size",
            StoreErrorKind::Io => {
                "check the disk; what was saved before is still there in its previous version"
            }
        }
    }
}

/// A future that is boxed so that a port can be a trait object.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// The time.
pub trait Clock: Send + Sync {
    /// Now, in whole milliseconds.
    fn now(&self) -> Timestamp;
}

/// What an agent is given.
#[derive(Clone, Debug)]
pub struct Ask {
    pub role: Role,
    pub feature: FeatureId,
    /// The rendered prompt.
    pub prompt: String,
    /// A folder of this request alone, for agents that exchange files; made by whoever needs it.
    pub exchange: RelPath,
    /// The same material in pieces, by name.
    pub material: Vec<(&'static str, Vec<u8>)>,
}

/// Somebody or something that answers prompts.
pub trait Agent: Send + Sync {
    /// The engine holds it to its [`Patience`]; dropping the future is the way to cancel it. What goes on meanwhile is
    /// told to `live`.
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>>;

    /// Whether it would answer, found out without asking it anything that costs.
    fn check(&self) -> Boxed<Checked>;

    /// How long one request may take.
    fn patience(&self) -> Patience {
        Patience::AsConfigured
    }

    /// Whether it can be asked about what is part of no run.
    fn answers_outside_runs(&self) -> bool {
        true
    }
}

/// How long one request may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// As long as the run's configuration says.
    AsConfigured,
    /// So many milliseconds.
    Ms(u64),
    /// For ever: a person answers, who takes nobody's turn.
    ForEver,
}

impl Patience {
    /// Waits for an answer as long as this allows; `configured_ms` is what the configuration says.
    pub async fn hold(
        self,
        configured_ms: u64,
        asking: Boxed<Result<Answer, Fault>>,
    ) -> Result<Answer, Fault> {
        let limit_ms = match self {
            Self::ForEver => return asking.await,
            Self::AsConfigured => configured_ms,
            Self::Ms(limit_ms) => limit_ms,
        };
        let held = tokio::time::timeout(Duration::from_millis(limit_ms), asking).await;
        held.unwrap_or(Err(Fault::TimedOut { limit_ms }))
    }
}

/// What a look at an agent or a server found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    pub ok: bool,
    /// What was found, in one sentence: who answers, in how many milliseconds, as which model; or what is missing.
    pub found: String,
    /// How to mend it; empty where there is nothing to mend.
    pub hint: String,
}

impl Checked {
    /// It would answer.
    pub fn well(found: impl Into<String>) -> Self {
        Self { ok: true, found: found.into(), hint: String::new() }
    }

    /// It would not, and what to do.
    pub fn ill(found: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { ok: false, found: found.into(), hint: hint.into() }
    }
}

/// The agents that play the roles.
pub trait Agents: Send + Sync {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault>;

    /// Every agent and server that is configured, for the doctor.
    fn configured(&self) -> Vec<ConfiguredAgent> {
        Vec::new()
    }
}

/// An agent or a server as it is configured.
pub struct ConfiguredAgent {
    pub name: String,
    /// What it is, where, as which model, and where its key comes from; nothing secret.
    pub told: String,
    /// Itself, or why it cannot be made.
    pub agent: Result<Arc<dyn Agent>, Misconfigured>,
}

/// What is configured, looked up anew for every step, so that a change in the middle of a run is seen.
pub trait Conditions<T>: Send + Sync {
    fn terms(&self, feature: &FeatureId) -> Result<T, Misconfigured>;

    /// How long one request may take, in milliseconds.
    fn limit_ms(&self, feature: &FeatureId) -> u64;
}

/// A configuration that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub struct Misconfigured {
    /// What is wrong with which file.
    pub what: String,
    pub hint: String,
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
