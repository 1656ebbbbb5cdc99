//! Tables drawn with `+---+` rules: the rows between the rules, as a table of Markdown.

use super::Row;

pub(super) fn tables(rows: &mut Vec<Row<'_>>) -> bool {
    if !rows.iter().any(|row| !row.fenced && is_rule(row.text.trim())) {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut run: Vec<Row<'_>> = Vec::new();
    for row in std::mem::take(rows) {
        if !row.fenced && row.text.trim_start().starts_with(['+', '|']) {
            run.push(row);
        } else {
            out.extend(table(std::mem::take(&mut run)));
            out.push(row);
        }
    }
    out.extend(table(run));
    *rows = out;
    true
}

/// `+-----+----+`, `+=====+`.
fn is_rule(text: &str) -> bool {
    text.starts_with('+') && text.len() > 3 && text.bytes().all(|b| matches!(b, b'+' | b'-' | b'=' | b':'))
}

fn table(run: Vec<Row<'_>>) -> Vec<Row<'_>> {
    let ruled = run.iter().filter(|row| is_rule(row.text.trim())).count();
    if ruled == 0 || ruled == run.len() {
        return run;
    }
    let mut found: Vec<(u32, Vec<String>)> = Vec::new();
    let mut fresh = true;
    for row in &run {
        let text = row.text.trim();
        if is_rule(text) {
            fresh = true;
            continue;
        }
        let cells: Vec<String> =
            text.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
        // A row with nothing in its first column goes on with the row above.
        let goes_on = !fresh && cells.first().is_some_and(String::is_empty);
        match found.last_mut().filter(|_| goes_on) {
            Some((_, above)) => join(above, cells),
            None => found.push((row.line, cells)),
        }
        fresh = false;
    }
    written(&found, &run)
}

/// Adds the cells of a wrapped row to those above them.
pub(super) fn join(above: &mut [String], cells: Vec<String>) {
    for (whole, more) in above.iter_mut().zip(cells).filter(|(_, more)| !more.is_empty()) {
        whole.push(' ');
        whole.push_str(&more);
    }
}

/// The rows as Markdown writes them, each with its own line.
pub(super) fn written<'t>(found: &[(u32, Vec<String>)], run: &[Row<'t>]) -> Vec<Row<'t>> {
    let Some(first) = run.first() else { return Vec::new() };
    let columns = found.first().map_or(0, |(_, cells)| cells.len());
    let mut out = vec![first.like("")];
    for (at, (line, cells)) in found.iter().enumerate() {
        let shown: Vec<String> = cells.iter().map(|cell| cell.replace('|', "/")).collect();
        let row = Row { text: format!("| {} |", shown.join(" | ")).into(), line: *line, fenced: false };
        let rule = (at == 0).then(|| row.like(format!("|{}", "---|".repeat(columns))));
        out.push(row);
        out.extend(rule);
    }
    let last = run.last().unwrap_or(first);
    out.push(last.like(""));
    out
}
