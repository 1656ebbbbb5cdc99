//! Finds names of frameworks, libraries, platforms and implementation techniques, and separates them from ordinary
//! words.
//!
//! Six lists hold the terms (`terms.txt` explains the format), `cues.txt` the words around them that show their sense, `code_words.txt`
//! those of a program's own names, and `sense` weighs the words around a term. All are data or pure functions, so the same text always has the same hits.

mod around;
mod coded;
mod company;
mod cues;
mod first_word;
mod frame;
mod inflected;
mod sense;
mod shape;
mod small;
mod terms;

use cues::Cue;
use terms::Class;

/// A term and what it is, for the message.
type Term = (&'static str, &'static str);

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
    let mut found = terms::occurrences(text);
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

impl Occurrence {
    /// Whether its term is in a list.
    fn is(&self, cue: Cue) -> bool {
        cue.has(Some(&self.term.to_lowercase()))
    }

    /// Whether its term is in one of these lists.
    fn is_any(&self, cues: &[Cue]) -> bool {
        let term = self.term.to_lowercase();
        cues.iter().any(|cue| cue.has(Some(&term)))
    }
}
