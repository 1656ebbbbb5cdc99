//! Org-mode: `* Heading` with its state and tags, drawers, `#+TITLE:`, tables ruled with `|---+---|`.

use super::{Row, is_heading};

/// What a heading says of its work and not of its subject.
const STATES: &[&str] =
    &["TODO", "DONE", "NEXT", "WAITING", "CANCELLED", "CANCELED", "STARTED", "IN-PROGRESS"];
/// A heading that asks for nothing, and neither does what stands below it.
const REFUSED: &[&str] = &["CANCELLED", "CANCELED", "COMMENT"];
const PLANNED: &[&str] = &["SCHEDULED:", "DEADLINE:", "CLOSED:"];

pub(super) fn unmark(rows: &mut [Row<'_>]) -> bool {
    let keyed = |row: &Row<'_>| !row.fenced && keyword(&row.text).is_some();
    let starred = |row: &Row<'_>| !row.fenced && headline(&row.text).is_some();
    if !rows.iter().any(keyed) || !rows.iter().any(starred) {
        return false;
    }
    // A remark is written as the first heading of Markdown.
    let remarks = !rows.iter().any(|row| !row.fenced && is_heading(&row.text) && row.text.starts_with("##"));
    let mut level = 0;
    let mut refused: Option<usize> = None;
    let (mut drawer, mut code) = (false, false);
    for row in rows.iter_mut() {
        let text = row.text.trim().to_owned();
        if let Some((stars, _)) = headline(&row.text).filter(|_| !code) {
            refused = refused.filter(|open| stars > *open).or(is_refused(&row.text).then_some(stars));
        }
        let line = if let Some((name, value)) = keyword(&text) {
            let block = name.starts_with("BEGIN_") || name.starts_with("END_");
            let quoted = name.ends_with("_QUOTE") || name.ends_with("_CENTER") || name.ends_with("_VERSE");
            code = name.starts_with("BEGIN_") && !quoted;
            match name.as_str() {
                "TITLE" => format!("# {value}"),
                _ if block && !quoted => "```".to_owned(),
                _ => String::new(),
            }
        } else if code {
            row.fenced = true;
            row.text.to_string()
        } else if remarks && (text == "#" || text.starts_with("# ")) {
            String::new()
        } else if drawer || is_drawer(&text) {
            drawer = text != ":END:" && !text.is_empty();
            String::new()
        } else if let Some((stars, title)) = headline(&row.text) {
            level = stars;
            format!("{} {title}", "#".repeat((stars + 1).min(6)))
        } else if PLANNED.iter().any(|word| text.starts_with(word)) {
            String::new()
        } else if text.starts_with("|-") {
            text.replace('+', "|")
        } else {
            // The text below a heading is moved in as far as its stars.
            let indent = row.text.len() - row.text.trim_start_matches(' ').len();
            row.text.get(indent.min(level + 1)..).unwrap_or_default().to_owned()
        };
        let line = if refused.is_some() { String::new() } else { line };
        row.fenced = refused.is_none() && (code || line == "```");
        *row = Row { text: line.into(), line: row.line, fenced: row.fenced };
    }
    true
}

/// `#+TITLE: Ferry`: its name in capitals, and its value.
fn keyword(line: &str) -> Option<(String, &str)> {
    let rest = line.trim_start().strip_prefix("#+")?;
    let end = rest.find([':', ' ']).unwrap_or(rest.len());
    let name = rest.get(..end)?.to_ascii_uppercase();
    let fits = name.len() >= 3 && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
    fits.then(|| (name, rest.get(end..).unwrap_or_default().trim_start_matches(':').trim()))
}

/// `** TODO [#A] Refunds :web:`: how many stars, and `Refunds`.
fn headline(line: &str) -> Option<(usize, &str)> {
    let stars = line.bytes().take_while(|b| *b == b'*').count();
    let mut title = line.get(stars..)?.strip_prefix(' ')?.trim();
    if let Some((_, rest)) = title.split_once(' ').filter(|(state, _)| STATES.contains(state)) {
        title = rest.trim();
    }
    title = title.strip_prefix("[#").and_then(|rest| rest.split_once(']')).map_or(title, |(_, t)| t.trim());
    if title.ends_with(':')
        && let Some((told, tags)) = title.rsplit_once(' ')
        && tags.len() > 2
        && tags.starts_with(':')
    {
        title = told.trim();
    }
    (stars > 0 && !title.is_empty()).then_some((stars, title))
}

/// `** CANCELLED Dogs`, `* TODO COMMENT Old`.
fn is_refused(line: &str) -> bool {
    line.split_whitespace().skip(1).take(2).any(|word| REFUSED.contains(&word))
}

fn is_drawer(text: &str) -> bool {
    let name = text.strip_prefix(':').and_then(|rest| rest.strip_suffix(':'));
    name.is_some_and(|name| name.len() > 2 && name.bytes().all(|b| b.is_ascii_uppercase()))
}
