//! The programs that frieze knows, and what is fixed about each.

use crate::agents::command::Command;
use crate::agents::events::EventFormat;

/// A program that frieze knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnownProgram {
    /// Its name in `kind:`.
    pub kind: &'static str,
    /// Its name in `PATH`.
    pub name: &'static str,
    /// The version that these arguments and events were tested with.
    pub tested: &'static str,
    pub format: EventFormat,
    /// Variables that say where its login and its settings are; it gets them if they are set.
    pub places: &'static [&'static str],
    /// How to log in.
    pub login: &'static str,
    /// Arguments that ask whether somebody is logged in, at no cost.
    pub status: &'static [&'static str],
}

pub const CLAUDE: KnownProgram = KnownProgram {
    kind: "claude",
    name: "claude",
    tested: "2.1.197",
    format: EventFormat::Claude,
    places: &["CLAUDE_CONFIG_DIR", "USER"],
    login: "run `claude auth login` once, or name the variable of a key: environment: [ANTHROPIC_API_KEY]",
    status: &["auth", "status"],
};

pub const CODEX: KnownProgram = KnownProgram {
    kind: "codex",
    name: "codex",
    tested: "0.169.0",
    format: EventFormat::Codex,
    places: &["CODEX_HOME"],
    login: "run `codex login` once, or name the variable of a key: environment: [CODEX_API_KEY]",
    status: &["login", "status"],
};

pub const GEMINI_CLI: KnownProgram = KnownProgram {
    kind: "gemini-cli",
    name: "gemini",
    tested: "0.61.0",
    format: EventFormat::GeminiCli,
    places: &["GEMINI_CLI_HOME"],
    login: "run `gemini` once and log in there, or name the variable of a key: environment: [GEMINI_API_KEY]",
    // It has no such command.
    status: &[],
};

pub const OPENCODE: KnownProgram = KnownProgram {
    kind: "opencode",
    name: "opencode",
    tested: "1.18.33",
    format: EventFormat::Opencode,
    places: &["OPENCODE_CONFIG", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"],
    login: "run `opencode auth login` once, or name the variable of a key under environment:",
    // Without a login it may use a model on this machine, or a free one.
    status: &[],
};

/// All known programs, in the order in which they are proposed.
pub const KNOWN_PROGRAMS: [KnownProgram; 4] = [CLAUDE, CODEX, GEMINI_CLI, OPENCODE];

/// A configured known program.
pub struct Known {
    pub known: KnownProgram,
    /// The name of its model, if its events do not tell it.
    pub model: String,
    pub takes_cost: bool,
    pub longest_answer: u64,
    pub command: Command,
    /// The arguments of the definition, which come before frieze's.
    pub first_arguments: Vec<String>,
    /// The same, with the variables of the definition alone.
    pub own: Command,
}
