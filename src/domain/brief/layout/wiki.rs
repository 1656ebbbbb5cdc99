//! The marks of wikis: `h2. Summary` and `||head||head||` over `|cell|cell|` of a ticket system, `== Summary ==` and
//! `# first` of an encyclopaedia.

use super::Row;
use super::grid::written;

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let closed = rows.iter().filter(|row| !row.fenced && closed(&row.text).is_some());
    let encyclopaedic = closed.take(LEAST).count() == LEAST;
    if encyclopaedic {
        rows.iter_mut().filter(|row| !row.fenced).for_each(untangle);
    }
    ticketed(rows) || encyclopaedic
}

/// Lists and marks of a ticket system before anything else is read: `# first` under `h3. Steps` is an item and no
/// heading, `** inner` stands in `* outer`, and what `{code}` or `{quote}` holds is not asked for.
pub(super) fn lists(rows: &mut [Row<'_>]) -> bool {
    let starred = |row: &Row<'_>| !row.fenced && row.text.starts_with("** ");
    // With white space on both sides `## Scope` is a heading all the same.
    let blank = |at: Option<usize>| at.and_then(|at| rows.get(at)).is_none_or(Row::is_blank);
    let apart = |(at, row): (usize, &Row<'_>)| {
        let hashes = row.text.bytes().take_while(|b| *b == b'#').count();
        (1..=6).contains(&hashes) && !row.fenced && blank(at.checked_sub(1)) && blank(Some(at + 1))
    };
    let headed = rows.iter().any(|row| !row.fenced && heading(&row.text).is_some())
        && !rows.iter().enumerate().any(apart);
    let nested = rows.iter().any(starred);
    let mut inside: Option<&str> = None;
    let mut changed = false;
    for row in rows.iter_mut().filter(|row| !row.fenced) {
        let text = row.text.trim().to_owned();
        let mark = ["{code", "{quote", "{noformat"].into_iter().find(|mark| text.starts_with(mark));
        let alone = text.ends_with('}') && text.matches('{').count() == 1;
        if let Some(mark) = mark.filter(|mark| alone && inside.is_none_or(|open| open == *mark)) {
            inside = if inside.is_some() { None } else { Some(mark) };
            *row = row.like("");
            changed = true;
            continue;
        }
        let depth = row.text.bytes().take_while(|b| matches!(b, b'#' | b'*')).count();
        let marks = row.text.get(..depth).unwrap_or_default().to_owned();
        let told = row.text.get(depth..).unwrap_or_default();
        let item = (1..=4).contains(&depth) && told.starts_with(' ');
        let counts = marks.ends_with('#');
        let line = match inside {
            Some(_) => String::new(),
            None if text.starts_with("{toc") && text.ends_with('}') => String::new(),
            None if item && (headed || nested && !counts) => {
                format!("{}{}{told}", "   ".repeat(depth - 1), if counts { "1." } else { "-" })
            }
            None => continue,
        };
        changed = true;
        *row = row.like(line);
    }
    changed
}

/// Headings by which a wiki is known that writes `== Scope ==` and `# first`.
const LEAST: usize = 2;

/// `== Scope ==`: its level and its words.
fn closed(line: &str) -> Option<(usize, &str)> {
    let text = line.trim();
    let level = text.bytes().take_while(|b| *b == b'=').count();
    let inner = text.get(level..)?.strip_suffix(text.get(..level)?)?.trim();
    let fits = (1..=6).contains(&level) && !inner.is_empty() && !inner.contains('=');
    (fits && inner.chars().any(char::is_alphabetic)).then_some((level, inner))
}

/// One line as Markdown writes it: headings, `#` and `#*` for items, `[[page|word]]` for a word.
fn untangle(row: &mut Row<'_>) {
    let text = row.text.trim_end();
    if let Some((level, title)) = closed(text) {
        let heading = format!("{} {title}", "#".repeat(level));
        *row = row.like(heading);
        return;
    }
    if text.starts_with("{{") && text.ends_with("}}") || text.starts_with("[[Category:") {
        *row = row.like("");
        return;
    }
    let depth = text.bytes().take_while(|b| matches!(b, b'#' | b'*')).count();
    let marks = text.get(..depth).unwrap_or_default();
    let told = text.get(depth..).unwrap_or_default().trim_start();
    let listed = (1..=4).contains(&depth) && text.get(depth..).is_some_and(|rest| rest.starts_with(' '));
    let mark = if marks.ends_with('#') { "1." } else { "-" };
    let shown = unlinked(if listed { told } else { text }).replace("'''", "**").replace("''", "*");
    let line = if listed { format!("{}{mark} {shown}", "   ".repeat(depth - 1)) } else { shown };
    *row = row.like(line);
}

/// `the [[big screen|screen]]` → `the screen`.
fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, linked)) = rest.split_once("[[") {
        let Some((inside, after)) = linked.split_once("]]") else { break };
        out.push_str(before);
        out.push_str(inside.rsplit('|').next().unwrap_or(inside));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The marks of a ticket system.
fn ticketed(rows: &mut Vec<Row<'_>>) -> bool {
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
