//! Entries that tell one step. A decision, the move that it caused and what came of that are written one after the
//! other, each for those who look for its kind; whoever reads the journal reads them as one.

use std::borrow::Cow;

use crate::domain::journal::Entry;
use crate::kernel::NoteKind;

/// The most entries of one step: decision, move, freeze.
pub const MOST: usize = 3;
/// Who acts where nobody needs to be named.
const NOBODY: [&str; 2] = ["engine", "system"];

/// Entries told as one.
pub struct Step<'a> {
    /// The kind that says most.
    pub kind: &'a str,
    pub text: Cow<'a, str>,
    /// The person who did it; empty where the program itself did.
    pub by: &'a str,
    /// How many entries it is.
    pub count: usize,
}

impl<'a> Step<'a> {
    /// The step that these entries begin with; there is at least one of them.
    pub fn of(first: &'a Entry, rest: &[&'a Entry]) -> Self {
        let mut told = vec![first];
        for next in rest.iter().take(MOST - 1) {
            let has_moved = told.iter().any(|entry| is_move(entry));
            let is_one = next.by == first.by && !(has_moved && is_move(next));
            if !is_one || !told.last().is_some_and(|last| tells_the_same(last, next)) {
                break;
            }
            told.push(next);
        }
        let kind = told.iter().rev().find(|entry| !is_move(entry)).map_or(&first.kind, |entry| &entry.kind);
        let moved = told.iter().find(|entry| is_move(entry)).copied().unwrap_or(first);
        let by = if NOBODY.contains(&first.by.as_str()) { "" } else { first.by.as_str() };
        Self { kind, text: unnamed(&moved.text, by), by, count: told.len() }
    }
}

/// Whether an entry tells of a move.
fn is_move(entry: &Entry) -> bool {
    entry.kind == NoteKind::Transition.name()
}

/// Whether an entry says no more than the one before it.
fn tells_the_same(before: &Entry, next: &Entry) -> bool {
    let scored = || next.text.rsplit(' ').next().unwrap_or_default();
    why(before) == why(next)
        || (is_move(before)
            && next.kind == NoteKind::Evaluation.name()
            && why(before).split(' ').any(|word| !word.is_empty() && word == scored()))
}

/// The words of an entry, of a move those behind its states.
fn why(entry: &Entry) -> &str {
    let words = entry.text.split_once(": ").filter(|_| is_move(entry));
    words.map_or(&entry.text, |(_, why)| why)
}

/// A text without the name of who did it, which stands before it.
fn unnamed<'a>(text: &'a str, by: &str) -> Cow<'a, str> {
    let is_named = |rest: &&str| !by.is_empty() && rest.starts_with(' ');
    if let Some(rest) = text.strip_prefix(by).filter(is_named) {
        return Cow::Borrowed(rest.trim_start());
    }
    match text.split_once(": ").map(|(head, why)| (head, why.strip_prefix(by).filter(is_named))) {
        Some((head, Some(rest))) => Cow::Owned(format!("{head}:{rest}")),
        Some((_, None)) | None => Cow::Borrowed(text),
    }
}
