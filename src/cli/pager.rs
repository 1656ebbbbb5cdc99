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
}

impl Pager {
    /// Starts the pager; `None` if there is none, or the person wants none.
    pub fn start() -> Option<Self> {
        let chosen = std::env::var("PAGER").unwrap_or_else(|_| "less".to_owned());
        if matches!(chosen.trim(), "" | "cat") || std::env::var_os("TERM").is_none_or(|term| term == "dumb") {
            return None;
        }
        let mut words = chosen.split_whitespace();
        let mut command = Command::new(words.next()?);
        command.args(words).stdin(Stdio::piped());
        if std::env::var_os("LESS").is_none() {
            command.env("LESS", LESS);
        }
        let mut child = command.spawn().ok()?;
        let input = child.stdin.take();
        // Ctrl-C is for the pager, which stays.
        let _ = flag::register(SIGINT, Arc::default());
        Some(Self { child, input })
    }

    /// # Errors
    /// Also if the person has left the pager.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.input.as_mut().map_or(Ok(()), |input| input.write_all(bytes))
    }
}

impl Drop for Pager {
    /// Waits until the person has read.
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
