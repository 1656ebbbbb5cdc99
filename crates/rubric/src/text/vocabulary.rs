//! The words of all texts, each spelling once. What is known of a word is computed when it first occurs, and a text is
//! a list of indices here. Designs repeat their words, so this stays small for long texts.

use crate::text::class::Class;
use crate::text::words::{Key, KeyMap, NameMap};
use crate::text::{class, words};

/// What is known of a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) key: Key,
    /// See [`words::Stem`].
    pub(crate) root: Key,
    pub(crate) short_root: ShortRoot,
    pub(crate) class: Class,
    /// A pair of characters of a script that sets no spaces.
    pub(crate) unspaced: bool,
}

impl Word {
    pub(crate) fn is_specific(&self) -> bool {
        class::is_specific(self.class)
    }
}

/// The index of a word in the vocabulary.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordIndex(u32);

impl WordIndex {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The beginning of a word as claims are compared: its index among all beginnings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ShortRoot {
    pub(crate) key: Key,
    number: u32,
}

impl ShortRoot {
    pub(crate) fn index(self) -> usize {
        self.number as usize
    }
}

#[derive(Default)]
pub(crate) struct Vocabulary<'i> {
    words: Vec<Word>,
    places: NameMap<'i, WordIndex>,
    short_roots: KeyMap<u32>,
}

impl<'i> Vocabulary<'i> {
    /// The index of a word, which is added if it is new.
    pub(crate) fn place(&mut self, word: &'i str) -> WordIndex {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let words::Stem { key, root, short_root } = words::Stem::of(word);
        let unspaced = !word.is_ascii() && word.chars().next().is_some_and(words::is_spaceless);
        let short_root = ShortRoot { key: short_root, number: 0 };
        self.add(word, Word { key, root, short_root, class: class::of_word(word, key), unspaced })
    }

    fn add(&mut self, spelling: &'i str, word: Word) -> WordIndex {
        let (key, next) = (word.short_root.key, count(self.short_roots.len()));
        let number = *self.short_roots.entry(key).or_insert(next);
        let place = WordIndex(count(self.words.len()));
        self.words.push(Word { short_root: ShortRoot { key, number }, ..word });
        self.places.insert(spelling, place);
        place
    }

    /// Adds the words of a later reading as if they had occurred here in that order; returns the index of each.
    pub(crate) fn and(&mut self, later: Self) -> Vec<WordIndex> {
        let mut spelt = vec![""; later.words.len()];
        for (spelling, place) in later.places {
            spelt[place.index()] = spelling;
        }
        let known = |spelling, word, all: &mut Self| match all.places.get(spelling) {
            Some(place) => *place,
            None => all.add(spelling, word),
        };
        spelt.into_iter().zip(later.words).map(|(spelling, word)| known(spelling, word, self)).collect()
    }

    pub(crate) fn word(&self, place: WordIndex) -> &Word {
        &self.words[place.index()]
    }

    pub(crate) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The number of short roots; each has an index below it.
    pub(crate) fn short_roots(&self) -> usize {
        self.short_roots.len()
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
