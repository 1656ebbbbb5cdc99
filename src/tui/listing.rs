//! A scrolling list of finished lines: what most panes are. Lines are made when the data or the width
//! changes, and only the visible ones are drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;

use super::extent::Extent;

mod found;

use found::Found;

/// One line of a list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Row {
    pub line: Line<'static>,
    /// JSON pointer (RFC 6901) of the element of the intent that this line shows or speaks of.
    pub pointer: Option<String>,
    /// Whether this line *shows* the element, so that drawing it counts as having been shown it.
    pub shows: bool,
    /// Other elements that this line shows beside it.
    pub also: Vec<String>,
    /// The first line of something that can be selected; the lines after it belong to it.
    pub head: bool,
    /// Whatever the pane needs to know again when this line is acted upon.
    pub tag: usize,
}

impl Row {
    /// A line that can be selected.
    pub fn head(line: impl Into<Line<'static>>) -> Self {
        Self { line: line.into(), head: true, ..Self::default() }
    }

    /// A line that belongs to the one above it, or to nothing.
    pub fn text(line: impl Into<Line<'static>>) -> Self {
        Self { line: line.into(), ..Self::default() }
    }

    /// The element that the line is of, to go to and to comment on.
    #[must_use]
    pub fn about(mut self, pointer: impl Into<String>) -> Self {
        self.pointer = Some(pointer.into());
        self
    }

    /// The element that the line shows.
    #[must_use]
    pub fn showing(mut self, pointer: impl Into<String>) -> Self {
        self.shows = true;
        self.about(pointer)
    }

    /// What the pane needs to know again.
    #[must_use]
    pub fn tagged(mut self, tag: usize) -> Self {
        self.tag = tag;
        self
    }
}

/// Lines, the selected one, and how far they are scrolled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    rows: Vec<Row>,
    selected: usize,
    top: usize,
    height: usize,
    found: Option<Found>,
}

impl Listing {
    /// Other lines; the selection stays with its element where that is still there, else with what holds the
    /// element, else at the same place. It stays at the same height of the screen. Who is at the very beginning stays
    /// there: what is new on top is not scrolled out of sight.
    pub fn set(&mut self, rows: Vec<Row>) {
        let found = self.found_here();
        self.put(rows);
        self.found = found.and_then(|found| self.found_again(found));
    }

    fn put(&mut self, rows: Vec<Row>) {
        if self.top == 0 && self.selected == self.head_at_or_before(0) {
            self.rows = rows;
            return self.select(0);
        }
        let was = self.row().filter(|row| row.head).and_then(|row| Some((row.pointer.clone()?, row.tag)));
        let below = self.selected.saturating_sub(self.top);
        self.rows = rows;
        let found = was.and_then(|(pointer, tag)| self.line_of(&pointer, Some(tag)));
        let to = found.unwrap_or(self.selected).min(self.rows.len().saturating_sub(1));
        self.selected = self.head_at_or_before(to);
        if found.is_some() {
            self.top = self.selected.saturating_sub(below);
        }
        self.follow();
    }

    /// The line to be selected for an element: its own (with this tag, if there are several), or that of the
    /// nearest element around it. Of equals the one nearest to the selection.
    pub fn line_of(&self, pointer: &str, tag: Option<usize>) -> Option<usize> {
        let heads = self.rows.iter().enumerate().filter(|(_, row)| row.head);
        let ranked = heads.filter_map(|(at, row)| {
            let held = row.pointer.as_deref()?;
            let rest = pointer.strip_prefix(held)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| {
                (held.len(), tag == Some(row.tag), std::cmp::Reverse(at.abs_diff(self.selected)), at)
            })
        });
        ranked.max().map(|(.., at)| at)
    }

    /// Tells the list how many lines are visible.
    pub fn resize(&mut self, height: u16) {
        let height = usize::from(height);
        // Called with every message: what was scrolled away from the selected line stays where it is.
        if height != self.height {
            self.height = height;
            self.follow();
        }
    }

    /// All lines.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The selected line.
    pub fn row(&self) -> Option<&Row> {
        self.rows.get(self.selected)
    }

    /// The place of the selected line.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Whether there is anything that can be selected: a pane without such lines says why it has nothing.
    pub fn has_heads(&self) -> bool {
        self.rows.iter().any(|row| row.head)
    }

    /// Whether the last thing that can be selected is selected, as it is while there is nothing.
    pub fn is_at_end(&self) -> bool {
        (self.selected + 1..self.rows.len()).all(|at| !self.is_head(at))
    }

    /// The lines that are on the screen.
    pub fn visible(&self) -> &[Row] {
        let end = self.top.saturating_add(self.height).min(self.rows.len());
        self.rows.get(self.top..end).unwrap_or_default()
    }

    /// Selects the next or the previous head. Where there is none, the list scrolls, so that text below the
    /// last head can be read.
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

    /// Scrolls by a number of lines; the selection follows onto the screen.
    pub fn scroll(&mut self, by: isize) {
        self.top = self.top.saturating_add_signed(by).min(self.last_top());
        let last = self.top.saturating_add(self.height).saturating_sub(1);
        if self.selected < self.top {
            self.selected = (self.top..self.rows.len()).find(|at| self.is_head(*at)).unwrap_or(self.selected);
        } else if self.selected > last {
            self.selected = self.head_at_or_before(last);
        }
    }

    /// Scrolls by what is visible; at an end, selects the last or the first.
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

    /// Selects the head at a line or before it, and brings it onto the screen.
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

    /// Selects as [`Self::select`] does, and brings what follows onto the screen too: the line stands in the upper
    /// third, unless it stood above already.
    pub fn reveal(&mut self, line: usize) {
        self.select(line);
        let upper = self.selected.saturating_sub(self.height / 3);
        self.top = self.top.max(upper).min(self.last_top());
    }

    /// Selects the line that is drawn so many lines below the list's first one.
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

    /// Brings the selected line onto the screen, with as much of what belongs to it as fits.
    fn follow(&mut self) {
        self.top = self.top.min(self.last_top());
        if self.height == 0 {
            return;
        }
        if self.selected < self.top {
            self.top = self.selected;
            // Headings above the first head come along.
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

    /// Draws the visible lines; the selected one is marked where there is a mark.
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
            self.mark_found(at, place, is_on_bar, buffer);
        }
    }

    /// Where the visible lines are among all of them, for a border: `12–30 of 57`; nothing where all are.
    pub fn place(&self) -> Option<String> {
        self.extent().map(Extent::told)
    }

    /// The same, for the mark in a border.
    pub fn extent(&self) -> Option<Extent> {
        Extent::of(self.top, self.height, self.rows.len())
    }
}

/// Draws a line so that every character stands where the widths of those before it put it. A line that draws
/// itself places its spans by the widths of their texts as wholes, which some scripts and marks are not.
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
