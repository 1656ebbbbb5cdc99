//! The one tokeniser: words as Unicode has them, with their places.

use unicode_segmentation::UnicodeSegmentation as _;

/// A word or a mark of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    /// Its first byte.
    pub start: usize,
    pub kind: Kind,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Word,
    /// Begins with a digit.
    Number,
    /// Anything else that is no space.
    Mark,
}

/// The words and marks of a text, in order; spaces are left out.
pub fn tokens(text: &str) -> impl Iterator<Item = Token<'_>> {
    text.split_word_bound_indices().filter_map(|(start, text)| {
        let first = text.chars().next()?;
        let kind = match first {
            _ if first.is_whitespace() => return None,
            _ if first.is_numeric() => Kind::Number,
            _ if first.is_alphanumeric() => Kind::Word,
            _ => Kind::Mark,
        };
        Some(Token { text, start, kind })
    })
}
