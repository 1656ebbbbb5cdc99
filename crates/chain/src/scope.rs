//! Scope expansion: issues that ask for more than the specification has. "NEVER suggest scope expansion": they are shown as
//! such, and no verdict depends on it.

use std::collections::BTreeSet;

use frieze_language::by_code;

use crate::review::{Issue, Review, Severity};
use crate::sections::ids;

/// Words with which an issue suggests something.
const SUGGESTIONS: [&str; 6] = ["about", "add", "also", "consider", "could", "nice"];

/// The places of the issues that suggest something for which the texts that define the scope have no word. An issue that names a
/// requirement is about what is there, and what the reviewer calls a blocker is never such an issue.
pub fn places(review: &Review, scope: &[&str]) -> Vec<usize> {
    let known_ids: BTreeSet<&str> = scope.iter().flat_map(|text| ids(text)).collect();
    let known: BTreeSet<String> = scope.iter().flat_map(|text| words(text)).filter_map(stem).collect();
    let asks = |issue: &Issue| {
        let mut words = words(&issue.description);
        issue.severity != Severity::Blocker
            && !ids(&issue.description).any(|id| known_ids.contains(id))
            && words.any(|word| SUGGESTIONS.iter().any(|known| word.eq_ignore_ascii_case(known)))
            && words.filter_map(stem).any(|stem| !known.contains(&stem))
    };
    review.issues.iter().enumerate().filter(|(_, issue)| asks(issue)).map(|(at, _)| at).collect()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

/// The stem of a longer word.
fn stem(word: &str) -> Option<String> {
    (word.chars().count() > 3).then(|| by_code("en").map(|language| language.stem(word)))?
}
