//! What the screen and the command line need alike of a terminal: to be told when it is gone, and when a signal ends the
//! program, so that it is given back; the editor and the browser of whoever sits there, and a line as its words.

mod browser;
mod editor;
mod words;

use std::task::Poll;

use rustix::io::ioctl_fionbio;
use rustix::stdio::dup2_stdin;
use tokio::signal::unix::{Signal, SignalKind, signal};

pub use browser::browse;
pub use editor::Editor;
pub use words::words;

/// The signals that end the program.
const ENDINGS: [SignalKind; 4] =
    [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit()];

/// The signals that end the program, watched from when this is made. One that cannot be watched acts as it does anywhere.
pub struct Endings([Option<(SignalKind, Signal)>; 4]);

impl Endings {
    /// Begins to watch them; to be called in a runtime.
    pub fn watch() -> Self {
        Self(ENDINGS.map(|kind| signal(kind).ok().map(|stream| (kind, stream))))
    }

    /// The next one that comes.
    pub async fn next(&mut self) -> SignalKind {
        std::future::poll_fn(|context| {
            let came = self
                .0
                .iter_mut()
                .flatten()
                .find_map(|(kind, stream)| stream.poll_recv(context).is_ready().then_some(*kind));
            came.map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

/// Returns when the terminal that is read from is gone; never, where that cannot be watched.
///
/// Whoever the terminal belongs to is sent a signal then. A session that does not own it (`su -c`, `setsid`, some
/// containers) gets none, and reading from what is gone comes back at once, with nothing, for ever.
pub async fn hung_up() {
    #[cfg(target_os = "linux")]
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        use tokio::io::Interest;
        use tokio::io::unix::AsyncFd;

        // A hang-up is told to whoever asks for anything at all; what is asked for here no key brings.
        #[expect(deprecated, reason = "its successor is unsafe for what may be closed, which this is not")]
        let watched = AsyncFd::with_interest(std::io::stdin(), Interest::PRIORITY);
        if let Ok(watched) = watched {
            while let Ok(mut come) = watched.ready(Interest::PRIORITY).await {
                if come.ready().is_read_closed() {
                    return;
                }
                come.clear_ready();
            }
        }
    }
    std::future::pending::<()>().await;
}

/// Returns when the terminal that is read from is gone, and has put something in its place from which nothing ever comes. A
/// reader of keys that reads from what is gone is given nothing at once, tries again for ever, and keeps its thread from
/// hearing of anything else: so this is to run beside that thread, and where there was a terminal to begin with.
pub async fn let_go() {
    // Who is asked too late finds no terminal any more.
    if std::io::IsTerminal::is_terminal(&std::io::stdin()) {
        hung_up().await;
    }
    if let Ok((silence, end)) = std::io::pipe()
        && ioctl_fionbio(&silence, true).is_ok()
        && dup2_stdin(&silence).is_ok()
    {
        // As long as it is open, there may be something to come.
        std::mem::forget(end);
    }
}
