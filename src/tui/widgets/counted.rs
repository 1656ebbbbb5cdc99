//! A number with its noun.

/// A count with its noun: `1 step`, `3 steps`.
pub fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
