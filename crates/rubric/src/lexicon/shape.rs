//! Shapes in a text: whole words, web addresses, identifiers of a framework.

use super::{Class, Occurrence, Term, coded};

/// How many places are kept: a bound on the work, far above any design.
pub(super) const MOST: usize = 50_000;

/// Whether the range is a word of its own: not part of a longer word, a web address, a mail address or a path.
pub(super) fn is_whole_word(text: &str, start: usize, end: usize) -> bool {
    let (Some(before), Some(inside), Some(after)) =
        (text.get(..start), text.get(start..end), text.get(end..))
    else {
        return false;
    };
    let head = inside.chars().next().is_some_and(char::is_alphanumeric);
    let tail = inside.chars().next_back().is_some_and(char::is_alphanumeric);
    if head && before.chars().next_back().is_some_and(joins) {
        return false;
    }
    if inside.starts_with('.') && before.ends_with(|c: char| c.is_alphanumeric() && !unspaced(c)) {
        return false;
    }
    if tail && after.chars().next().is_some_and(joins) {
        return false;
    }
    // `.NET` in `ASP.NET` is a longer name; `next.example` is an address.
    if before.ends_with(['@', '#', '\\', '_']) {
        return false;
    }
    if after.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase())) {
        return member(before, inside, after);
    }
    if before.ends_with('.') && before.chars().rev().nth(1).is_some_and(char::is_alphanumeric) && head {
        return inside.starts_with(|c: char| c.is_ascii_uppercase());
    }
    !in_address(before, after)
}

/// A letter or digit of a script that writes spaces between words, so that it would continue a word.
fn joins(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (c.is_alphanumeric() && !unspaced(c))
}

/// Scripts that write Latin words without spaces around them.
fn unspaced(c: char) -> bool {
    matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{1000}'..='\u{109F}' | '\u{1100}'..='\u{11FF}'
        | '\u{2E80}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7FF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FFDC}'
        | '\u{20000}'..='\u{3FFFF}')
}

/// `React.memo` in code quotation, or with a call: a member of the named thing, not an address.
fn member(before: &str, inside: &str, after: &str) -> bool {
    let rest = after.get(1..).unwrap_or("");
    let length = rest.bytes().take(40).take_while(|b| b.is_ascii_alphanumeric() || *b == b'_').count();
    let called = rest.get(length..).is_some_and(|rest| rest.starts_with(['(', '`']));
    inside.starts_with(|c: char| c.is_ascii_uppercase()) && (before.ends_with('`') || called)
}

/// How far around a word a web address is searched.
const REACH: usize = 200;

fn in_address(before: &str, after: &str) -> bool {
    let left = before.bytes().rev().take(REACH).take_while(|b| !breaks_address(*b)).count();
    let Some(left) = before.get(before.len() - left..) else { return false };
    let right = after.bytes().take(REACH).take_while(|b| !breaks_address(*b)).count();
    let right = after.get(..right).unwrap_or("");
    left.contains("://") || left.starts_with("www.") || right.starts_with("://") || right.starts_with('@')
}

fn breaks_address(b: u8) -> bool {
    b.is_ascii_whitespace() || !b.is_ascii() || matches!(b, b'<' | b'>' | b'"' | b'`' | b'(' | b')')
}

/// Adds identifiers that are code by their form alone: `useCart`, `onClick`, `<div>`, `Order.tsx`.
pub(super) fn add_identifiers(text: &str, found: &mut Vec<Occurrence>) {
    let bytes = text.as_bytes();
    let mut extra = Vec::new();
    for (at, b) in bytes.iter().enumerate() {
        let found = match b {
            b'A'..=b'Z' => joined(bytes, at).or_else(|| named(bytes, at, *b)),
            b'@' | b'<' | b'.' | b'(' => named(bytes, at, *b),
            _ => None,
        };
        let Some(((term, what), start, end)) = found else { continue };
        if *b == b'<' || is_whole_word(text, start, end) {
            extra.push(identifier(start, end, term, what));
        }
        if extra.len() >= MOST {
            break;
        }
    }
    if extra.is_empty() {
        return;
    }
    found.extend(extra);
    found.sort_by_key(|it| (it.start, usize::MAX - it.end));
    let mut last = 0;
    found.retain(|it| {
        let free = it.start >= last;
        if free {
            last = it.end;
        }
        free
    });
}

/// The hook or the handler that has a capital inside its name, with where it begins and ends.
fn joined(bytes: &[u8], at: usize) -> Option<(Term, usize, usize)> {
    let (before, after) = bytes.split_at_checked(at)?;
    let end = || at + after.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    let begins = |word: &[u8]| {
        let rest = before.strip_suffix(word)?;
        let is_name =
            after.get(1).is_some_and(u8::is_ascii_lowercase) && !rest.last().is_some_and(|b| self::word(&b));
        is_name.then_some(rest.len())
    };
    if let Some(start) = begins(b"use").filter(|_| !after.starts_with(b"Case")) {
        return Some((("use…", "a hook"), start, end()));
    }
    begins(b"on").map(|start| (("on…", "an event handler property"), start, end()))
}

/// What a letter or mark of a program belongs to, with where it begins and ends.
fn named(bytes: &[u8], at: usize, b: u8) -> Option<(Term, usize, usize)> {
    let after = bytes.get(at + 1..).unwrap_or(&[]);
    let upper = |n: usize| after.get(n).is_some_and(u8::is_ascii_uppercase);
    let lower = |n: usize| after.get(n).is_some_and(u8::is_ascii_lowercase);
    let fresh = at == 0 || !bytes.get(at - 1).is_some_and(|b| word(&b));
    let found = match b {
        b'A'..=b'Z' if lower(0) || upper(0) => coded::code_name(bytes, at),
        b'@' if upper(0) => coded::annotation(bytes, at),
        b'<' if !fresh && coded::generic(bytes, at) => Some(("…<…>", "a generic type")),
        b'<' => coded::markup(after).then_some(("<…>", "a markup element")),
        b'.' if !fresh => coded::code_file(after).then_some(("a code file", "an implementation idiom")),
        b'(' if !fresh && after.first() == Some(&b')') => Some(("…()", "a function call")),
        _ => None,
    }?;
    let end = match b {
        b'<' => at + 2 + after.iter().take(200).position(|b| *b == b'>').unwrap_or(0),
        b'(' => at + 2,
        _ => at + 1 + after.iter().take_while(|b| b.is_ascii_alphanumeric()).count(),
    };
    let start = match b {
        b'(' => at - word_before(bytes, at),
        b'.' => at - path_before(bytes, at),
        _ => at,
    };
    Some((found, start, end))
}

fn word_before(bytes: &[u8], at: usize) -> usize {
    bytes.get(..at).unwrap_or(&[]).iter().rev().take(80).take_while(word).count()
}

fn word(b: &&u8) -> bool {
    b.is_ascii_alphanumeric() || **b == b'_'
}

/// How long `src/Order-list.module` is before the last dot of a file's name; it begins with a letter or digit.
fn path_before(bytes: &[u8], at: usize) -> usize {
    let before = bytes.get(..at).unwrap_or(&[]).iter().rev().take(80);
    let path = before.take_while(|b| word(b) || matches!(**b, b'.' | b'/' | b'-'));
    path.enumerate().filter(|(_, b)| word(b)).last().map_or(0, |(length, _)| length + 1)
}

pub(super) fn identifier(start: usize, end: usize, term: &'static str, what: &'static str) -> Occurrence {
    Occurrence {
        start,
        end,
        term,
        what,
        class: Class::Sure,
        favour: &[],
        against: &[],
        field: &[],
        accepted: true,
    }
}
