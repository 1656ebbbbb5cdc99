//! Numbers in sentences.

use std::fmt::Display;

/// A number with its word: `1 file`, `2 files`.
pub(crate) fn count<N: Display + From<u8> + PartialEq + Copy>(number: N, one: &str, many: &str) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}
