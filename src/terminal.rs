//! What the screen and the questions of the command line need alike of a terminal: to be told when it is gone.

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
