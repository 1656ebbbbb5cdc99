//! Panics while the screen is open. A panic of the screen's thread gives the terminal back before it is printed. A panic of
//! another thread must not end raw mode, so it becomes a message.

use std::panic;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use tokio::sync::mpsc::Sender;
use tokio::task::{JoinError, JoinHandle};

use super::tty::give_back;
use crate::tui::model::detail::Problem;
use crate::tui::msg::Msg;

/// Installs the panic hook; call it on the screen's thread. The channel receives the panics of other threads.
pub fn install_hook() -> Receiver<String> {
    let (sender, panics) = channel();
    let screen = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == screen {
            give_back();
            before(panic);
        } else {
            // Without a receiver the screen is gone.
            let _ = sender.send(panic.to_string().replace('\n', " "));
        }
    }));
    panics
}

/// Turns the panics of other threads into messages.
pub fn forward(panics: Receiver<String>, messages: Sender<Msg>) {
    thread::spawn(move || {
        for what in panics {
            if messages.blocking_send(Msg::Notice(Err(internal_error(&what)))).is_err() {
                return;
            }
        }
    });
}

fn internal_error(what: &str) -> Problem {
    Problem::new(
        format!("Internal error in frieze: {what}"),
        "nothing on the disk is lost; select the feature again",
    )
}

/// Runs blocking work off the screen's thread, and sends a message with its result. A panic is a result too, so that nothing
/// waits for ever.
pub fn spawn_job<T: Send + 'static>(
    messages: Sender<Msg>,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    end: impl FnOnce(Result<T, Problem>) -> Msg + Send + 'static,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        let outcome = tokio::task::spawn_blocking(work).await;
        let msg = end(outcome.unwrap_or_else(|e| Err(internal_error(&panic_text(e)))));
        // Without a receiver the screen is gone.
        let _ = messages.send(msg).await;
    })
}

/// The text of a panic.
fn panic_text(e: JoinError) -> String {
    let what = match e.try_into_panic() {
        Ok(panic) => panic
            .downcast::<String>()
            .map(|text| *text)
            .or_else(|panic| panic.downcast::<&str>().map(|text| (*text).to_owned())),
        Err(cancelled) => return cancelled.to_string(),
    };
    what.unwrap_or_else(|_| "no message".to_owned()).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::model::detail::Detail;

    /// The message of a job that panics.
    fn message_of_panic(end: impl FnOnce(Result<(), Problem>) -> Msg + Send + 'static) -> Msg {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (sender, mut messages) = tokio::sync::mpsc::channel(1);
            spawn_job(sender, || panic!("at {}", 7), end).await.unwrap();
            messages.recv().await.unwrap()
        })
    }

    #[test]
    fn a_job_that_panics_ends_with_its_message() {
        let Msg::ReadLogSaved(Err(problem)) = message_of_panic(Msg::ReadLogSaved) else {
            panic!("it ended otherwise")
        };
        assert_eq!(problem.what, "Internal error in frieze: at 7");
    }

    /// Otherwise the next reading would wait for ever.
    #[test]
    fn a_reading_that_panics_is_an_unreadable_detail() {
        let id: frieze_data::id::FeatureId = "checkout".parse().unwrap();
        let unreadable = move |read: Result<(), Problem>| {
            Msg::Detail(std::sync::Arc::new(Detail::unreadable(&id.into(), read.unwrap_err())))
        };
        let Msg::Detail(detail) = message_of_panic(unreadable) else { panic!("it ended otherwise") };
        assert!(detail.view.as_ref().is_err_and(|problem| problem.what.contains("at 7")), "{detail:?}");
        assert!(detail.draft.is_err(), "the draft is unknown");
    }
}
