//! The help screen, printed from the one key table.

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect, Size};
use ratatui::text::{Line, Span};

use super::Outcome;
use crate::tui::keys::{About, Keys};
use crate::tui::listing::{Listing, Row};
use crate::tui::model::Model;
use crate::tui::theme::{Look, Theme};
use crate::tui::view::dialog;

/// The help that is open.
#[derive(Debug)]
pub struct Help {
    list: Listing,
}

impl Help {
    pub fn new(keys: &Keys, theme: Theme) -> Self {
        let mut rows = Vec::new();
        for about in About::ALL {
            if !rows.is_empty() {
                rows.push(Row::text(""));
            }
            rows.push(Row::text(Span::styled(about.heading(), theme.style(Look::Heading))));
            for (row, told) in keys.rows().filter(|(row, _)| row.about == about) {
                let told = Span::styled(format!("  {told:<14} "), theme.style(Look::Reference));
                rows.push(Row::text(Line::from(vec![told, Span::raw(row.does)])));
            }
        }
        let mut list = Listing::default();
        list.set(rows);
        Self { list }
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        #[expect(clippy::wildcard_enum_match_arm, reason = "any other key leaves the help")]
        match key.code {
            KeyCode::Char('j') | KeyCode::Down => self.list.scroll(1),
            KeyCode::Char('k') | KeyCode::Up => self.list.scroll(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.list.page(true),
            KeyCode::PageUp => self.list.page(false),
            _ => return Outcome::close(),
        }
        Outcome::stay()
    }

    pub fn arrange(&mut self, size: Size, _theme: Theme) {
        self.list.resize(Self::place(size).height.saturating_sub(2));
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) {
        let place = Self::place(model.size);
        let inside = dialog(place, " Keys ", self.list.place().as_deref(), model.theme, buffer);
        self.list.draw(inside, buffer, model.theme, false);
    }

    fn place(size: Size) -> Rect {
        let whole = Rect::from(size);
        whole.centered(
            Constraint::Length(76.min(size.width)),
            Constraint::Length(size.height.saturating_sub(2).min(62)),
        )
    }
}
