//! HTML between the lines of Markdown, or for all of a document: headings, items and rows, each as Markdown writes it.

use super::Row;

/// Elements that begin a line of their own.
#[rustfmt::skip]
const BLOCKS: &[&str] = &[
    "article", "aside", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "footer", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "li", "main", "ol", "p", "section", "summary", "table", "tbody", "td", "tfoot", "th",
    "thead", "tr", "ul",
];
/// What stands in them is not for readers of text.
const CLOSED: &[&str] = &["pre", "script", "style", "code", "textarea"];

/// What is open where a line begins.
#[derive(Default)]
struct Open {
    lists: Vec<bool>,
    /// The cells of the row that is open, and the line it began on.
    cells: Option<(u32, Vec<String>)>,
    in_table: bool,
    headed: bool,
    /// The element or remark whose end is waited for.
    until: Option<String>,
    /// What the text of the line that is written begins with.
    mark: String,
}

pub(super) fn unmark(rows: &mut Vec<Row<'_>>) -> bool {
    let listed = |row: &Row<'_>| {
        let text = row.text.trim_start();
        !row.fenced
            && ["<li", "<tr", "<td", "<h1", "<h2", "<h3", "<h4"].iter().any(|tag| text.starts_with(tag))
    };
    if !rows.iter().any(listed) {
        return false;
    }
    let mut open = Open::default();
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len() * 2);
    for row in std::mem::take(rows) {
        let text = row.text.trim().to_owned();
        if row.fenced {
            out.push(row);
        } else if let Some(end) = open.until.clone() {
            if text.contains(&end) {
                open.until = None;
            }
            out.push(row);
        } else if let Some(end) = opens_what_is_closed(&text) {
            open.until = (!text.contains(&end)).then_some(end);
            out.push(row);
        } else if text.starts_with('<') && block(&text).is_some() || open.cells.is_some() {
            let line = row.line;
            out.extend(open.line(&text, line).into_iter().map(|(line, text)| Row {
                text: text.into(),
                line,
                fenced: false,
            }));
        } else {
            out.push(row);
        }
    }
    *rows = out;
    true
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
    text.chars().take_while(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Open {
    /// The lines of Markdown that a line of HTML says, each with the line it is cited by.
    fn line(&mut self, text: &str, line: u32) -> Vec<(u32, String)> {
        let mut out: Vec<(u32, String)> = Vec::new();
        let mut shown = std::mem::take(&mut self.mark);
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            let (before, tag) = rest.split_at(at);
            self.say(before, &mut shown);
            let end = tag.find('>').map_or(tag.len(), |end| end + 1);
            let (inside, after) = tag.split_at(end);
            rest = after;
            let Some((name, closes)) = block(inside) else {
                self.say(inside, &mut shown);
                continue;
            };
            self.end(line, &mut shown, &mut out);
            self.element(&name, closes, line, &mut shown, &mut out);
        }
        self.say(rest, &mut shown);
        if has_words(&shown) {
            self.end(line, &mut shown, &mut out);
        } else {
            // `<li>` alone: its text stands on the next line.
            self.mark = shown;
        }
        out
    }

    fn say(&mut self, text: &str, shown: &mut String) {
        match self.cells.as_mut().and_then(|(_, cells)| cells.last_mut()) {
            Some(cell) => {
                if !cell.is_empty() && !cell.ends_with(' ') {
                    cell.push(' ');
                }
                cell.push_str(text.trim_start());
            }
            None if self.in_table => {}
            None => shown.push_str(text),
        }
    }

    /// Writes what was said so far as a line of its own.
    fn end(&self, line: u32, shown: &mut String, out: &mut Vec<(u32, String)>) {
        let told = std::mem::take(shown);
        if !has_words(&told) {
            return;
        }
        let item = told.trim_start().starts_with(['-', '1']);
        if !item {
            out.push((line, String::new()));
        }
        out.push((line, told.trim_end().to_owned()));
        if !item {
            out.push((line, String::new()));
        }
    }

    fn element(
        &mut self,
        name: &str,
        closes: bool,
        line: u32,
        shown: &mut String,
        out: &mut Vec<(u32, String)>,
    ) {
        match (name, closes) {
            ("ul" | "ol", false) => self.lists.push(name == "ol"),
            ("ul" | "ol", true) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    out.push((line, String::new()));
                }
            }
            ("li", false) => {
                let mark = if self.lists.last() == Some(&true) { "1. " } else { "- " };
                *shown = format!("{}{mark}", "   ".repeat(self.lists.len().saturating_sub(1)));
            }
            ("table", _) => {
                self.in_table = !closes;
                self.headed = false;
                out.push((line, String::new()));
            }
            ("tr", false) => self.cells = Some((line, Vec::new())),
            ("td" | "th", false) => {
                if let Some((_, cells)) = &mut self.cells {
                    cells.push(String::new());
                }
            }
            ("tr", true) => {
                let Some((began, cells)) = self.cells.take().filter(|(_, cells)| !cells.is_empty()) else {
                    return;
                };
                let told: Vec<String> = cells.iter().map(|cell| cell.trim().replace('|', "/")).collect();
                out.push((began, format!("| {} |", told.join(" | "))));
                if !self.headed {
                    out.push((began, format!("|{}", "---|".repeat(told.len()))));
                }
                self.headed = true;
            }
            (name, false) if name.len() == 2 && name.starts_with('h') => {
                let level = name.get(1..).and_then(|digit| digit.parse::<usize>().ok());
                *shown = level.map(|level| format!("{} ", "#".repeat(level))).unwrap_or_default();
            }
            _ => {}
        }
    }
}

fn has_words(text: &str) -> bool {
    let told = text.trim().trim_start_matches(['-', '#', '1', '.', ' ']);
    told.chars().any(|c| !c.is_whitespace())
}
