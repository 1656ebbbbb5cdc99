//! Texts as sequences of words, for quotations: white space, markup, marks and case do not matter.

use frieze_language::{Kind, tokens};

use crate::text::class::{STOP, is};
use crate::text::words::{Key, KeyMap, spelled};

/// The words of a text in their order, by spelling.
pub(crate) fn phrase(text: &str) -> Vec<Key> {
    tokens(text).filter(|token| token.kind != Kind::Mark).map(|token| spelled(token.text)).collect()
}

/// How many words of a text carry its content.
pub(crate) fn content(text: &str) -> usize {
    tokens(text).filter(|token| token.kind != Kind::Mark && !is(token.text, STOP)).count()
}

/// Where a phrase occurs first in a longer one.
pub(crate) fn place(phrase: &[Key], text: &[Key]) -> Option<usize> {
    let first = phrase.first()?;
    (0..text.len()).find(|at| text[*at] == *first && text[*at..].starts_with(phrase))
}

/// A long text as a phrase, with the places of each word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Quotable {
    words: Vec<Key>,
    places: KeyMap<Vec<usize>>,
}

impl Quotable {
    pub(crate) fn of(words: Vec<Key>) -> Self {
        let mut places: KeyMap<Vec<usize>> = KeyMap::default();
        for (at, word) in words.iter().enumerate() {
            places.entry(*word).or_default().push(at);
        }
        Self { words, places }
    }

    /// Where a phrase occurs, in order. Only the places of its rarest word are compared.
    pub(crate) fn places(&self, phrase: &[Key]) -> impl Iterator<Item = usize> {
        let of = |word: &Key| self.places.get(word).map_or(&[][..], Vec::as_slice);
        let rarest = phrase.iter().enumerate().min_by_key(|(_, word)| of(word).len());
        let (before, places) = rarest.map_or((0, &[][..]), |(before, word)| (before, of(word)));
        let begins = places.iter().filter_map(move |at| at.checked_sub(before));
        begins.filter(move |at| self.words[*at..].starts_with(phrase))
    }

    /// Whether a phrase occurs.
    pub(crate) fn has(&self, phrase: &[Key]) -> bool {
        self.places(phrase).next().is_some()
    }
}
