//! Running text to sentences.

use std::ops::Range;

const ABBREVIATIONS: &[&str] = &[
    "e.g", "i.e", "vs", "cf", "approx", "mr", "mrs", "ms", "dr", "no", "fig", "incl", "resp", "u.s", "u.k",
    "e.u", "st", "sec", "min", "max", "ca", "bzw", "z.b", "d.h", "u.a", "usw", "inc", "ltd", "corp", "al",
    "p.ej", "т.е", "т.д", "a.m", "p.m", "viz", "ref", "ch", "vol", "ver", "dept", "est",
];

/// The sentences of a text, as ranges without the white space around them.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut quoted = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let mut end = at + c.len_utf8();
        match c {
            '"' => quoted = !quoted,
            '“' => quoted = true,
            '”' => quoted = false,
            _ => {}
        }
        if matches!(c, '。' | '！' | '？' | '．') {
            while let Some((next_at, next)) = chars.peek().copied()
                && matches!(next, '」' | '』' | '）' | ')' | '”')
            {
                end = next_at + next.len_utf8();
                chars.next();
            }
            found.push(start..end);
            start = end;
            continue;
        }
        if !matches!(c, '.' | '!' | '?') {
            continue;
        }
        let dot = at;
        if c == '.' {
            let cited = citation(text, dot);
            for _ in 0..cited {
                if let Some((next_at, next)) = chars.next() {
                    end = next_at + next.len_utf8();
                }
            }
        }
        while let Some((next_at, next)) = chars.peek().copied()
            && matches!(next, '.' | '!' | '?' | '"' | '\'' | ')' | ']' | '”' | '’' | '*')
        {
            quoted = quoted && !matches!(next, '"' | '”');
            end = next_at + next.len_utf8();
            chars.next();
        }
        let rest = text.get(end..).unwrap_or_default();
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            continue;
        }
        if c == '.' && is_abbreviation(text.get(start..dot).unwrap_or_default(), rest) {
            continue;
        }
        // `The desk reads "Sold out. Come back in May."`: what is said there is one thing.
        if quoted && closes_soon(rest) {
            continue;
        }
        if rest.trim_start().chars().next().is_none_or(opens_sentence) {
            found.push(start..end);
            start = end;
            quoted = false;
        }
    }
    found.push(start..text.len());
    found.into_iter().filter_map(|range| trimmed(text, range)).collect()
}

/// Whether what was opened by a quotation mark ends before long: a mark that nothing answers is no quotation.
fn closes_soon(rest: &str) -> bool {
    const SOON: usize = 160;
    rest.chars().take(SOON).any(|c| matches!(c, '"' | '”'))
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let part = text.get(range.clone())?;
    let start = range.start + part.len() - part.trim_start().len();
    let end = start + part.trim().len();
    part.chars().any(char::is_alphanumeric).then_some(start..end)
}

fn opens_sentence(c: char) -> bool {
    !c.is_lowercase() && !matches!(c, ',' | ';' | ')' | '|' | '=' | '<' | '>' | '+' | '&' | '%')
}

/// How many digits stand between a full stop and white space: `life.4 The` cites, `3.5` does not.
fn citation(text: &str, dot: usize) -> usize {
    let before = text.get(..dot).unwrap_or_default();
    let word = before.chars().rev().take_while(|c| c.is_lowercase() || matches!(c, ')' | '"' | '”')).count();
    let rest = text.get(dot + 1..).unwrap_or_default();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest.get(digits..).unwrap_or_default();
    let ends = after.is_empty()
        || (after.starts_with(char::is_whitespace)
            && after
                .trim_start()
                .chars()
                .next()
                .is_some_and(|c| c.is_uppercase() || matches!(c, '"' | '“' | '(')));
    if (1..=3).contains(&digits) && word >= 2 && ends { digits } else { 0 }
}

/// A sentence without the number of a citation after its full stop.
pub(super) fn without_citation(sentence: &str) -> &str {
    let body = sentence.trim_end_matches(|c: char| c.is_ascii_digit());
    if body.len() < sentence.len() && body.ends_with('.') && citation(sentence, body.len() - 1) > 0 {
        body
    } else {
        sentence
    }
}

/// A text without the numbers of citations after its sentences.
pub(super) fn uncited(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = 0;
    for (dot, _) in text.match_indices('.') {
        let digits = if dot >= rest { citation(text, dot) } else { 0 };
        if digits > 0 {
            kept.push_str(text.get(rest..=dot).unwrap_or_default());
            rest = dot + 1 + digits;
        }
    }
    kept.push_str(text.get(rest..).unwrap_or_default());
    kept
}

fn is_abbreviation(before: &str, rest: &str) -> bool {
    let word_at =
        before.rfind(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"')).map_or(0, |at| at + 1);
    let word = before.get(word_at..).unwrap_or_default().trim_start_matches(['(', '[', '"']).to_lowercase();
    if rest.trim().is_empty() {
        return false;
    }
    let initial = word.chars().count() == 1 && word.chars().all(char::is_alphabetic) && word != "i";
    initial || ABBREVIATIONS.contains(&word.as_str())
}

/// Whether a text begins with one of several phrases in small letters, as words of their own; one that ends with a space
/// goes on with any word.
pub(super) fn begins_with(text: &str, phrases: &[&str]) -> bool {
    let lower = text.to_lowercase();
    phrases.iter().any(|phrase| {
        let rest = lower.strip_prefix(phrase);
        rest.is_some_and(|rest| phrase.ends_with(' ') || !rest.starts_with(char::is_alphanumeric))
    })
}
