//! Starts a keeper, gives it its order, and hears what it tells.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Socket;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::io::{AsyncBufReadExt as _, BufReader, Lines};
use tokio::net::UnixStream;
use tokio::process::{Child, ChildStderr, ChildStdout, Command};
use tokio::time::{Instant, sleep};

use super::children::POLITE;
use super::order::{News, Order};
use super::{keeper, processes};

/// The program that is a keeper when it is asked to, where this one is not: what is linked with the library alone has no
/// such part.
pub static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// How long what is left without a keeper may take to end.
const LEFT_ALONE: Duration = Duration::from_secs(15);
/// How long a starter without a keeper may take to end it.
const STARTERS: Duration = POLITE.saturating_add(Duration::from_secs(1));
/// How often it is looked at.
const AGAIN: Duration = Duration::from_millis(20);

const KILLED: &str = "the process that kept it was killed";

/// A program under a keeper. Dropping it ends the program and all that it started.
pub struct Kept {
    /// Its number stays its own while this is held: it is not waited for.
    keeper: Child,
    /// The keeper's number, which is its session's.
    session: i32,
    lines: Lines<BufReader<UnixStream>>,
    starter: Option<i32>,
    program: Option<i32>,
    /// The program ended, or never began; what it left is the keeper's.
    has_ended: bool,
}

/// Starts a program under a keeper, with our whole environment or with one of its own. Blocks.
pub fn under_a_keeper(
    order: &Order,
    environment: Option<Vec<(OsString, OsString)>>,
    complaints: Stdio,
) -> std::io::Result<Kept> {
    let (mut ours, theirs) = Socket::pair()?;
    let mut command = Command::new(this_program()?);
    command.arg(keeper::ARGUMENT).stdin(Stdio::from(OwnedFd::from(theirs)));
    command.stdout(Stdio::piped()).stderr(complaints);
    if let Some(environment) = environment {
        command.env_clear().envs(environment);
    }
    let keeper = command.spawn()?;
    // The command has our copy of the keeper's end, which would keep the socket open.
    drop(command);
    let mut line = serde_json::to_vec(order)?;
    line.push(b'\n');
    // The keeper reads all of it before it does anything else.
    ours.write_all(&line)?;
    ours.set_nonblocking(true)?;
    let lines = BufReader::new(UnixStream::from_std(ours)?).lines();
    let session = processes::number(keeper.id())?;
    Ok(Kept { keeper, session, lines, starter: None, program: None, has_ended: false })
}

impl Kept {
    /// What the program prints, and what it complains about, where that is wanted.
    pub fn outputs(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.keeper.stdout.take(), self.keeper.stderr.take())
    }

    /// What became of the program; `None` when nothing more is told, since all that it started has ended. May be dropped
    /// and asked again.
    pub async fn news(&mut self) -> Result<Option<News>, String> {
        loop {
            let Some(line) = self.lines.next_line().await.ok().flatten() else {
                if self.has_ended {
                    return Ok(None);
                }
                self.end_what_is_left().await;
                return Err(KILLED.to_owned());
            };
            let news = serde_json::from_str(&line).map_err(|e| e.to_string())?;
            match &news {
                News::Keeps { starter } => {
                    self.starter = Some(*starter);
                    continue;
                }
                News::Lost => return Err(KILLED.to_owned()),
                News::Started { process } => self.program = Some(*process),
                News::NotStarted { .. } | News::Ended { .. } => self.has_ended = true,
            }
            return Ok(Some(news));
        }
    }

    /// The keeper was killed.
    async fn end_what_is_left(&self) {
        let since = Instant::now();
        while since.elapsed() < LEFT_ALONE && self.end_orphans(since.elapsed() > STARTERS) {
            sleep(AGAIN).await;
        }
        // Where processes cannot be listed, its group is what may be left.
        #[cfg(not(target_os = "linux"))]
        if let Some(program) = self.program {
            super::children::group(program, Signal::KILL);
        }
    }

    /// Without a keeper the starter ends the program. Where it was killed too, or does nothing, what is left of the keeper's
    /// session is ended here: nobody else knows of it. Whether anything was left.
    fn end_orphans(&self, whatever_the_starter_does: bool) -> bool {
        let left = processes::of_session(self.session);
        let alive = |id: Option<i32>| id.is_some_and(|id| left.contains(&id));
        if !alive(Some(self.session)) && (whatever_the_starter_does || !alive(self.starter)) {
            processes::to(Signal::KILL, &left);
        }
        !left.is_empty()
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        // One that the program has stopped would not hear that its socket is closed.
        if let Some(keeper) = Pid::from_raw(self.session) {
            let _ = kill_process(keeper, Signal::CONT);
        }
        self.end_orphans(false);
    }
}

/// This program's file, also when it was replaced meanwhile.
pub fn this_program() -> std::io::Result<PathBuf> {
    match PROGRAM.get() {
        Some(program) => Ok(program.clone()),
        None if cfg!(target_os = "linux") => Ok(PathBuf::from("/proc/self/exe")),
        None => std::env::current_exe(),
    }
}
