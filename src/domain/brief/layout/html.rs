//! HTML between the lines of Markdown, or for all of a document: headings, items and rows, each as Markdown writes it.

use super::{Row, is_heading};

mod open;

use open::Open;

/// Elements that begin a line of their own.
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "footer", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "li", "main", "ol", "p", "section", "summary", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul",
];
/// What stands in them is not for readers of text.
const CLOSED: &[&str] = &["pre", "script", "style", "code", "textarea"];
/// Elements by which a document is known to be written with HTML.
const TELLING: &[&str] = &["h1", "h2", "h3", "h4", "li", "ol", "table", "td", "tr", "ul"];

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let telling = |(name, closes): (String, bool)| !closes && TELLING.contains(&name.as_str());
    if !rows.iter().any(|row| !row.fenced && block(row.text.trim_start()).is_some_and(telling)) {
        return false;
    }
    let mut open = Open::default();
    let mut until: Option<String> = None;
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len() * 2);
    for row in std::mem::take(rows) {
        let text = row.text.trim().to_owned();
        if row.fenced {
            out.push(row);
        } else if let Some(end) = until.clone() {
            if text.to_ascii_lowercase().contains(&end) {
                until = None;
            }
            out.push(row);
        } else if let Some(end) = opens_what_is_closed(&text) {
            until = (!text.to_ascii_lowercase().contains(&end)).then_some(end);
            out.push(row);
        } else if is_heading(&row.text) || open.is_left(&text) {
            // Markdown goes on where the end of a table or of a list was left out.
            out.extend(told(open.leave()));
            out.push(row);
        } else if open.goes_on(&text) || block(&text).is_some() {
            out.extend(told(open.line(&text, row.line)));
        } else {
            open.pass(&text);
            out.push(row);
        }
    }
    out.extend(told(open.leave()));
    *rows = out;
    true
}

fn told<'t>(lines: Vec<(u32, String)>) -> impl Iterator<Item = Row<'t>> {
    lines.into_iter().map(|(line, text)| Row { text: text.into(), line, fenced: false })
}

/// `<!-- …`, `<pre>`: the text that closes it.
fn opens_what_is_closed(text: &str) -> Option<String> {
    if text.starts_with("<!--") {
        return Some("-->".to_owned());
    }
    let name = name(text.strip_prefix('<')?);
    CLOSED.contains(&name.as_str()).then(|| format!("</{name}>"))
}

/// The name of the block element that a text begins with, and whether it ends one.
fn block(text: &str) -> Option<(String, bool)> {
    let inner = text.strip_prefix('<')?;
    let closes = inner.starts_with('/');
    let name = name(inner.trim_start_matches('/'));
    BLOCKS.contains(&name.as_str()).then_some((name, closes))
}

fn name(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '-')
        .map(|c| c.to_ascii_lowercase())
        .collect()
}
