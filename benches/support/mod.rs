//! Shared by the benches: intents and briefs of any size, and large workspaces.

#![allow(dead_code, unreachable_pub, reason = "each bench uses its part")]

pub mod briefs;
pub mod intents;
pub mod measured;
pub mod words;
pub mod workspaces;

/// Sizes for the measurements that depend on size.
pub const SIZES: [(&str, usize); 4] =
    [("10 kB", 10_000), ("100 kB", 100_000), ("1 MB", 1_000_000), ("10 MB", 10_000_000)];
