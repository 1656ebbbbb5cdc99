//! Tests of reading documents.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;
mod formats;
mod properties;
mod refusals;
