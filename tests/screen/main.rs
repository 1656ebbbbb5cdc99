//! The screen, from outside: the real binary in a pseudo-terminal, keys in, cells out.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

#[path = "../cli_support/mod.rs"]
mod cli_support;
mod cost;
mod endings;
mod first_start;
mod hostile;
mod terminal;
mod two_windows;
