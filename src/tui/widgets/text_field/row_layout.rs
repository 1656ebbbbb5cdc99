//! Rows of a text field: lines wrapped between words if possible, measured in columns, without splitting grapheme clusters.
//! Only changed lines are laid out again.

use std::borrow::Cow;
use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;
use unicode_segmentation::UnicodeSegmentation as _;

use super::{Place, TextField};
use crate::tui::panes::wrap::columns;
use crate::tui::view::theme::Theme;
use crate::tui::widgets::extent::Extent;
use frieze_data::text::{Shown, may_break_between};

/// The rows of a text at a width.
#[derive(Debug, Default)]
pub(super) struct Rows {
    wrapped_lines: Vec<WrappedLine>,
    /// Columns for text; one more is for the cursor after the last character.
    room: usize,
    height: usize,
    /// The first row that is visible.
    top: usize,
}

/// A line, and the bytes of each of its rows.
#[derive(Debug)]
struct WrappedLine {
    text: String,
    rows: Vec<Range<usize>>,
}

impl Rows {
    pub fn forget(&mut self) {
        self.wrapped_lines.clear();
        self.top = 0;
    }

    pub fn count(&self) -> usize {
        self.wrapped_lines.iter().map(|line| line.rows.len()).sum()
    }

    /// The number of rows in a page step.
    pub fn page(&self) -> isize {
        isize::try_from(self.height.saturating_sub(1).max(1)).unwrap_or(1)
    }

    /// Lays out changed lines. Most changes are inside of one line.
    pub fn update(&mut self, lines: &[String]) {
        if self.room == 0 {
            self.room = usize::from(u16::MAX);
        }
        let same = |(wrapped_line, line): &(&WrappedLine, &String)| wrapped_line.text == **line;
        let head = self.wrapped_lines.iter().zip(lines).take_while(same).count();
        let most = self.wrapped_lines.len().min(lines.len()) - head;
        let tail =
            self.wrapped_lines.iter().rev().zip(lines.iter().rev()).take(most).take_while(same).count();
        let (old, new) = (self.wrapped_lines.len() - tail, lines.len() - tail);
        let room = self.room;
        let fresh = lines.iter().skip(head).take(new - head);
        let fresh: Vec<WrappedLine> =
            fresh.map(|line| WrappedLine { text: line.clone(), rows: rows(line, room) }).collect();
        self.wrapped_lines.splice(head..old, fresh);
    }

    fn resize(&mut self, width: u16, height: u16) {
        let room = usize::from(width.saturating_sub(1)).max(2);
        if room != self.room {
            self.wrapped_lines.clear();
            self.room = room;
        }
        self.height = usize::from(height);
    }

    fn follow(&mut self, row: usize) {
        let last = (self.count()).saturating_sub(self.height);
        self.top = self.top.min(last);
        if row < self.top {
            self.top = row;
        } else if self.height > 0 && row >= self.top + self.height {
            self.top = row + 1 - self.height;
        }
    }

    /// The row and the column of a byte of a line.
    pub fn of(&self, lines: &[String], (line, byte): Place) -> (usize, usize) {
        let above: usize = self.wrapped_lines.iter().take(line).map(|line| line.rows.len()).sum();
        let Some(wrapped_line) = self.wrapped_lines.get(line) else { return (above, 0) };
        let at = wrapped_line.rows.iter().rposition(|row| row.start <= byte).unwrap_or(0);
        let start = wrapped_line.rows.get(at).map_or(0, |row| row.start);
        let text = lines.get(line).and_then(|text| text.get(start..byte)).unwrap_or_default();
        (above + at, clusters(text, self.room).map(|(_, shown)| columns(&shown)).sum())
    }

    /// The line and the byte at a row, as near to a column as possible.
    pub fn place(&self, lines: &[String], row: usize, column: usize) -> Place {
        let mut above = 0;
        for (line, wrapped_line) in self.wrapped_lines.iter().enumerate() {
            let Some(range) = wrapped_line.rows.get(row - above) else {
                above += wrapped_line.rows.len();
                continue;
            };
            let text = lines.get(line).and_then(|text| text.get(range.clone())).unwrap_or_default();
            let is_last = row - above + 1 == wrapped_line.rows.len();
            let (mut from, mut byte) = (0, range.start);
            for (cluster, shown) in clusters(text, self.room) {
                from += columns(&shown);
                // The end of a wrapped row is the beginning of the next one.
                if from > column || (!is_last && byte + cluster.len() >= range.end) {
                    break;
                }
                byte += cluster.len();
            }
            return (line, byte);
        }
        let last = lines.len().saturating_sub(1);
        (last, lines.get(last).map_or(0, String::len))
    }

    /// The line and the byte under a visible cell; `None` below the text.
    pub fn at(&self, lines: &[String], row: u16, column: u16) -> Option<Place> {
        let row = self.top + usize::from(row);
        (row < self.count()).then(|| self.place(lines, row, usize::from(column)))
    }
}

impl TextField {
    /// Lays the text out for this size, with the cursor visible.
    pub fn arrange(&mut self, width: u16, height: u16) {
        self.rows.resize(width, height);
        self.rows.update(&self.lines);
        let (row, _) = self.rows.of(&self.lines, self.cursor);
        self.rows.follow(row);
    }

    /// The number of rows at a width.
    pub fn height_at(&mut self, width: u16) -> usize {
        self.rows.resize(width, u16::try_from(self.rows.height).unwrap_or(u16::MAX));
        self.rows.update(&self.lines);
        self.rows.count()
    }

    /// The scroll position: `3–7 of 20`; `None` if all rows are visible.
    pub fn scroll_position(&self) -> Option<String> {
        Extent::of(self.rows.top, self.rows.height, self.rows.count()).map(Extent::text)
    }

    /// The lines whose first row is visible, each with that row, from 0.
    pub fn first_rows(&self) -> impl Iterator<Item = (usize, u16)> {
        let (top, height) = (self.rows.top, self.rows.height);
        let begins = self.rows.wrapped_lines.iter().scan(0, |row, line| {
            let begins = *row;
            *row += line.rows.len();
            Some(begins)
        });
        let visible = begins.enumerate().filter(move |(_, row)| (top..top + height).contains(row));
        visible.filter_map(move |(line, row)| Some((line, u16::try_from(row - top).ok()?)))
    }

    /// Draws the visible rows; returns the position of the cursor.
    pub fn draw(&self, place: Rect, buffer: &mut Buffer, theme: Theme) -> Position {
        let selection = self.selection();
        let mut row = 0;
        for (line, wrapped_line) in self.rows.wrapped_lines.iter().enumerate() {
            if row + wrapped_line.rows.len() <= self.rows.top {
                row += wrapped_line.rows.len();
                continue;
            }
            for (at, range) in wrapped_line.rows.iter().enumerate() {
                let y = row.checked_sub(self.rows.top).and_then(|y| u16::try_from(y).ok());
                row += 1;
                let Some(y) = y else { continue };
                if y >= place.height {
                    return self.cursor_in(place);
                }
                let selected = selection.map(|(from, to)| selected(line, range, from, to));
                let text = wrapped_line.text.get(range.clone()).unwrap_or_default();
                let mut spans = spans(text, range.start, selected.as_ref(), self.rows.room, theme);
                let goes_on = selection.is_some_and(|(from, to)| from.0 <= line && line < to.0);
                if goes_on && at + 1 == wrapped_line.rows.len() {
                    // The line break is selected too.
                    spans.push(Span::styled(" ", theme.selected(true)));
                }
                Line::from(spans).render(Rect { y: place.y + y, height: 1, ..place }, buffer);
            }
        }
        self.cursor_in(place)
    }

    fn cursor_in(&self, place: Rect) -> Position {
        let (row, column) = self.rows.of(&self.lines, self.cursor);
        let x = u16::try_from(column).unwrap_or(u16::MAX).min(place.width.saturating_sub(1));
        let y = u16::try_from(row.saturating_sub(self.rows.top)).unwrap_or(u16::MAX);
        Position::new(place.x + x, place.y + y.min(place.height.saturating_sub(1)))
    }
}

/// The selected bytes of a row.
fn selected(line: usize, row: &Range<usize>, from: Place, to: Place) -> Range<usize> {
    if line < from.0 || line > to.0 {
        return 0..0;
    }
    let start = if line == from.0 { from.1.max(row.start) } else { row.start };
    let end = if line == to.0 { to.1.min(row.end) } else { row.end };
    start..end
}

fn spans(
    text: &str,
    start: usize,
    selected: Option<&Range<usize>>,
    room: usize,
    theme: Theme,
) -> Vec<Span<'static>> {
    let mut spans: Vec<(bool, String)> = Vec::new();
    let mut byte = start;
    for (cluster, shown) in clusters(text, room) {
        let is_selected = selected.is_some_and(|selected| selected.contains(&byte));
        byte += cluster.len();
        match spans.last_mut() {
            Some((last, so_far)) if *last == is_selected => so_far.push_str(&shown),
            _ => spans.push((is_selected, shown.into_owned())),
        }
    }
    let style = |is_selected| if is_selected { theme.selected(true) } else { ratatui::style::Style::new() };
    spans.into_iter().map(|(is_selected, text)| Span::styled(text, style(is_selected))).collect()
}

/// The rows of a line, each as its bytes; at least one.
pub(super) fn rows(line: &str, room: usize) -> Vec<Range<usize>> {
    let mut rows = Vec::new();
    // The start of this row, the last position where it may break, and the widths up to here and since that position.
    let (mut start, mut gap, mut byte) = (0, 0, 0);
    let (mut filled, mut since_gap) = (0, 0);
    let mut before = "";
    for (cluster, shown) in clusters(line, room) {
        if may_break_between(before, cluster) {
            (gap, since_gap) = (byte, 0);
        }
        before = cluster;
        let width = columns(&shown);
        let is_space = cluster.chars().all(char::is_whitespace);
        // A space at the end of a row may use the cursor's column.
        let most = if is_space { room + 1 } else { room };
        if filled + width > most && byte > start {
            if gap > start {
                rows.push(start..gap);
                (start, filled) = (gap, since_gap);
            } else {
                rows.push(start..byte);
                (start, filled, since_gap) = (byte, 0, 0);
            }
        }
        byte += cluster.len();
        filled += width;
        since_gap += width;
        if is_space {
            (gap, since_gap) = (byte, 0);
        }
    }
    rows.push(start..line.len());
    rows
}

/// The grapheme clusters of a text, each with its sanitised form.
fn clusters(text: &str, room: usize) -> impl Iterator<Item = (&str, Cow<'_, str>)> {
    let mut all = text.graphemes(true).peekable();
    std::iter::from_fn(move || {
        let cluster = all.next()?;
        Some((cluster, shown(cluster, all.peek().copied(), room)))
    })
}

fn shown<'a>(cluster: &'a str, next: Option<&str>, room: usize) -> Cow<'a, str> {
    if matches!(cluster.as_bytes(), [b' '..=b'~']) {
        return Cow::Borrowed(cluster);
    }
    // Letters of some scripts are joined to the next one, so the sanitiser needs both.
    let joined = next.filter(|_| cluster.ends_with(['\u{200C}', '\u{200D}']));
    let text = match joined {
        Some(next) => {
            let both = Shown::line(&format!("{cluster}{next}")).into_string();
            both.strip_suffix(next).map_or_else(|| Shown::line(cluster).into_string(), str::to_owned)
        }
        None => Shown::line(cluster).into_string(),
    };
    if columns(&text) > room {
        return Cow::Owned(Shown::cut(cluster, room).into_string());
    }
    Cow::Owned(text)
}
