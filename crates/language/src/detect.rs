//! The language of a text, by the share of its words that say nothing on their own.

use crate::language::{Language, all};
use crate::tokens::{Kind, tokens};

/// So many words are enough to tell.
const WORDS: usize = 2_000;
/// At least one word in so many is a stop word in running text of a language.
const SHARE: usize = 8;
/// One character in so many is kana in Japanese.
const KANA: usize = 10;

/// The language of a text; `None` where it is none of those with a lexicon.
pub fn detect(text: &str) -> Option<&'static Language> {
    let letters = text.chars().filter(|c| c.is_alphabetic()).take(WORDS * 5);
    let (mut kana, mut total) = (0_usize, 0_usize);
    for letter in letters {
        total += 1;
        kana += usize::from(matches!(letter, '\u{3041}'..='\u{30ff}'));
    }
    if kana > 0 && kana * KANA >= total {
        return all().iter().find(|language| language.is_spaceless);
    }
    let mut counts = vec![0_usize; all().len()];
    let mut words = 0_usize;
    for token in tokens(text).filter(|token| token.kind == Kind::Word).take(WORDS) {
        words += 1;
        let lower = token.text.to_lowercase();
        for (count, language) in counts.iter_mut().zip(all()) {
            *count += usize::from(language.is_stop(&lower));
        }
    }
    // The first of equals: the order of the languages is the order of preference.
    let (best, language) = counts.iter().zip(all()).rev().max_by_key(|(count, _)| **count)?;
    (*best > 0 && best * SHARE >= words).then_some(language)
}

#[cfg(test)]
mod tests {
    #[test]
    fn five_languages_are_distinguished() {
        let code = |text| super::detect(text).map(|language| language.code);
        assert_eq!(code("The guest picks a date and the system shows what is free."), Some("en"));
        assert_eq!(code("Der Gast wählt ein Datum und das System zeigt, was frei ist."), Some("de"));
        assert_eq!(code("El cliente elige una fecha y el sistema muestra lo que está libre."), Some("es"));
        assert_eq!(code("Le client choisit une date et le système montre ce qui est libre."), Some("fr"));
        assert_eq!(code("利用者が日付を選ぶと、システムは空きを表示すること。"), Some("ja"));
        assert_eq!(code("用户必须能够选择日期。"), None);
        assert_eq!(code(""), None);
    }
}
