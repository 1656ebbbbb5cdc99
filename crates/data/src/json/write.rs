//! Serialisation of our own types, which cannot fail.

use serde::Serialize;
use serde_json::Value;

/// A value of our own types, as JSON.
///
/// # Panics
/// If a map has keys that are no text: a mistake in the program, not in input.
pub fn of(own: &impl Serialize) -> Value {
    serde_json::to_value(own).expect(PLAIN)
}

/// A value of our own types in one line, without a line feed.
///
/// # Panics
/// As [`of`].
pub fn line(own: &impl Serialize) -> String {
    serde_json::to_string(own).expect(PLAIN)
}

/// A value of our own types as in files: indented, with a final newline.
///
/// # Panics
/// As [`of`].
pub fn pretty(own: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(own).expect(PLAIN);
    bytes.push(b'\n');
    bytes
}

/// Serialisation fails only for map keys that are no text, and for failing writers.
const PLAIN: &str = "our own types hold texts, numbers and lists, and objects by names";
