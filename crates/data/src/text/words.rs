//! Numbers and lists in sentences.

use std::fmt::Display;

/// A number with its word: `1 file`, `2 files`.
pub fn count<N: Display + From<u8> + PartialEq + Copy>(number: N, one: &str, many: &str) -> String {
    let word = if number == N::from(1) { one } else { many };
    format!("{number} {word}")
}

/// The first names of a list, and how many more there are: `a, b and 3 more`.
pub fn first(names: &[impl AsRef<str>], most: usize, between: &str) -> String {
    let shown = names.iter().take(most).map(AsRef::as_ref).collect::<Vec<_>>().join(between);
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The beginning of a text, of at most this many characters.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}
