//! Builder of running text for all readers. It collapses white space and notes bold beginnings and code.

use crate::{Line, Text};

/// Collects the lines of one text.
#[derive(Default)]
pub struct Writer {
    lines: Vec<Line>,
    current: Line,
    /// White space was written and no character after it.
    gap: bool,
    bold: bool,
    /// The line begins with other text, or its bold beginning has ended.
    past_strong: bool,
}

impl Writer {
    /// Adds running text; `line` is that of its first character.
    pub fn push(&mut self, text: &str, line: u32) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.gap = true;
            } else if !is_invisible(c) {
                self.character(c, line);
            }
        }
    }

    /// Adds text that is marked as code.
    pub fn code(&mut self, text: &str, line: u32) {
        let start = self.current.text.len() + usize::from(self.gap && !self.current.text.is_empty());
        let before = self.current.text.len();
        self.push(text.trim(), line);
        let end = self.current.text.len();
        if end > before {
            self.current.code.push(start.min(end)..end);
        }
    }

    /// Puts a number before the current line, if it has text.
    pub fn prefix(&mut self, marker: &str, line: u32) {
        if self.current.text.is_empty() {
            return;
        }
        let rest = std::mem::take(&mut self.current);
        self.past_strong = true;
        self.push(marker, line);
        self.gap = true;
        self.push(&rest.text, line);
    }

    pub fn set_bold(&mut self, bold: bool) {
        self.bold = bold;
    }

    /// Ends the bold beginning, so that later bold text is not added to it.
    pub fn end_bold(&mut self) {
        self.bold = false;
        self.past_strong |= !self.current.text.is_empty();
    }

    /// Ends the line.
    pub fn end_line(&mut self) {
        self.gap = false;
        self.past_strong = false;
        let line = std::mem::take(&mut self.current);
        if !line.text.is_empty() {
            self.lines.push(line);
        }
    }

    /// Returns the text, if it has a letter or a digit, and empties the writer.
    pub fn finish(&mut self) -> Option<Text> {
        self.end_line();
        self.bold = false;
        let lines = std::mem::take(&mut self.lines);
        let has_words = lines.iter().any(|line| line.text.chars().any(char::is_alphanumeric));
        has_words.then_some(Text { lines })
    }

    /// Returns the text as a cell of a table, with line feeds between its lines, and its first line. Empties the writer.
    pub fn finish_cell(&mut self) -> (String, Option<u32>) {
        self.end_line();
        self.bold = false;
        let lines = std::mem::take(&mut self.lines);
        let first = lines.first().map(|line| line.line);
        (lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n"), first)
    }

    fn character(&mut self, c: char, line: u32) {
        let text = &mut self.current.text;
        if text.is_empty() {
            self.current.line = line;
        } else if self.gap {
            text.push(' ');
        }
        self.gap = false;
        text.push(c);
        if !self.bold {
            self.past_strong = true;
        } else if !self.past_strong {
            let done = self.current.strong.len();
            if let Some(added) = text.get(done..) {
                self.current.strong.push_str(added);
            }
        }
    }
}

/// Whether a character is invisible: a zero-width space, a soft hyphen, a byte order mark within the text.
fn is_invisible(c: char) -> bool {
    c.is_control() || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// A text of one line.
pub fn one_line(text: &str, line: u32) -> Option<Text> {
    let mut writer = Writer::default();
    writer.push(text, line);
    writer.finish()
}

/// The lines of a text as one, for headings.
pub fn joined(text: &Text) -> String {
    text.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ")
}
