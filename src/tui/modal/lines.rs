//! Lines of a dialog: wrapped texts, which may come from anywhere, and keys.

use std::ops::Range;

use ratatui::text::Line;
use unicode_width::UnicodeWidthStr as _;

use crate::tui::panes::wrap;
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::text::Shown;

/// The lines so far.
pub struct Lines {
    pub width: usize,
    /// The most lines of one text, so that the keys below stay on the screen.
    most: usize,
    pub theme: Theme,
    pub lines: Vec<Line<'static>>,
}

impl Lines {
    pub fn new(width: usize, most: usize, theme: Theme) -> Self {
        Self { width, most, theme, lines: Vec::new() }
    }

    pub fn say(&mut self, text: &str, style: TextStyle) {
        self.hang("", TextStyle::Plain, text, style);
    }

    pub fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// Wraps a text behind a lead; its further lines are indented by the width of the lead.
    pub fn hang(&mut self, lead: &str, lead_style: TextStyle, text: &str, style: TextStyle) {
        let first = Shown::line(lead);
        let more = " ".repeat(first.width());
        let room = self.width.saturating_sub(first.width());
        let text = Shown::block(text).into_string();
        for (at, row) in wrap::lines(&text, room, self.most).into_iter().enumerate() {
            let lead = if at == 0 { first.as_str() } else { &more }.to_owned();
            let spans = vec![self.theme.span(lead, lead_style), self.theme.span(row, style)];
            self.lines.push(Line::from(spans));
        }
    }

    /// Adds keys, each with what it does. Returns the line and the columns of each.
    pub fn keys(&mut self, keys: &[(&str, &str)]) -> Vec<(usize, Range<u16>)> {
        let mut places = Vec::new();
        let mut line = Line::default();
        for (key, does) in keys {
            let wide = key.width() + 1 + does.width();
            let used = line.width();
            if used > 0 && used + 2 + wide > self.width {
                self.lines.push(std::mem::take(&mut line));
            } else if used > 0 {
                line.push_span("  ");
            }
            let [from, to] =
                [line.width(), line.width() + wide].map(|at| u16::try_from(at).unwrap_or(u16::MAX));
            places.push((self.lines.len(), from..to));
            line.push_span(self.theme.span((*key).to_owned(), TextStyle::Reference));
            line.push_span(self.theme.span(format!(" {does}"), TextStyle::Dim));
        }
        self.lines.push(line);
        places
    }
}
