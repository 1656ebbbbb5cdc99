//! Commands of the shell: this program once more, in the same workspace with the same settings.

use std::env;
use std::io::{self, Write as _};
use std::process::{Command, ExitStatus, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::sync::oneshot::Receiver;

use super::tty::Terminal;
use crate::terminal::shell_words;
use crate::tui::command_line::line::PROGRAM;
use crate::tui::model::detail::Problem;

/// The most bytes that are kept of each stream.
const MOST: u64 = 256 * 1024;

/// The program for a typed line. The options of this process come first: it was started without a verb.
fn program(line: &str) -> io::Result<Command> {
    let words = shell_words(line).into_iter();
    let mut command = Command::new(env::current_exe()?);
    command.args(env::args_os().skip(1)).args(words.skip_while(|word| word == PROGRAM));
    Ok(command)
}

/// Runs a command without a terminal and returns what it printed. It has to end when the sender of `end` is dropped.
///
/// # Errors
///
/// If it cannot be started.
pub async fn run(line: &str, end: Receiver<()>) -> Result<String, Problem> {
    let failed = |e: io::Error| Problem::new(format!("`{line}` could not be run: {e}"), "try it in a shell");
    let mut command = tokio::process::Command::from(program(line).map_err(failed)?);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // In a group of its own, it cannot ask on the terminal, which the screen has.
    let mut child = command.process_group(0).kill_on_drop(true).spawn().map_err(failed)?;
    let (id, out, err) = (child.id(), child.stdout.take(), child.stderr.take());
    let ended = async {
        let (out, err) = tokio::join!(beginning(out), beginning(err));
        (out + &err, child.wait().await)
    };
    tokio::pin!(ended);
    let (text, status) = tokio::select! {
        ended = &mut ended => ended,
        _ = end => {
            terminate(id);
            ended.await
        }
    };
    Ok(match status {
        Ok(status) if status.success() => text,
        Ok(status) => format!("{text}\n{}", how(status)),
        Err(e) => format!("{text}\n{e}"),
    })
}

/// The beginning of a stream.
async fn beginning(stream: Option<impl AsyncRead + Unpin>) -> String {
    let (mut bytes, Some(stream)) = (Vec::new(), stream) else { return String::new() };
    // What was read until an error is shown.
    let _ = stream.take(MOST).read_to_end(&mut bytes).await;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let is_cut = u64::try_from(bytes.len()).is_ok_and(|length| length >= MOST);
    if is_cut { text + "\n… the rest is shown in a shell only\n" } else { text }
}

fn terminate(id: Option<u32>) {
    let pid = id.and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
    if let Some(pid) = pid {
        let _ = kill_process(pid, Signal::TERM);
    }
}

fn how(status: ExitStatus) -> String {
    let meaning = match status.code() {
        Some(1) => ": refused",
        Some(2) => ": failed",
        Some(3) => ": waiting for a person",
        Some(64) => ": wrong usage",
        Some(_) | None => "",
    };
    format!("{status}{meaning}")
}

impl Terminal {
    /// Runs a command that asks the person, on the terminal, until they press Enter after its end.
    ///
    /// # Errors
    ///
    /// The outer error is the terminal's, the inner one the command's.
    pub fn run(&mut self, line: &str) -> io::Result<Result<String, Problem>> {
        self.release();
        let status = program(line).and_then(|mut program| program.status());
        let mut out = io::stdout();
        // Without a terminal, nobody waits for this.
        let _ = write!(out, "\nPress Enter to return to the screen. ").and_then(|()| out.flush());
        let _ = io::stdin().read_line(&mut String::new());
        self.take_back()?;
        Ok(match status {
            Ok(status) if status.success() => Ok(format!("`{line}` is done.")),
            Ok(status) => Err(Problem::new(format!("`{line}`: {}", how(status)), "type it again after :")),
            Err(e) => Err(Problem::new(format!("`{line}` could not be run: {e}"), "try it in a shell")),
        })
    }
}
