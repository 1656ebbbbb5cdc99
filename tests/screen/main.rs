//! The screen, from outside: the real binary in a pseudo-terminal, keys in, cells out.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

mod by_hand;
#[path = "../cli_support/mod.rs"]
mod cli_support;
mod cost;
#[path = "../cli_support/damage.rs"]
mod damage;
mod endings;
mod first_start;
mod gate;
mod hostile;
mod isolation;
mod pictures;
mod settings;
mod story;
mod terminal;
mod two_windows;
