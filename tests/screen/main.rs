//! The screen from outside: the real binary in a pseudo-terminal, keys in, cells out.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

mod agents;
#[path = "../support/cli.rs"]
mod cli_support;
mod commands;
mod common_actions;
mod cost;
#[path = "../support/damage.rs"]
mod damage;
#[path = "../agents/http/dialects.rs"]
#[expect(dead_code, reason = "shared with the tests of the dialects")]
mod dialects;
mod dialog_clicks;
mod dismissals;
mod drafts;
mod endings;
mod first_start;
mod gate;
mod hostile;
mod inbox;
mod injected_faults;
mod isolation;
mod other_runs;
mod pictures;
mod pictures_of_dialogs;
mod pictures_of_sessions;
mod random_keys;
mod read_marks;
#[path = "../agents/http/server.rs"]
#[expect(dead_code, reason = "shared with the tests of the dialects")]
mod server;
mod settings;
mod side_channels;
mod styles;
mod terminal;
mod terminal_output;
mod tmux;
mod two_windows;
mod workflow;
