//! Tables of which every cell stands on a line of its own behind a tab, as word processors save them as text: the first column
//! counts the rows, and so tells how many cells one has.

use super::Row;
use super::grid;

/// More columns than a page has room for.
const MOST_COLUMNS: usize = 9;
/// A name over a column is short.
const LONGEST_NAME: usize = 40;

pub(super) fn tables(rows: &mut Vec<Row<'_>>) -> bool {
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut run: Vec<Row<'_>> = Vec::new();
    let mut changed = false;
    for row in std::mem::take(rows) {
        if is_cell(&row) && !(run.is_empty() && out.is_empty()) {
            if run.is_empty() {
                // The first cell of the head has no tab.
                run.extend(out.pop());
            }
            run.push(row);
        } else {
            changed |= flush(&mut run, &mut out);
            out.push(row);
        }
    }
    changed |= flush(&mut run, &mut out);
    *rows = out;
    changed
}

fn is_cell(row: &Row<'_>) -> bool {
    !row.fenced && row.text.starts_with('\t')
}

fn flush<'t>(run: &mut Vec<Row<'t>>, out: &mut Vec<Row<'t>>) -> bool {
    let run = std::mem::take(run);
    let Some(columns) = columns(&run) else {
        out.extend(run);
        return false;
    };
    let whole = run.len() - run.len() % columns;
    let found: Vec<(u32, Vec<String>)> = run
        .get(..whole)
        .unwrap_or_default()
        .chunks(columns)
        .filter_map(|cells| {
            let told = cells.iter().map(|cell| cell.text.trim().to_owned()).collect();
            Some((cells.first()?.line, told))
        })
        .collect();
    out.extend(grid::written(&found, &run));
    out.extend(run.into_iter().skip(whole));
    true
}

/// How many cells a row has: so far from each other stand the numbers 1 and 2, and so far behind the head's first the 1.
fn columns(run: &[Row<'_>]) -> Option<usize> {
    let counts = |at: usize, number: &str| run.get(at).is_some_and(|row| row.text.trim() == number);
    let head = |size: usize| {
        let names = run.get(..size).unwrap_or_default();
        names.iter().all(|name| (1..=LONGEST_NAME).contains(&name.text.trim().len()))
    };
    (2..=MOST_COLUMNS).find(|size| head(*size) && counts(*size, "1") && counts(2 * size, "2"))
}
