//! The kinds of agents. Kinds of a configuration that differ only in their dialect or their program are one kind
//! here.

use super::http::Dialect;
use super::preset;
use super::preset::KnownProgram;
use crate::config::{AgentEntry, Http, Preset, Program};

/// An agent, by how it is asked.
pub enum AgentKind<'a> {
    /// A model over HTTP.
    Model(Dialect, &'a Http),
    /// A program that frieze knows.
    Known(KnownProgram, &'a Preset),
    Program(&'a Program),
    /// A program that speaks the Agent Client Protocol.
    Acp(&'a Program),
    /// A person with files.
    Files {
        patches: bool,
    },
    /// A feature's recorded answers.
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
            AgentEntry::Claude(preset) => Self::Known(preset::CLAUDE, preset),
            AgentEntry::Codex(preset) => Self::Known(preset::CODEX, preset),
            AgentEntry::GeminiCli(preset) => Self::Known(preset::GEMINI_CLI, preset),
            AgentEntry::Opencode(preset) => Self::Known(preset::OPENCODE, preset),
            AgentEntry::Acp(program) => Self::Acp(program),
            AgentEntry::Command(program) => Self::Program(program),
            AgentEntry::Files { patches } => Self::Files { patches: *patches },
            AgentEntry::Replay { from } => Self::Replay { from },
        }
    }
}
