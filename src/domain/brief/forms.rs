//! Which words are forms of one noun, in languages other than English.

use std::collections::BTreeSet;

use super::{Brief, foreign, kept, modal, particles};

/// Words of a long brief that are compared.
const MOST: usize = 4_000;

/// Whether two words are forms of one noun.
pub(super) fn same(one: &str, other: &str, language: &str) -> bool {
    // Turkish adds ending to ending.
    let grown = |one: &str, other: &str| one.chars().count() > 3 && other.starts_with(one);
    let (lower, upper) = (one.to_lowercase(), other.to_lowercase());
    lower == upper
        || language == "Korean"
            && (particles::is_korean_form(&lower, &upper) || particles::is_korean_form(&upper, &lower))
        || language == "Turkish" && (grown(&lower, &upper) || grown(&upper, &lower))
        || if foreign::articles(language).is_some() {
            foreign::stem(one) == foreign::stem(other)
        } else {
            kept::same(one, other)
        }
}

impl Brief {
    /// The lower-case words of the demands and the titles, for whoever looks for the forms of a noun.
    pub fn spoken(&self) -> BTreeSet<String> {
        let stated = self.statements.iter().map(|s| s.text.as_str());
        let wished =
            self.stories.iter().flat_map(|s| s.want.iter().map(String::as_str).chain([s.title.as_str()]));
        let words =
            stated.chain(wished).flat_map(|text| modal::words(text).map(|(_, word)| word.to_lowercase()));
        // Words of syllables are shorter.
        let least = if self.language == "Korean" { 2 } else { 4 };
        words.filter(|word| word.chars().count() >= least).take(MOST).collect()
    }

    /// The words among some that are forms of a name of one word.
    pub fn forms<'w>(&self, name: &str, spoken: &'w BTreeSet<String>) -> Vec<&'w str> {
        if self.language == "en" || name.contains(' ') {
            return Vec::new();
        }
        spoken.iter().map(String::as_str).filter(|word| same(name, word, &self.language)).collect()
    }
}
