//! Tests of the workflow `session`, statement by statement (crates/session/src/flow/README.md).

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

// The model is of the requirement alone; the tests of the binary use it too.
#[path = "../../../../tests/session/draws.rs"]
mod draws;
#[path = "../../../../tests/session/model.rs"]
mod model;

mod agents;
mod approvals;
mod every_event;
mod modelled;
mod random;
mod sheets;
mod steps;
mod world;
