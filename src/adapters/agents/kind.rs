//! What kinds of agents there are to those who make, describe and trust them: three of those that a configuration tells apart
//! differ in the dialect alone.

use super::http::Dialect;
use crate::adapters::config::{AgentEntry, Http, Program};

/// An agent, by what has to be done to ask it.
pub enum AgentKind<'a> {
    /// A model behind HTTP.
    Model(Dialect, &'a Http),
    Program(&'a Program),
    /// A person with files.
    Files {
        patches: bool,
    },
    /// The recorded answers of a feature.
    Replay {
        from: &'a str,
    },
}

impl<'a> AgentKind<'a> {
    pub fn of(entry: &'a AgentEntry) -> Self {
        match entry {
            AgentEntry::Openai(http) => Self::Model(Dialect::Openai, http),
            AgentEntry::Anthropic(http) => Self::Model(Dialect::Anthropic, http),
            AgentEntry::Gemini(http) => Self::Model(Dialect::Gemini, http),
            AgentEntry::Command(program) => Self::Program(program),
            AgentEntry::Files { patches } => Self::Files { patches: *patches },
            AgentEntry::Replay { from } => Self::Replay { from },
        }
    }
}
