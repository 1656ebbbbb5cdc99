//! What a keeper and a starter alike hear of the processes below them, and how they end them: politely, after two seconds
//! for certain.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process_group, wait};

/// How long processes may take to end when they are asked to.
pub const POLITE: Duration = Duration::from_secs(2);
/// How long ending for certain is tried: what the kernel itself holds cannot be ended.
const CERTAIN: Duration = Duration::from_secs(10);
/// How often what is left is looked for.
const AGAIN: Duration = Duration::from_millis(50);

/// What happens to whoever has processes below him.
pub enum Happened {
    /// Whoever gave the order closed the socket.
    Left,
    /// The process that was started ended.
    Ended(WaitStatus),
    /// Nothing that was started is left.
    AllGone,
}

/// Takes this process as the parent of whatever below it loses its own. Where that is not possible, groups are ended
/// still.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Waits for every process that is ours, the adopted ones too, so that none stays as a zombie.
pub fn reap(started: i32, happened: &Sender<Happened>) {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((id, status))) if id.as_raw_nonzero().get() == started => {
                let _ = happened.send(Happened::Ended(status));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => {
                let _ = happened.send(Happened::AllGone);
                return;
            }
        }
    }
}

/// Asks for the end with `all`, and then enforces it; `over` is told what happened meanwhile, and says when nothing is left.
pub fn end(
    happens: &Receiver<Happened>,
    mut all: impl FnMut(Signal),
    mut over: impl FnMut(Option<Happened>) -> bool,
) {
    all(Signal::TERM);
    all(Signal::CONT);
    let since = Instant::now();
    loop {
        let happened = match happens.recv_timeout(AGAIN) {
            Ok(Happened::AllGone) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(happened) => Some(happened),
            Err(RecvTimeoutError::Timeout) => None,
        };
        if over(happened) || since.elapsed() >= POLITE + CERTAIN {
            return;
        }
        if since.elapsed() >= POLITE {
            all(Signal::KILL);
        }
    }
}

/// Sends a signal to a process group.
pub fn group(id: i32, signal: Signal) {
    if let Some(id) = Pid::from_raw(id) {
        let _ = kill_process_group(id, signal);
    }
}
