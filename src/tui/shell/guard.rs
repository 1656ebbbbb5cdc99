//! Guard: a small parent process that restores the terminal when the screen ends in any way (promise P12), since a killed
//! process cannot do that itself. If the guard is killed, the kernel signals the screen, which then restores the terminal.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use rustix::process::{Pid, Signal, kill_process};
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use tokio::process::{Child, Command};
use tokio::signal::unix::SignalKind;

use super::tty::give_back;
use crate::terminal::{EndSignals, ScreenEnd};

/// The variable that marks the guarded process. It does not begin with `FRIEZE_`, since it is no setting.
const GUARDED: &str = "_FRIEZE_SCREEN_IS_GUARDED";

/// Whether this process is the guarded one. If so, it asks the kernel for a signal when the guard dies.
pub fn is_guarded() -> bool {
    let guarded = env::var_os(GUARDED).as_deref() == Some(OsStr::new("1"));
    // On other kernels a killed guard leaves a running, usable screen.
    #[cfg(target_os = "linux")]
    if guarded {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::TERM));
    }
    guarded
}

/// Makes a later SIGSEGV from outside end this process. Rust's own handler, which detects stack overflows, ignores the first
/// one and then removes itself.
pub fn restore_segv_default() {
    let _ = kill_process(rustix::process::getpid(), Signal::SEGV);
}

/// Starts this program again as the guarded process and waits for its end. `None` if it could not be started: then the screen
/// runs without a guard.
pub fn guard() -> Option<ScreenEnd> {
    let before = tcgetattr(io::stdin()).ok()?;
    let program = env::current_exe().ok()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    let status = runtime.block_on(async {
        // Before the child starts, so that no signal is missed.
        let mut end_signals = EndSignals::watch();
        let mut child = Command::new(program).args(env::args_os().skip(1)).env(GUARDED, "1").spawn().ok()?;
        let mut signals = 0;
        loop {
            tokio::select! {
                status = child.wait() => return status.ok(),
                kind = end_signals.next() => {
                    let is_of_key = [SignalKind::interrupt(), SignalKind::quit()].contains(&kind);
                    if is_of_key && is_lent() {
                        continue;
                    }
                    pass_on(&child, kind, signals);
                    signals += 1;
                }
            }
        }
    })?;
    // A killed process has not restored the terminal, nor has one that exited abruptly: then the settings are still changed.
    let is_taken = tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes != before.local_modes);
    if status.code().is_none() || is_taken {
        give_back();
    }
    let _ = tcsetattr(io::stdin(), OptionalActions::Now, &before);
    Some(ended(status))
}

/// Whether keys cause signals. The screen reads them as keys, so another program has the terminal, and they are for that one.
fn is_lent() -> bool {
    tcgetattr(io::stdin()).is_ok_and(|now| now.local_modes.contains(LocalModes::ISIG))
}

/// Passes a signal on. The third one kills the screen.
fn pass_on(child: &Child, kind: SignalKind, signals: u32) {
    let Some(pid) = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw) else { return };
    let signal = if signals >= 2 { Some(Signal::KILL) } else { Signal::from_named_raw(kind.as_raw_value()) };
    if let Some(signal) = signal {
        let _ = kill_process(pid, signal);
    }
}

fn ended(status: ExitStatus) -> ScreenEnd {
    match status.code() {
        Some(code) => ScreenEnd::Code(code),
        None => ScreenEnd::Signalled(status.signal().unwrap_or(0)),
    }
}
