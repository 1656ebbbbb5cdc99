//! Cursor movement: by grapheme clusters, words, lines and drawn rows.

use ratatui_textarea::CursorMove;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use super::edit_keys::Motion;
use super::{EditOutcome, TextField, byte_of};

/// The farthest position of the crate's jumps; beyond it the cursor moves in steps.
const JUMP: usize = u16::MAX as usize;

impl TextField {
    pub(super) fn move_cursor(&mut self, motion: Motion, selecting: bool) -> EditOutcome {
        self.typing = None;
        if !selecting {
            // Without Shift, the selection collapses to its end in that direction.
            let range = self.area.selection_range();
            self.area.cancel_selection();
            if let (Some((from, to)), Motion::Left | Motion::Right) = (range.filter(|(a, b)| a != b), motion)
            {
                let (line, col) = if motion == Motion::Left { from } else { to };
                let byte = byte_of(self.line_at(line), col);
                self.go_to(line, byte);
                return EditOutcome::Moved;
            }
        } else if !self.area.is_selecting() {
            self.area.start_selection();
        }
        self.step(motion);
        EditOutcome::Moved
    }

    /// Moves the cursor; an active selection follows.
    pub(super) fn step(&mut self, motion: Motion) {
        let (line, byte) = self.cursor();
        let text = self.line_at(line);
        match motion {
            Motion::Left | Motion::WordLeft if byte == 0 => self.go_to_end_of(line.checked_sub(1)),
            Motion::Left => self.go_to(line, before(text, byte)),
            Motion::WordLeft => self.go_to(line, word_before(text, byte)),
            Motion::Right | Motion::WordRight if byte >= text.len() => {
                if line + 1 < self.area.lines().len() {
                    self.go_to(line + 1, 0);
                }
            }
            Motion::Right => self.go_to(line, after(text, byte)),
            Motion::WordRight => self.go_to(line, word_after(text, byte)),
            Motion::LineStart => self.go_to(line, 0),
            Motion::LineEnd => self.go_to(line, text.len()),
            Motion::TextStart => self.go_to(0, 0),
            Motion::TextEnd => self.go_to_end(),
            Motion::Up => self.move_rows(-1),
            Motion::Down => self.move_rows(1),
            Motion::PageUp => self.move_rows(-self.rows.page()),
            Motion::PageDown => self.move_rows(self.rows.page()),
        }
    }

    /// Moves up or down by drawn rows, aiming for the column of the first step.
    fn move_rows(&mut self, by: isize) {
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

    /// The cursor's line and column, in characters.
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
        // Beyond the reach of a jump there are only steps.
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

/// The grapheme boundary before a byte.
fn before(line: &str, byte: usize) -> usize {
    GraphemeCursor::new(byte.min(line.len()), line.len(), true)
        .prev_boundary(line, 0)
        .ok()
        .flatten()
        .unwrap_or(0)
}

/// The grapheme boundary after a byte.
fn after(line: &str, byte: usize) -> usize {
    GraphemeCursor::new(byte.min(line.len()), line.len(), true)
        .next_boundary(line, 0)
        .ok()
        .flatten()
        .unwrap_or(line.len())
}

/// The start of the word before a byte.
fn word_before(line: &str, byte: usize) -> usize {
    let head = line.get(..byte).unwrap_or(line);
    let is_word = |word: &str| word.chars().any(|c| !c.is_whitespace());
    head.split_word_bound_indices().rev().find(|(_, word)| is_word(word)).map_or(0, |(at, _)| at)
}

/// The start of the next word, or the end of the line.
fn word_after(line: &str, byte: usize) -> usize {
    let tail = line.get(byte..).unwrap_or_default();
    let mut words = tail.split_word_bound_indices().skip(1);
    let found = words.find(|(_, word)| word.chars().any(|c| !c.is_whitespace()));
    found.map_or(line.len(), |(at, _)| byte + at)
}
