//! Writes the rows of a pane: text that is not safe yet in, wrapped rows out.

use ratatui::text::{Line, Span};

use super::wrap::{Ends, columns, line_columns, wrapped};
use crate::domain::text::Shown;
use crate::tui::detail::Detail;
use crate::tui::listing::Row;
use crate::tui::theme::{Look, Theme};

/// The most columns of a name, and of a text, that are shown.
pub const NAME: usize = 120;
pub const TEXT: usize = 4_000;

/// Rows while they are written.
#[derive(Debug)]
pub struct Pen {
    pub width: usize,
    pub theme: Theme,
    rows: Vec<Row>,
}

impl Pen {
    /// An empty list, for lines of so many columns.
    pub fn new(width: u16, theme: Theme) -> Self {
        Self { width: usize::from(width).max(1), theme, rows: Vec::new() }
    }

    /// A text of the program's own.
    pub fn own(&self, text: impl Into<std::borrow::Cow<'static, str>>, look: Look) -> Span<'static> {
        Span::styled(text.into(), self.theme.style(look))
    }

    /// A name that somebody else gave: one line, bounded, safe.
    pub fn name(&self, text: &str, look: Look) -> Span<'static> {
        self.own(Shown::cut(text, NAME).into_string(), look)
    }

    /// A text that somebody else wrote: one line, bounded, safe.
    pub fn prose(&self, text: &str, look: Look) -> Span<'static> {
        self.own(Shown::cut(text.trim(), TEXT).into_string(), look)
    }

    /// That what lies in the working copy is not what is shown, where that is so.
    pub fn apart(&mut self, detail: &Detail) {
        if let Some(apart) = &detail.seal.apart {
            let (sign, told) = (self.own("! ", Look::Attention), self.prose(apart, Look::Attention));
            self.text(&[sign, told], 2);
        }
    }

    /// Something that can be selected, over as many rows as it takes.
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
        // Where there is no room beside the text, the mark stands behind it.
        let beside = taken * 3 <= self.width;
        let mut lines = match (&mark, beside) {
            (Some(mark), false) => {
                let spaced = [spans, &[Span::raw(" "), mark.clone()]].concat();
                wrapped(&spaced, self.width, hang, Ends::Words)
            }
            (Some(_) | None, _) => wrapped(spans, self.width - taken, hang, Ends::Words),
        };
        if let (Some(mark), true, Some(first)) = (mark, beside, lines.first_mut()) {
            let gap = (self.width + 2).saturating_sub(line_columns(first) + taken);
            first.push_span(Span::raw(" ".repeat(gap)));
            first.push_span(mark);
        }
        let mut lines = lines.into_iter();
        let first = row(Row::head(lines.next().unwrap_or_default()));
        let rows = std::iter::once(first).chain(lines.map(Row::text)).collect();
        self.rows.extend(Row::broken(rows, || told(spans)));
    }

    /// Text that belongs to what stands above it.
    pub fn text(&mut self, spans: &[Span<'static>], hang: usize) {
        self.rows.extend(wrapped(spans, self.width, hang, Ends::Words).into_iter().map(Row::text));
    }

    /// The same, and it shows what stands at a pointer.
    pub fn shown(&mut self, spans: &[Span<'static>], hang: usize, pointer: String) {
        let mut rows: Vec<Row> =
            wrapped(spans, self.width, hang, Ends::Words).into_iter().map(Row::text).collect();
        if let Some(first) = rows.first_mut() {
            first.shows.push(pointer);
        }
        self.rows.extend(Row::broken(rows, || told(spans)));
    }

    /// A sentence of the program's own.
    pub fn say(&mut self, text: impl Into<std::borrow::Cow<'static, str>>, look: Look) {
        let span = self.own(text, look);
        self.text(&[span], 0);
    }

    /// A finished line.
    pub fn row(&mut self, row: Row) {
        self.rows.push(row);
    }

    /// An empty line, unless one stands there already or nothing does.
    pub fn gap(&mut self) {
        if self.rows.last().is_some_and(|row| row.head || !row.line.spans.is_empty()) {
            self.rows.push(Row::text(Line::default()));
        }
    }

    /// How many lines there are so far.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The finished lines.
    pub fn rows(self) -> Vec<Row> {
        self.rows
    }
}

/// A text without its looks.
fn told(spans: &[Span<'static>]) -> String {
    spans.iter().map(|span| span.content.as_ref()).collect::<String>().trim().to_owned()
}

/// So many of something: `1 step`, `3 steps`.
pub fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}

/// A word at the beginning of a sentence or a heading.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
