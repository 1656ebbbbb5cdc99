//! The output of known programs as streams of events: one line, one JSON object. Reading is pure; unknown events and lines that
//! are no JSON are ignored, because every version of these programs has some more of them.

mod claude;
mod codex;
mod gemini_cli;
mod opencode;
mod state;

use serde_json::Value;

pub use self::state::{EventState, ProgramError};
use crate::agents::response::TooLong;

/// A program's stream of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventFormat {
    Claude,
    Codex,
    GeminiCli,
    Opencode,
}

impl EventFormat {
    /// Reads one line of standard output.
    ///
    /// # Errors
    /// If the answer exceeds the maximum size.
    pub fn read_line(self, line: &[u8], state: &mut EventState) -> Result<(), TooLong> {
        let Ok(event) = serde_json::from_slice::<Value>(line) else { return Ok(()) };
        match self {
            Self::Claude => claude::receive(&event, state),
            Self::Codex => codex::receive(&event, state),
            Self::GeminiCli => gemini_cli::receive(&event, state),
            Self::Opencode => opencode::receive(&event, state),
        }
    }

    /// Reads one line of standard error, for programs that say there what their events leave out.
    pub fn read_stderr_line(self, line: &str, state: &mut EventState) {
        match self {
            Self::Opencode => opencode::read_log(line, state),
            Self::Claude | Self::Codex | Self::GeminiCli => {}
        }
    }

    /// Whether a line of standard error is only a log line.
    pub fn is_noise(self, line: &str) -> bool {
        match self {
            Self::Opencode => opencode::is_log(line),
            Self::Codex => line.starts_with("WARNING: proceeding, even though"),
            Self::GeminiCli => line.starts_with("Warning: 256-color") || line.starts_with("Ripgrep is not"),
            Self::Claude => false,
        }
    }

    /// Whether the program asks for a login, by its exit code and what it wrote to standard error.
    pub fn asks_for_login(self, code: i32, stderr: &str) -> bool {
        match self {
            Self::Claude => stderr.contains("Please run /login"),
            Self::Codex => stderr.contains("Not logged in") || stderr.contains("401 Unauthorized"),
            // FATAL_AUTHENTICATION_ERROR
            Self::GeminiCli => code == 41,
            Self::Opencode => stderr.contains("ProviderAuthError"),
        }
    }
}

#[cfg(test)]
mod tests;
