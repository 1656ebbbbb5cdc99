//! Framework, library, platform and implementation terms, told apart from their English senses.

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

/// All terms in a text, in order.
pub fn find(text: &str) -> Vec<Hit> {
    let _ = text;
    Vec::new()
}
