//! Terminal functions shared by the screen and the command line: the end of the screen, hang-ups, ending signals, editor, browser, and splitting of
//! command lines.

mod browser;
mod editor;
mod shell_words;

use std::task::Poll;

use futures::FutureExt as _;
use rustix::io::ioctl_fionbio;
use rustix::stdio::dup2_stdin;
use tokio::signal::unix::{Signal, SignalKind, signal};

pub use browser::browse;
pub use editor::{Editor, NotEdited};
pub use shell_words::shell_words;

/// How the screen ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScreenEnd {
    /// With this exit code; all messages were shown.
    Code(i32),
    /// By this signal, which is not reported yet.
    Signalled(i32),
}

/// The signals that end the program.
const END_SIGNALS: [SignalKind; 6] = [
    SignalKind::terminate(),
    SignalKind::hangup(),
    SignalKind::interrupt(),
    SignalKind::quit(),
    SignalKind::user_defined1(),
    SignalKind::user_defined2(),
];

/// Streams of these signals, active from creation. A signal that cannot be watched keeps its default action.
pub struct EndSignals([Option<(SignalKind, Signal)>; 6]);

impl EndSignals {
    /// Starts watching; must be called inside a runtime.
    pub fn watch() -> Self {
        Self(END_SIGNALS.map(|kind| signal(kind).ok().map(|stream| (kind, stream))))
    }

    /// Drops the interruptions so far: keys that were for another program, which had the terminal.
    pub fn forget_interruptions(&mut self) {
        for (kind, stream) in self.0.iter_mut().flatten() {
            let is_of_key = [SignalKind::interrupt(), SignalKind::quit()].contains(kind);
            while is_of_key && stream.recv().now_or_never().is_some() {}
        }
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) -> SignalKind {
        std::future::poll_fn(|context| {
            let signal = self
                .0
                .iter_mut()
                .flatten()
                .find_map(|(kind, stream)| stream.poll_recv(context).is_ready().then_some(*kind));
            signal.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

/// Returns when the terminal on standard input is gone; never, if that cannot be watched.
///
/// Usually a signal reports this. A session that does not own its terminal (`su -c`, `setsid`, some containers) gets none, and
/// reading from the lost terminal returns nothing immediately, forever.
pub async fn wait_for_hangup() {
    #[cfg(target_os = "linux")]
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        use tokio::io::Interest;
        use tokio::io::unix::AsyncFd;

        // A hang-up is reported for any interest; no key causes PRIORITY events.
        #[expect(
            deprecated,
            reason = "its successor is unsafe for a descriptor that may be closed; standard input stays open"
        )]
        let watched = AsyncFd::with_interest(std::io::stdin(), Interest::PRIORITY);
        if let Ok(watched) = watched {
            while let Ok(mut ready) = watched.ready(Interest::PRIORITY).await {
                if ready.ready().is_read_closed() {
                    return;
                }
                ready.clear_ready();
            }
        }
    }
    std::future::pending::<()>().await;
}

/// Returns when the terminal is gone, after replacing standard input by a pipe that stays silent. Otherwise a thread that reads
/// keys would retry forever and handle nothing else. Run it next to that thread, while there is a terminal.
pub async fn replace_stdin_on_hangup() {
    // Checked early: later there may be no terminal any more.
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        wait_for_hangup().await;
    }
    if let Ok((silence, end)) = std::io::pipe()
        && ioctl_fionbio(&silence, true).is_ok()
        && dup2_stdin(&silence).is_ok()
    {
        // While this end is open, readers wait.
        std::mem::forget(end);
    }
}
