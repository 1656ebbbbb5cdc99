//! A person's path: every way of having a model that the README prints, as it is printed, and the doctor's hints, step by
//! step, from nothing to a model that designs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../agents_http/dialects.rs"]
#[expect(dead_code, reason = "shared with the tests of the dialects")]
mod dialects;
#[path = "../agents_http/server.rs"]
#[expect(dead_code, reason = "shared with the tests of the dialects")]
mod server;
#[path = "../stitch/server.rs"]
#[expect(dead_code, reason = "shared with the tests of Stitch")]
mod stitch;

mod bench;
mod doctor;
mod newcomer;
mod piped;
mod programs;
mod provider;
mod readme;
mod scored;
mod secrets;
mod secure;
mod spent;
mod ways;
mod without_a_model;
