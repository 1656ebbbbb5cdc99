//! Models over HTTP, against local servers that speak the three dialects, correctly and incorrectly.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

mod binary;
mod chosen;
pub(crate) mod dialects;
mod hostile;
mod keys;
mod misbehaving;
mod requests;
mod secrets;
pub(crate) mod server;
mod server_check;
mod single_request;
mod unusable_answers;
