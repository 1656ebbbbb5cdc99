//! Texts as sequences of words, for quotations: white space, markup, marks and case do not matter.

use frieze_language::{Kind, tokens};

use crate::text::class::{STOP, is};
use crate::text::words::{Key, spelled};

/// The words of a text in their order, by spelling.
pub(crate) fn phrase(text: &str) -> Vec<Key> {
    tokens(text).filter(|token| token.kind != Kind::Mark).map(|token| spelled(token.text)).collect()
}

/// How many words of a text carry its content.
pub(crate) fn content(text: &str) -> usize {
    tokens(text).filter(|token| token.kind != Kind::Mark && !is(token.text, STOP)).count()
}

/// Where a phrase occurs in a longer one, at most `most` times.
pub(crate) fn places(phrase: &[Key], text: &[Key], most: usize) -> Vec<usize> {
    let Some(first) = phrase.first() else { return Vec::new() };
    let begins = text.iter().enumerate().filter(|(_, word)| *word == first).map(|(at, _)| at);
    begins.filter(|at| text[*at..].starts_with(phrase)).take(most).collect()
}

/// Whether a phrase occurs in a longer one.
pub(crate) fn holds(text: &[Key], phrase: &[Key]) -> bool {
    !places(phrase, text, 1).is_empty()
}
