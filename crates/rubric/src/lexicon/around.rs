//! The words around a place in a text, inside its sentence and within reach.

use std::borrow::Cow;

use crate::text::words::lower;

/// Bytes that are read on each side: a bound on the work per term.
const REACH: usize = 120;

/// The words and marks around one term.
pub(super) struct Around<'a> {
    /// Lower-case words before the term, nearest first, and after it, nearest first.
    pub(super) left: Vec<Cow<'a, str>>,
    pub(super) right: Vec<Cow<'a, str>>,
    /// The text between the term and the nearest word on each side.
    pub(super) left_gap: &'a str,
    pub(super) right_gap: &'a str,
    /// The term begins a sentence, a line, a list entry or a clause after a colon.
    pub(super) opens: bool,
}

/// Reads the sentence around `start..end`.
pub(super) fn read(text: &str, start: usize, end: usize) -> Around<'_> {
    let before = text.get(text.floor_char_boundary(start.saturating_sub(REACH))..start).unwrap_or("");
    let after = text.get(end..text.floor_char_boundary(end + REACH)).unwrap_or("");
    let before = ends(before).last().map_or(before, |(_, start)| before.get(start..).unwrap_or(""));
    let after = ends(after).next().map_or(after, |(end, _)| after.get(..end).unwrap_or(""));
    let mut left: Vec<(usize, &str)> = words(before);
    left.reverse();
    let right: Vec<(usize, &str)> = words(after);
    Around {
        left_gap: left.first().map_or(before, |(at, w)| before.get(at + w.len()..).unwrap_or("")),
        right_gap: right.first().map_or(after, |(at, _)| after.get(..*at).unwrap_or("")),
        opens: left.is_empty() || opens(before),
        left: left.iter().map(|(_, w)| lower(w)).collect(),
        right: right.iter().map(|(_, w)| lower(w)).collect(),
    }
}

fn opens(before: &str) -> bool {
    let trimmed = before.trim_end_matches(|c: char| c.is_whitespace() || "\"“„‘'(«*_-–—•".contains(c));
    trimmed.is_empty() || trimmed.ends_with(':')
}

/// Where sentences end and the next begin: after a full stop and a space, at a cell's edge, at a line that starts a
/// paragraph, a list entry or a heading. Any other line break only wraps a long line.
pub(super) fn ends(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut stopped = false;
    text.char_indices().filter_map(move |(at, c)| {
        let next = at + c.len_utf8();
        let end = match c {
            '\n' => stopped || text.get(next..).is_some_and(starts_block),
            '。' | '！' | '？' | '|' | ';' => true,
            _ => stopped && c.is_whitespace(),
        };
        stopped = matches!(c, '.' | '!' | '?');
        end.then_some((at, next))
    })
}

fn starts_block(line: &str) -> bool {
    line.trim_start_matches([' ', '\t', '\r'])
        .starts_with(|c: char| matches!(c, '\n' | '-' | '*' | '•' | '#' | '>' | '+') || c.is_ascii_digit())
}

/// Words with their offsets. Inner hyphens, dots and apostrophes belong to a word, and so do a plus or a hash at its
/// end.
fn words(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain(std::iter::once((text.len(), ' '))) {
        let inside =
            c.is_alphanumeric() || (start.is_some() && matches!(c, '-' | '.' | '\'' | '’' | '+' | '#' | '_'));
        match (inside, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                if let Some(word) = text.get(from..at) {
                    found.push((from, word.trim_end_matches(['-', '.', '\'', '’'])));
                }
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    found
}
