//! Scrolling list of finished lines, as most panes are. Lines are made when the data or the width changes, and only the
//! visible ones are drawn.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use crate::tui::panes::row_tag::RowTag;
use crate::tui::widgets::extent::Extent;
use frieze_data::path::RelPath;

mod search;

use search::Hit;

/// One line of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    pub line: Line<'static>,
    /// JSON pointer (RFC 6901) of the element of the intent that this line is about.
    pub pointer: Option<String>,
    /// The file that this line is about.
    pub file: Option<RelPath>,
    /// Pointers of the intent's lines that count as read once this line was visible. Of a wrapped text, the last line has
    /// them.
    pub shows: Vec<String>,
    /// The number of lines of the same text above this one.
    pub above: usize,
    /// The whole text, if it was wrapped; its first line has it.
    pub whole: Option<Box<str>>,
    /// Whether it can be selected. The lines after it belong to it, up to the next head.
    pub head: bool,
    /// What the line is, for actions on it.
    pub tag: Option<RowTag>,
}

impl Row {
    /// A line that can be selected.
    pub fn head(line: impl Into<Line<'static>>) -> Self {
        Self { line: line.into(), head: true, ..Self::default() }
    }

    /// A line that belongs to the head above it, or to none.
    pub fn text(line: impl Into<Line<'static>>) -> Self {
        Self { line: line.into(), ..Self::default() }
    }

    /// Sets the element that the line is about, for jumps and comments.
    #[must_use]
    pub fn about(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// Sets the element that the line is about and shows.
    #[must_use]
    pub fn showing(mut self, pointer: impl Into<String>) -> Self {
        let pointer = pointer.into();
        self.shows.push(pointer.clone());
        self.about(pointer)
    }

    /// Joins the lines of one wrapped text: the last one shows it, the first one has the whole text.
    pub fn wrapped(mut rows: Vec<Self>, whole: impl FnOnce() -> String) -> Vec<Self> {
        let above = rows.len().saturating_sub(1);
        if let (true, Some(first)) = (above > 0, rows.first_mut()) {
            first.whole = Some(whole().into());
            let shows = std::mem::take(&mut first.shows);
            if let Some(last) = rows.last_mut() {
                (last.shows, last.above) = (shows, above);
            }
        }
        rows
    }

    /// Sets what the line is.
    #[must_use]
    pub fn tagged(mut self, tag: RowTag) -> Self {
        self.tag = Some(tag);
        self
    }
}

/// Lines, the selected line and the scroll position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    rows: Vec<Row>,
    selected: usize,
    top: usize,
    height: usize,
    hit: Option<Hit>,
}

impl Listing {
    /// Replaces the lines. The selection stays on its element, else on the element around it, else on the same line, and at
    /// the same height of the screen. At the very top it stays at the top, so that new lines are visible.
    pub fn set(&mut self, rows: Vec<Row>) {
        let hit = self.hit.take().filter(|hit| hit.selected == self.selected);
        self.put(rows);
        self.hit = hit.map(|hit| hit.moved_to(self.selected));
    }

    fn put(&mut self, rows: Vec<Row>) {
        if self.top == 0 && self.selected == self.head_at_or_before(0) {
            self.rows = rows;
            return self.select(0);
        }
        let was = self.row().filter(|row| row.head).and_then(|row| Some((row.pointer.clone()?, row.tag)));
        let below = self.selected.saturating_sub(self.top);
        self.rows = rows;
        let found = was.and_then(|(pointer, tag)| self.line_of(&pointer, tag));
        let to = found.unwrap_or(self.selected).min(self.rows.len().saturating_sub(1));
        self.selected = self.head_at_or_before(to);
        if found.is_some() {
            self.top = self.selected.saturating_sub(below);
        }
        self.follow();
    }

    /// The head of an element, preferably with this tag, or of the nearest element around it. Among equals, the one nearest
    /// to the selection.
    pub fn line_of(&self, pointer: &str, tag: Option<RowTag>) -> Option<usize> {
        let heads = self.rows.iter().enumerate().filter(|(_, row)| row.head);
        let ranked = heads.filter_map(|(at, row)| {
            let held = row.pointer.as_deref()?;
            let rest = pointer.strip_prefix(held)?;
            (rest.is_empty() || rest.starts_with('/'))
                .then(|| (held.len(), row.tag == tag, std::cmp::Reverse(at.abs_diff(self.selected)), at))
        });
        ranked.max().map(|(.., at)| at)
    }

    /// Sets the number of visible lines.
    pub fn resize(&mut self, height: u16) {
        let height = usize::from(height);
        // This runs with every message, so it must not scroll back to the selection.
        if height != self.height {
            self.height = height;
            self.follow();
        }
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn row(&self) -> Option<&Row> {
        self.rows.get(self.selected)
    }

    /// The index of the selected line.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Whether there is a line that can be selected. A pane without one only says why it is empty.
    pub fn has_heads(&self) -> bool {
        self.rows.iter().any(|row| row.head)
    }

    /// Whether the last head is selected, or there is none.
    pub fn is_at_end(&self) -> bool {
        (self.selected + 1..self.rows.len()).all(|at| !self.is_head(at))
    }

    pub fn visible(&self) -> &[Row] {
        let end = self.top.saturating_add(self.height).min(self.rows.len());
        self.rows.get(self.top..end).unwrap_or_default()
    }

    /// Pointers of the intent's lines that are fully visible; of a text higher than the screen, the end is enough.
    pub fn shown(&self) -> impl Iterator<Item = &str> {
        let rows = (self.top..).zip(self.visible());
        let whole = rows.filter(|(at, row)| row.above >= self.height || *at >= self.top + row.above);
        whole.flat_map(|(_, row)| row.shows.iter().map(String::as_str))
    }

    /// Scrolls to the end of the text that shows a pointer.
    pub fn go_to_end_of(&mut self, pointer: &str) {
        let end = self.rows.iter().position(|row| row.shows.iter().any(|shown| shown == pointer));
        if let Some(end) = end {
            self.top = (end + 1).saturating_sub(self.height);
        }
    }

    /// Selects the next or the previous head. If there is none, the list scrolls, so that the text after the last head can be
    /// read.
    pub fn step(&mut self, down: bool) {
        let found = if down {
            (self.selected + 1..self.rows.len()).find(|at| self.is_head(*at))
        } else {
            (0..self.selected).rev().find(|at| self.is_head(*at))
        };
        match found {
            Some(at) => {
                self.selected = at;
                self.follow();
            }
            None if down => self.top = (self.top + 1).min(self.last_top()),
            None => self.top = self.top.saturating_sub(1),
        }
    }

    /// Scrolls by a number of lines. The selection stays visible.
    pub fn scroll(&mut self, by: isize) {
        self.top = self.top.saturating_add_signed(by).min(self.last_top());
        let last = self.top.saturating_add(self.height).saturating_sub(1);
        if self.selected < self.top {
            self.selected = (self.top..self.rows.len()).find(|at| self.is_head(*at)).unwrap_or(self.selected);
        } else if self.selected > last {
            self.selected = self.head_at_or_before(last);
        }
    }

    /// Scrolls by a page; at an end, selects the last or the first head.
    pub fn page(&mut self, down: bool) {
        let by = isize::try_from(self.height.saturating_sub(1).max(1)).unwrap_or(1);
        if down && self.top == self.last_top() {
            self.select(self.rows.len().saturating_sub(1));
        } else if !down && self.top == 0 {
            self.select(0);
        } else {
            self.scroll(if down { by } else { -by });
        }
    }

    /// Goes through the lines by a key of the panes; other keys do nothing.
    pub fn scroll_by_key(&mut self, key: KeyEvent) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other keys do nothing here")]
        match key.code {
            KeyCode::Char('j') | KeyCode::Down => self.step(true),
            KeyCode::Char('k') | KeyCode::Up => self.step(false),
            KeyCode::PageDown | KeyCode::Char(' ') => self.page(true),
            KeyCode::PageUp => self.page(false),
            KeyCode::Char('g') | KeyCode::Home => self.select(0),
            KeyCode::Char('G') | KeyCode::End => self.select(usize::MAX - 1),
            _ => {}
        }
    }

    /// Selects the head at a line or before it, and scrolls to it.
    pub fn select(&mut self, line: usize) {
        let at = line.min(self.rows.len().saturating_sub(1));
        self.selected = self.head_at_or_before(at);
        self.follow();
        if line == 0 {
            self.top = 0;
        } else if line + 1 >= self.rows.len() {
            self.top = self.last_top();
        }
    }

    /// As [`Self::select`], with the line in the upper third of the screen, so that the following lines are visible too.
    pub fn reveal(&mut self, line: usize) {
        self.select(line);
        let upper = self.selected.saturating_sub(self.height / 3);
        self.top = self.top.max(upper).min(self.last_top());
    }

    /// Selects the head at or before a visible row.
    pub fn click(&mut self, line: u16) {
        let at = self.top + usize::from(line);
        if at < self.rows.len() {
            self.selected = self.head_at_or_before(at);
        }
    }

    fn is_head(&self, at: usize) -> bool {
        self.rows.get(at).is_some_and(|row| row.head)
    }

    fn head_at_or_before(&self, at: usize) -> usize {
        let before = (0..=at).rev().find(|at| self.is_head(*at));
        before.or_else(|| (at..self.rows.len()).find(|at| self.is_head(*at))).unwrap_or(0)
    }

    fn last_top(&self) -> usize {
        self.rows.len().saturating_sub(self.height)
    }

    /// Scrolls to the selected line, with as many of its further lines as fit.
    fn follow(&mut self) {
        self.top = self.top.min(self.last_top());
        if self.height == 0 {
            return;
        }
        if self.selected < self.top {
            self.top = self.selected;
            // With the headings above the first head.
            if (0..self.selected).all(|at| !self.is_head(at)) && self.selected < self.height {
                self.top = 0;
            }
        }
        let end =
            (self.selected + 1..self.rows.len()).find(|at| self.is_head(*at)).unwrap_or(self.rows.len());
        if end > self.top + self.height {
            self.top = (end - self.height).min(self.selected);
        }
    }

    /// Draws the visible lines; `mark` is the style of the selected one.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, mark: Option<Style>) {
        let height = usize::from(area.height);
        for (row, (at, y)) in self.rows.iter().skip(self.top).zip((self.top..).zip(area.y..)).take(height) {
            let place = Rect { y, height: 1, ..area };
            draw_line(&row.line, place, buffer);
            let bar = mark.filter(|_| at == self.selected && row.head);
            if let Some(bar) = bar {
                buffer.set_style(place, bar);
            }
            let is_on_bar = bar.is_some_and(|bar| bar.add_modifier.contains(Modifier::REVERSED));
            self.mark_words(row, place, is_on_bar, buffer);
        }
    }

    /// The scroll position for a border: `12–30 of 57`; `None` if all lines are visible.
    pub fn position(&self) -> Option<String> {
        self.extent().map(Extent::text)
    }

    /// The scroll position for a scroll thumb.
    pub fn extent(&self) -> Option<Extent> {
        Extent::of(self.top, self.height, self.rows.len())
    }
}

/// Draws a line character by character. `Line` itself places a span by the width of the whole text before it, which is wrong
/// for some scripts and combining marks.
pub fn draw_line(line: &Line<'_>, place: Rect, buffer: &mut Buffer) {
    let place = place.intersection(buffer.area);
    if place.is_empty() {
        return;
    }
    let mut x = place.x;
    for span in &line.spans {
        let style = line.style.patch(span.style);
        let room = usize::from(place.right().saturating_sub(x));
        (x, _) = buffer.set_stringn(x, place.y, &span.content, room, style);
    }
}

#[cfg(test)]
mod tests;
