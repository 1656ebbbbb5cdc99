//! Models over HTTP, against servers on this machine that speak the three dialects, well and badly.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

#[path = "../cli_support/mod.rs"]
mod cli_support;

mod asking;
mod binary;
mod dialects;
mod hostile;
mod kept;
mod keys;
mod looking;
mod misbehaving;
mod secrets;
#[expect(dead_code, reason = "shared with the tests of a person's path")]
mod server;
mod speaking;
