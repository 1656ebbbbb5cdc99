//! Words as the rubric counts them: folded, lightly stemmed, kept as 64-bit keys so that no text is copied.
//!
//! Scripts written without spaces have no words to split at; there every pair of neighbouring characters
//! stands for a word, so that a Japanese sentence weighs about what its English translation weighs.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use super::class;

/// A word's identity after folding and stemming.
pub(super) type Key = u64;

/// Keys are hashes already; hashing them again would only cost time. Never iterated, so order cannot leak.
#[derive(Default)]
pub(super) struct Same(u64);

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

pub(super) type KeySet = HashSet<Key, BuildHasherDefault<Same>>;
pub(super) type KeyMap<V> = HashMap<Key, V, BuildHasherDefault<Same>>;
/// By ids and names as they are written. Whoever writes a document chooses them freely, so they are hashed with a
/// key that nobody knows: else a document could be made of ids that all meet in one place. Never iterated either.
pub(super) type NameMap<'n, V> = foldhash::HashMap<&'n str, V>;
pub(super) type NameSet<'n> = foldhash::HashSet<&'n str>;

const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

fn mixed(bytes: impl Iterator<Item = u8>) -> Key {
    finished(bytes.fold(BASIS, |hash, byte| with_byte(hash, &byte)))
}

fn finished(raw: u64) -> Key {
    // A finaliser, because sums of keys are compared and a set uses the low bits.
    let a = (raw ^ (raw >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    a ^ (a >> 29)
}

/// The words of a text, in order. Joined words (`orderLine`, `order_line`) come apart.
pub(super) fn each<'t>(text: &'t str, take: impl FnMut(&'t str)) {
    // Most texts are ASCII, and there a character is a byte.
    if text.is_ascii() { each_of_ascii(text, take) } else { each_of_any(text, take) }
}

fn each_of_ascii<'t>(text: &'t str, mut take: impl FnMut(&'t str)) {
    let mut start = None;
    let mut lower_before = false;
    for (at, byte) in text.bytes().enumerate() {
        let inside = byte.is_ascii_alphanumeric() || (byte == b'\'' && start.is_some());
        if !inside {
            if let Some(from) = start.take() {
                take(&text[from..at]);
            }
        } else if start.is_none() {
            start = Some(at);
        } else if byte.is_ascii_uppercase()
            && lower_before
            && let Some(from) = start.replace(at)
        {
            take(&text[from..at]);
        }
        lower_before = byte.is_ascii_lowercase();
    }
    if let Some(from) = start {
        take(&text[from..]);
    }
}

fn each_of_any<'t>(text: &'t str, mut take: impl FnMut(&'t str)) {
    let mut start = None;
    let mut lower_before = false;
    let mut pair: Option<usize> = None;
    for (at, c) in text.char_indices() {
        if unspaced(c) {
            if let Some(from) = start.take() {
                take(&text[from..at]);
            }
            if let Some(from) = pair {
                take(&text[from..at + c.len_utf8()]);
            }
            pair = Some(at);
            continue;
        }
        if let Some(from) = pair.take() {
            // A run of a single character is a word as well.
            if !text[..from].chars().next_back().is_some_and(unspaced) {
                take(&text[from..at]);
            }
        }
        let inside = c.is_alphanumeric() || (c == '\'' || c == '’') && start.is_some();
        if !inside {
            if let Some(from) = start.take() {
                take(&text[from..at]);
            }
        } else if start.is_none() {
            start = Some(at);
        } else if c.is_uppercase()
            && lower_before
            && let Some(from) = start.replace(at)
        {
            take(&text[from..at]);
        }
        lower_before = c.is_lowercase();
    }
    if let Some(from) = start {
        take(&text[from..]);
    }
    if let Some(from) = pair
        && !text[..from].chars().next_back().is_some_and(unspaced)
    {
        take(&text[from..]);
    }
}

/// Scripts that set no spaces between words: Han, kana, Thai, Lao, Khmer, Myanmar.
pub(super) fn unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x3005..=0x3007 | 0x3040..=0x30FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF
        | 0x20000..=0x3FFFF | 0x0E00..=0x0EFF | 0x1780..=0x17FF | 0x1000..=0x109F)
}

/// The key of a word: case, plural and the usual English endings do not matter.
pub(super) fn key(word: &str) -> Key {
    let word = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
    if word.is_ascii() {
        let (mut short, long);
        let lower = if word.len() <= SHORT {
            short = [0; SHORT];
            let place = &mut short[..word.len()];
            for (lower, byte) in place.iter_mut().zip(word.bytes()) {
                *lower = byte.to_ascii_lowercase();
            }
            &*place
        } else {
            long = word.to_ascii_lowercase();
            long.as_bytes()
        };
        let stem = stem_length(lower);
        let tail = ending(lower, stem);
        mixed(lower[..stem].iter().copied().chain(tail))
    } else {
        let mut buffer = [0; 4];
        let mut hash = BASIS;
        for c in word.chars().flat_map(char::to_lowercase) {
            for byte in c.encode_utf8(&mut buffer).bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
            }
        }
        mixed(hash.to_le_bytes().into_iter())
    }
}

/// Up to this length a word is folded without asking for memory.
const SHORT: usize = 32;

/// How much of a lower-case ASCII word is its stem: plural, -ing, -ed and a final e fall away.
fn stem_length(word: &[u8]) -> usize {
    let mut end = word.len();
    if end < 4 || !word.iter().all(u8::is_ascii_lowercase) {
        return end;
    }
    let ends = |tail: &[u8]| word.ends_with(tail);
    match word.last() {
        Some(b's') if ends(b"ies") && end > 4 => return end - 3,
        Some(b's') if ends(b"sses") || ends(b"ches") || ends(b"shes") || ends(b"xes") => end -= 2,
        Some(b's') if !(ends(b"ss") || ends(b"us") || ends(b"is")) => end -= 1,
        Some(b'g') if ends(b"ing") && end > 5 => end -= 3,
        Some(b'd') if ends(b"ed") && end > 4 => end -= 2,
        _ => {}
    }
    // deleted → delet, stopped → stopp → stop
    if end < word.len()
        && end > 3
        && word[end - 1] == word[end - 2]
        && !matches!(word[end - 1], b's' | b'l' | b'e')
    {
        end -= 1;
    }
    if end > 3 && word[end - 1] == b'e' {
        end -= 1;
    }
    end
}

/// entries → entr + y, so that it meets entry.
fn ending(word: &[u8], stem: usize) -> Option<u8> {
    (word.len() > 4 && stem + 3 == word.len() && word.ends_with(b"ies")).then_some(b'y')
}

/// The key of a word's beginning: `registration` and `registered` meet, as `Buchung` and `Buchungen` do. For
/// asking whether two texts speak of the same thing, where endings of any language would only stand between.
pub(super) fn root(word: &str, kept: usize) -> Key {
    let stem = if word.is_ascii() {
        word.get(..stem_length(word.as_bytes())).unwrap_or(word)
    } else {
        word.strip_suffix("’s").unwrap_or(word)
    };
    let mut buffer = [0; 4];
    let mut hash = BASIS;
    for c in stem.chars().take(kept).flat_map(char::to_lowercase) {
        for byte in c.encode_utf8(&mut buffer).bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        }
    }
    hash
}

/// So many letters tell one word from another where a result is compared with its cause.
pub(super) const KEPT: usize = 5;

/// So many letters are compared where a claim is: `decide` has to meet `decision`.
pub(super) const KEPT_OF_A_CLAIM: usize = 4;

/// A word's key, and its roots by [`KEPT_OF_A_CLAIM`] and by [`KEPT`] letters.
pub(super) fn key_and_roots(word: &str) -> (Key, [Key; 2]) {
    if word.len() > SHORT || !word.is_ascii() {
        return (key(word), [root(word, KEPT_OF_A_CLAIM), root(word, KEPT)]);
    }
    let mut lower = [0; SHORT];
    let lower = &mut lower[..word.len()];
    let mut folded = false;
    for (lower, byte) in lower.iter_mut().zip(word.bytes()) {
        *lower = byte.to_ascii_lowercase();
        folded |= *lower != byte;
    }
    let bare = lower.len() - if word.ends_with("'s") { 2 } else { 0 };
    let stem = stem_length(&lower[..bare]);
    // A root keeps the ending of a word that is not in small letters throughout.
    let kept = if folded || bare < lower.len() { lower.len() } else { stem };
    let hashed = |range: std::ops::Range<usize>, from: Key| {
        lower.get(range).unwrap_or_default().iter().fold(from, with_byte)
    };
    let short = hashed(0..kept.min(KEPT_OF_A_CLAIM), BASIS);
    let root = hashed(KEPT_OF_A_CLAIM..kept.min(KEPT), short);
    // Where the root is the beginning of the stem, the key goes on from it.
    let raw =
        if kept.min(KEPT) <= stem { hashed(kept.min(KEPT)..stem, root) } else { hashed(0..stem, BASIS) };
    let raw = ending(&lower[..bare], stem).iter().fold(raw, with_byte);
    (finished(raw), [short, root])
}

fn with_byte(hash: Key, byte: &u8) -> Key {
    (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
}

/// The keys of all words of a text, in order.
pub(super) fn keys(text: &str) -> Vec<Key> {
    let mut keys = Vec::with_capacity(text.len() / 5 + 2);
    each(text, |word| keys.push(key(word)));
    keys
}

/// The distinct content words of a text, sorted.
pub(super) fn content(text: &str) -> Vec<Key> {
    let mut keys = keys(text);
    keys.retain(|key| class::of(*key) & class::STOP == 0);
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// One key for a name: its words in order, whatever their case, joints and plural.
pub(super) fn name_key(name: &str) -> Key {
    let mut hash = BASIS;
    each(name, |word| hash = with_word(hash, key(word)));
    hash
}

/// The same where the words of the name are known already.
pub(super) fn name_key_of(keys: impl Iterator<Item = Key>) -> Key {
    keys.fold(BASIS, with_word)
}

fn with_word(hash: Key, key: Key) -> Key {
    (hash ^ key).wrapping_mul(PRIME).rotate_left(5)
}

/// One key for the letters of a name, wherever its words are joined: `surName` and `surname`.
pub(super) fn spelling_key(name: &str) -> Key {
    let with = |hash: Key, letter: u32| (hash ^ u64::from(letter)).wrapping_mul(PRIME);
    if name.is_ascii() {
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        return letters.fold(BASIS, |hash, byte| with(hash, u32::from(byte.to_ascii_lowercase())));
    }
    let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
    letters.fold(BASIS, |hash, c| with(hash, u32::from(c)))
}

/// One key for a set of words: the sum of theirs, so that a set without one word is one subtraction away.
pub(super) fn set_key(keys: &[Key]) -> Key {
    keys.iter().fold(0, |sum, key| sum.wrapping_add(*key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        each(text, |word| words.push(word));
        words
    }

    #[test]
    fn words_come_apart_at_spaces_joints_and_humps() {
        assert_eq!(
            split("The customer's orderLine_no 7."),
            ["The", "customer's", "order", "Line", "no", "7"]
        );
        assert_eq!(split("注文一覧"), ["注文", "文一", "一覧"]);
        assert_eq!(split("注文 id、卓"), ["注文", "id", "卓"]);
        assert_eq!(split("ß—Größe"), ["ß", "Größe"]);
    }

    #[test]
    fn the_way_for_ascii_finds_what_the_way_for_any_text_finds() {
        let check = |text: &str| {
            let (mut ascii, mut any) = (Vec::new(), Vec::new());
            each_of_ascii(text, |word| ascii.push(word));
            each_of_any(text, |word| any.push(word));
            assert_eq!(ascii, any, "{text:?}");
        };
        let mut number = 7_u32;
        for _ in 0..2_000 {
            let text: String = (0..24)
                .map(|_| {
                    number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    char::from(b" aAzZ09'_-.b"[(number >> 16) as usize % 12])
                })
                .collect();
            check(&text);
        }
    }

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
}
