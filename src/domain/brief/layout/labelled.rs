//! Statements under labels of their own where nothing but the line parts them: `R1 No step without a scan.` over `R2 …`. They
//! become the items of a list, for Markdown takes such lines for one paragraph, or for the rest of the item above.

use super::Row;
use crate::domain::brief::label;

/// So many in their order are labels; one alone may be anything.
const LEAST: usize = 3;
/// So many lines may stand between one and the next: what it goes on with, and what parts them.
const REACH: usize = 4;

pub(super) fn lines(rows: &mut Vec<Row<'_>>) -> bool {
    let mut labelled: Vec<usize> = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let found = in_order(rows, at);
        at = found.last().copied().unwrap_or(at) + 1;
        let is_set_off =
            |at: &usize| rows.get(*at).and_then(|row| read(&row.text)).is_some_and(|it| it.set_off);
        if found.len() >= LEAST && !found.iter().all(is_set_off) {
            labelled.extend(found);
        }
    }
    if labelled.is_empty() {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len() + labelled.len());
    let mut inside = false;
    for (at, row) in std::mem::take(rows).into_iter().enumerate() {
        let item = labelled.binary_search(&at).ok().and_then(|_| read(&row.text));
        if let Some(item) = item {
            let item = format!("- {}: {}", item.text, item.told);
            out.push(row.like(item));
            inside = true;
            continue;
        }
        // What begins something of its own is no more of the item above it.
        let ended = out.last().is_some_and(|above| above.text.ends_with(['.', '!', '?']));
        if inside
            && !row.is_blank()
            && (begins_with_a_label(&row.text) || ended && row.text.starts_with(char::is_uppercase))
        {
            out.push(row.like(""));
            inside = false;
        }
        inside &= !row.is_blank();
        out.push(row);
    }
    *rows = out;
    true
}

/// Where labels of one kind stand from here on, each with a higher number than the one before.
fn in_order(rows: &[Row<'_>], from: usize) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    let mut last: Option<Labelled<'_>> = None;
    for (at, row) in rows.iter().enumerate().skip(from) {
        if row.fenced || found.last().is_some_and(|before| at - before > REACH) {
            break;
        }
        match (read(&row.text), &last) {
            (Some(next), None) => last = Some(next),
            (Some(next), Some(known)) if next.kind == known.kind && next.number > known.number => {
                last = Some(next);
            }
            (None, Some(_)) if !row.text.starts_with(['#', '|', '=']) => continue,
            (Some(_) | None, _) => break,
        }
        found.push(at);
    }
    found
}

/// `R12 Log entry = who`: a label and what it says.
struct Labelled<'l> {
    text: &'l str,
    kind: &'l str,
    /// `R1.2` comes behind `R1`.
    number: Vec<u32>,
    told: &'l str,
    /// Whether a mark sets it off, so that it is known as it stands.
    set_off: bool,
}

fn read(line: &str) -> Option<Labelled<'_>> {
    let letters = line.bytes().take_while(u8::is_ascii_uppercase).count();
    let kind = line.get(..letters).filter(|kind| (1..=5).contains(&kind.len()))?;
    let from = letters + usize::from(line.get(letters..)?.starts_with('-'));
    let size = line.get(from..)?.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = line.get(from..from + size)?.trim_end_matches('.');
    let text = line.get(..from + number.len())?;
    let after = line.get(text.len()..)?;
    let told = after.trim_start_matches([':', '.', ')']).trim_start();
    let set_off = after.starts_with([':', '.', ')']);
    let parts: Option<Vec<u32>> = number.split('.').map(|part| part.parse().ok()).collect();
    // `A4 paper`, `R2 is replaced by R5`: no label, or a sentence about one.
    let fits = label::asks(kind) && (set_off || after.starts_with([' ', '\t']));
    let says = told.starts_with(|c: char| !c.is_lowercase()) && told.chars().any(char::is_alphabetic);
    let number = parts.filter(|parts| fits && says && parts.len() <= 4)?;
    Some(Labelled { text, kind, number, told, set_off })
}

/// `US2 As a customer`, `AC4 …`: letters and a number, whatever they are.
fn begins_with_a_label(line: &str) -> bool {
    let letters = line.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = line.get(letters..).unwrap_or_default().trim_start_matches('-');
    (1..=5).contains(&letters) && rest.starts_with(|c: char| c.is_ascii_digit())
}
