//! Panics while the screen is open. One in the screen's own thread gives the terminal back before it is told; one
//! in any other thread must not take raw mode from a living screen, so it becomes a message on it.

use std::panic;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use tokio::sync::mpsc::Sender;
use tokio::task::{JoinError, JoinHandle};

use super::terminal::give_back;
use crate::tui::detail::Stated;
use crate::tui::msg::Msg;

/// Sets the hook; to be called by the screen's thread. What other threads' panics said comes out of the channel.
pub fn watch() -> Receiver<String> {
    let (say, said) = channel();
    let screen = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == screen {
            give_back();
            before(panic);
        } else {
            // When nobody listens any more, the screen is gone, and there is nobody to tell.
            let _ = say.send(panic.to_string().replace('\n', " "));
        }
    }));
    said
}

/// Passes on what other threads' panics said.
pub fn tell(said: Receiver<String>, tell: Sender<Msg>) {
    thread::spawn(move || {
        for what in said {
            if tell.blocking_send(Msg::Said(Err(broke(&what)))).is_err() {
                return;
            }
        }
    });
}

fn broke(what: &str) -> Stated {
    Stated {
        what: format!("something in frieze broke: {what}"),
        hint: "nothing on the disk is lost; look at the feature again".to_owned(),
    }
}

/// Does what takes time off the screen's thread, and tells how it ended. What panics ends, too: whoever waits for it would
/// wait for ever.
pub fn ending<T: Send + 'static>(
    tell: Sender<Msg>,
    work: impl FnOnce() -> Result<T, Stated> + Send + 'static,
    end: impl FnOnce(Result<T, Stated>) -> Msg + Send + 'static,
) -> JoinHandle<()> {
    tokio::spawn(async move {
        let outcome = tokio::task::spawn_blocking(work).await;
        let msg = end(outcome.unwrap_or_else(|e| Err(broke(&said(e)))));
        // When nobody listens any more, the screen is gone.
        let _ = tell.send(msg).await;
    })
}

/// What a panic said.
fn said(e: JoinError) -> String {
    let what = match e.try_into_panic() {
        Ok(panic) => panic
            .downcast::<String>()
            .map(|text| *text)
            .or_else(|panic| panic.downcast::<&str>().map(|text| (*text).to_owned())),
        Err(cancelled) => return cancelled.to_string(),
    };
    what.unwrap_or_else(|_| "it said nothing".to_owned()).replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flows::design::Design;
    use crate::tui::detail::Detail;

    /// Whatever is told at the end of an errand that panics.
    fn told_of_a_panic(end: impl FnOnce(Result<(), Stated>) -> Msg + Send + 'static) -> Msg {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (tell, mut news) = tokio::sync::mpsc::channel(1);
            ending(tell, || panic!("at {}", 7), end).await.unwrap();
            news.recv().await.unwrap()
        })
    }

    #[test]
    fn an_errand_that_panics_ends_with_its_message() {
        let Msg::Kept(Err(stated)) = told_of_a_panic(Msg::Kept) else { panic!("it ended otherwise") };
        assert_eq!(stated.what, "something in frieze broke: at 7");
    }

    /// So that the next reading is not held back by one that broke.
    #[test]
    fn a_reading_that_panics_is_a_reading_that_says_so() {
        let id: crate::domain::id::FeatureId = "checkout".parse().unwrap();
        let lost = move |read: Result<(), Stated>| {
            Msg::Detail(std::sync::Arc::new(Detail::lost::<Design>(id, read.unwrap_err())))
        };
        let Msg::Detail(detail) = told_of_a_panic(lost) else { panic!("it ended otherwise") };
        assert!(detail.view.as_ref().is_err_and(|stated| stated.what.contains("at 7")), "{detail:?}");
        assert!(detail.draft.is_err(), "nothing is known of the words that wait");
    }
}
