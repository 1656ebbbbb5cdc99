//! Requests that a record waits for. They are derived from the record and have a key: the interpreter compares the wanted keys
//! with those in flight, so resuming after a crash, aborting, and dropping late answers are one code path.

use jiff::Timestamp;

use super::gate::Gate;
use super::key::Key;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;

/// One request of a run.
#[derive(Clone, Debug)]
pub struct Request {
    pub key: Key,
    pub kind: RequestKind,
}

/// The kind of a request.
#[derive(Clone, Debug)]
pub enum RequestKind {
    /// An agent's answer.
    Agent(AgentRequest),
    /// A person's decision.
    Gate(Gate),
    /// A change of a file.
    Watch(Watch),
    /// A run of another workflow, wanted until it exists. Nobody waits for it, and none of its gates is decided: what
    /// it comes to is seen in its files, by a [`Watch`]. It is not started while it waits for a person.
    Run { flow: &'static str, id: FeatureId, begin: Begin },
    /// The next automatic step.
    Proceed,
}

/// How a run of another workflow begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Begin {
    /// It exists and is under way; if it does not exist, it is begun with these words.
    Ensure(Vec<String>),
}

/// A change of a file that a run waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Watch {
    pub path: RelPath,
    pub until: Until,
}

/// The changes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// It is missing. Only this is a suspicion: a program that replaces the file may have deleted it for a moment.
    Gone,
    /// It exists.
    There,
    /// Its content is not what the record knows.
    Changed,
}

/// The role of an agent: `generator`, `critic`, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Role(pub &'static str);

/// The name of material that may be missing: the design that the feedback after it is about.
pub const REJECTED: &str = "rejected";

/// A request to an agent.
#[derive(Clone, Debug)]
pub struct AgentRequest {
    pub role: Role,
    /// The name of the agent, if the run names one; `None` for the one that the configuration gives the role.
    pub agent: Option<String>,
    /// The file of the rendered prompt.
    pub prompt: RelPath,
    /// A folder for this request only, for agents that exchange files. It does not exist yet.
    pub exchange: RelPath,
    /// The earliest time for the request.
    pub not_before: Option<Timestamp>,
    /// Of requests that wait for a slot, the one of the highest rank is made first: its run is further along.
    pub rank: u64,
    /// Whether its model refused a temperature before: it is not asked for again.
    pub temperature_refused: bool,
    /// The parts of the prompt by name, for agents that do not read prose. [`REJECTED`] may be missing.
    pub material: Vec<(&'static str, RelPath)>,
}

impl AgentRequest {
    /// A request at any time, of the lowest rank.
    pub fn new(role: Role, agent: Option<&str>, prompt: RelPath, exchange: RelPath) -> Self {
        Self {
            role,
            agent: agent.map(str::to_owned),
            prompt,
            exchange,
            not_before: None,
            rank: 0,
            temperature_refused: false,
            material: Vec::new(),
        }
    }
}
