//! What is open where a line of HTML begins, and the lines of Markdown that it says.

use super::block;
use crate::domain::brief::modal;

/// Items that stand deeper than this are shown as deep as this: an indent without limit grows with its square.
const DEEPEST: usize = 8;

#[derive(Default)]
pub(super) struct Open {
    lists: Vec<bool>,
    /// The cells of the row that is open, and the line it began on.
    cells: Option<(u32, Vec<String>)>,
    /// Whether the last of the cells goes on.
    in_cell: bool,
    in_table: bool,
    headed: bool,
    /// A line was written of an element that is not over yet: whether it is an item.
    within: Option<bool>,
    /// What the text of the line that is written begins with.
    mark: String,
}

impl Open {
    /// Whether a line of text belongs to the element that is open.
    pub(super) fn goes_on(&self, text: &str) -> bool {
        let tagged = || text.match_indices('<').any(|(at, _)| text.get(at..).and_then(block).is_some());
        self.cells.is_some() || self.within.is_some() && tagged()
    }

    /// Text between two cells is in no table: its end was left out.
    pub(super) fn is_left(&self, text: &str) -> bool {
        self.cells.is_some() && !self.in_cell && !text.is_empty() && !text.starts_with('<')
    }

    /// A line that is written as it is: a blank one ends what was said.
    pub(super) fn pass(&mut self, text: &str) {
        self.within = self.within.filter(|_| !text.is_empty());
    }

    /// Ends all that is open.
    pub(super) fn leave(&mut self) -> Vec<(u32, String)> {
        let mut out = Vec::new();
        if let Some((line, _)) = self.cells {
            self.end_row(&mut out);
            out.push((line, String::new()));
        }
        *self = Open::default();
        out
    }

    /// The lines of Markdown that a line of HTML says, each with the line it is cited by.
    pub(super) fn line(&mut self, text: &str, line: u32) -> Vec<(u32, String)> {
        let mut out: Vec<(u32, String)> = Vec::new();
        let mut shown = std::mem::take(&mut self.mark);
        let mut rest = text;
        while let Some(at) = rest.find('<') {
            let (before, tag) = rest.split_at(at);
            self.say(before, &mut shown);
            let named = |c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!');
            // `< 200 ms` is no element.
            let is_tag = tag.get(1..).is_some_and(|inner| inner.starts_with(named));
            let end = if is_tag { tag.find('>').map_or(tag.len(), |end| end + 1) } else { 1 };
            let (inside, after) = tag.split_at(end);
            rest = after;
            let Some((name, closes)) = block(inside) else {
                self.say(inside, &mut shown);
                continue;
            };
            self.end(line, &mut shown, &mut out, true);
            self.element(&name, closes, line, &mut shown, &mut out);
        }
        self.say(rest, &mut shown);
        if has_words(&shown) {
            self.end(line, &mut shown, &mut out, false);
        } else {
            // `<li>` alone: its text stands on the next line.
            self.mark = shown;
        }
        out
    }

    fn say(&mut self, text: &str, shown: &mut String) {
        match &mut self.cells {
            Some((_, cells)) => {
                let Some(cell) = cells.last_mut().filter(|_| self.in_cell) else { return };
                if !cell.is_empty() && !cell.ends_with(' ') {
                    cell.push(' ');
                }
                cell.push_str(text.trim_start());
            }
            None if self.in_table => {}
            None => shown.push_str(text),
        }
    }

    /// Writes what was said so far as a line of its own; a paragraph stands between blank lines when it is over.
    fn end(&mut self, line: u32, shown: &mut String, out: &mut Vec<(u32, String)>, over: bool) {
        let told = if has_words(shown) { std::mem::take(shown) } else { String::new() };
        if !told.is_empty() && self.within.is_none() {
            let start = told.trim_start();
            let item = start.starts_with("- ") || start.starts_with("1. ");
            if !item {
                out.push((line, String::new()));
            }
            self.within = Some(item);
        }
        if !told.is_empty() {
            out.push((line, told.trim_end().to_owned()));
        }
        if over && self.within.take() == Some(false) {
            out.push((line, String::new()));
        }
    }

    fn end_row(&mut self, out: &mut Vec<(u32, String)>) {
        self.in_cell = false;
        let Some((began, cells)) = self.cells.take().filter(|(_, cells)| !cells.is_empty()) else { return };
        let told: Vec<String> = cells.iter().map(|cell| cell.trim().replace('|', "/")).collect();
        // A row that demands something is not the head of its table.
        if !self.headed && told.iter().any(|cell| modal::is_binding(cell)) {
            out.push((began, format!("|{}", " |".repeat(told.len()))));
            out.push((began, format!("|{}", "---|".repeat(told.len()))));
            self.headed = true;
        }
        out.push((began, format!("| {} |", told.join(" | "))));
        if !self.headed {
            out.push((began, format!("|{}", "---|".repeat(told.len()))));
        }
        self.headed = true;
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
            ("table", _) => {
                self.end_row(out);
                self.in_table = !closes;
                self.headed = false;
                out.push((line, String::new()));
            }
            // The ends of rows and cells may be left out: what begins next ends them.
            ("tr" | "thead" | "tbody" | "tfoot", _) => {
                self.end_row(out);
                self.cells = (name == "tr" && !closes).then(|| (line, Vec::new()));
            }
            ("td" | "th", _) => {
                self.in_cell = !closes && self.cells.is_some();
                if let Some((_, cells)) = self.cells.as_mut().filter(|_| !closes) {
                    cells.push(String::new());
                }
            }
            // What else stands in a cell is one line with it.
            _ if self.cells.is_some() => {}
            ("ul" | "ol", false) => self.lists.push(name == "ol"),
            ("ul" | "ol", true) => {
                self.lists.pop();
                if self.lists.is_empty() {
                    shown.clear();
                    out.push((line, String::new()));
                }
            }
            ("li", false) => {
                let mark = if self.lists.last() == Some(&true) { "1. " } else { "- " };
                let depth = self.lists.len().saturating_sub(1).min(DEEPEST);
                *shown = format!("{}{mark}", "   ".repeat(depth));
            }
            ("li", true) => shown.clear(),
            (name, closes) if name.len() == 2 && name.starts_with('h') => {
                let level = name.get(1..).and_then(|digit| digit.parse::<usize>().ok());
                *shown = level
                    .filter(|_| !closes)
                    .map(|level| format!("{} ", "#".repeat(level)))
                    .unwrap_or_default();
            }
            _ => {}
        }
    }
}

fn has_words(text: &str) -> bool {
    let told = text.trim().trim_start_matches(['-', '#', '1', '.', ' ']);
    told.chars().any(|c| !c.is_whitespace())
}
