//! Merging of consecutive journal entries into one step: a decision, its transition and the freeze are three entries in the
//! file, so that each can be found by its kind, but one line on the screen.

use std::borrow::Cow;

use frieze_kernel::NoteKind;
use frieze_kernel::journal::Entry;

/// The most entries of one step: decision, move, freeze.
pub const MOST: usize = 3;
/// Actors whose names are not shown.
const UNNAMED: [&str; 2] = ["engine", "system"];

/// Entries shown as one.
pub struct Step<'a> {
    /// The most specific kind.
    pub kind: &'a str,
    pub text: Cow<'a, str>,
    /// The person who did it; empty if the program did.
    pub by: &'a str,
    /// The number of entries.
    pub count: usize,
}

impl<'a> Step<'a> {
    /// The step at the beginning of these entries.
    pub fn of(first: &'a Entry, rest: &[&'a Entry]) -> Self {
        let mut merged = vec![first];
        for next in rest.iter().take(MOST - 1) {
            let has_moved = merged.iter().any(|entry| is_move(entry));
            let is_one = next.by == first.by && !(has_moved && is_move(next));
            if !is_one || !merged.last().is_some_and(|last| adds_nothing(last, next)) {
                break;
            }
            merged.push(next);
        }
        let kind = merged.iter().rev().find(|entry| !is_move(entry)).map_or(&first.kind, |entry| &entry.kind);
        let moved = merged.iter().find(|entry| is_move(entry)).copied().unwrap_or(first);
        let by = if UNNAMED.contains(&first.by.as_str()) { "" } else { first.by.as_str() };
        Self { kind, text: without_name(&moved.text, by), by, count: merged.len() }
    }
}

/// Whether an entry is a transition.
fn is_move(entry: &Entry) -> bool {
    entry.kind == NoteKind::Transition.name()
}

/// Whether an entry says no more than the one before it.
fn adds_nothing(before: &Entry, next: &Entry) -> bool {
    let scored = || next.text.rsplit(' ').next().unwrap_or_default();
    why(before) == why(next)
        || (is_move(before)
            && next.kind == NoteKind::Evaluation.name()
            && why(before).split(' ').any(|word| !word.is_empty() && word == scored()))
}

/// The text of an entry; of a transition, the part after its states.
fn why(entry: &Entry) -> &str {
    let words = entry.text.split_once(": ").filter(|_| is_move(entry));
    words.map_or(&entry.text, |(_, why)| why)
}

/// A text without the name of the actor at its beginning.
fn without_name<'a>(text: &'a str, by: &str) -> Cow<'a, str> {
    let is_named = |rest: &&str| !by.is_empty() && rest.starts_with(' ');
    if let Some(rest) = text.strip_prefix(by).filter(is_named) {
        return Cow::Borrowed(rest.trim_start());
    }
    match text.split_once(": ").map(|(head, why)| (head, why.strip_prefix(by).filter(is_named))) {
        Some((head, Some(rest))) => Cow::Owned(format!("{head}:{rest}")),
        Some((_, None)) | None => Cow::Borrowed(text),
    }
}
