//! The screen, from outside: the real binary in a pseudo-terminal, keys in, cells out.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../cli_support/damage.rs"]
mod damage;
mod by_hand;
mod cost;
mod endings;
mod first_start;
mod gate;
mod hostile;
mod settings;
mod isolation;
mod pictures;
mod story;
mod terminal;
mod two_windows;
