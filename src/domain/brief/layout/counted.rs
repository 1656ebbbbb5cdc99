//! Headings that only their numbers tell from lists, where nothing parts them from the text below: `2. Scope` straight over a
//! sentence, `2.1 Jobs` over `2.1.1 …`. They are set apart, so that the text is not taken for the rest of an item.

use super::Row;
use crate::domain::brief::{plain, section};

/// More words than this say something.
const MOST_WORDS: usize = 5;
/// One such line may be the first step of a list.
const LEAST: usize = 2;

pub(super) fn headings(rows: &mut Vec<Row<'_>>) -> bool {
    let found: Vec<bool> = (0..rows.len()).map(|at| heads(rows, at)).collect();
    if found.iter().filter(|heads| **heads).take(LEAST).count() < LEAST {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len() + 8);
    for (row, heads) in std::mem::take(rows).into_iter().zip(found) {
        if heads {
            let apart = row.like("");
            out.extend([row.like(""), row, apart]);
        } else {
            out.push(row);
        }
    }
    *rows = out;
    true
}

/// A short title under a number, with text straight below it that is neither its rest nor the next of its kind.
fn heads(rows: &[Row<'_>], at: usize) -> bool {
    let Some(row) = rows.get(at).filter(|row| !row.fenced) else { return false };
    let Some((number, title)) = numbered(&row.text) else { return false };
    let fits = title.split_whitespace().count() <= MOST_WORDS
        && title.starts_with(char::is_uppercase)
        && title.ends_with(char::is_alphanumeric)
        && !plain::is_sentence(title);
    let apart = at.checked_sub(1).and_then(|at| rows.get(at)).is_none_or(Row::is_blank);
    let Some(next) = rows.get(at + 1).filter(|next| !next.is_blank() && !next.fenced) else { return false };
    match numbered(&next.text) {
        Some((inner, _)) => fits && inner.strip_prefix(&number).is_some_and(|rest| rest.starts_with('.')),
        // `12 articles fit` goes on with a step; `5. Numbers` heads what begins with one.
        None => {
            let told = next.text.starts_with(|c: char| c.is_ascii_digit()) && section::is_phrase(title);
            fits && apart && (next.text.starts_with(char::is_uppercase) || told)
        }
    }
}

/// `2.1⇥Jobs`, `2. Scope`: the number without its last point, and the title.
fn numbered(line: &str) -> Option<(String, &str)> {
    let size = line.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = line.get(..size)?.trim_end_matches('.');
    let rest = line.get(size..)?;
    let marked = size > number.len() || number.contains('.') || rest.starts_with('\t');
    let short = number.split('.').all(|part| (1..=3).contains(&part.len()));
    (marked && short && rest.starts_with([' ', '\t'])).then(|| (number.to_owned(), rest.trim()))
}
