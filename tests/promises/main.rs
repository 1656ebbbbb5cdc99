//! The promises of README.md in this folder, tested with large figures, each next to a broken variant that the same check
//! catches. One program, so that the product is linked once and the tests run in parallel.
//!
//! `FRIEZE_LONG=1` runs the full figures; without it each test takes seconds.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

#[path = "../support/cli.rs"]
mod cli_support;
#[path = "../../crates/rubric/tests/rubric/support/mod.rs"]
mod rubric_support;

mod budget;
mod bytes;
mod concurrent_edits;
mod controls;
mod crash_pairs;
mod gate;
mod hostile_names;
mod memory;
mod parser_suites;
mod planted_symlinks;
mod recorded_runs;
mod score_gaming;
mod writers;

/// Whether to run the full figures.
fn long() -> bool {
    std::env::var_os("FRIEZE_LONG").is_some()
}
