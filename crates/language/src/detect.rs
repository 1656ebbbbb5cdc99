//! Language of a text, detected by the share of stop words.

use crate::language::{Language, all};
use crate::tokens::{Kind, tokens};

/// Only the first words of a text are counted.
const WORDS: usize = 2_000;
/// In running text, at least one word in eight is a stop word.
const SHARE: usize = 8;
/// In Japanese, at least one letter in ten is kana.
const KANA: usize = 10;

/// The language of a text; `None` if it has no lexicon here.
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
    // With equal counts the first language wins: `all` lists them in order of preference.
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
