//! Commands of the shell: this program once more, in the same workspace with the same settings.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::Command;

use crossterm::terminal::enable_raw_mode;

use super::tty::Terminal;
use crate::terminal::shell_words;
use crate::tui::command_line::line::PROGRAM;
use crate::tui::modal::sheet::SheetLine;
use crate::tui::model::detail::Problem;

/// The arguments for a typed line. The options of this process come first: it was started without a verb.
pub fn arguments(line: &str) -> Vec<OsString> {
    let words = shell_words(line).into_iter().skip_while(|word| word == PROGRAM);
    env::args_os().skip(1).chain(words.map(OsString::from)).collect()
}

/// What a command printed and how it ended, for its sheet, with the commands of its hints as they are typed here.
pub fn lines(line: &str, ended: Result<(String, Option<i32>), String>) -> Vec<SheetLine> {
    let text = match ended {
        Ok((text, Some(0))) => text,
        Ok((text, code)) => format!("{text}\n{}", how(code)),
        Err(why) => not_run(line, &why).line(),
    };
    text.trim_end().lines().map(|line| (line.replace("`frieze ", "`:"), None)).collect()
}

fn not_run(line: &str, why: &str) -> Problem {
    Problem::new(format!("`{line}` could not be run: {why}"), "try it in a shell")
}

fn how(code: Option<i32>) -> String {
    let Some(code) = code else { return "ended by a signal".to_owned() };
    let meaning = match code {
        1 => ": refused",
        2 => ": failed",
        3 => ": waiting for a person",
        64 => ": wrong usage",
        _ => "",
    };
    format!("exit status: {code}{meaning}")
}

/// Waits for Enter. Ctrl-C is a key here: as a signal, it would end the screen.
fn wait_for_enter() {
    let _ = enable_raw_mode();
    let mut out = io::stdout();
    // Without a terminal, nobody waits for this.
    let _ = write!(out, "\r\nPress Enter to return to the screen. ").and_then(|()| out.flush());
    let mut key = [0];
    while rustix::io::read(io::stdin(), &mut key).is_ok_and(|read| read > 0)
        && !matches!(&key, b"\r" | b"\n" | b"\x03" | b"\x04")
    {}
}

impl Terminal {
    /// Runs a command that asks the person, on the terminal, until they press Enter after its end.
    ///
    /// # Errors
    /// The outer error is the terminal's, the inner one the command's.
    pub fn run(&mut self, line: &str) -> io::Result<Result<String, Problem>> {
        self.release();
        let status = env::current_exe().and_then(|own| Command::new(own).args(arguments(line)).status());
        wait_for_enter();
        self.take_back()?;
        Ok(match status {
            Ok(status) if status.success() => Ok(format!("`{line}` is done.")),
            Ok(status) => {
                Err(Problem::new(format!("`{line}`: {}", how(status.code())), "type it again after :"))
            }
            Err(e) => Err(not_run(line, &e.to_string())),
        })
    }
}
