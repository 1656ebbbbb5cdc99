//! The session workflow by its document: orders, files, hashes and exit codes of the real binary in temporary workspaces.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

#[path = "../support/cli.rs"]
mod cli_support;
#[path = "../support/gate.rs"]
mod gate_support;

mod approvals;
mod bad_input;
mod bad_records;
mod bad_responses;
mod by_agents;
mod by_hand;
mod draws;
mod from_a_frozen_design;
mod interrupted;
mod kept_files;
mod many;
mod model;
mod random_orders;
mod reviews;
mod sessions;
mod standards;

/// Whether to run the full figures.
fn long() -> bool {
    std::env::var_os("FRIEZE_LONG").is_some()
}
