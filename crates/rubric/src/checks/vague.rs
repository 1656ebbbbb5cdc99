//! Vague terms, and the senses in which they are not vague.

use std::sync::LazyLock;

use crate::text::filler::whole_words;
use crate::text::phrases::Phrases;
use crate::text::said::Said;
use crate::text::{class, lists};

static TERMS: LazyLock<Phrases> = LazyLock::new(|| Phrases::of(lists::VAGUE, class::OPENS_VAGUE));

/// Words after "significant", "good" and the like that make it a technical term.
fn other_sense(text: &str, start: usize, end: usize) -> bool {
    let from = text.floor_char_boundary(start.saturating_sub(12));
    let to = text.ceil_char_boundary((end + 16).min(text.len()));
    let Some(around) = text.get(from..to) else { return false };
    let around = around.to_ascii_lowercase();
    lists::OTHER_SENSES.iter().any(|sense| around.contains(sense))
}

/// Whether the rest of the sentence has a measure, which makes a vague word exact.
fn measured(text: &str, from: usize) -> bool {
    let Some(rest) = text.get(from..) else { return false };
    let sentence_end = sentence_end(rest);
    has_measure(rest.get(..sentence_end).unwrap_or(rest))
}

fn sentence_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    for (at, c) in text.char_indices() {
        let ends = match c {
            '.' => bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
            '!' | '?' | ';' | '\n' | '。' | '！' | '？' => true,
            _ => false,
        };
        if ends {
            return at;
        }
    }
    text.len()
}

/// Whether a text states a quantity.
pub(crate) fn has_measure(text: &str) -> bool {
    let mut before = ' ';
    for c in text.chars() {
        // A digit at the beginning of a word; `R7` and `MP3` are names.
        if c.is_numeric() && !before.is_alphabetic() {
            return true;
        }
        before = c;
    }
    if text.chars().any(|c| "二三四五六七八九十百千".contains(c)) {
        return true;
    }
    let bytes = text.as_bytes();
    // Only the beginning of a word can be a number word.
    let begins = |at: usize| {
        bytes[at].is_ascii_alphabetic()
            && !at.checked_sub(1).is_some_and(|b| bytes[b].is_ascii_alphanumeric())
    };
    (0..bytes.len()).filter(|at| begins(*at)).any(|at| {
        lists::NUMBERS.iter().any(|number| {
            let there = bytes.get(at..at + number.len());
            there.is_some_and(|there| there.eq_ignore_ascii_case(number.as_bytes()))
                && whole_words(text, at, at + number.len())
        })
    })
}

/// The first vague terms of a text, at most three, as the text spells them.
pub(crate) fn find<'s>(said: &Said<'s>) -> Vec<&'s str> {
    let mut found: Vec<&str> = Vec::new();
    if !TERMS.may_stand_in(said) {
        return found;
    }
    let text = said.text;
    for (start, end) in TERMS.find_in(text) {
        if !whole_words(text, start, end) || joined(text, start, end) || other_sense(text, start, end) {
            continue;
        }
        let Some(term) = text.get(start..end) else { continue };
        let is_exact = || !is_open_end(term) && (measured(text, end) || explained(text, end));
        if quoted(text, start, end) || counted(text, start) || is_exact() {
            continue;
        }
        if !found.iter().any(|known| known.eq_ignore_ascii_case(term)) {
            found.push(term);
        }
        if found.len() == 3 {
            break;
        }
    }
    found
}

/// A number is before the term: `two things`, `1200 and more`.
fn counted(text: &str, start: usize) -> bool {
    text.get(..start).and_then(|before| before.split_whitespace().next_back()).is_some_and(has_measure)
}

/// What the term means follows: `responsive: …`, `something that …`.
fn explained(text: &str, end: usize) -> bool {
    text.get(end..).is_some_and(|rest| rest.starts_with(": ") || rest.starts_with(" that "))
}

/// An open end stays open, whatever number follows.
fn is_open_end(term: &str) -> bool {
    lists::OPEN_ENDS.iter().any(|open| term.eq_ignore_ascii_case(open))
}

/// `Fast-Track` and `clean_room` are names; the listed terms carry their own hyphens.
fn joined(text: &str, start: usize, end: usize) -> bool {
    let before = text.get(..start).and_then(|t| t.chars().next_back());
    let after = text.get(end..).map(|t| {
        let mut rest = t.chars();
        (rest.next(), rest.next())
    });
    matches!(before, Some('-' | '_'))
        || matches!(after, Some((Some('-' | '_'), Some(next))) if next.is_alphanumeric())
}

/// Words between quotation marks are a label on the screen.
fn quoted(text: &str, start: usize, end: usize) -> bool {
    let Some((before, after)) = text.get(..start).zip(text.get(end..)) else { return false };
    [('"', '"'), ('“', '”'), ('«', '»'), ('„', '“'), ('「', '」'), ('‘', '’')].iter().any(|(open, close)| {
        let opened = if open == close {
            before.matches(*open).count() % 2 == 1
        } else {
            before.rfind(*open).is_some_and(|o| before.rfind(*close).is_none_or(|c| c < o))
        };
        opened && after.contains(*close)
    })
}

#[cfg(test)]
mod tests {
    use crate::checks::vague::*;
    use crate::text::said::Saying;

    #[test]
    fn vague_terms_have_other_senses() {
        let cases: &[(&str, &[&str])] = &[
            ("Search is fast and user-friendly.", &["fast", "user-friendly"]),
            ("Guests order breakfast.", &[]),
            ("Sign-out and the password are the two things left.", &[]),
            ("The list has things.", &["things"]),
            ("Search is fast: results within 2 seconds.", &[]),
            ("The cashier quickly finds an item.", &["quickly"]),
            ("Shows name, price, etc.", &["etc"]),
            ("In force at widths of 1200 and more.", &[]),
            ("Shows the name and more.", &["and more"]),
            ("Notify the owner and/or the editor within 5 minutes.", &["and/or"]),
            ("Fast-Track patients wait in their own queue.", &[]),
            ("Shows the label \"Good morning\" at the top.", &[]),
            ("Delivered goods are listed.", &[]),
            ("Das System ist schnell.", &[]),
            ("Steadfast users", &[]),
            ("Opens the advanced search.", &[]),
            ("Retries if possible.", &["if possible"]),
            ("The text is responsive: lines end within the screen.", &[]),
            ("The text is responsive.", &["responsive"]),
            ("A product is something that is stocked.", &[]),
            ("An empty name is marked as required.", &[]),
            ("The photo is out of the album for good.", &[]),
        ];
        for (text, expected) in cases {
            let mut saying = Saying::default();
            let record = saying.read(text);
            assert_eq!(find(&saying.said(&record)), *expected, "{text}");
        }
    }

    #[test]
    fn a_measure_is_a_number_not_a_name() {
        assert!(has_measure("within 3 s") && has_measure("in under two minutes") && has_measure("99,9 %"));
        assert!(!has_measure("as R7 says") && !has_measure("MP3 files") && !has_measure("often"));
    }
}
