//! A program under a keeper: sends the order to the keeper and receives its events.

use std::ffi::OsString;
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

use super::children::GRACE_PERIOD;
use super::order::{KEEPER, KeeperEvent, Order, send};
use super::processes;

/// The program to run as keeper, if this process cannot do it: a program that is linked only with the library cannot.
pub static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Time limit for ending what is left without a keeper.
const ORPHANS_LIMIT: Duration = Duration::from_secs(15);
/// How long the starter may take to end it when the keeper is gone.
const STARTER_LIMIT: Duration = GRACE_PERIOD.saturating_add(Duration::from_secs(1));
/// Interval between two checks.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

const KILLED: &str = "its keeper process was killed";

/// A program under a keeper. Dropping it ends the program and all that it started.
pub struct KeptProcess {
    /// It is not reaped while this is held, so that its id stays its own.
    keeper: Child,
    /// The keeper's id, which is also its session's.
    session: i32,
    lines: Lines<BufReader<UnixStream>>,
    starter: Option<i32>,
    program: Option<i32>,
    /// The program ended or never started; the keeper ends what it left running.
    has_ended: bool,
}

/// Starts a program under a keeper, with our environment or its own.
///
/// # Errors
/// If the keeper cannot be started.
pub async fn start(
    order: Order,
    environment: Option<Vec<(OsString, OsString)>>,
    stderr: Stdio,
) -> std::io::Result<KeptProcess> {
    // Starting a process and writing a long order both block.
    let started = tokio::task::spawn_blocking(move || start_blocking(&order, environment, stderr)).await;
    started.unwrap_or_else(|e| Err(std::io::Error::other(e)))
}

fn start_blocking(
    order: &Order,
    environment: Option<Vec<(OsString, OsString)>>,
    stderr: Stdio,
) -> std::io::Result<KeptProcess> {
    let (ours, theirs) = Socket::pair()?;
    let mut command = Command::new(this_program()?);
    command.arg(KEEPER).stdin(Stdio::from(OwnedFd::from(theirs)));
    command.stdout(Stdio::piped()).stderr(stderr);
    if let Some(environment) = environment {
        command.env_clear().envs(environment);
    }
    let keeper = command.spawn()?;
    // The command holds our copy of the keeper's end, which would keep the socket open.
    drop(command);
    // The keeper reads the whole order before it does anything else.
    send(order, &ours)?;
    ours.set_nonblocking(true)?;
    let lines = BufReader::new(UnixStream::from_std(ours)?).lines();
    let session = processes::number(keeper.id())?;
    Ok(KeptProcess { keeper, session, lines, starter: None, program: None, has_ended: false })
}

impl KeptProcess {
    /// Standard output and standard error of the program, if they are piped; each can be taken once.
    pub fn outputs(&mut self) -> (Option<ChildStdout>, Option<ChildStderr>) {
        (self.keeper.stdout.take(), self.keeper.stderr.take())
    }

    /// The next event; `None` when all processes have ended. Cancel-safe.
    ///
    /// # Errors
    /// If the keeper was killed.
    pub async fn next_event(&mut self) -> Result<Option<KeeperEvent>, String> {
        loop {
            let Some(line) = self.lines.next_line().await.ok().flatten() else {
                if self.has_ended {
                    return Ok(None);
                }
                self.end_what_is_left().await;
                return Err(KILLED.to_owned());
            };
            let event = serde_json::from_str(&line).map_err(|e| e.to_string())?;
            match &event {
                KeeperEvent::Keeps { starter } => {
                    self.starter = Some(*starter);
                    continue;
                }
                KeeperEvent::Lost => return Err(KILLED.to_owned()),
                KeeperEvent::Started { process, .. } => self.program = Some(*process),
                KeeperEvent::NotStarted { .. } | KeeperEvent::Ended { .. } => self.has_ended = true,
            }
            return Ok(Some(event));
        }
    }

    /// Ends the program after its keeper was killed.
    async fn end_what_is_left(&self) {
        let since = Instant::now();
        while since.elapsed() < ORPHANS_LIMIT && self.end_orphans(since.elapsed() > STARTER_LIMIT) {
            sleep(POLL_INTERVAL).await;
        }
        // Where processes cannot be listed, only its group may be left.
        #[cfg(not(target_os = "linux"))]
        if let Some(program) = self.program {
            super::children::group(program, Signal::KILL);
        }
    }

    /// Without a keeper, the starter ends the program. If it was killed too, or does nothing, this ends the rest of the keeper's
    /// session. Returns whether anything was left.
    fn end_orphans(&self, ignores_starter: bool) -> bool {
        let left = processes::of_session(self.session);
        let alive = |id: Option<i32>| id.is_some_and(|id| left.contains(&id));
        if !alive(Some(self.session)) && (ignores_starter || !alive(self.starter)) {
            processes::to(Signal::KILL, &left);
        }
        !left.is_empty()
    }
}

impl Drop for KeptProcess {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        // If the program suspended the keeper, the keeper could not notice that its socket is closed.
        if let Some(keeper) = Pid::from_raw(self.session) {
            let _ = kill_process(keeper, Signal::CONT);
        }
        self.end_orphans(false);
    }
}

/// This program's file, even if it was replaced since the start.
///
/// # Errors
/// An `io::Error` if the system does not know the file; not on Linux.
pub fn this_program() -> std::io::Result<PathBuf> {
    match PROGRAM.get() {
        Some(program) => Ok(program.clone()),
        None if cfg!(target_os = "linux") => Ok(PathBuf::from("/proc/self/exe")),
        None => std::env::current_exe(),
    }
}
