//! The bold lines of FROZEN.md, and the escaping of outside text for Markdown and for YAML. Both escapings are one-to-one:
//! two different values never look the same.

use std::fmt::Write as _;

use super::marker::Marker;
use frieze_data::text::is_hidden;

/// Labels and values of this marker's bold lines, in order.
pub(super) fn of(marker: &Marker) -> Vec<(&'static str, String)> {
    let mut lines = vec![
        ("Feature", marker.feature_id.to_string()),
        ("Quality Threshold", format!("{}/100", marker.quality_threshold)),
        ("Final Score", format!("{}/100", marker.final_score)),
        ("Checksum (SHA-256)", marker.checksum_sha256.to_string()),
        ("Iteration", marker.iteration_count.to_string()),
        ("Freeze Number", marker.freeze_number.to_string()),
        ("Approver", markdown(&marker.approver)),
        ("Frozen At", marker.frozen_at.to_string()),
        ("Approved Unseen", if marker.approved_unseen { "yes" } else { "no" }.to_owned()),
    ];
    if let Some(signed) = marker.signed {
        lines.push((SIGNED, if signed { "yes" } else { "no" }.to_owned()));
    }
    if let Some(dismissed) = &marker.dismissed {
        lines.push((DISMISSED, markdown(dismissed)));
    }
    if let Some(note) = &marker.note {
        lines.push((NOTE, markdown(note)));
    }
    lines
}

/// The labels that a marker may lack.
pub(super) const OPTIONAL: [&str; 3] = [SIGNED, DISMISSED, NOTE];
const DISMISSED: &str = "Dismissed Findings";
const SIGNED: &str = "Signed";
const NOTE: &str = "Note";

/// A text as one line of Markdown that shows exactly this text: markup is escaped, and invisible characters are written as
/// `\u{…}`.
pub(super) fn markdown(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            // Infallible: writing to a `String`.
            let _ = write!(line, "\\\\u{{{:x}}}", u32::from(c));
        } else {
            if matches!(
                c,
                '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '~' | '{' | '}' | '$'
            ) {
                line.push('\\');
            }
            line.push(c);
        }
    }
    line
}

/// A text as a YAML double-quoted scalar on one line. It is also a JSON string unless it needs an escape that JSON lacks.
pub(super) fn yaml(text: &str) -> String {
    let mut scalar = String::with_capacity(text.len() + 2);
    scalar.push('"');
    for c in text.chars() {
        let code = u32::from(c);
        let _ = match c {
            '"' => scalar.write_str("\\\""),
            '\\' => scalar.write_str("\\\\"),
            '\n' => scalar.write_str("\\n"),
            '\r' => scalar.write_str("\\r"),
            '\t' => scalar.write_str("\\t"),
            _ if is_hidden(c) && code > 0xFFFF => write!(scalar, "\\U{code:08X}"),
            _ if is_hidden(c) => write!(scalar, "\\u{code:04X}"),
            _ => scalar.write_char(c),
        };
    }
    scalar.push('"');
    scalar
}
