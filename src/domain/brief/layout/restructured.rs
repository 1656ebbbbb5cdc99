//! reStructuredText: headings underlined with any mark, `#.` for a number, directives.

use super::Row;
use super::grid::written;
use crate::domain::brief::modal;

/// Underlines that Markdown does not know; with `=` and `-` it reads the heading itself.
const MARKS: &[char] = &['~', '^', '"', '\'', '+', '*', '.', ':', '`', '#'];
/// Directives whose text is a remark to the reader.
#[rustfmt::skip]
const NOTES: &[&str] = &[
    "note", "warning", "important", "tip", "hint", "caution", "attention", "danger", "error", "seealso", "epigraph",
];
/// Directives that show code, pictures, or what stands elsewhere.
#[rustfmt::skip]
const DROPPED: &[&str] = &[
    "", "code", "code-block", "sourcecode", "literalinclude", "parsed-literal", "image", "figure", "toctree", "contents",
    "raw", "math", "include", "highlight", "index", "todo",
];
/// Fields that say something of the document.
#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "version", "author", "authors", "date", "status", "organization", "organisation", "contact", "copyright", "revision",
    "address", "release", "orphan", "tocdepth", "license", "maintainer",
];
/// Directives that stand deeper in one another are read as they are.
const DEEPEST: usize = 4;

/// Whether a line draws the line under the heading above it, which is as long as the heading or a little longer.
fn underlines(above: &str, line: &str) -> bool {
    let mark = line.chars().next().filter(|mark| MARKS.contains(mark));
    let title = above.trim_end();
    let size = title.chars().count();
    // Three of what fences code fence code.
    let least = if matches!(mark, Some('`' | '~')) { 4 } else { 3 };
    mark.is_some_and(|mark| line.trim_end().chars().all(|c| c == mark))
        && (3..=120).contains(&size)
        && (size.max(least)..=size + 4).contains(&line.trim_end().len())
        && title.starts_with(char::is_alphanumeric)
        && title.chars().any(char::is_alphabetic)
}

/// Whether the line underlines a heading that stands between blank lines.
pub(super) fn heads(lines: &[&str], at: usize) -> bool {
    let blank = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_none_or(|line| line.trim().is_empty());
    let pair = at.checked_sub(1).and_then(|above| lines.get(above)).zip(lines.get(at));
    pair.is_some_and(|(above, line)| underlines(above, line))
        && blank(at.checked_sub(2))
        && blank(Some(at + 1))
}

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let underlined = headings(rows);
    if !underlined && !rows.iter().any(|row| !row.fenced && directive(&row.text).is_some()) {
        return false;
    }
    *rows = directed(std::mem::take(rows), 0);
    true
}

fn directed(rows: Vec<Row<'_>>, depth: usize) -> Vec<Row<'_>> {
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut rest = rows.into_iter().peekable();
    while let Some(row) = rest.next() {
        let told = directive(&row.text).map(|(name, said)| (name, said.to_owned()));
        let remark = told.is_none() && is_remark(&row.text);
        if row.fenced || !remark && told.is_none() {
            let numbered = row.text.trim_start().starts_with("#. ").then(|| row.text.replacen("#.", "1.", 1));
            let line = numbered.or(is_field(&row.text).then(String::new)).filter(|_| !row.fenced);
            out.push(line.map_or_else(|| row.like(row.text.clone()), |line| row.like(line)));
            continue;
        }
        let mut inside = Vec::new();
        // `..` over a blank line is a remark without a word.
        let empty = row.text.trim() == ".." && rest.peek().is_some_and(Row::is_blank);
        while let Some(next) =
            rest.next_if(|next| !empty && (next.is_blank() || next.text.starts_with([' ', '\t'])))
        {
            inside.push(next);
        }
        match told {
            Some((name, said)) if !DROPPED.contains(&name.as_str()) => {
                out.extend(body(&row, &name, &said, inside, depth));
            }
            Some(_) | None => out.extend(std::iter::once(&row).chain(&inside).map(|row| row.like(""))),
        }
    }
    out
}

/// What a directive says, as text that is not moved in.
fn body<'t>(row: &Row<'t>, name: &str, said: &str, mut inside: Vec<Row<'t>>, depth: usize) -> Vec<Row<'t>> {
    match name {
        "list-table" => return listed(&inside),
        "csv-table" => return separated(&inside),
        _ => {}
    }
    // Its options stand straight below its name.
    let options = inside.iter().take_while(|row| is_option(&row.text)).count();
    inside.iter_mut().take(options).for_each(|row| *row = row.like(""));
    let indent = |row: &Row<'_>| row.text.len() - row.text.trim_start_matches([' ', '\t']).len();
    let least = inside.iter().filter(|row| !row.is_blank()).map(indent).min().unwrap_or_default();
    let whole: String = inside.iter().flat_map(|row| [" ", row.text.trim()]).collect();
    let noted = NOTES.contains(&name);
    let first = match () {
        () if said.is_empty() || name == "container" => String::new(),
        // What binds is no remark.
        () if noted && !modal::is_binding(said) && !modal::is_binding(&whole) => format!("Note: {said}"),
        () => said.to_owned(),
    };
    let mut out = vec![row.like(first)];
    if !noted {
        out.push(row.like(""));
    }
    let moved = inside.iter().map(|row| {
        let line = row.text.get(least..).unwrap_or_default().to_owned();
        row.like(line)
    });
    let moved: Vec<Row<'t>> = moved.collect();
    out.extend(if depth < DEEPEST { directed(moved, depth + 1) } else { moved });
    out
}

/// `Quality` over `~~~~~~~`: the level is the order in which its mark comes first.
fn headings(rows: &mut [Row<'_>]) -> bool {
    const FIRST: usize = 3;
    let mut known: Vec<char> = Vec::new();
    for at in 1..rows.len() {
        let blank = |at: Option<usize>| at.and_then(|at| rows.get(at)).is_none_or(Row::is_blank);
        let (Some(above), Some(line)) = (rows.get(at - 1), rows.get(at)) else { break };
        if above.fenced || line.fenced || !underlines(&above.text, &line.text) || !blank(Some(at + 1)) {
            continue;
        }
        if !blank(at.checked_sub(2)) {
            continue;
        }
        let Some(mark) = line.text.chars().next() else { continue };
        let place = known.iter().position(|one| *one == mark).unwrap_or_else(|| {
            known.push(mark);
            known.len() - 1
        });
        let title = above.like(format!("{} {}", "#".repeat((FIRST + place).min(6)), above.text.trim()));
        let under = line.like("");
        rows.iter_mut().skip(at - 1).zip([title, under]).for_each(|(row, new)| *row = new);
    }
    !known.is_empty()
}

/// `.. note:: Photos are small.`: its name and what stands behind it; a target has no name.
fn directive(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_prefix(".. ")?;
    match rest.split_once("::") {
        Some((name, said)) if !name.is_empty() && !name.contains(' ') => {
            Some((name.to_lowercase(), said.trim()))
        }
        _ => rest.starts_with('_').then(|| (String::new(), "")),
    }
}

/// `.. Ask Ann first.`, or `..` over its text; `.. [1] Foot note` is for the reader.
fn is_remark(line: &str) -> bool {
    line.trim_end() == ".." || line.strip_prefix(".. ").is_some_and(|rest| !rest.starts_with('['))
}

/// `:Version: 0.3`.
fn is_field(line: &str) -> bool {
    let name = line.trim_start().strip_prefix(':').and_then(|rest| rest.split_once(':'));
    name.is_some_and(|(name, _)| FIELDS.contains(&name.trim().to_lowercase().as_str()))
}

/// `:widths: 20, 80`.
fn is_option(line: &str) -> bool {
    let name = line.trim_start().strip_prefix(':').and_then(|rest| rest.split_once(':'));
    name.is_some_and(|(name, value)| !name.is_empty() && (value.is_empty() || value.starts_with(' ')))
}

/// The lines of a `csv-table`, below the names that its `:header:` gives the columns.
fn separated<'t>(inside: &[Row<'t>]) -> Vec<Row<'t>> {
    let mut found: Vec<(u32, Vec<String>)> = Vec::new();
    for row in inside {
        let text = row.text.trim();
        if let Some(names) = text.strip_prefix(":header:") {
            found.push((row.line, cells(names)));
        } else if !text.is_empty() && !is_option(text) {
            found.push((row.line, cells(text)));
        }
    }
    written(&found, inside)
}

/// `"FR-2", "one, or two"`: two cells.
fn cells(text: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// `* - first` and `- second` below a `list-table`.
fn listed<'t>(inside: &[Row<'t>]) -> Vec<Row<'t>> {
    let mut found: Vec<(u32, Vec<String>)> = Vec::new();
    for row in inside {
        let text = row.text.trim();
        if let Some(first) = text.strip_prefix("* -") {
            found.push((row.line, vec![first.trim().to_owned()]));
            continue;
        }
        let Some((_, cells)) = found.last_mut() else { continue };
        match text.strip_prefix('-') {
            Some(next) => cells.push(next.trim().to_owned()),
            None if !text.is_empty() => {
                if let Some(last) = cells.last_mut() {
                    last.push(' ');
                    last.push_str(text);
                }
            }
            None => {}
        }
    }
    written(&found, inside)
}
