//! Strict YAML of configuration files: no anchors, merges, duplicate keys or loose booleans.

use serde::de::DeserializeOwned;

/// The largest configuration file, in bytes.
pub(crate) const LARGEST: usize = 64 * 1024;

/// Reads a configuration file. The error is one sentence with the line.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    if text.len() > LARGEST {
        return Err(format!("the file has {} bytes; at most {LARGEST} are read", text.len()));
    }
    let options = serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: 4_000,
            max_nodes: 2_000,
            max_depth: 6,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
            max_merge_keys: 0,
            max_total_scalar_bytes: LARGEST,
        },
        duplicate_keys: serde_saphyr::options::DuplicateKeyPolicy::Error,
        merge_keys: serde_saphyr::options::MergeKeyPolicy::Error,
        strict_booleans: true,
        with_snippet: false,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|e| {
        let line = e.location().map_or_else(String::new, |at| format!("line {}: ", at.line()));
        let full = e.render_with_formatter(&serde_saphyr::UserMessageFormatter);
        let why = full.split(" at line ").next().unwrap_or_default();
        line + &why.split_whitespace().collect::<Vec<_>>().join(" ")
    })
}
