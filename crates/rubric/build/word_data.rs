//! The word data of the rubric as its identity sees it.

/// The lines of a word list without comments, blank lines and indentation. `#` begins a comment.
pub fn words(list: &str) -> String {
    let lines = list.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect()
}
