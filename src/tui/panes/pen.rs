//! Writer of a pane's rows: unsafe text in, safe wrapped rows out.

use std::borrow::Cow;

use ratatui::text::{Line, Span};

use super::wrap::{Ends, columns, line_columns, wrapped};
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::Shown;
use frieze_intent::Reading;

/// The most columns of a name, and of a text, that are shown.
pub const NAME: usize = 120;
pub const TEXT: usize = 4_000;

/// Rows in the making.
#[derive(Debug)]
pub struct Pen {
    pub width: usize,
    pub theme: Theme,
    rows: Vec<Row>,
}

impl Pen {
    /// An empty list for lines of this many columns.
    pub fn new(width: u16, theme: Theme) -> Self {
        Self { width: usize::from(width).max(1), theme, rows: Vec::new() }
    }

    /// A text from the program itself.
    pub fn own(&self, text: impl Into<Cow<'static, str>>, style: TextStyle) -> Span<'static> {
        self.theme.span(text.into(), style)
    }

    /// A name from outside: one line, bounded, safe.
    pub fn name(&self, text: &str, style: TextStyle) -> Span<'static> {
        self.own(Shown::cut(text, NAME).into_string(), style)
    }

    /// A text from outside: one line, bounded, safe.
    pub fn prose(&self, text: &str, style: TextStyle) -> Span<'static> {
        self.own(Shown::cut(text.trim(), TEXT).into_string(), style)
    }

    /// The design to show, with a warning if the working copy differs from the frozen one. `None` if there is none that can be
    /// read: then the rows say so, and what to do or what is coming.
    pub fn design<'d>(
        &mut self,
        detail: &'d Detail,
        to_do: &'static str,
        coming: &'static str,
    ) -> Option<&'d Reading> {
        match &detail.intent {
            None => self.say(detail.nothing_yet(to_do, coming), TextStyle::Dim),
            Some(Err(why)) => {
                self.problem(why);
                self.say(detail.fix_design(), TextStyle::Dim);
            }
            Some(Ok(reading)) => {
                if let Some(warning) = &detail.seal.remarks {
                    let style = TextStyle::Attention;
                    self.text(&[self.own("! ", style), self.prose(warning, style)], 2);
                }
                return Some(reading);
            }
        }
        None
    }

    /// A problem, as a line that can be selected.
    pub fn problem(&mut self, text: &str) {
        self.item(&[self.own("! ", TextStyle::Bad), self.prose(text, TextStyle::Plain)], 2, |row| row);
    }

    /// A text behind a sign of the program's own.
    pub fn signed(&mut self, sign: &'static str, style: TextStyle, text: &str, hang: usize) {
        self.text(&[self.own(sign, style), self.prose(text, TextStyle::Plain)], hang);
    }

    /// An item that can be selected, over as many rows as it needs.
    pub fn item(&mut self, spans: &[Span<'static>], hang: usize, row: impl FnOnce(Row) -> Row) {
        self.marked(spans, hang, None, row);
    }

    /// As [`Self::item`], with a mark at the right edge of its first row.
    pub fn marked(
        &mut self,
        spans: &[Span<'static>],
        hang: usize,
        mark: Option<Span<'static>>,
        row: impl FnOnce(Row) -> Row,
    ) {
        let taken = mark.as_ref().map_or(0, |mark| columns(&mark.content) + 2);
        // Without room for a column of its own, the mark follows the text.
        let has_column = taken * 3 <= self.width;
        let mut lines = match (&mark, has_column) {
            (Some(mark), false) => {
                let spaced = [spans, &[Span::raw(" "), mark.clone()]].concat();
                wrapped(&spaced, self.width, hang, Ends::Words)
            }
            (Some(_) | None, _) => wrapped(spans, self.width - taken, hang, Ends::Words),
        };
        if let (Some(mark), true, Some(first)) = (mark, has_column, lines.first_mut()) {
            let gap = (self.width + 2).saturating_sub(line_columns(first) + taken);
            first.push_span(Span::raw(" ".repeat(gap)));
            first.push_span(mark);
        }
        let mut lines = lines.into_iter();
        let first = row(Row::head(lines.next().unwrap_or_default()));
        let rows = std::iter::once(first).chain(lines.map(Row::text)).collect();
        self.rows.extend(Row::wrapped(rows, || plain(spans)));
    }

    /// Text that belongs to the row above it.
    pub fn text(&mut self, spans: &[Span<'static>], hang: usize) {
        self.rows.extend(wrapped(spans, self.width, hang, Ends::Words).into_iter().map(Row::text));
    }

    /// The same for text that shows lines of the design.
    pub fn shown(&mut self, spans: &[Span<'static>], hang: usize, mut pointers: Vec<String>) {
        let mut rows: Vec<Row> =
            wrapped(spans, self.width, hang, Ends::Words).into_iter().map(Row::text).collect();
        if let Some(first) = rows.first_mut() {
            first.shows.append(&mut pointers);
        }
        self.rows.extend(Row::wrapped(rows, || plain(spans)));
    }

    /// A sentence from the program itself.
    pub fn say(&mut self, text: impl Into<Cow<'static, str>>, style: TextStyle) {
        self.text(&[self.own(text, style)], 0);
    }

    /// A heading, and a note behind it.
    pub fn heading(&mut self, text: impl Into<Cow<'static, str>>, note: &str) {
        self.text(&[self.own(text, TextStyle::Heading), self.own(format!("  {note}"), TextStyle::Dim)], 2);
    }

    /// A finished line.
    pub fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// An empty line, unless the rows are empty or end with one.
    pub fn gap(&mut self) {
        if self.rows.last().is_some_and(|row| row.head || !row.line.spans.is_empty()) {
            self.rows.push(Row::text(Line::default()));
        }
    }

    /// The number of rows so far.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The finished rows.
    pub fn rows(self) -> Vec<Row> {
        self.rows
    }
}

/// The text without its styles.
fn plain(spans: &[Span<'static>]) -> String {
    spans.iter().map(|span| span.content.as_ref()).collect::<String>().trim().to_owned()
}

/// A word with a capital letter, for the beginning of a sentence or a heading.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
