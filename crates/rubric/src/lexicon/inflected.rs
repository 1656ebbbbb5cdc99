//! Names of technologies with an ending: `mysql8`, `Protobufs`, `webpacked`, `Dockerised`, `konvajs`.

use super::shape::{identifier, is_whole_word};
use super::terms::within;
use super::{Class, Occurrence, Term};

/// Endings of plurals and verbs, the longest first.
const ENDINGS: &[&str] =
    &["isation", "ization", "ising", "izing", "ised", "ized", "ises", "izes", "ing", "ed", "s"];
/// Shorter names with an ending are other words.
const LEAST: usize = 4;

/// The name with an ending at `start`, in a run of letters and digits that ends at `past`.
pub(super) fn at(text: &str, start: usize, past: usize) -> Option<Occurrence> {
    let run = text.get(start..past)?;
    // Most words have none of these endings.
    let ends =
        run.as_bytes().last().is_some_and(|b| matches!(b, b's' | b'S' | b'd' | b'g') || b.is_ascii_digit());
    if !(ends || run.ends_with("ation"))
        || run.len() < LEAST
        || !run.bytes().all(|b| b.is_ascii_alphanumeric())
    {
        return None;
    }
    numbered(text, start, run)
        .or_else(|| ended(text, start, run))
        .or_else(|| is_of_javascript(run).then_some(("…js", "a library")))
        .filter(|_| is_whole_word(text, start, past))
        .map(|(term, what)| identifier(start, past, term, what))
}

/// `Laravel9`, `python3`: a version at its end.
fn numbered(text: &str, start: usize, run: &str) -> Option<Term> {
    let name = run.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = run.len() - name.len();
    if !(1..=2).contains(&digits) || name.len() < LEAST {
        return None;
    }
    let (term, what, class) = within(text, start, start + name.len())?;
    matches!(class, Class::Sure | Class::Cased | Class::Name).then_some((term, what))
}

/// `Arduinos`, `ORMs`, `Dockerized`.
fn ended(text: &str, start: usize, run: &str) -> Option<Term> {
    ENDINGS.iter().find_map(|ending| {
        let name = run.strip_suffix(ending)?;
        let shouted = name.len() > 2 && name.bytes().all(|b| b.is_ascii_uppercase());
        if name.len() < LEAST && !(shouted && *ending == "s") {
            return None;
        }
        let (term, what, class) = within(text, start, start + name.len())?;
        // A name that ends in `s`, or that is a word, resembles other words.
        let safe = match class {
            Class::Sure => !name.ends_with(['s', 'S']),
            Class::Cased => shouted,
            Class::Name => ending.starts_with('i') && ending.len() > 3,
            Class::Word | Class::Proper | Class::Idiom => false,
        };
        safe.then_some((term, what))
    })
}

/// `konvajs`: no other word ends like this, but Dutch ones in `ijs`.
fn is_of_javascript(run: &str) -> bool {
    let name = run.strip_suffix("js").or_else(|| run.strip_suffix("JS"));
    name.is_some_and(|name| {
        name.len() >= 3 && !name.ends_with(['i', 'I']) && name.bytes().all(|b| b.is_ascii_alphabetic())
    })
}
