//! Supervision of child processes, shared by keeper and starter: they are asked to end, and killed after two seconds.

use std::io::Read;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process_group, wait};

/// How long processes may take to end after they were asked to.
pub const GRACE_PERIOD: Duration = Duration::from_secs(2);
/// How long killing is tried: a process stuck in the kernel cannot be killed.
const KILL_PERIOD: Duration = Duration::from_secs(10);
/// Interval between two attempts.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// An event of a process that has children.
pub enum ChildEvent {
    /// The sender of the order closed the socket.
    SocketClosed,
    /// The started process ended.
    Ended(WaitStatus),
    /// No child is left.
    AllGone,
}

/// Makes this process the parent of orphans below it. Where that is not possible, process groups are still ended.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// The events of a process that started a child. Nothing more is sent to it after its order: anything it can read from there
/// means the end.
pub fn events(mut orders: impl Read + Send + 'static, started: i32) -> Receiver<ChildEvent> {
    let (sender, events) = channel();
    let closed = sender.clone();
    thread::spawn(move || {
        let _ = orders.read(&mut [0]);
        let _ = closed.send(ChildEvent::SocketClosed);
    });
    thread::spawn(move || reap(started, &sender));
    events
}

/// Reaps all children, adopted ones included, so that none stays a zombie.
fn reap(started: i32, sender: &Sender<ChildEvent>) {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((id, status))) if id.as_raw_nonzero().get() == started => {
                let _ = sender.send(ChildEvent::Ended(status));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => {
                let _ = sender.send(ChildEvent::AllGone);
                return;
            }
        }
    }
}

/// Ends all children with `all`: asks first, then kills. `is_over` gets each event and returns whether nothing is left.
pub fn end(
    events: &Receiver<ChildEvent>,
    mut all: impl FnMut(Signal),
    mut is_over: impl FnMut(Option<ChildEvent>) -> bool,
) {
    all(Signal::TERM);
    all(Signal::CONT);
    let since = Instant::now();
    loop {
        let event = match events.recv_timeout(POLL_INTERVAL) {
            Ok(ChildEvent::AllGone) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
        };
        if is_over(event) || since.elapsed() >= GRACE_PERIOD + KILL_PERIOD {
            return;
        }
        if since.elapsed() >= GRACE_PERIOD {
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
