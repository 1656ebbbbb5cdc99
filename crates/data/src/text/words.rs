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

/// A key by which texts are sorted, and the numbers in them as numbers: `/goals/2` before `/goals/10`.
pub fn sort_key(text: &str) -> Vec<(&str, Option<u64>)> {
    let (mut key, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let is_digit = |c: char| c.is_ascii_digit();
        let (word, numbered) = rest.split_at(rest.find(is_digit).unwrap_or(rest.len()));
        rest = numbered.trim_start_matches(is_digit);
        let number = numbered.get(..numbered.len() - rest.len()).and_then(|number| number.parse().ok());
        key.push((word, number));
    }
    key
}

#[cfg(test)]
mod tests {
    use super::sort_key;

    #[test]
    fn numbers_in_texts_are_sorted_as_numbers() {
        let sorted =
            ["", "/flows", "/flows/2", "/flows/2/steps/9", "/flows/2/steps/10", "/flows/10", "/goals/1"];
        assert!(sorted.is_sorted_by_key(|text| sort_key(text)), "{sorted:?}");
        assert!(sort_key("R2 is not met") < sort_key("R10 is not met"));
    }
}
