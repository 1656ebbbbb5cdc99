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
    pub(crate) root: Root,
    pub(crate) short_root: Root,
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

/// The beginning of a word, with its index among all beginnings of that length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Root {
    pub(crate) key: Key,
    number: u32,
}

impl Root {
    pub(crate) fn index(self) -> usize {
        self.number as usize
    }
}

/// Beginnings with their indices.
type Roots = KeyMap<u32>;

fn numbered(roots: &mut Roots, key: Key) -> Root {
    let next = count(roots.len());
    Root { key, number: *roots.entry(key).or_insert(next) }
}

#[derive(Default)]
pub(crate) struct Vocabulary<'i> {
    words: Vec<Word>,
    places: NameMap<'i, WordIndex>,
    roots: Roots,
    short_roots: Roots,
}

impl<'i> Vocabulary<'i> {
    /// The index of a word, which is added if it is new.
    pub(crate) fn place(&mut self, word: &'i str) -> WordIndex {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let words::Stem { key, root, short_root } = words::Stem::of(word);
        let [root, short_root] = [root, short_root].map(|key| Root { key, number: 0 });
        let unspaced = !word.is_ascii() && word.chars().next().is_some_and(words::is_spaceless);
        self.add(word, Word { key, root, short_root, class: class::of_word(word, key), unspaced })
    }

    fn add(&mut self, spelling: &'i str, word: Word) -> WordIndex {
        let root = numbered(&mut self.roots, word.root.key);
        let short_root = numbered(&mut self.short_roots, word.short_root.key);
        let place = WordIndex(count(self.words.len()));
        self.words.push(Word { root, short_root, ..word });
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

    /// How many roots and how many short roots there are; each has an index below that.
    pub(crate) fn roots(&self) -> (usize, usize) {
        (self.roots.len(), self.short_roots.len())
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
