//! The guard: a small parent process that remembers the terminal's settings and gives the terminal back
//! whatever becomes of the screen (promise P12). A killed process cannot tidy up after itself; its parent can.
//! And when the guard is killed, the screen is told by the kernel, and tidies up.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use tokio::process::{Child, Command};
use tokio::signal::unix::SignalKind;

use super::Ended;
use super::terminal::give_back;
use crate::terminal::Endings;

/// Tells the screen that it is guarded. It does not begin with `FRIEZE_`, for it is no setting.
const GUARDED: &str = "_FRIEZE_SCREEN_IS_GUARDED";

/// Whether this process is the guarded one. It asks to be told when the guard dies.
pub fn is_guarded() -> bool {
    let guarded = env::var_os(GUARDED).as_deref() == Some(OsStr::new("1"));
    // Where the kernel cannot tell, a killed guard leaves the screen running: it is still usable.
    #[cfg(target_os = "linux")]
    if guarded {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
    }
    guarded
}

/// Lets a segmentation fault that somebody sends end this process: the language's own handler, which is there to tell
/// of a stack overflow, swallows the first one that comes from outside and then steps aside.
pub fn step_aside() {
    let _ = kill_process(rustix::process::getpid(), Signal::SEGV);
}

/// Starts this program again as the guarded one and waits for its end. `None` where it could not be started: then the
/// screen goes on without a guard.
pub fn guard() -> Option<Ended> {
    let before = tcgetattr(io::stdin()).ok()?;
    let program = env::current_exe().ok()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let status = runtime.block_on(async {
        // Before the child is there, so that no signal is missed.
        let mut endings = Endings::watch();
        let mut child = Command::new(program).args(env::args_os().skip(1)).env(GUARDED, "1").spawn().ok()?;
        let mut asked = 0;
        loop {
            tokio::select! {
                status = child.wait() => return status.ok(),
                kind = endings.next() => {
                    pass_on(&child, kind, asked);
                    asked += 1;
                }
            }
        }
    })?;
    // One that was killed has not given the terminal back; nor has one that left in the middle of something, and then the
    // terminal's settings are still its own.
    let is_taken = tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes);
    if status.code().is_none() || is_taken {
        give_back();
    }
    let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
    Some(ended(status))
}

/// A screen that does not end when it is asked three times is killed.
fn pass_on(child: &Child, kind: SignalKind, asked: u32) {
    let Some(pid) = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw) else { return };
    let signal = if asked >= 2 { Some(Signal::KILL) } else { Signal::from_named_raw(kind.as_raw_value()) };
    if let Some(signal) = signal {
        let _ = kill_process(pid, signal);
    }
}

/// A screen that ended by itself has said what there was to say.
fn ended(status: ExitStatus) -> Ended {
    match status.code() {
        Some(code) => Ended::Guarded(code),
        None => Ended::Signalled(status.signal().unwrap_or(0)),
    }
}
