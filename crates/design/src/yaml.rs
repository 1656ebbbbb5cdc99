//! Strict YAML of small files: one document without anchors, merges, duplicate keys or loose booleans.

use serde::de::DeserializeOwned;
use serde_saphyr::UserMessageFormatter;
use serde_saphyr::options::{DuplicateKeyPolicy, MergeKeyPolicy};

/// The largest text, in bytes.
pub const LARGEST: usize = 64 * 1024;

/// Reads a text with at most so many nodes, and so deep.
///
/// # Errors
/// The line of the first mistake, from 1 on, if it is known, and the parser's message in one line.
pub fn read<T: DeserializeOwned>(text: &str, nodes: usize, depth: usize) -> Result<T, (Option<u64>, String)> {
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: nodes * 5 / 2,
            max_nodes: nodes,
            max_depth: depth,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_merge_keys: 0,
            max_total_scalar_bytes: LARGEST,
        },
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        strict_booleans: true,
        no_schema: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|e| {
        let full = e.render_with_formatter(&UserMessageFormatter);
        let why = full.split(" at line ").next().unwrap_or_default();
        (e.location().map(|at| at.line()), why.split_whitespace().collect::<Vec<_>>().join(" "))
    })
}
