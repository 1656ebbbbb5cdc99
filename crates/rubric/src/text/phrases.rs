//! The places of listed phrases in a text, in any case of ASCII letters: the longest at the first place, then the next after it.
//!
//! Few texts have one, so most are dismissed by the words already known to be in them, before anything is built.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use crate::text::class::Class;
use crate::text::said::Said;
use crate::text::vocabulary::Word;
use crate::text::words;
use crate::text::words::{Key, KeyMap};

/// A list of phrases, ready to be looked for.
pub(crate) struct Phrases {
    list: &'static [&'static str],
    /// Built for the first text that may have one.
    finder: OnceLock<AhoCorasick>,
    /// The first words of each as one key, and whether they are a whole phrase.
    beginnings: KeyMap<bool>,
    /// The class of words that begin one.
    opens: Class,
}

impl Phrases {
    pub(crate) fn of(list: &'static [&'static str], opens: Class) -> Self {
        let mut beginnings = KeyMap::default();
        for phrase in list {
            let (mut key, keys) = (0, words::keys(phrase));
            for (at, word) in keys.iter().enumerate() {
                key = joined(key, *word);
                *beginnings.entry(key).or_insert(false) |= at + 1 == keys.len();
            }
        }
        Self { list, finder: OnceLock::new(), beginnings, opens }
    }

    /// Whether a phrase can be in a text as words of its own. Words that are joined or split differently from how they
    /// look (`fastTrack`, `'fast'`) prove nothing.
    pub(crate) fn may_stand_in(&self, said: &Said) -> bool {
        let opens = |(_, word): &(usize, &Word)| word.class & self.opens != 0;
        said.is_odd()
            || (said.has_any(self.opens)
                && said.words().enumerate().filter(opens).any(|(at, _)| self.begins(said.words_from(at))))
    }

    /// Whether some words begin with the words of a phrase.
    fn begins<'w>(&self, words: impl Iterator<Item = &'w Word>) -> bool {
        let mut key = 0;
        for word in words {
            key = joined(key, word.key);
            match self.beginnings.get(&key) {
                Some(true) => return true,
                Some(false) => {}
                None => return false,
            }
        }
        false
    }

    /// The byte ranges of all phrases, in order and without overlaps, whether or not they are words of their own.
    pub(crate) fn find_in(&self, text: &str) -> impl Iterator<Item = (usize, usize)> {
        let finder = self.finder.get_or_init(|| {
            let mut finder = AhoCorasick::builder();
            // The automaton that is built fastest: it searches few texts.
            finder.kind(Some(AhoCorasickKind::NoncontiguousNFA));
            finder.ascii_case_insensitive(true).match_kind(MatchKind::LeftmostLongest);
            finder.build(self.list).expect("a list of phrases is short")
        });
        finder.find_iter(text).map(|found| (found.start(), found.end()))
    }
}

fn joined(before: Key, key: Key) -> Key {
    before.rotate_left(7).wrapping_add(key)
}

#[cfg(test)]
mod tests {
    use crate::text::phrases::*;
    use crate::text::said::Saying;
    use crate::text::{class, lists};

    #[test]
    fn a_phrase_in_a_text_is_never_dismissed() {
        for (list, opens) in [(lists::VAGUE, class::OPENS_VAGUE), (lists::MARKERS, class::OPENS_MARKER)] {
            let phrases = Phrases::of(list, opens);
            for phrase in list {
                assert!(phrase.len() > 1 && *phrase == phrase.to_ascii_lowercase(), "{phrase}");
                for text in [
                    (*phrase).to_owned(),
                    format!("It is {}, as written.", phrase.to_ascii_uppercase()),
                    format!("the '{phrase}' of old's"),
                    format!("注文{phrase}注文"),
                ] {
                    let mut saying = Saying::default();
                    let said = saying.read(&text);
                    assert!(phrases.may_stand_in(&saying.said(&said)), "{text}");
                    assert!(phrases.find_in(&text).next().is_some(), "{text}");
                }
            }
        }
    }

    #[test]
    fn the_longest_phrase_at_the_first_place_is_found() {
        let phrases = Phrases::of(&["as needed", "fast", "faster", "needed"], class::OPENS_VAGUE);
        let text = "was Needed FASTER";
        let found: Vec<_> = phrases.find_in(text).map(|(start, end)| &text[start..end]).collect();
        assert_eq!(found, ["as Needed", "FASTER"]);
    }
}
