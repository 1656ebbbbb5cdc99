//! AsciiDoc: `= Title`, `* item` and `. step`, tables between `|===`, blocks between rules of four marks.

use super::Row;
use super::grid::written;

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let headed = |row: &&Row<'_>| !row.fenced && heading(&row.text).is_some();
    let tabled = rows.iter().any(|row| row.text.trim() == "|===");
    if !tabled && rows.iter().filter(headed).take(2).count() < 2 {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut rest = std::mem::take(rows).into_iter();
    let mut columns = None;
    let mut code: Option<String> = None;
    while let Some(row) = rest.next() {
        let text = row.text.trim().to_owned();
        let mark = ["----", "....", "++++"].into_iter().find(|mark| text == *mark);
        if let Some(mark) = mark.filter(|mark| code.as_deref().is_none_or(|open| open == *mark)) {
            code = if code.is_some() { None } else { Some(mark.to_owned()) };
            let mut fence = row.like("```");
            fence.fenced = true;
            out.push(fence);
        } else if code.is_some() {
            let mut inside = row;
            inside.fenced = true;
            out.push(inside);
        } else if row.fenced {
            out.push(row);
        } else if text == "|===" {
            let inside: Vec<Row<'_>> = rest.by_ref().take_while(|row| row.text.trim() != "|===").collect();
            out.extend(table(&inside, columns.take()));
        } else {
            columns = count(&text).or(columns);
            let line = told(&text);
            out.push(if line == text { row } else { row.like(line) });
        }
    }
    *rows = out;
    true
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
