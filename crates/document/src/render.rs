//! Writer of documents as Markdown, for formats that people do not open as text.

use std::fmt::Write as _;

use crate::{Block, BlockKind, Document, Text};

/// The blocks as Markdown. Reading it again gives the same blocks, with the lines of this text.
pub fn to_markdown(document: &Document) -> String {
    let mut text = String::new();
    let mut before: Option<&BlockKind> = None;
    for Block { kind, .. } in &document.blocks {
        let is_next_item = matches!((before, kind), (Some(BlockKind::Item { .. }), BlockKind::Item { .. }));
        if before.is_some() && !is_next_item {
            text.push('\n');
        }
        match kind {
            BlockKind::Heading { level, text: words } => {
                let marks = "#".repeat(usize::from(*level).clamp(1, 6));
                // Infallible: writing to a `String`.
                let _ = writeln!(text, "{marks} {}", escaped(words));
            }
            BlockKind::Paragraph(words) => {
                let _ = writeln!(text, "{}", lines(words, ""));
            }
            BlockKind::Item { depth, marker, text: words } => {
                let indent = "    ".repeat(usize::from(*depth));
                let marker = if marker.is_empty() { "-" } else { marker };
                let words = without_number(lines(words, &format!("{indent}  ")));
                let _ = writeln!(text, "{indent}{marker} {words}");
            }
            BlockKind::Table { head, rows } => {
                // Markdown has no table without a head.
                let (head, rows) = match rows.split_first() {
                    Some((first, rest)) if head.is_empty() => (first.cells.as_slice(), rest),
                    Some(_) | None => (head.as_slice(), rows.as_slice()),
                };
                let columns = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).max(head.len());
                row(&mut text, head, columns);
                let _ = writeln!(text, "|{}", " --- |".repeat(columns));
                for cells in rows {
                    row(&mut text, &cells.cells, columns);
                }
            }
        }
        before = Some(kind);
    }
    text
}

fn row(text: &mut String, cells: &[String], columns: usize) {
    text.push('|');
    for at in 0..columns {
        let cell = cells.get(at).map(String::as_str).unwrap_or_default();
        let cell: Vec<&str> = cell.split_whitespace().collect();
        let _ = write!(text, " {} |", escaped(&cell.join(" ")).replace('|', "\\|"));
    }
    text.push('\n');
}

/// Running text as Markdown, with a hard break after each line.
fn lines(text: &Text, indent: &str) -> String {
    let lines: Vec<String> = text
        .lines
        .iter()
        .map(|line| match line.text.strip_prefix(line.strong.as_str()).filter(|_| !line.strong.is_empty()) {
            Some(rest) => format!("**{}**{}", escaped(&line.strong), escaped(rest)),
            None => escaped(&line.text),
        })
        .collect();
    lines.join(&format!("  \n{indent}"))
}

/// Text with its special characters escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let begins = at == 0 && matches!(c, '#' | '-' | '+' | '>' | '=');
        if begins || matches!(c, '\\' | '`' | '*' | '_' | '<' | '[' | '&' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// The text of an item whose number at its beginning makes no item of its own. In a paragraph such a number is meant as one.
fn without_number(mut line: String) -> String {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let (mark, rest) = line.get(digits..).and_then(|rest| rest.split_at_checked(1)).unwrap_or_default();
    if digits > 0 && matches!(mark, "." | ")") && !rest.starts_with(|c: char| !c.is_whitespace()) {
        line.insert(digits, '\\');
    }
    line
}
