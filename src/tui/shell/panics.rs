//! Panics while the screen is open. One in the screen's own thread gives the terminal back before it is told; one
//! in any other thread must not take raw mode from a living screen, so it becomes a message on it.

use std::panic;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use tokio::sync::mpsc::Sender;

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
            let stated = Stated {
                what: format!("something in frieze broke: {what}"),
                hint: "nothing on the disk is lost; look at the feature again".to_owned(),
            };
            if tell.blocking_send(Msg::Said(Err(stated))).is_err() {
                return;
            }
        }
    });
}
