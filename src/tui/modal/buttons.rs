//! Answers that can be clicked: where each one stands in a dialog's text. A click says what the key beside it says.

use std::ops::Range;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

/// The answers of a dialog, each with its line in the text and its columns there.
#[derive(Clone, Debug)]
pub struct Buttons<A> {
    at: Vec<(usize, Range<u16>, A)>,
}

impl<A> Default for Buttons<A> {
    fn default() -> Self {
        Self { at: Vec::new() }
    }
}

impl<A: Copy> Buttons<A> {
    pub fn add(&mut self, line: usize, columns: Range<u16>, answer: A) {
        self.at.push((line, columns, answer));
    }

    /// The answer that the left button went down on, in a text that is drawn at a place.
    pub fn clicked(&self, mouse: MouseEvent, text: Rect) -> Option<A> {
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !is_click || !text.contains(Position::new(mouse.column, mouse.row)) {
            return None;
        }
        let (column, line) = (mouse.column - text.x, usize::from(mouse.row - text.y));
        let mut here = self.at.iter().filter(|(at, columns, _)| *at == line && columns.contains(&column));
        here.next().map(|(_, _, answer)| *answer)
    }
}
