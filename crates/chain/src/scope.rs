//! Scope expansion: issues that ask for more than the specification has. "NEVER suggest scope expansion": they are shown as
//! such, and no verdict depends on it.

use std::collections::BTreeSet;

use frieze_language::by_code;

use crate::review::{Issue, Review, Severity};

/// Phrases that suggest something new.
const SUGGESTIONS: &str = "add support for|also add|also consider|also include|also support|consider|could also|\
    it would be nice|might want to|should also|what about|why not|you could add";
/// Words of an issue about what is there and not good, which is no expansion.
const FAULTS: &str = "ambiguous|cannot|contradict|does not|doesn't|inconsistent|is not|lacks|missing|no longer|\
    not covered|unclear|undefined|untestable|vague";

/// The places of the issues that ask for more than `known`, the texts that define the scope. They are only shown: the verdict stays
/// as the reviewer gave it. What the reviewer calls a blocker is never such an issue.
pub fn places(review: &Review, known: &[&str]) -> Vec<usize> {
    let known: BTreeSet<String> = known.iter().flat_map(|text| stems(text)).collect();
    let asks =
        |issue: &Issue| issue.severity != Severity::Blocker && asks_for_more(&issue.description, &known);
    review.issues.iter().enumerate().filter(|(_, issue)| asks(issue)).map(|(at, _)| at).collect()
}

/// Whether an issue suggests something, and names something for it that the texts do not have.
fn asks_for_more(description: &str, known: &BTreeSet<String>) -> bool {
    let lower = description.to_lowercase();
    if FAULTS.split('|').any(|fault| lower.contains(fault)) {
        return false;
    }
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let words = format!(" {} ", words.join(" "));
    let ends = SUGGESTIONS.split('|').filter_map(|phrase| words.split_once(&format!(" {phrase} ")));
    // The longest rest: what is suggested first.
    let rest = ends.map(|(_, rest)| rest).max_by_key(|rest| rest.len());
    rest.is_some_and(|rest| stems(rest).any(|stem| !known.contains(&stem)))
}

/// The stems of the longer words of a text.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
    words.filter_map(|word| Some(by_code("en")?.stem(word)))
}
