//! The words of a text as 64-bit keys: the hash of the stem, so that no text is copied.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub(crate) use frieze_language::{is_spaceless, parts as each};

/// A word's identity after folding and stemming.
pub(crate) type Key = u64;

/// Keys are hashes already; hashing them again only costs time. Never iterated, so order cannot leak.
#[derive(Default)]
pub(crate) struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(PRIME);
        }
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

pub(crate) type KeySet = HashSet<Key, BuildHasherDefault<Same>>;
pub(crate) type KeyMap<V> = HashMap<Key, V, BuildHasherDefault<Same>>;
/// By ids and names as written. The author of a document chooses them freely, so the hash has a secret key: otherwise a document
/// could use ids that all collide. Never iterated either.
pub(crate) type NameMap<'n, V> = foldhash::HashMap<&'n str, V>;
pub(crate) type NameSet<'n> = foldhash::HashSet<&'n str>;

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

fn hashed(from: Key, text: &str) -> Key {
    text.bytes().fold(from, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

fn finished(raw: u64) -> Key {
    // A finaliser, because sums of keys are compared and a set uses the low bits.
    let a = (raw ^ (raw >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    a ^ (a >> 29)
}

/// The keys of a word in comparisons.
#[derive(Clone, Copy)]
pub(crate) struct Stem {
    /// Of the whole stem: case, plural and the usual endings do not matter.
    pub(crate) key: Key,
    /// Of its first letters: `registration` and `registered` are equal, as `Buchung` and `Buchungen` are.
    pub(crate) root: Key,
    /// Of fewer letters, for comparing claims: `decide` and `decision` are equal.
    pub(crate) short_root: Key,
}

const ROOT: usize = 5;
const SHORT_ROOT: usize = 4;

impl Stem {
    /// The stem of a word. Designs repeat their words, so it is remembered.
    pub(crate) fn of(word: &str) -> Self {
        /// The most words that are remembered.
        const MOST: usize = 1 << 12;
        /// Longer words are not stemmed: the stemmer takes quadratic time.
        const LONGEST: usize = 64;
        thread_local! {
            static KNOWN: RefCell<foldhash::HashMap<Box<str>, Stem>> = RefCell::default();
        }
        if !(3..=LONGEST).contains(&word.len()) || !word.bytes().any(|byte| byte.is_ascii_alphabetic()) {
            return Self::of_letters(&word.to_lowercase());
        }
        KNOWN.with_borrow_mut(|known| {
            if let Some(stem) = known.get(word) {
                return *stem;
            }
            let english = frieze_language::all().first();
            let lower =
                if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(word.replace('’', "'")) };
            let stem = Self::of_letters(
                &english.map_or_else(|| lower.to_lowercase(), |english| english.stem(&lower)),
            );
            if known.len() == MOST {
                known.clear();
            }
            known.insert(word.into(), stem);
            stem
        })
    }

    fn of_letters(stem: &str) -> Self {
        let end = |letters| stem.char_indices().nth(letters).map_or(stem.len(), |(end, _)| end);
        let (short, long) = (end(SHORT_ROOT), end(ROOT));
        let short_root = hashed(BASIS, &stem[..short]);
        let root = hashed(short_root, &stem[short..long]);
        Self { key: finished(hashed(root, &stem[long..])), root, short_root }
    }
}

/// The key of a word.
pub(crate) fn key(word: &str) -> Key {
    Stem::of(word).key
}

/// The key of a word's spelling in small letters, for quotations.
pub(crate) fn spelled(word: &str) -> Key {
    finished(hashed(BASIS, &lower(word)))
}

/// A word in small letters.
pub(crate) fn lower(word: &str) -> Cow<'_, str> {
    if word.bytes().any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii()) {
        word.to_lowercase().into()
    } else {
        word.into()
    }
}

/// The keys of all words of a text, in order.
pub(crate) fn keys(text: &str) -> Vec<Key> {
    let mut keys = Vec::with_capacity(text.len() / 5 + 2);
    each(text, |word| keys.push(key(word)));
    keys
}

/// One key for a name: its words in order, in any case, joint and number.
pub(crate) fn name_key(name: &str) -> Key {
    let mut hash = BASIS;
    each(name, |word| hash = with_word(hash, key(word)));
    hash
}

/// The same where the words of the name are known already.
pub(crate) fn name_key_of(keys: impl Iterator<Item = Key>) -> Key {
    keys.fold(BASIS, with_word)
}

fn with_word(hash: Key, key: Key) -> Key {
    (hash ^ key).wrapping_mul(PRIME).rotate_left(5)
}

/// One key for the letters of a name, with word boundaries ignored: `surName` and `surname`.
pub(crate) fn spelling_key(name: &str) -> Key {
    let with = |hash: Key, letter: u32| (hash ^ u64::from(letter)).wrapping_mul(PRIME);
    if name.is_ascii() {
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        return letters.fold(BASIS, |hash, byte| with(hash, u32::from(byte.to_ascii_lowercase())));
    }
    let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.fold(BASIS, |hash, c| with(hash, u32::from(c)))
}

/// Each once, in order.
pub(crate) fn distinct<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// One key for a set of words: the sum of theirs, so that a set without one word is one subtraction away.
pub(crate) fn set_key(keys: &[Key]) -> Key {
    keys.iter().fold(0, |sum, key| sum.wrapping_add(*key))
}

#[cfg(test)]
mod tests {
    use crate::text::words::*;

    #[test]
    fn forms_of_a_word_share_a_key() {
        for (a, b) in [
            ("order", "Orders"),
            ("entry", "entries"),
            ("delete", "deleted"),
            ("delete", "deleting"),
            ("stop", "stopped"),
            ("customer", "customer's"),
            ("Größe", "größe"),
            ("box", "boxes"),
            ("save", "saves"),
        ] {
            assert_eq!(key(a), key(b), "{a} {b}");
        }
        for (a, b) in [("order", "border"), ("status", "stat"), ("item", "items2")] {
            assert_ne!(key(a), key(b), "{a} {b}");
        }
    }

    #[test]
    fn a_word_of_megabytes_takes_no_time() {
        let long = "ay".repeat(1 << 21);
        assert_eq!(key(&long), key(&long.to_uppercase()));
    }
}
