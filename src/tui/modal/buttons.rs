//! Clickable answers of a dialog and their places in its text. A click does the same as the key shown next to it.

use std::ops::Range;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

/// The answers, each with its line in the text and its columns there.
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

    /// The answer under a click of the left button; `text` is the area of the dialog's text.
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
