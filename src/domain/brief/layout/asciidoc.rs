//! AsciiDoc: `= Title`, `* item` and `. step`, tables between `|===`, blocks between rules of four marks.

use std::collections::BTreeMap;

use super::grid::written;
use super::{Row, is_heading};

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let ends = ends(rows);
    if !is_asciidoc(rows, &ends) {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut rest = std::mem::take(rows).into_iter().zip(ends);
    let mut columns = None;
    while let Some((row, end)) = rest.next() {
        let text = row.text.trim().to_owned();
        if let Some(end) = end {
            let shown = !text.starts_with('/');
            let mut fence = row.like(if shown { "```" } else { "" });
            fence.fenced = shown;
            out.push(fence);
            for (mut inside, _) in rest.by_ref().take(end) {
                inside.fenced = shown;
                out.push(if shown { inside } else { inside.like("") });
            }
            if let Some(last) = out.last_mut().filter(|_| shown) {
                *last = last.like("```");
            }
        } else if row.fenced {
            out.push(row);
        } else if text == "|===" {
            let inside: Vec<Row<'_>> =
                rest.by_ref().map(|(row, _)| row).take_while(|row| row.text.trim() != "|===").collect();
            out.extend(table(&inside, columns.take()));
        } else {
            columns = count(&text).or(columns);
            let apart = out.last().is_none_or(|above| above.is_blank() || above.fenced);
            // `= net + VAT` below a line of text goes on with it.
            let counted = heading(&text).is_some_and(|(_, title)| !apart && !is_title(title));
            let line = if counted { text.clone() } else { told(&text) };
            out.push(if line == text { row } else { row.like(line) });
        }
    }
    *rows = out;
    true
}

/// By its tables, its headings and the attributes under its title; a heading of Markdown's own says that it is Markdown.
fn is_asciidoc(rows: &[Row<'_>], ends: &[Option<usize>]) -> bool {
    let mut inside = 0;
    let mut spoken: Vec<&Row<'_>> = Vec::with_capacity(rows.len());
    for (row, end) in rows.iter().zip(ends) {
        if inside == 0 && end.is_none() && !row.fenced {
            spoken.push(row);
        }
        inside = if inside > 0 { inside - 1 } else { end.unwrap_or_default() };
    }
    if spoken.iter().any(|row| is_heading(&row.text)) {
        return false;
    }
    let blank = |at: Option<usize>| at.and_then(|at| spoken.get(at)).is_none_or(|row| row.is_blank());
    let titled = spoken
        .iter()
        .find(|row| !row.is_blank())
        .and_then(|row| heading(&row.text))
        .is_some_and(|(level, title)| level == 1 && is_title(title));
    let headed = |(at, row): (usize, &&Row<'_>)| {
        let after = titled || blank(Some(at + 1));
        let above = at.checked_sub(1);
        let anchored = above.and_then(|above| spoken.get(above)).is_some_and(|row| row.text.starts_with('['));
        let fits = heading(&row.text).is_some_and(|(level, title)| level > 1 && is_title(title));
        fits && after && (anchored || blank(above))
    };
    spoken.iter().any(|row| row.text.trim() == "|===" || titled && is_attribute(row.text.trim()))
        || spoken.iter().enumerate().any(headed)
}

fn is_title(title: &str) -> bool {
    title.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit())
}

/// At each line that opens a block of code or a remark: how many lines below it the block ends. A rule that no other
/// one follows opens nothing, and neither does one that is the underline of a heading.
fn ends(rows: &[Row<'_>]) -> Vec<Option<usize>> {
    let delimits = |at: usize| {
        let text = rows.get(at)?.text.trim();
        let mark = text.chars().next().filter(|c| matches!(c, '-' | '.' | '+' | '/'))?;
        let whole = text.len() >= 4 && text.chars().all(|c| c == mark);
        (whole && !(mark == '-' && is_underline(rows, at))).then_some(text)
    };
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    let mut ends: Vec<Option<usize>> = vec![None; rows.len()];
    for (at, end) in ends.iter_mut().enumerate().rev() {
        *end = delimits(at).and_then(|text| last.insert(text, at)).map(|next| next - at);
    }
    ends
}

/// `-----` under a heading that is as long.
fn is_underline(rows: &[Row<'_>], at: usize) -> bool {
    let above = at.checked_sub(1).and_then(|above| rows.get(above)).map_or("", |row| row.text.trim());
    let apart = at.checked_sub(2).and_then(|before| rows.get(before)).is_none_or(Row::is_blank);
    let size = rows.get(at).map_or(0, |row| row.text.trim().len());
    apart && is_title(above) && !above.ends_with([':', '.']) && above.chars().count().abs_diff(size) <= 1
}

/// `== Scope`: its level and its words. An encyclopaedia closes its headings with the same marks.
fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|b| *b == b'=').count();
    let title = line.get(level..)?.strip_prefix(' ')?.trim();
    ((1..=6).contains(&level) && !title.is_empty() && !title.ends_with('=')).then_some((level, title))
}

/// One line as Markdown writes it.
fn told(text: &str) -> String {
    if let Some((level, title)) = heading(text) {
        return format!("{} {title}", "#".repeat(level));
    }
    let ruled = |mark: char| text.len() >= 4 && text.chars().all(|c| c == mark);
    // Attributes, comments, what says how a block looks, and the rules around it.
    if text == "+"
        || text == "--"
        || ["=", "*", "_"].iter().any(|mark| mark.chars().all(ruled))
        || text.starts_with("//")
        || is_attribute(text)
        || text.starts_with('[') && text.ends_with(']') && !text.contains("](") && !text.starts_with("[ ]")
    {
        return String::new();
    }
    let mark = if text.starts_with('.') { '.' } else { '*' };
    let depth = text.chars().take_while(|c| *c == mark).count();
    let (item, rest) = text.split_at_checked(depth).unwrap_or(("", text));
    if (1..=5).contains(&depth) && rest.starts_with(' ') {
        let shown = if mark == '.' { "1." } else { "-" };
        return format!("{}{shown} {}", "   ".repeat(item.len() - 1), unanchored(rest.trim()));
    }
    // `.Title of a table`.
    if depth == 1 && mark == '.' && rest.starts_with(char::is_uppercase) {
        return String::new();
    }
    unanchored(text).to_owned()
}

/// `[[fr-3]]The pump …`: what links lead to is not seen.
fn unanchored(text: &str) -> &str {
    text.strip_prefix("[[").and_then(|rest| rest.split_once("]]")).map_or(text, |(_, told)| told.trim_start())
}

/// `:toc: left`.
fn is_attribute(text: &str) -> bool {
    let name = text.strip_prefix(':').and_then(|rest| rest.split_once(':')).map(|(name, _)| name);
    name.is_some_and(|name| !name.is_empty() && !name.contains(' '))
}

/// The number of columns that `[cols="1,4,1"]` or `[cols=3*]` gives a table.
fn count(text: &str) -> Option<usize> {
    let told = text.strip_prefix('[')?.split_once("cols=")?.1;
    let told = match told.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next()?,
        None => told.split([',', ']']).next()?,
    };
    let times = told.split_once('*').and_then(|(times, _)| times.trim().parse::<usize>().ok());
    Some(times.unwrap_or_else(|| told.split(',').count())).filter(|columns| (1..=40).contains(columns))
}

/// The cells of a table in its columns, which need not stand on one line.
fn table<'t>(inside: &[Row<'t>], columns: Option<usize>) -> Vec<Row<'t>> {
    let mut cells: Vec<(u32, String)> = Vec::new();
    let mut first = 0;
    for row in inside {
        let text = row.text.trim();
        if !text.contains('|') {
            // A cell goes on.
            if let Some((_, cell)) = cells.last_mut().filter(|_| !text.is_empty()) {
                cell.push(' ');
                cell.push_str(text);
            }
            continue;
        }
        cells.extend(text.split('|').skip(1).map(|cell| (row.line, cell.trim().to_owned())));
        first = if first == 0 { cells.len() } else { first };
    }
    let columns = columns.unwrap_or(first).max(1);
    // A row is cited where most of it is said.
    let rows: Vec<(u32, Vec<String>)> = cells
        .chunks(columns)
        .map(|row| {
            let line = row.iter().rev().max_by_key(|(_, cell)| cell.len()).map_or(1, |(line, _)| *line);
            (line, row.iter().map(|(_, cell)| cell.clone()).collect())
        })
        .collect();
    written(&rows, inside)
}
