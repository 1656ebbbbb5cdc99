//! Agents: whoever answers prompts, what he is given, how long he is waited for, and whether he would answer.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::{Live, Misconfigured};
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::kernel::{Answer, Fault, Role};

/// A future that is boxed so that a port can be a trait object.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

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

/// The longest answer that is taken, in bytes.
pub const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

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
    /// As many seconds as an agent's own configuration says, if it says any.
    pub fn of_seconds(seconds: Option<u64>) -> Self {
        seconds.map_or(Self::AsConfigured, |seconds| Self::Ms(seconds.saturating_mul(1000)))
    }

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
    /// The agent of a role, as it is configured now; the fault says why there is none.
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault>;

    /// Every agent and server that is configured, for the doctor.
    fn configured(&self) -> Vec<ConfiguredAgent> {
        Vec::new()
    }
}

/// Who is configured, by the name under which it stands there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Whom {
    Agent(String),
    Server(String),
}

impl fmt::Display for Whom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(name) => write!(f, "agent {name}"),
            Self::Server(name) => write!(f, "server {name}"),
        }
    }
}

/// An agent or a server as it is configured.
pub struct ConfiguredAgent {
    pub whom: Whom,
    /// What it is, where, as which model, and where its key comes from; nothing secret.
    pub told: String,
    /// Itself, or why it cannot be made.
    pub agent: Result<Arc<dyn Agent>, Misconfigured>,
}
