//! Tables set in columns over a rule such as `------  -----`.

use super::Row;
use super::grid::{join, written};

pub(super) fn tables(rows: &mut Vec<Row<'_>>) -> bool {
    let ruled: Vec<bool> = rows.iter().map(|row| !row.fenced && is_rule(&row.text)).collect();
    if !ruled.contains(&true) {
        return false;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut rest = std::mem::take(rows).into_iter().zip(ruled).peekable();
    while let Some((row, rule)) = rest.next() {
        // The head stands over the rule; a table may have a rule over its head as well.
        let headed = rule || !row.is_blank() && rest.peek().is_some_and(|(_, next)| *next);
        if !headed || row.fenced {
            out.push(row);
            continue;
        }
        let mut run = vec![row];
        while let Some((next, _)) = rest.next_if(|(next, _)| !next.is_blank() && !next.fenced) {
            run.push(next);
        }
        out.extend(table(run));
    }
    *rows = out;
    true
}

/// Two or more groups of three dashes or equals signs.
fn is_rule(line: &str) -> bool {
    let mut groups = 0;
    for group in line.split_whitespace() {
        let drawn = group.bytes().all(|b| b == b'-') || group.bytes().all(|b| b == b'=');
        if !drawn || group.len() < 3 {
            return false;
        }
        groups += 1;
    }
    groups >= 2
}

fn table(run: Vec<Row<'_>>) -> Vec<Row<'_>> {
    let Some(rule) = run.iter().find(|row| is_rule(&row.text)) else { return run };
    let starts = starts(&rule.text);
    let told: Vec<&Row<'_>> = run.iter().filter(|row| !is_rule(&row.text)).collect();
    let mut found: Vec<(u32, Vec<String>)> = Vec::new();
    for row in &told {
        let cells = cells(&row.text, &starts);
        let goes_on = found.len() > 1 && cells.first().is_some_and(String::is_empty);
        match found.last_mut().filter(|_| goes_on) {
            Some((_, above)) => join(above, cells),
            None => found.push((row.line, cells)),
        }
    }
    let headed =
        found.first().is_some_and(|(_, head)| head.iter().filter(|cell| !cell.is_empty()).count() > 1);
    if found.len() < 2 || !headed {
        return run;
    }
    written(&found, &run)
}

/// The columns, counted in characters, at which the groups of a rule begin.
fn starts(rule: &str) -> Vec<usize> {
    let mut before = ' ';
    let mut found = Vec::new();
    for (at, c) in rule.chars().enumerate() {
        if c != ' ' && before == ' ' {
            found.push(at);
        }
        before = c;
    }
    found
}

fn cells(line: &str, starts: &[usize]) -> Vec<String> {
    let mut cells = vec![String::new(); starts.len()];
    for (at, c) in line.chars().enumerate() {
        let column = starts.partition_point(|start| *start <= at).saturating_sub(1);
        if let Some(cell) = cells.get_mut(column) {
            cell.push(c);
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
