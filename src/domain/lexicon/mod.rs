//! Framework, library, platform and implementation terms, told apart from their English senses.
//!
//! Six lists, of which `terms.txt` explains the form, say what the terms are; `cues.txt` which words around them tell their sense, `sense`
//! weighs those words. All three are data or pure functions, so the same text has the same hits everywhere.

mod around;
mod coded;
mod company;
mod cues;
mod frame;
mod index;
mod inflected;
mod offered;
mod sense;
mod shape;
mod small;
mod terms;
mod unknown;
mod web;

use std::ops::Range;

use terms::Class;

/// One term found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Byte range in the text.
    pub start: usize,
    pub end: usize,
    /// The term as the lexicon has it, for example `React`.
    pub term: &'static str,
    /// What it is, for the message: `a framework`, `a programming language`, …
    pub what: &'static str,
}

/// All terms in a text, in order, without overlaps.
pub fn find(text: &str) -> Vec<Hit> {
    decided(text, terms::occurrences(text))
}

/// All terms in a text where no term is spelled: what gives itself away by its form alone. Who reads the words of a text
/// anyway knows by [`begins_at`] and [`may_open`] that this is all that [`find`] would find.
pub fn find_by_form(text: &str) -> Vec<Hit> {
    debug_assert!(terms::spelled(text).is_empty(), "a term is spelled in: {text}");
    let mut found = Vec::new();
    shape::add_identifiers(text, &mut found);
    decided(text, found)
}

/// Whether the spelling of a term may begin in this word, whatever follows it.
pub fn may_begin(word: &str) -> bool {
    terms::may_begin(word)
}

/// Whether the spelling of a term begins in the word that stands at these bytes of a text. It may be none, by what is
/// around it.
pub fn begins_at(text: &str, word: Range<usize>) -> bool {
    terms::begins_at(text, word)
}

/// Whether a term may be spelled in a text that has this sign before a letter or digit.
pub fn may_open(sign: u8) -> bool {
    terms::may_open(sign)
}

fn decided(text: &str, mut found: Vec<Occurrence>) -> Vec<Hit> {
    sense::decide(text, &mut found);
    found
        .into_iter()
        .filter(|it| it.accepted)
        .map(|it| Hit { start: it.start, end: it.end, term: it.term, what: it.what })
        .collect()
}

/// A place in the text where a term is spelled, and what has been decided about its sense.
struct Occurrence {
    start: usize,
    end: usize,
    term: &'static str,
    what: &'static str,
    class: Class,
    /// Words that settle the sense when next to the term, and words that speak against it nearby.
    favour: &'static [&'static str],
    against: &'static [&'static str],
    /// Words of what the term is for: where they are, an ordinary word may be the product.
    field: &'static [&'static str],
    accepted: bool,
}
