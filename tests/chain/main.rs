//! The chain workflow by its document: phases, rounds, questions, files and exit codes of the real binary in temporary workspaces.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

#[path = "../support/cli.rs"]
mod cli_support;
#[path = "../support/gate.rs"]
mod gate_support;

mod adopted;
mod chains;
mod executors;
mod frozen_design;
mod meta_files;
mod order_of_phases;
mod rounds;
mod whole_way;
mod without_a_brief;
mod worktrees;
