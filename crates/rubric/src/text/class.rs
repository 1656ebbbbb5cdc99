//! The lists of the rubric that contain a word.

use std::sync::LazyLock;

use frieze_language::Language;

use crate::text::words::{Key, KeyMap};
use crate::text::{lists, words};

/// The lists that contain a word, one bit each.
pub(crate) type Class = u32;

/// It carries no meaning of its own (articles, prepositions, pronouns).
pub(crate) const STOP: Class = 1;
/// It fits any design (`system`, `user`, `component`, `provides`).
pub(crate) const GENERIC: Class = 1 << 1;
/// It is of the vocabulary of lorem ipsum.
pub(crate) const LATIN: Class = 1 << 2;
/// A verb that only names that something is done.
pub(crate) const WEAK_VERB: Class = 1 << 3;
/// A verb that people do at an interface.
pub(crate) const STEP_VERB: Class = 1 << 4;
/// A verb whose object has to be in the data model.
pub(crate) const DATA_VERB: Class = 1 << 6;
/// It marks an attribute as an identity.
pub(crate) const IDENTITY: Class = 1 << 10;
/// It only says again which state a state is.
pub(crate) const STATE_WORD: Class = 1 << 11;
/// A phrase that marks an open point begins with it, and a vague phrase.
pub(crate) const OPENS_MARKER: Class = 1 << 12;
pub(crate) const OPENS_VAGUE: Class = 1 << 13;
/// It fits any failure.
pub(crate) const FAILURE: Class = 1 << 15;
/// It addresses the reader: thanks, praise, orders.
pub(crate) const TALK: Class = 1 << 16;
/// It joins nouns and says nothing of them.
pub(crate) const GLUE: Class = 1 << 17;
/// A placeholder for a word: `x`, `R1`, `42`, `foo`, `lorem`.
pub(crate) const BLANK: Class = 1 << 18;
/// It praises any undertaking of any company.
pub(crate) const BUZZ: Class = 1 << 19;
/// A placeholder for a text, and a word around it: `requirement one`.
pub(crate) const TITLE: Class = 1 << 20;
pub(crate) const SCAFFOLD: Class = 1 << 21;

static CLASSES: LazyLock<KeyMap<Class>> = LazyLock::new(|| {
    let mut classes = KeyMap::default();
    for word in frieze_language::all().iter().flat_map(Language::empty_words) {
        *classes.entry(words::key(word)).or_insert(0) |= STOP;
    }
    for (list, bit) in [
        (lists::GENERIC, GENERIC),
        (lists::LATIN, LATIN | BLANK),
        (lists::BLANK, BLANK),
        (lists::BUZZ, BUZZ),
        (lists::TITLES, TITLE),
        (lists::SCAFFOLD, SCAFFOLD),
        (lists::WEAK_VERBS, WEAK_VERB),
        (lists::STEP_VERBS, STEP_VERB),
        (lists::DATA_VERBS, DATA_VERB),
        (lists::IDENTITY, IDENTITY),
        (lists::STATE_WORDS, STATE_WORD),
        (lists::FAILURE_WORDS, FAILURE),
        (lists::TALK, TALK),
        (lists::GLUE, GLUE),
    ] {
        for word in list {
            *classes.entry(words::key(word)).or_insert(0) |= bit;
        }
    }
    for (list, bit) in [(lists::MARKERS, OPENS_MARKER), (lists::VAGUE, OPENS_VAGUE)] {
        for phrase in list {
            if let Some(first) = words::keys(phrase).first() {
                *classes.entry(*first).or_insert(0) |= bit;
            }
        }
    }
    classes
});

/// The lists that contain a word.
pub(crate) fn of(key: Key) -> Class {
    CLASSES.get(&key).copied().unwrap_or(0)
}

/// Whether a word says something about this design: no stop word, none that fits any design, none to be written yet.
pub(crate) fn is_specific(class: Class) -> bool {
    class & (STOP | GENERIC | BLANK) == 0
}

/// The lists that contain a word, and whether its spelling is a placeholder.
pub(crate) fn of_word(word: &str, key: Key) -> Class {
    of(key) | if is_sign(word) || is_mash(word) { BLANK } else { 0 }
}

/// A letter, a number, or a letter with a number says nothing of itself.
fn is_sign(word: &str) -> bool {
    word.bytes().skip(1).all(|byte| byte.is_ascii_digit())
        && word.bytes().take(1).all(|byte| byte.is_ascii_alphanumeric())
}

/// Random keys: `aaaa`, `asdasd`, `dfgh`. Abbreviations are in capitals.
fn is_mash(word: &str) -> bool {
    const ROWS: [&str; 6] = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "poiuytrewq", "lkjhgfdsa", "mnbvcxz"];
    let all = word.as_bytes();
    if all.len() < 3 || !all.iter().all(u8::is_ascii_lowercase) {
        return false;
    }
    let is_row = |part: &str| part.len() >= 3 && ROWS.iter().any(|row| row.contains(part));
    let speakable = all.iter().any(|byte| b"aeiouyw".contains(byte));
    let (one, two) = word.split_at(all.len() / 2);
    all.iter().all(|byte| *byte == all[0])
        || one == two && is_row(one)
        || !speakable && (all.len() >= 5 || all.len() == 4 && is_row(word))
}

/// Whether a word, however it is written, is on a list.
pub(crate) fn is(word: &str, lists: Class) -> bool {
    of(words::key(word)) & lists != 0
}
