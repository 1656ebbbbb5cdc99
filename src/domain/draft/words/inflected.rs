//! One key for the forms of a word in scripts whose nouns change at their end: the case of a Russian noun, the particle that
//! a Korean one is written with.

/// Endings of Cyrillic nouns, the longest first.
#[rustfmt::skip]
const CASES: &[&str] = &[
    "ями", "ами", "ях", "ах", "ям", "ам", "ов", "ев", "ей", "ой", "ом", "ем", "ою", "ею", "ий", "ия", "ие", "ии", "ию", "і", "ї", "а",
    "я", "у", "ю", "ы", "и", "е", "о", "ь", "й",
];
/// Korean particles behind a noun, the longest first.
#[rustfmt::skip]
const PARTICLES: &[&str] = &[
    "에서는", "으로는", "에서", "에는", "으로", "까지", "부터", "마다", "별로", "들을", "들이", "들의", "별", "을", "를", "이", "가", "은", "는", "의",
    "에", "와", "과", "로", "도", "들",
];

/// A word that is not written in ASCII without its ending; a short one, or one of another script, as it is.
pub(super) fn stem(word: &str) -> &str {
    let Some(first) = word.chars().next() else { return word };
    let (endings, least) = match first {
        '\u{400}'..='\u{4FF}' => (CASES, 3),
        '\u{AC00}'..='\u{D7AF}' => (PARTICLES, 2),
        _ => return word,
    };
    let cut =
        endings.iter().find_map(|end| word.strip_suffix(end).filter(|rest| rest.chars().count() >= least));
    cut.unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_a_noun_have_one_key() {
        for (one, other) in [
            ("матч", "матча"),
            ("арены", "арене"),
            ("лодка", "лодками"),
            ("예약", "예약을"),
            ("예약", "예약별"),
        ] {
            assert_eq!(stem(one), stem(other), "{one} {other}");
        }
        assert_eq!(stem("予約"), "予約");
        assert_eq!(stem("год"), "год");
    }
}
