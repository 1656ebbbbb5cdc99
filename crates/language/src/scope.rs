//! Whether a suggestion asks for more than some texts have.

use std::collections::BTreeSet;

use super::by_code;

/// Phrases that suggest something new.
const SUGGESTIONS: &str = "add support for|also add|also consider|also include|also support|consider|could also|\
    it would be nice|might want to|should also|what about|why not|you could add";
/// Words of an issue about what is there and not good, which is no expansion.
const FAULTS: &str = "ambiguous|cannot|contradict|does not|doesn't|inconsistent|is not|lacks|missing|no longer|\
    not covered|unclear|undefined|untestable|vague";

/// The stems of the texts that say what is asked for.
#[derive(Debug)]
pub struct Scope(BTreeSet<String>);

impl Scope {
    pub fn of(texts: &[&str]) -> Self {
        Self(texts.iter().flat_map(|text| stems(text)).collect())
    }

    /// Whether a text suggests something, and names something for it that is not in the scope.
    pub fn is_exceeded_by(&self, description: &str) -> bool {
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
        rest.is_some_and(|rest| stems(rest).any(|stem| !self.0.contains(&stem)))
    }
}

/// The stems of the longer words of a text.
fn stems(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
    words.filter_map(|word| Some(by_code("en")?.stem(word)))
}
