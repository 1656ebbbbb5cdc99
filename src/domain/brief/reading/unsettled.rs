//! Lines that wait: for an answer, for somebody who decides, for a word that nobody has yet.

use super::super::modal::{self, Strength};

/// `The system MUST [NEEDS CLARIFICATION: …]`: nothing is left of it but who has to do what nobody knows.
pub(super) fn waits_for_an_answer(text: &str) -> bool {
    const MARKS: &[&str] = &["[NEEDS CLARIFICATION", "[TBD", "[TO BE DECIDED", "[TO BE DEFINED"];
    let Some(at) = MARKS.iter().find_map(|mark| text.find(mark)) else { return false };
    let before = text.get(..at).unwrap_or_default().trim_end();
    let last = modal::words(before).last().map_or("", |(_, word)| word).to_lowercase();
    let after = text.get(at..).and_then(|rest| rest.split_once(']')).map_or("", |(_, rest)| rest);
    matches!(last.as_str(), "must" | "shall" | "should" | "will" | "to" | "")
        && modal::words(after).next().is_none()
}

/// `do we ban people?? ask Jan`, `Training: TBD.`, `No criteria yet, TODO: Kim`: nobody knows yet. A line that binds behind its
/// question marks asks for what it binds.
pub(super) fn is_doubted(text: &str) -> bool {
    const LATER: &[&str] = &["TODO", "TBD", "TBC", "FIXME"];
    let marked = text.contains('?') || LATER.iter().any(|word| text.contains(word));
    if !marked || modal::strength(text) >= Strength::Must {
        return false;
    }
    let asked_of_all = text.starts_with('?') || asks_and_says_little(text);
    let told = text.trim_end_matches(['.', ')', ']', ' ']);
    let mut ending = modal::words(told).map(|(_, word)| word).collect::<Vec<_>>().into_iter().rev();
    let last = ending.next().is_some_and(|word| LATER.contains(&word));
    // `Move a card to TODO`: what it is moved to.
    let moved =
        ending.next().is_some_and(|word| matches!(word, "to" | "from" | "in" | "into" | "or" | "and"));
    let open = last && !moved && words_but(told) <= 6;
    let noted = leaves_a_note(text);
    let asked = text.split_once("??").is_some_and(|(_, after)| modal::strength(after) < Strength::Wish);
    open || noted || asked || asked_of_all
}

/// `FIXME which bank`, `Training, TODO: ask Kim`: left for later. `TODO cards`, `a card in TODO` are things that are spoken of.
fn leaves_a_note(text: &str) -> bool {
    #[rustfmt::skip]
    const BEFORE: &[&str] = &[
        "the", "a", "an", "all", "any", "each", "every", "no", "their", "its", "my", "your", "to", "from", "in", "into", "as", "of",
        "or", "and", "on", "with", "than",
    ];
    let words: Vec<(usize, &str)> = modal::words(text).collect();
    words.iter().enumerate().any(|(at, (from, word))| {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let named = before.is_some_and(|(_, before)| BEFORE.contains(&before.to_lowercase().as_str()));
        let next = words.get(at + 1).map_or("", |(_, next)| *next);
        let joined = matches!(next, "and" | "or" | "cards" | "items" | "tasks" | "column" | "notes");
        let behind = text.get(from + word.len()..).unwrap_or_default();
        let apart = at == 0 && !joined || next.is_empty() || behind.starts_with(':');
        matches!(*word, "TODO" | "FIXME") && !named && apart
    })
}

/// `who has the phone? -> see actions`: a question, and behind it no answer.
fn asks_and_says_little(text: &str) -> bool {
    #[rustfmt::skip]
    const ASKS: &[&str] = &[
        "who", "what", "which", "when", "where", "why", "how", "do", "does", "is", "are", "can", "should", "could", "wer", "was",
        "wie", "wann", "wo", "warum", "welche", "quién", "qué", "cómo", "qui", "quand", "comment",
    ];
    let Some((head, after)) = text.split_once('?').filter(|(_, after)| !after.trim().is_empty()) else {
        return false;
    };
    let asked = head.rsplit(": ").next().unwrap_or(head);
    let first = modal::words(asked).next().map(|(_, word)| word.to_lowercase()).unwrap_or_default();
    ASKS.contains(&first.as_str())
        && modal::strength(after) < Strength::Wish
        && modal::words(after).count() <= 4
}

fn words_but(text: &str) -> usize {
    modal::words(text).count().saturating_sub(1)
}

/// `The board has to decide`, said where people speak: no demand on what is built.
pub(super) fn waits_for_somebody(text: &str) -> bool {
    const DECIDES: &[&str] = &[
        "has to decide",
        "have to decide",
        "must decide",
        "needs to decide",
        "still has to",
        "still have to",
        "has to be decided",
        "have to be decided",
        "must be decided",
        "muss noch ",
        "müssen noch ",
    ];
    let lower = text.to_lowercase();
    DECIDES.iter().any(|told| lower.contains(told))
}

/// An answer that is none yet, or that puts the case off.
pub(super) fn leaves_open(text: &str) -> bool {
    let lower = text.to_lowercase();
    [
        "needs clarification",
        "tbd",
        "tbc",
        "to be decided",
        "to be determined",
        "to be defined",
        "unclear",
        "not sure",
        "don't know",
        "don’t know",
        "undecided",
        "to discuss",
        "out of scope",
        "not supported in",
        "todo",
        "???",
    ]
    .iter()
    .any(|mark| lower.contains(mark))
}
