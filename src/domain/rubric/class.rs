//! What is known of a word: on which of the rubric's lists it stands, in one look-up.

use std::sync::LazyLock;

use super::lists;
use super::verbs;
use super::words::{self, Key, KeyMap};

/// The lists on which a word stands, one bit each.
pub(super) type Class = u32;

/// It carries no meaning of its own (articles, prepositions, pronouns).
pub(super) const STOP: Class = 1;
/// It fits any design (`system`, `user`, `component`, `provides`).
pub(super) const GENERIC: Class = 1 << 1;
/// It is of the vocabulary of lorem ipsum.
pub(super) const LATIN: Class = 1 << 2;
/// A verb that only names that something is done.
pub(super) const WEAK_VERB: Class = 1 << 3;
/// A verb that people do at an interface.
pub(super) const STEP_VERB: Class = 1 << 4;
/// Of those, one that is a noun or an adjective as well.
pub(super) const NOUN_VERB: Class = 1 << 5;
/// A verb whose object has to be in the data model.
pub(super) const DATA_VERB: Class = 1 << 6;
/// A verb of use that may fit any design.
pub(super) const USE_VERB: Class = 1 << 7;
/// A verb that ends what others prepare, and one that prepares it.
pub(super) const LAST_VERB: Class = 1 << 8;
pub(super) const FIRST_VERB: Class = 1 << 9;
/// It marks an attribute as what tells instances apart.
pub(super) const IDENTITY: Class = 1 << 10;
/// It only says again which state a state is.
pub(super) const STATE_WORD: Class = 1 << 11;
/// A phrase that marks a hole begins with it, and a vague one.
pub(super) const OPENS_MARKER: Class = 1 << 12;
pub(super) const OPENS_VAGUE: Class = 1 << 13;
/// It joins two things in one sentence.
pub(super) const JOINS: Class = 1 << 14;
/// It tells of any failure of anything.
pub(super) const FAILURE: Class = 1 << 15;
/// It speaks to whoever reads or judges: thanks, praise, orders.
pub(super) const TALK: Class = 1 << 16;
/// It joins nouns and says nothing of them.
pub(super) const GLUE: Class = 1 << 17;
/// It stands where a word is still to be written: `x`, `R1`, `42`, `foo`, `lorem`.
pub(super) const BLANK: Class = 1 << 18;
/// It praises any undertaking of any company.
pub(super) const BUZZ: Class = 1 << 19;
/// It says what a text is that is still to be written, and one that stands around such: `requirement one`.
pub(super) const TITLE: Class = 1 << 20;
pub(super) const SCAFFOLD: Class = 1 << 21;

static CLASSES: LazyLock<KeyMap<Class>> = LazyLock::new(|| {
    let mut classes = KeyMap::default();
    for (list, bit) in [
        (lists::STOP, STOP),
        (lists::GENERIC, GENERIC),
        (lists::LATIN, LATIN | BLANK),
        (lists::BLANK, BLANK),
        (lists::BUZZ, BUZZ),
        (lists::TITLES, TITLE),
        (lists::SCAFFOLD, SCAFFOLD),
        (lists::WEAK_VERBS, WEAK_VERB),
        (lists::STEP_VERBS, STEP_VERB),
        (lists::NOUN_VERBS, NOUN_VERB),
        (lists::DATA_VERBS, DATA_VERB),
        (lists::USE_VERBS, USE_VERB),
        (lists::LAST_VERBS, LAST_VERB),
        (lists::FIRST_VERBS, FIRST_VERB),
        (lists::IDENTITY, IDENTITY),
        (lists::STATE_WORDS, STATE_WORD),
        (verbs::JOINING, JOINS),
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

/// The lists on which a word stands.
pub(super) fn of(key: Key) -> Class {
    CLASSES.get(&key).copied().unwrap_or(0)
}

/// Whether a word says something about this design: no stop word, none that fits any design, none to be written yet.
pub(super) fn is_specific(class: Class) -> bool {
    class & (STOP | GENERIC | BLANK) == 0
}

/// What is known of a word, however it is written.
pub(super) fn of_word(word: &str, key: Key) -> Class {
    of(key) | if is_sign(word) || is_mash(word) { BLANK } else { 0 }
}

/// A letter, a number, or a letter with a number says nothing of itself.
fn is_sign(word: &str) -> bool {
    word.bytes().skip(1).all(|byte| byte.is_ascii_digit())
        && word.bytes().take(1).all(|byte| byte.is_ascii_alphanumeric())
}

/// What falls out of a keyboard: `aaaa`, `asdasd`, `dfgh`. Short forms stand in capitals.
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
pub(super) fn is(word: &str, lists: Class) -> bool {
    of(words::key(word)) & lists != 0
}
