//! A first start in a folder that is no workspace: offers to make one, with features to try or without.

use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Widget as _, Wrap};

use super::Outcome;
use crate::domain::text::Shown;
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::theme::Look;
use crate::tui::view::dialog;

/// The offer.
#[derive(Debug)]
pub struct Welcome {
    folder: PathBuf,
    busy: bool,
}

impl Welcome {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, busy: false }
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        if self.busy {
            return Outcome::stay();
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "three keys mean something here")]
        let cmd = match key.code {
            KeyCode::Char('d') => Cmd::MakeWorkspace { demo: true },
            KeyCode::Char('e') => Cmd::MakeWorkspace { demo: false },
            KeyCode::Char('q' | 'c') | KeyCode::Esc => Cmd::Quit,
            _ => return Outcome::stay(),
        };
        self.busy = !matches!(cmd, Cmd::Quit);
        Outcome { cmds: vec![cmd], ..Outcome::stay() }
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) {
        let theme = model.theme;
        let place = Rect::from(model.size)
            .centered(Constraint::Length(72.min(model.size.width)), Constraint::Length(14));
        let inside = dialog(place, " frieze ", None, theme, buffer);
        let key = |key: &'static str, does: &'static str| {
            Line::from(vec![
                Span::styled(format!("  {key}  "), theme.style(Look::Attention)),
                Span::raw(does),
            ])
        };
        let folder = Shown::cut(&self.folder.display().to_string(), usize::from(inside.width));
        let text = Text::from(vec![
            Line::from(Span::styled("There is no workspace here yet:", theme.style(Look::Strong))),
            Line::from(folder.into_string()),
            Line::default(),
            Line::from(
                "A workspace is a frieze.yaml and a folder features/, in which every feature has its requirement document and its design. Nothing that is in this folder is changed.",
            ),
            Line::default(),
            key("d", "make one with features to try, and run them"),
            key("e", "make an empty one"),
            key("q", "leave everything as it is"),
            Line::default(),
            Line::from(if self.busy { "working…" } else { "" }),
        ]);
        Paragraph::new(text).wrap(Wrap { trim: false }).render(inside, buffer);
    }
}
