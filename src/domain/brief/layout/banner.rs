//! Headings drawn between two rules, as the exports of trackers and many plain texts have them: the first line is
//! the heading, the fields below it (`Type: Story   Status: Done`) say nothing of the product.

use std::borrow::Cow;

use super::Row;
use crate::domain::brief::{headings, section};

/// A shorter line of one mark is no rule of a page.
const SHORTEST: usize = 8;
/// More lines than this between two rules are a text that the rules part.
const MOST_FRAMED: usize = 4;
/// More words than this are a sentence.
const MOST_WORDS: usize = 16;
/// An export says when it was made before its first ticket, in this many lines at most.
const MOST_BEFORE: usize = 4;

pub(super) fn headings(rows: &mut [Row<'_>]) -> bool {
    let mut first = None;
    let mut ticketed = false;
    let mut at = 0;
    while at < rows.len() {
        let Some(end) = framed(rows, at) else {
            at += 1;
            continue;
        };
        let mark = rule(rows, at);
        let line = rows.get(at + 1).map(|row| kind_last(row.text.trim()).into_owned()).unwrap_or_default();
        let fields = rows.get(at + 2..end).unwrap_or_default();
        let is_epic = line.ends_with("[Epic]") || fields.iter().any(|row| says_epic(&row.text));
        let line = line.strip_suffix("[Epic]").map_or(line.as_str(), str::trim_end).to_owned();
        // What will not be done is put off as a heading says it.
        let line =
            if fields.iter().any(|row| section::is_refused(&row.text)) { line + " (won't do)" } else { line };
        let (title, is_ticket) = match headings::keyed(&line) {
            Some((_, title)) if is_epic => (title.to_owned(), true),
            Some((key, title)) => (format!("{key}  {title}"), true),
            None => (line, false),
        };
        // A rule that differs from the one above it parts the fields from the text, and says nothing of the depth.
        let deep = if rule(rows, end) == mark { mark != Some('=') } else { !is_epic };
        let depth = if deep { "##" } else { "#" };
        for (place, row) in rows.iter_mut().enumerate().take(end + 1).skip(at) {
            if place == at + 1 {
                *row = row.like(format!("{depth} {title}"));
            } else if place == at || place == end || is_fields(&row.text) {
                *row = row.like("");
            }
        }
        ticketed |= is_ticket;
        first = first.or(Some(at));
        at = end + 1;
    }
    if let Some(first) = first.filter(|_| ticketed) {
        let head = rows.get_mut(..first).unwrap_or_default();
        if head.iter().filter(|row| !row.is_blank()).count() <= MOST_BEFORE {
            head.iter_mut().for_each(|row| *row = row.like(""));
        }
    }
    first.is_some()
}

/// Where the frame ends whose upper rule stands at a row.
fn framed(rows: &[Row<'_>], at: usize) -> Option<usize> {
    let mark = rule(rows, at)?;
    let title = rows.get(at + 1)?.text.trim();
    let end = (at + 2..=at + 1 + MOST_FRAMED).find(|end| rule(rows, *end).is_some())?;
    let filled = rows.get(at + 1..end)?.iter().all(|row| !row.is_blank() && !row.fenced);
    let apart = at.checked_sub(1).and_then(|before| rows.get(before)).is_none_or(Row::is_blank);
    let titled = (1..=MOST_WORDS).contains(&title.split_whitespace().count())
        && title.chars().any(char::is_alphabetic)
        && !title.starts_with(['|', '-', '*', '+', '#', '>', '•'])
        && !title.ends_with(['.', ',', ';', ':', '!', '?']);
    // Below the title stand fields or nothing: two lines of text between rules are a text.
    let fielded = rows.get(at + 2..end)?.iter().all(|row| is_fields(&row.text));
    let keyed = headings::keyed(&kind_last(title)).is_some();
    ((rule(rows, end) == Some(mark) || keyed && end > at + 2)
        && filled
        && titled
        && fielded
        && (apart || keyed))
        .then_some(end)
}

/// `RET-2  [Story]  Find my order` → `RET-2  Find my order  [Story]`: the kind of a ticket stands behind its title.
fn kind_last(line: &str) -> Cow<'_, str> {
    let parted = line.split_once(' ').and_then(|(key, rest)| {
        let (kind, title) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
        let named = kind.len() <= 16 && kind.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | ' '));
        (named && !title.trim().is_empty()).then(|| format!("{key}  {}  [{kind}]", title.trim()))
    });
    parted.map_or(Cow::Borrowed(line), Cow::Owned)
}

/// The mark that a whole line is drawn with.
fn rule(rows: &[Row<'_>], at: usize) -> Option<char> {
    let row = rows.get(at).filter(|row| !row.fenced)?;
    let text = row.text.trim();
    let mark = text.chars().next().filter(|c| matches!(c, '=' | '-' | '*' | '_' | '~' | '#'))?;
    (text.len() >= SHORTEST && text.chars().all(|c| c == mark)).then_some(mark)
}

/// `Type: Story   Status: Done`, `Assignee: nobody`: names with values, each of few words.
fn is_fields(line: &str) -> bool {
    let told: Vec<&str> = line
        .split(['|', '·', '\t'])
        .flat_map(|part| part.split("  "))
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    let fielded = |part: &&str| {
        part.split_once(':').is_some_and(|(name, _)| {
            (1..=3).contains(&name.split_whitespace().count())
                && name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '/' | '_'))
        })
    };
    !told.is_empty() && told.iter().all(fielded)
}

fn says_epic(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.any(|word| word.eq_ignore_ascii_case("type:"))
        && words.next().is_some_and(|kind| kind.eq_ignore_ascii_case("epic"))
}
