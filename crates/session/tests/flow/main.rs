//! Tests of the workflow `session`, statement by statement (crates/session/src/flow/README.md).

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

mod agents;
mod approvals;
mod every_event;
mod random;
mod sheets;
mod steps;
mod world;
