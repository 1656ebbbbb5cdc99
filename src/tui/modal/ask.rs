//! A question before what takes much or cannot be taken back: what it does, and one key for it. Nothing is preselected:
//! Enter is no answer, and keys that came before the question could be read are none either.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect, Size};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget as _;

use super::Outcome;
use super::buttons::Buttons;
use crate::domain::text::Shown;
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::panes::wrap;
use crate::tui::theme::{Look, Theme};
use crate::tui::view::{dialog, dialog_width};

/// The most columns, and the most lines of a paragraph.
const WIDEST: u16 = 76;
const LINES: usize = 6;

/// The question, and what a yes does.
#[derive(Debug)]
pub struct Ask {
    title: &'static str,
    /// What it is about, a paragraph each; the first matters most.
    said: Vec<String>,
    /// What the key does.
    does: &'static str,
    cmds: Vec<Cmd>,
    /// What is said while it is done.
    then: String,
    drawn: bool,
    text: Text<'static>,
    place: Rect,
    buttons: Buttons<bool>,
}

impl Ask {
    pub fn new(
        title: &'static str,
        said: Vec<String>,
        does: &'static str,
        cmds: Vec<Cmd>,
        then: String,
    ) -> Self {
        let (text, place, buttons) = (Text::default(), Rect::ZERO, Buttons::default());
        Self { title, said, does, cmds, then, drawn: false, text, place, buttons }
    }

    /// The question is on the screen.
    pub fn drawn(&mut self) {
        self.drawn = true;
    }

    /// Whether keys came before it was.
    pub fn awaits_drawing(&self) -> bool {
        !self.drawn
    }

    pub fn key(&mut self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        #[expect(clippy::wildcard_enum_match_arm, reason = "four keys answer, and no other")]
        match key.code {
            KeyCode::Char('c') if control => Outcome::close(),
            KeyCode::Char('y') if !control => self.answered(true),
            KeyCode::Char('n') if !control => Outcome::close(),
            KeyCode::Esc => Outcome::close(),
            _ => Outcome::stay(),
        }
    }

    fn answered(&mut self, yes: bool) -> Outcome {
        if !yes {
            return Outcome::close();
        }
        let (cmds, say) = (std::mem::take(&mut self.cmds), std::mem::take(&mut self.then));
        Outcome { cmds, say: Some(say).filter(|say| !say.is_empty()), ..Outcome::close() }
    }

    pub fn mouse(&mut self, mouse: MouseEvent) -> Outcome {
        let inside = self.place.inner(Margin::new(2, 1));
        match self.buttons.clicked(mouse, inside) {
            Some(yes) => self.answered(yes),
            None => Outcome::stay(),
        }
    }

    pub fn arrange(&mut self, screen: Size, theme: Theme) {
        let width = dialog_width(screen.width, WIDEST);
        let room = usize::from(width.saturating_sub(4));
        let mut text = Text::default();
        for (at, said) in self.said.iter().enumerate() {
            let look = if at == 0 { Look::Strong } else { Look::Plain };
            let said = Shown::line(said).into_string();
            text.extend(
                wrap::lines(&said, room, LINES).into_iter().map(|l| Line::styled(l, theme.style(look))),
            );
        }
        text.push_line(Line::default());
        let key = |key: &'static str| Span::styled(key, theme.style(Look::Reference));
        let does = |does: String| Span::styled(does, theme.style(Look::Dim));
        let yes = format!(" {}  ", self.does);
        let columns = u16::try_from(1 + yes.len()).unwrap_or(u16::MAX);
        text.push_line(Line::from(vec![key("y"), does(yes), key("Esc"), does(" change nothing".to_owned())]));
        let answers = text.lines.len() - 1;
        self.buttons = Buttons::default();
        self.buttons.add(answers, 0..columns.saturating_sub(2), true);
        self.buttons.add(answers, columns..columns.saturating_add(18), false);
        let height = u16::try_from(text.lines.len() + 2).unwrap_or(u16::MAX).min(screen.height);
        self.place = Rect::from(screen).centered(Constraint::Length(width), Constraint::Length(height));
        self.text = text;
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) {
        let inside = dialog(self.place, self.title, None, model.theme, buffer);
        (&self.text).render(inside, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_key_says_yes_and_only_once() {
        let ask =
            || Ask::new(" Run ", vec!["3 features".to_owned()], "run them", vec![Cmd::Relist], String::new());
        for key in
            [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Char('r'), KeyCode::Char('R'), KeyCode::Char('q')]
        {
            let outcome = ask().key(key.into());
            assert!(outcome.cmds.is_empty() && !outcome.close, "{key:?}");
        }
        for key in [KeyCode::Esc, KeyCode::Char('n')] {
            let outcome = ask().key(key.into());
            assert!(outcome.cmds.is_empty() && outcome.close, "{key:?}");
        }
        let mut asked = ask();
        assert!(asked.awaits_drawing(), "keys that were typed before it are dropped");
        let outcome = asked.key(KeyCode::Char('y').into());
        assert!(matches!(outcome.cmds.as_slice(), [Cmd::Relist]) && outcome.close);
        assert!(asked.key(KeyCode::Char('y').into()).cmds.is_empty());
    }
}
