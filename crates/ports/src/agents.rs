//! Ports of agents: request, time limit, and check of whether an agent would answer.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::{Live, Misconfigured};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::{Answer, Fault, Role};

/// A future that is boxed so that a port can be a trait object.
pub type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A request to an agent, with its content.
#[derive(Clone, Debug)]
pub struct Ask {
    pub role: Role,
    /// The agent's name, if the run chose it; `None`: the agent that the configuration gives the role.
    pub agent: Option<String>,
    pub feature: FeatureId,
    /// The rendered prompt.
    pub prompt: String,
    /// A folder for this request only. Agents that exchange files create it.
    pub exchange: RelPath,
    /// The parts of the prompt, by name.
    pub material: Vec<(&'static str, Vec<u8>)>,
    /// Whether its model refused a temperature before: it is not asked for again.
    pub temperature_refused: bool,
}

/// The longest accepted answer in bytes.
pub const LONGEST_ANSWER: usize = 16 * 1024 * 1024;

/// A person, program or model that answers prompts.
pub trait Agent: Send + Sync {
    /// Answers a request and reports progress to `live`. The engine enforces [`Patience`]; dropping the future cancels the
    /// request.
    ///
    /// # Errors
    /// The future returns why there is no answer.
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>>;

    /// Checks whether it would answer, at no cost.
    ///
    /// # Errors
    /// The future returns what is missing.
    fn check(&self) -> Boxed<Checked>;

    /// The time limit of one request.
    fn patience(&self) -> Patience {
        Patience::AsConfigured
    }

    /// Whether it counts as an agent at work. A person does not, and neither does what takes no model and no program.
    fn needs_slot(&self) -> bool {
        self.patience() != Patience::ForEver
    }

    /// Whether it also answers requests outside of runs.
    fn answers_outside_runs(&self) -> bool {
        true
    }
}

/// The time limit of one request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// The limit of the run's configuration.
    AsConfigured,
    /// In milliseconds.
    Ms(u64),
    /// No limit: a person answers.
    ForEver,
}

impl Patience {
    /// From the seconds of an agent's own configuration, if set.
    pub fn of_seconds(seconds: Option<u64>) -> Self {
        seconds.map_or(Self::AsConfigured, |seconds| Self::Ms(seconds.saturating_mul(1000)))
    }

    /// Waits for an answer within the limit; `configured_ms` is the limit of the run's configuration.
    ///
    /// # Errors
    /// The agent's fault, or [`Fault::TimedOut`].
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

/// The result of checking an agent or a server: one sentence about who answers, in how many milliseconds, as which model; or what is
/// missing, and what to do.
pub type Checked = Result<String, Misconfigured>;

/// The configured agents.
pub trait Agents: Send + Sync {
    /// The agent of a role in the present configuration.
    ///
    /// # Errors
    /// Why there is none.
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault>;

    /// The agent of a request: the one with this name, else that of the role.
    ///
    /// # Errors
    /// Why there is none.
    fn for_request(&self, name: Option<&str>, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        match name {
            None => self.for_role(role),
            Some(name) => Err(Fault::Unready { why: format!("{}: {name}: no agent has that name", role.0) }),
        }
    }

    /// All configured agents and servers, for the doctor.
    fn configured(&self) -> Vec<ConfiguredAgent> {
        Vec::new()
    }
}

/// The name of a configured agent or server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ConfiguredName {
    Agent(String),
    Server(String),
}

impl fmt::Display for ConfiguredName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Agent(name) => write!(f, "agent {name}"),
            Self::Server(name) => write!(f, "server {name}"),
        }
    }
}

/// A configured agent or server.
pub struct ConfiguredAgent {
    pub name: ConfiguredName,
    /// Its kind, address, model and the source of its key; nothing secret.
    pub description: String,
    /// The agent, or why it cannot be created.
    pub agent: Result<Arc<dyn Agent>, Misconfigured>,
}
