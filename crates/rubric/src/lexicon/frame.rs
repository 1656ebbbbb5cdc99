//! Phrases in which an English word is the name of software: `kept in Hive`.
//!
//! A design writes ordinary words in lower case. A word that is capitalised inside a sentence, follows a preposition
//! and ends its phrase is a name, and a name in the table is the product. For words that designs use for their own
//! things, and for people and places, the sentence must also speak of what the product is for.

use std::borrow::Cow;

use super::around::Around;
use super::cues::Cue;
use super::{Class, Occurrence};

/// A preposition leads to the name.
fn governed(around: &Around) -> bool {
    let mut left = around.left.iter();
    let lead = left.next();
    // Nobody writes `in a Rails`, but `via a Lambda` is usual.
    let lead = if lead.is_some_and(|w| w == "a" || w == "an") { left.next() } else { lead };
    match lead.map(AsRef::as_ref) {
        Some("to") => left.take(6).any(|w| Cue::Mover.has(Some(w))),
        _ => Cue::Lead.has(lead),
    }
}

/// The phrase ends with the name: a mark follows, or a word that opens the next phrase.
pub(super) fn ends_phrase(around: &Around) -> bool {
    let gap = around.right_gap.trim_start_matches(['`', '*', '_', '"', '”', '’', '\'']);
    let mark = gap.starts_with(|c: char| !c.is_whitespace() && !matches!(c, '-' | '/' | '&'));
    let opens = |w: &Cow<'_, str>| Cue::Opens.has(Some(w)) || Cue::Machine.has(Some(w));
    mark || around.right.first().is_none_or(opens)
}

/// Whether the word is in the list, in the singular or the plural.
pub(super) fn listed(words: &[&str], word: Option<&Cow<'_, str>>) -> bool {
    let Some(word) = word.map(|w| w.as_bytes()) else { return false };
    let (first, one) = (word.first(), word.strip_suffix(b"s").unwrap_or(word));
    words
        .iter()
        .map(|w| w.as_bytes())
        .filter(|w| w.first() == first && w.len().abs_diff(word.len()) < 2)
        .any(|w| w == word || w.len() > 2 && (w == one || w.strip_suffix(b"s") == Some(one)))
}

/// Whether the sentence speaks of what the product is for.
pub(super) fn field(it: &Occurrence, around: &Around) -> bool {
    let speaks = |w: &Cow<'_, str>| listed(it.field, Some(w)) && !it.term.eq_ignore_ascii_case(w);
    around.left.iter().chain(&around.right).any(speaks)
}

/// Whether the term asks for its field: a person, a place, or a word that designs use for their own things.
pub(super) fn guarded(it: &Occurrence) -> bool {
    it.class == Class::Proper || it.is_any(&[Cue::Own, Cue::Person, Cue::Place])
}

/// The weight of a name that opens a sentence and has something: `Consul's health checks`.
pub(super) fn owner(it: &Occurrence, around: &Around) -> i32 {
    if !around.opens || it.is_any(&[Cue::Person, Cue::Place]) {
        return 0;
    }
    match it.class {
        Class::Name => 3,
        Class::Word if !guarded(it) => 6,
        Class::Word | Class::Sure | Class::Cased | Class::Proper | Class::Idiom => 0,
    }
}

/// The weight of a name that does something: `Spring handles the request`.
pub(super) fn subject(
    it: &Occurrence,
    around: &Around,
    one: Option<&Cow<'_, str>>,
    two: Option<&Cow<'_, str>>,
) -> i32 {
    let verb = Cue::Verb.has(one);
    // `Kafka carries the change`: a name that opens a sentence and does something to something.
    let ends = one.is_some_and(|w| w.ends_with('s') && !w.ends_with("ss"));
    let does = around.opens && ends && Cue::Object.has(two);
    let everyday = it.is(Cue::Everyday);
    // A countable noun has an article in English, so what opens a sentence without one is a name.
    let countable = it.class == Class::Word && !everyday && !guarded(it) && !it.is(Cue::Mass);
    if does && countable || (verb || does) && field(it, around) {
        6
    } else if (verb || does) && !everyday && (verb || it.class == Class::Name) {
        3
    } else {
        0
    }
}

/// The weight of the frame for a name that is capitalised inside a sentence.
pub(super) fn weight(it: &Occurrence, around: &Around) -> i32 {
    if !matches!(it.class, Class::Word | Class::Proper) || !governed(around) || !ends_phrase(around) {
        return 0;
    }
    if field(it, around) || !guarded(it) { 4 } else { 0 }
}
