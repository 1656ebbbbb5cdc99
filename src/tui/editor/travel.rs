//! The ways of the cursor: by whole characters, by words, by lines, by rows as they are drawn.

use ratatui_textarea::CursorMove;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use super::keys::Wish;
use super::{Editor, Took, byte_of};

/// What the crate's jumps can reach; further it goes step by step.
const JUMP: usize = u16::MAX as usize;

impl Editor {
    pub(super) fn travel(&mut self, wish: Wish, selecting: bool) -> Took {
        self.typing = None;
        if !selecting {
            // Without Shift, a selection collapses to its end in that direction.
            let range = self.area.selection_range();
            self.area.cancel_selection();
            if let (Some((from, to)), Wish::Left | Wish::Right) = (range.filter(|(a, b)| a != b), wish) {
                let (line, col) = if wish == Wish::Left { from } else { to };
                let byte = byte_of(self.line_at(line), col);
                self.go_to(line, byte);
                return Took::Moved;
            }
        } else if !self.area.is_selecting() {
            self.area.start_selection();
        }
        self.step(wish);
        Took::Moved
    }

    /// Moves the cursor; a selection that was begun grows or shrinks.
    pub(super) fn step(&mut self, wish: Wish) {
        let (line, byte) = self.cursor();
        let text = self.line_at(line);
        match wish {
            Wish::Left if byte == 0 => self.go_to_end_of(line.checked_sub(1)),
            Wish::Left => self.go_to(line, before(text, byte)),
            Wish::Right if byte >= text.len() => {
                if line + 1 < self.area.lines().len() {
                    self.go_to(line + 1, 0);
                }
            }
            Wish::Right => self.go_to(line, after(text, byte)),
            Wish::WordLeft if byte == 0 => self.go_to_end_of(line.checked_sub(1)),
            Wish::WordLeft => self.go_to(line, word_before(text, byte)),
            Wish::WordRight if byte >= text.len() => {
                if line + 1 < self.area.lines().len() {
                    self.go_to(line + 1, 0);
                }
            }
            Wish::WordRight => self.go_to(line, word_after(text, byte)),
            Wish::LineStart => self.go_to(line, 0),
            Wish::LineEnd => self.go_to(line, text.len()),
            Wish::TextStart => self.go_to(0, 0),
            Wish::TextEnd => self.go_to_end(),
            Wish::Up => self.rise(-1),
            Wish::Down => self.rise(1),
            Wish::PageUp => self.rise(-self.rows.page()),
            Wish::PageDown => self.rise(self.rows.page()),
            Wish::Insert(_)
            | Wish::NewLine
            | Wish::Tab
            | Wish::Undo
            | Wish::Redo
            | Wish::DeleteBack
            | Wish::DeleteNext
            | Wish::DeleteWordBack
            | Wish::DeleteWordNext
            | Wish::DeleteToStart
            | Wish::DeleteToEnd
            | Wish::SelectAll => {}
        }
    }

    /// Up or down by rows as they are drawn, aiming for the column that the way began at.
    fn rise(&mut self, by: isize) {
        self.rows.update(self.area.lines());
        let (line, byte) = self.cursor();
        let (row, column) = self.rows.of(self.area.lines(), line, byte);
        let aim = *self.aim.get_or_insert(column);
        let last = self.rows.count().saturating_sub(1);
        let to = row.saturating_add_signed(by).min(last);
        let place = if to == row && by < 0 {
            (0, 0)
        } else if to == row {
            let line = self.area.lines().len() - 1;
            (line, self.line_at(line).len())
        } else {
            self.rows.place(self.area.lines(), to, aim)
        };
        self.go_to(place.0, place.1);
    }

    pub(super) fn line_at(&self, line: usize) -> &str {
        self.area.lines().get(line).map_or("", String::as_str)
    }

    /// The cursor's line and column, in characters as the crate counts them.
    pub(super) fn place(&self) -> (usize, usize) {
        let cursor = self.area.cursor();
        (cursor.0, cursor.1)
    }

    /// The cursor's line and byte.
    pub(super) fn cursor(&self) -> (usize, usize) {
        let (line, col) = self.place();
        (line, byte_of(self.line_at(line), col))
    }

    pub(super) fn go_to_end(&mut self) {
        self.go_to_end_of(self.area.lines().len().checked_sub(1));
    }

    fn go_to_end_of(&mut self, line: Option<usize>) {
        if let Some(line) = line {
            let end = self.line_at(line).len();
            self.go_to(line, end);
        }
    }

    pub(super) fn go_to(&mut self, line: usize, byte: usize) {
        let text = self.line_at(line);
        let col = text.get(..byte).unwrap_or(text).chars().count();
        let reach = |n: usize| u16::try_from(n.min(JUMP)).unwrap_or(u16::MAX);
        self.area.move_cursor(CursorMove::Jump(reach(line), reach(col)));
        // Beyond the jump's reach there are only steps.
        while self.place().0 < line {
            let before = self.place();
            self.area.move_cursor(CursorMove::Down);
            if self.place() == before {
                return;
            }
        }
        if self.place().1 > col {
            self.area.move_cursor(CursorMove::Head);
        }
        if line > JUMP || col > JUMP {
            let end = self.line_at(line).chars().count();
            if col == end {
                self.area.move_cursor(CursorMove::End);
            }
            while self.place().1 < col {
                self.area.move_cursor(CursorMove::Forward);
            }
        }
    }
}

/// The boundary of whole characters before a byte.
fn before(line: &str, byte: usize) -> usize {
    GraphemeCursor::new(byte.min(line.len()), line.len(), true)
        .prev_boundary(line, 0)
        .ok()
        .flatten()
        .unwrap_or(0)
}

/// The boundary of whole characters behind a byte.
fn after(line: &str, byte: usize) -> usize {
    GraphemeCursor::new(byte.min(line.len()), line.len(), true)
        .next_boundary(line, 0)
        .ok()
        .flatten()
        .unwrap_or(line.len())
}

/// Where the word begins that ends before a byte.
fn word_before(line: &str, byte: usize) -> usize {
    let head = line.get(..byte).unwrap_or(line);
    let is_word = |word: &str| word.chars().any(|c| !c.is_whitespace());
    head.split_word_bound_indices().rev().find(|(_, word)| is_word(word)).map_or(0, |(at, _)| at)
}

/// Where the next word begins, or the line's end.
fn word_after(line: &str, byte: usize) -> usize {
    let tail = line.get(byte..).unwrap_or_default();
    let mut words = tail.split_word_bound_indices().skip(1);
    let found = words.find(|(_, word)| word.chars().any(|c| !c.is_whitespace()));
    found.map_or(line.len(), |(at, _)| byte + at)
}
