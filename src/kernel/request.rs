//! What a record waits for. Requests are derived from the record and carry a key: the interpreter
//! compares the wanted keys with what is in flight, so that resuming after a crash, aborting, and
//! dropping late answers are one code path.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::gate::Gate;
use crate::domain::path::RelPath;

/// The identity of a request, for example `generate/3/1` (iteration 3, attempt 1).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Key(pub String);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Something that a run waits for.
#[derive(Clone, Debug)]
pub struct Request {
    pub key: Key,
    pub want: Want,
}

/// What is waited for.
#[derive(Clone, Debug)]
pub enum Want {
    /// An agent's answer.
    Agent(Errand),
    /// A person's decision.
    Gate(Gate),
    /// A change at a path.
    Watch(RelPath),
    /// Nothing but the next step.
    Proceed,
}

/// The part that an agent plays: `generator`, `critic`, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Role(pub &'static str);

/// What an agent is asked.
#[derive(Clone, Debug)]
pub struct Errand {
    pub role: Role,
    /// The rendered prompt, as it lies on the disk.
    pub prompt: RelPath,
    /// A folder of this request alone, for agents that exchange files. Nobody has made it.
    pub exchange: RelPath,
    /// Not to be asked before.
    pub not_before: Option<Timestamp>,
    /// The same material in pieces, by name, for agents that do not read prose.
    pub material: Vec<(&'static str, RelPath)>,
}
