//! Dialog box around a text with clickable answers. A click does the same as the key shown next to it.

use std::ops::Range;

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Position, Rect, Size};
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget as _;

use super::dialog_box::dialog;
use crate::tui::view::theme::Theme;

/// The text, and the answers with their lines in it and their columns there.
#[derive(Debug)]
pub struct TextDialog<A> {
    text: Text<'static>,
    answers: Vec<(usize, Range<u16>, A)>,
    area: Rect,
}

impl<A> Default for TextDialog<A> {
    fn default() -> Self {
        Self { text: Text::default(), answers: Vec::new(), area: Rect::ZERO }
    }
}

impl<A: Copy> TextDialog<A> {
    /// A dialog of this width in the middle of a screen, as high as its text.
    pub fn new(
        lines: Vec<Line<'static>>,
        answers: Vec<(usize, Range<u16>, A)>,
        width: u16,
        screen: Size,
    ) -> Self {
        let height = u16::try_from(lines.len() + 2).unwrap_or(u16::MAX).min(screen.height);
        let area = Rect::from(screen).centered(Constraint::Length(width), Constraint::Length(height));
        Self { text: lines.into(), answers, area }
    }

    /// The answer under a click of the left button.
    pub fn clicked(&self, mouse: MouseEvent) -> Option<A> {
        let inside = self.area.inner(Margin::new(2, 1));
        let is_click = mouse.kind == MouseEventKind::Down(MouseButton::Left);
        if !is_click || !inside.contains(Position::new(mouse.column, mouse.row)) {
            return None;
        }
        let (column, line) = (mouse.column - inside.x, usize::from(mouse.row - inside.y));
        let mut here =
            self.answers.iter().filter(|(at, columns, _)| *at == line && columns.contains(&column));
        here.next().map(|(_, _, answer)| *answer)
    }

    pub fn draw(&self, title: &str, theme: Theme, buffer: &mut Buffer) {
        let inside = dialog(self.area, title, None, theme, buffer);
        (&self.text).render(inside, buffer);
    }
}
