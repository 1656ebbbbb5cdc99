//! The marks of a ticket system's wiki: `h2. Summary`, `||head||head||` over `|cell|cell|`.

use super::Row;
use super::grid::written;

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let marked = |row: &Row<'_>| !row.fenced && (heading(&row.text).is_some() || head(&row.text).is_some());
    if !rows.iter().any(marked) {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut rest = std::mem::take(rows).into_iter().peekable();
    while let Some(row) = rest.next() {
        if row.fenced {
            out.push(row);
        } else if let Some((level, title)) = heading(&row.text) {
            let line = format!("{} {title}", "#".repeat(level));
            out.extend([row.like(""), row.like(line), row.like("")]);
        } else if let Some(cells) = head(&row.text) {
            let mut found = vec![(row.line, cells)];
            let mut run = vec![row];
            let goes_on = |next: &Row<'_>| !next.fenced && next.text.trim_start().starts_with('|');
            while let Some(next) = rest.next_if(goes_on) {
                let told = next.text.trim().trim_matches('|');
                found.push((next.line, told.split('|').map(|cell| cell.trim().to_owned()).collect()));
                run.push(next);
            }
            out.extend(written(&found, &run));
        } else {
            out.push(row);
        }
    }
    *rows = out;
    true
}

/// `h3. Title`.
fn heading(line: &str) -> Option<(usize, &str)> {
    let mut digits = line.strip_prefix('h')?.chars();
    let level = digits.next()?.to_digit(10).filter(|level| (1..=6).contains(level))?;
    let title = digits.as_str().strip_prefix(". ")?.trim();
    (!title.is_empty()).then_some((usize::try_from(level).ok()?, title))
}

/// The cells of `|| one || two ||`.
fn head(line: &str) -> Option<Vec<String>> {
    let inside = line.trim().strip_prefix("||")?.strip_suffix("||")?;
    let cells: Vec<String> = inside.split("||").map(|cell| cell.trim().to_owned()).collect();
    cells.iter().any(|cell| !cell.is_empty()).then_some(cells)
}
