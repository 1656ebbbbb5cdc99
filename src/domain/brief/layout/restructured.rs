//! reStructuredText: headings underlined with any mark, `#.` for a number, directives.

use super::Row;
use super::grid::written;

/// Underlines that Markdown does not know; with `=` and `-` it reads the heading itself.
const MARKS: &[char] = &['~', '^', '"', '\'', '+', '*', '.', ':', '`', '#'];
/// Directives whose text is said to the reader.
const SAID: &[&str] = &[
    "note",
    "warning",
    "important",
    "tip",
    "hint",
    "caution",
    "attention",
    "danger",
    "admonition",
    "seealso",
    "topic",
    "rubric",
    "container",
    "epigraph",
];

/// Whether a line draws the line under the heading above it, which is as long as the heading or a little longer.
pub(super) fn underlines(above: &str, line: &str) -> bool {
    let mark = line.chars().next().filter(|mark| MARKS.contains(mark));
    let title = above.trim_end();
    let size = title.chars().count();
    mark.is_some_and(|mark| line.trim_end().chars().all(|c| c == mark))
        && (3..=120).contains(&size)
        && (size..=size + 4).contains(&line.trim_end().len())
        && title.starts_with(char::is_alphanumeric)
        && title.chars().any(char::is_alphabetic)
}

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let underlined = headings(rows);
    if !rows.iter().any(|row| !row.fenced && directive(&row.text).is_some()) {
        return underlined;
    }
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len());
    let mut rest = std::mem::take(rows).into_iter().peekable();
    while let Some(row) = rest.next() {
        let Some((name, said)) = directive(&row.text).filter(|_| !row.fenced) else {
            let numbered = row.text.trim_start().starts_with("#. ").then(|| row.text.replacen("#.", "1.", 1));
            let field = is_field(&row.text).then(String::new);
            match numbered.or(field) {
                Some(line) => out.push(row.like(line)),
                None => out.push(row),
            }
            continue;
        };
        let said = said.to_owned();
        let mut inside = Vec::new();
        while let Some(next) = rest.next_if(|next| next.is_blank() || next.text.starts_with([' ', '\t'])) {
            inside.push(next);
        }
        if name == "list-table" {
            out.extend(listed(&inside));
            continue;
        }
        let kept = SAID.contains(&name.as_str());
        out.push(row.like(if kept && !said.is_empty() { format!("Note: {said}") } else { String::new() }));
        for line in inside {
            let text = line.text.trim();
            let shown = if kept && !is_field(&line.text) { text.to_owned() } else { String::new() };
            out.push(line.like(shown));
        }
    }
    *rows = out;
    true
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

/// `.. note:: Photos are small.`: its name and what stands behind it; a remark and a target have no name.
fn directive(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_prefix(".. ")?;
    match rest.split_once("::") {
        Some((name, said)) if !name.contains(' ') => Some((name.to_lowercase(), said.trim())),
        _ => rest.starts_with('_').then(|| (String::new(), "")),
    }
}

/// `:Version: 0.3`.
fn is_field(line: &str) -> bool {
    let name = line.trim_start().strip_prefix(':').and_then(|rest| rest.split_once(':'));
    name.is_some_and(|(name, value)| {
        (1..=30).contains(&name.len()) && (value.is_empty() || value.starts_with(' '))
    })
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
