//! The words on a button, as a sentence quotes them: `clicks Add Feed`.

use super::noun::{bare, kind_of};
use super::words::is_stop;

/// `clicks Add Feed`: the words on the button.
pub(super) fn clicked(tokens: &[&str], at: usize) -> Option<String> {
    const CLICKS: &[&str] = &[
        "click", "clicks", "clicked", "tap", "taps", "press", "presses", "hit", "hits", "clicking", "tapping",
    ];
    if !CLICKS.contains(&bare(tokens[at]).to_lowercase().as_str()) {
        return None;
    }
    let mut words: Vec<&str> = Vec::new();
    for token in tokens.iter().skip(at + 1).take(6) {
        let word = bare(token);
        let lower = word.to_lowercase();
        if words.is_empty() && matches!(lower.as_str(), "on" | "the" | "an" | "a") {
            continue;
        }
        let starts = word.starts_with(char::is_uppercase);
        if word.is_empty() || (words.is_empty() && !starts) || is_stop(&lower) {
            break;
        }
        if kind_of(&lower).is_some() && words.len() > 1 && !starts {
            break;
        }
        words.push(word);
        if token.ends_with([',', '.', ';', ':', '"', '”', '\'']) || words.len() == 4 {
            break;
        }
    }
    (words.len() > 1).then(|| words.join(" "))
}
