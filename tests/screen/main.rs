//! The screen, from outside: the real binary in a pseudo-terminal, keys in, cells out.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

mod actions;
mod agents;
mod by_hand;
#[path = "../cli_support/mod.rs"]
mod cli_support;
mod clicks;
mod cost;
#[path = "../cli_support/damage.rs"]
mod damage;
#[path = "../agents_http/dialects.rs"]
#[expect(dead_code, reason = "shared with the tests of the dialects")]
mod dialects;
mod endings;
mod first_start;
mod gate;
mod heard;
mod hostile;
mod isolation;
mod looked;
mod looks;
mod own_doors;
mod pictures;
mod pictures_of_questions;
#[path = "../agents_http/server.rs"]
#[expect(dead_code, reason = "shared with the tests of the dialects")]
mod server;
mod settings;
mod storm;
mod story;
mod terminal;
mod tmux;
mod two_windows;
mod words;
