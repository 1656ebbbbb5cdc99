//! What a statement carries that says nothing of its own: the name in brackets behind its label, the end of a list.

use super::super::section;
use super::Reader;

impl Reader<'_> {
    /// Straight under a heading that ends in `requirements`.
    pub(super) fn is_under_requirements(&self) -> bool {
        let ends = ["requirements", "anforderungen", "exigences", "requisitos", "requisiti", "eisen"];
        self.heading_text().is_some_and(|title| {
            let words = section::own_words(title);
            words.contains(' ') && ends.iter().any(|end| words.ends_with(end))
        })
    }
}

/// `Page: Patients`, `Status: Done`: a field of a requirement and not what it says.
pub(super) fn is_a_field(text: &str) -> bool {
    let named = text.split_once(':').filter(|(name, _)| name.split_whitespace().count() <= 2);
    named.is_some_and(|(_, value)| !value.ends_with('.') && value.split_whitespace().count() <= 4)
}

/// `and so on` at the end of a list.
pub(super) fn says_there_is_more(text: &str) -> bool {
    #[rustfmt::skip]
    const MORE: &[&str] = &[
        "and so on", "and so forth", "etc", "and more", "and others", "usw", "und so weiter", "und mehr", "y más", "et cetera", "entre otros", "e così via",
        "и так далее", "и т.д",
    ];
    MORE.contains(&text.trim_end_matches(['.', '…']).trim().to_lowercase().as_str())
}

/// `(Berth map): The clerk …` behind a label → `Berth map: The clerk …`; a mark such as `(P1)` stays.
pub(super) fn with_open_name(text: String) -> String {
    const LONGEST: usize = 60;
    let parted = text.strip_prefix('(').and_then(|rest| rest.split_once("): "));
    let named = parted.filter(|(name, told)| {
        (4..=LONGEST).contains(&name.len())
            && name.starts_with(char::is_uppercase)
            && name.chars().any(char::is_lowercase)
            && !name.contains(['(', ')', ':', ','])
            && told.split_whitespace().count() >= 3
    });
    named.map(|(name, told)| format!("{name}: {told}")).unwrap_or(text)
}
