//! What the pages of a printed text add to it: headers and footers, tables of contents, the letterhead; and the
//! headings and the title that it sets apart by capitals and by its middle.

use super::Row;

/// A letterhead and a title stand this near to the top.
const NEAR: usize = 40;
/// A shorter line of one mark is no rule.
const SHORTEST: usize = 8;
/// What kind of document a title begins with.
const KINDS: &[&str] = &[
    "Lastenheft",
    "Pflichtenheft",
    "Anforderungen",
    "Requirements ",
    "Specification ",
    "Pliego",
    "Cahier des charges",
];
/// So many spaces in a line part two columns.
const GAP: &str = "    ";

pub(super) fn strip(rows: &mut Vec<Row<'_>>) -> bool {
    let changed = furniture(rows) | letterhead(rows) | centred(rows);
    capitals(rows) | changed
}

fn furniture(rows: &mut [Row<'_>]) -> bool {
    let mut changed = false;
    let mut turned = false;
    for row in rows.iter_mut().filter(|row| !row.fenced) {
        let text = row.text.trim_matches(|c: char| c.is_whitespace() || c == '\u{c}');
        let turns = row.text.contains('\u{c}');
        // The line at the top of a page names the document again.
        let header = turned && text.contains(GAP);
        let gone = text.is_empty() && turns || header || is_footer(text) || is_contents(text);
        turned = turns || turned && text.is_empty();
        if gone {
            *row = row.like("");
        } else if turns {
            let kept = text.to_owned();
            *row = row.like(kept);
        }
        changed |= gone || turns;
    }
    changed
}

/// `Example   Informational   [Page 3]`, `Page 3 of 9`.
fn is_footer(text: &str) -> bool {
    let number = |told: &str| !told.is_empty() && told.bytes().all(|b| b.is_ascii_digit());
    let bracketed =
        text.rsplit_once("[Page ").is_some_and(|(_, rest)| rest.strip_suffix(']').is_some_and(number));
    let of = text.strip_prefix("Page ").and_then(|rest| rest.split_once(" of "));
    bracketed || of.is_some_and(|(page, all)| number(page) && number(all))
}

/// `2.  Terminology . . . . . . . . 2`: a line of a table of contents.
fn is_contents(text: &str) -> bool {
    let head = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    head.len() < text.len() && (head.ends_with(". . .") || head.ends_with("....") || head.ends_with("…"))
}

/// The first lines, where each has something at its left and something at its right.
fn letterhead(rows: &mut [Row<'_>]) -> bool {
    let Some(first) = rows.iter().position(|row| !row.is_blank()) else { return false };
    // A rule closes a letterhead as a blank line does.
    let drawn = |row: &Row<'_>| {
        let text = row.text.trim();
        text.len() >= SHORTEST && text.bytes().all(|b| matches!(b, b'-' | b'=' | b'_'))
    };
    let size = rows.iter().skip(first).take(NEAR).take_while(|row| !row.is_blank() && !drawn(row)).count();
    let sided = rows.iter().skip(first).take(size).all(|row| row.text.trim().contains(GAP) && !row.fenced);
    if size < 2 || size == NEAR || !sided {
        return false;
    }
    let mut titled = false;
    for row in rows.iter_mut().skip(first).take(size) {
        // `Lastenheft "Bäder"      Version 1.2`: the title stands in it.
        let left = row.text.trim().split(GAP).next().unwrap_or_default().to_owned();
        let names = !titled && left.contains(' ') && KINDS.iter().any(|kind| left.starts_with(kind));
        titled |= names;
        *row = row.like(if names { format!("# {left}") } else { String::new() });
    }
    true
}

/// A title in the middle of the page.
fn centred(rows: &mut [Row<'_>]) -> bool {
    const MIDDLE: usize = 8;
    let Some(first) = rows.iter().position(|row| !row.is_blank()) else { return false };
    let is_middle = |row: &Row<'_>| {
        let text = row.text.trim_start();
        let indent = row.text.len() - text.len();
        indent >= MIDDLE && !text.starts_with(['-', '*', '|', '+', '•']) && !row.fenced
    };
    let size = rows.iter().skip(first).take_while(|row| !row.is_blank() && is_middle(row)).take(4).count();
    let after = rows.get(first + size).is_some_and(Row::is_blank);
    // A name without a space is that of the file.
    let told: Vec<&str> = rows.iter().skip(first).take(size).map(|row| row.text.trim()).collect();
    let title = told.iter().filter(|line| line.contains(' ')).copied().collect::<Vec<_>>().join(" ");
    if size == 0 || !after || title.is_empty() || title.ends_with('.') || title.split(' ').count() > 20 {
        return false;
    }
    for (at, row) in rows.iter_mut().skip(first).take(size).enumerate() {
        *row = row.like(if at == 0 { format!("# {title}") } else { String::new() });
    }
    true
}

/// `3. FUNCTIONS OF THE REGISTER` straight over its text.
fn capitals(rows: &mut Vec<Row<'_>>) -> bool {
    let heads = |row: &Row<'_>| !row.fenced && is_capital(&row.text);
    if !rows.iter().any(heads) {
        return false;
    }
    let mut out = Vec::with_capacity(rows.len() + 16);
    for row in std::mem::take(rows) {
        if heads(&row) {
            let heading = format!("## {}", row.text.trim());
            out.extend([row.like(""), row.like(heading), row.like("")]);
        } else {
            out.push(row);
        }
    }
    *rows = out;
    true
}

fn is_capital(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let Some(title) = line.get(digits..).and_then(|rest| rest.strip_prefix(['.', ')'])) else { return false };
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    let words = title.split_whitespace().count();
    (1..=2).contains(&digits)
        && title.starts_with([' ', '\t'])
        && letters >= 4
        && words <= 8
        && !title.chars().any(char::is_lowercase)
        && !title.trim_end().ends_with(['.', ':', ';', ',', '?'])
}
