//! The pager of long texts: `$PAGER`, or `less`, on a terminal.

use std::io::{self, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;

use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// As git has them: end at once if the text fits on the screen, show colours, and leave the text on the terminal.
const LESS: &str = "FRX";

/// A pager that reads this program's results.
pub struct Pager {
    child: Child,
    input: Option<ChildStdin>,
    /// What it was given, in case it fails.
    text: Vec<u8>,
}

impl Pager {
    /// Starts the pager; `None` if there is none, or the person wants none.
    pub fn start() -> Option<Self> {
        let chosen = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
        if matches!(chosen.trim(), "" | "cat") || std::env::var_os("TERM").is_none_or(|term| term == "dumb") {
            return None;
        }
        let mut command = Command::new("sh");
        command.args(["-c", &chosen]).stdin(Stdio::piped());
        if std::env::var_os("LESS").is_none() {
            command.env("LESS", LESS);
        }
        let mut child = command.spawn().ok()?;
        let input = child.stdin.take();
        // Ctrl-C is for the pager, which stays.
        let _ = flag::register(SIGINT, Arc::default());
        Some(Self { child, input, text: Vec::new() })
    }

    /// Gives it a text, unless the person has left it.
    pub fn write(&mut self, bytes: &[u8]) {
        self.text.extend_from_slice(bytes);
        if self.input.as_mut().is_some_and(|input| input.write_all(bytes).is_err()) {
            self.input = None;
        }
    }
}

impl Drop for Pager {
    /// Waits until the person has read. The text that a failed pager did not show is printed.
    fn drop(&mut self) {
        self.input = None;
        if self.child.wait().is_ok_and(|status| status.code().is_some_and(|code| code != 0)) {
            let _ = io::stdout().write_all(&self.text);
        }
    }
}
