//! Tests of the chain's rules, answers and files, without the workflow.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod contract;
mod history;
mod meta;
mod scope;
mod transition;
