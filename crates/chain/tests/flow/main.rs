//! Tests of the workflow `chain`, statement by statement (crates/chain/src/flow/README.md).

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

mod edits;
mod enter;
mod every_event;
mod failures;
mod finish;
mod other_tools;
mod others;
mod random;
mod rounds;
mod sheets;
mod world;
