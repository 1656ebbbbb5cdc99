//! The words of all texts, each spelling once: what is known of a word is found out when it is first met, and a text
//! is a list of places here. Designs say the same words again and again, so this stays small where texts are long.

use super::class::{self, Class};
use super::words::{self, Key, KeyMap, NameMap};

/// What is known of a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) key: Key,
    /// Its beginning, as [`words::KEPT`] tells words apart, and as a claim is compared.
    pub(super) root: Key,
    pub(super) short_root: ShortRoot,
    pub(super) class: Class,
    /// A pair of characters of a script that sets no spaces.
    pub(super) unspaced: bool,
}

impl Word {
    pub(super) fn is_specific(&self) -> bool {
        class::is_specific(self.class)
    }
}

/// Where a word stands in the vocabulary. No document that is read has more words than it can count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(u32);

impl Place {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The beginning of a word as a claim is compared: which of all that were met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ShortRoot {
    pub(super) key: Key,
    number: u32,
}

impl ShortRoot {
    pub(super) fn index(self) -> usize {
        self.number as usize
    }
}

#[derive(Default)]
pub(super) struct Vocabulary<'i> {
    words: Vec<Word>,
    places: NameMap<'i, Place>,
    short_roots: KeyMap<u32>,
}

impl<'i> Vocabulary<'i> {
    /// The place of a word, which is added where it is new.
    pub(super) fn place(&mut self, word: &'i str) -> Place {
        if let Some(place) = self.places.get(word) {
            return *place;
        }
        let (key, [short_root, root]) = words::key_and_roots(word);
        let unspaced = !word.is_ascii() && word.chars().next().is_some_and(words::unspaced);
        let short_root = ShortRoot { key: short_root, number: 0 };
        self.add(word, Word { key, root, short_root, class: class::of_word(word, key), unspaced })
    }

    fn add(&mut self, spelling: &'i str, word: Word) -> Place {
        let (key, next) = (word.short_root.key, count(self.short_roots.len()));
        let number = *self.short_roots.entry(key).or_insert(next);
        let place = Place(count(self.words.len()));
        self.words.push(Word { short_root: ShortRoot { key, number }, ..word });
        self.places.insert(spelling, place);
        place
    }

    /// Adds the words of a later reading as if they had been met here, one after the other; gives the place of each.
    pub(super) fn and(&mut self, later: Self) -> Vec<Place> {
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

    pub(super) fn word(&self, place: Place) -> &Word {
        &self.words[place.index()]
    }

    pub(super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// How many short roots were met; each has a number below.
    pub(super) fn short_roots(&self) -> usize {
        self.short_roots.len()
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
