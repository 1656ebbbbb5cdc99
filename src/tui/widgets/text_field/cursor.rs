//! Cursor movement: by grapheme clusters, words, lines and drawn rows.

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation as _};

use super::edit_keys::Motion;
use super::{EditOutcome, Place, TextField};

impl TextField {
    pub(super) fn move_cursor(&mut self, motion: Motion, selecting: bool) -> EditOutcome {
        self.typing = None;
        let selection = self.selection().filter(|_| !selecting);
        self.anchor = selecting.then(|| self.anchor.unwrap_or(self.cursor));
        match (selection, motion) {
            // Without Shift, the selection collapses to its end in that direction.
            (Some((from, _)), Motion::Left) => self.cursor = from,
            (Some((_, to)), Motion::Right) => self.cursor = to,
            (Some(_) | None, _) => self.step(motion),
        }
        EditOutcome::Moved
    }

    /// Moves the cursor; an active selection follows.
    pub(super) fn step(&mut self, motion: Motion) {
        let (line, byte) = self.cursor;
        let text = self.line_at(line);
        self.cursor = match motion {
            Motion::Left | Motion::WordLeft if byte == 0 => {
                line.checked_sub(1).map_or((0, 0), |line| (line, self.line_at(line).len()))
            }
            Motion::Left => (line, before(text, byte)),
            Motion::WordLeft => (line, word_before(text, byte)),
            Motion::Right | Motion::WordRight if byte >= text.len() => {
                if line + 1 < self.lines.len() {
                    (line + 1, 0)
                } else {
                    (line, byte)
                }
            }
            Motion::Right => (line, after(text, byte)),
            Motion::WordRight => (line, word_after(text, byte)),
            Motion::LineStart => (line, 0),
            Motion::LineEnd => (line, text.len()),
            Motion::TextStart => (0, 0),
            Motion::TextEnd => self.end(),
            Motion::Up => self.by_rows(-1),
            Motion::Down => self.by_rows(1),
            Motion::PageUp => self.by_rows(-self.rows.page()),
            Motion::PageDown => self.by_rows(self.rows.page()),
        };
    }

    /// The place so many drawn rows up or down, in the column of the first step.
    fn by_rows(&mut self, by: isize) -> Place {
        self.rows.update(&self.lines);
        let (row, column) = self.rows.of(&self.lines, self.cursor);
        let aim = *self.aim.get_or_insert(column);
        let last = self.rows.count().saturating_sub(1);
        let to = row.saturating_add_signed(by).min(last);
        if to != row {
            self.rows.place(&self.lines, to, aim)
        } else if by < 0 {
            (0, 0)
        } else {
            self.end()
        }
    }

    pub(super) fn line_at(&self, line: usize) -> &str {
        self.lines.get(line).map_or("", String::as_str)
    }

    /// The end of the text.
    pub(super) fn end(&self) -> Place {
        let last = self.lines.len().saturating_sub(1);
        (last, self.line_at(last).len())
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
