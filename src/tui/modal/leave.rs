//! Leaving while runs are under way: says which ones pause, that nothing is lost, and how to go on. Nothing is
//! preselected; leaving takes a key or a click that came after this could be read.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Margin, Rect, Size};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget as _;

use super::buttons::Buttons;
use super::{Outcome, Then};
use crate::domain::text::Shown;
use crate::engine::Doing;
use crate::tui::features::{Card, Features};
use crate::tui::keys::{Action, Keys};
use crate::tui::model::Model;
use crate::tui::panes::{feature, wrap};
use crate::tui::theme::{Look, Theme};
use crate::tui::view::{dialog, dialog_width};

/// The most columns, and of a name.
const WIDEST: u16 = 76;
const NAME: usize = 24;
/// Rows of everything but the runs and what is said about them.
const FRAME: usize = 6;

/// The question.
#[derive(Debug, Default)]
pub struct Leave {
    drawn: bool,
    text: Text<'static>,
    place: Rect,
    buttons: Buttons<Answer>,
}

/// What can be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Leave,
    Stay,
}

impl Answer {
    fn outcome(self) -> Outcome {
        match self {
            Self::Leave => Outcome { then: Some(Then::Leave), ..Outcome::close() },
            Self::Stay => Outcome::close(),
        }
    }
}

impl Leave {
    /// The question is on the screen.
    pub fn drawn(&mut self) {
        self.drawn = true;
    }

    /// Whether keys came before it was.
    pub fn awaits_drawing(&self) -> bool {
        !self.drawn
    }

    /// Asking to leave once more is an answer; Enter is none.
    pub fn key(&self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        #[expect(clippy::wildcard_enum_match_arm, reason = "three keys answer, and no other")]
        match key.code {
            KeyCode::Char('c') if control => Answer::Leave.outcome(),
            KeyCode::Char('q') if !control => Answer::Leave.outcome(),
            KeyCode::Esc => Answer::Stay.outcome(),
            _ => Outcome::stay(),
        }
    }

    pub fn mouse(&self, mouse: MouseEvent) -> Outcome {
        let inside = self.place.inner(Margin::new(2, 1));
        self.buttons.clicked(mouse, inside).map_or_else(Outcome::stay, Answer::outcome)
    }

    /// Tells of the runs as they are now.
    pub fn arrange(&mut self, screen: Size, theme: Theme, keys: &Keys, features: &Features) {
        let width = dialog_width(screen.width, WIDEST);
        let room = usize::from(width.saturating_sub(4));
        let runs: Vec<_> = features.under_way().filter(|(_, card)| card.is_running()).collect();
        let (one, all) = (keys.first(Action::Run), keys.first(Action::RunAll));
        let said = format!(
            "Leaving pauses {}. Nothing is lost: what was made is on the disk, and an answer that is being waited for is asked for again. To go on, open frieze and press {one} on a feature or {all} for all, or run `frieze run --all`.",
            if runs.len() == 1 { "it" } else { "them" },
        );
        let said = wrap::lines(&said, room, 8);
        let fits = usize::from(screen.height).saturating_sub(said.len() + FRAME + 2).max(1);
        // The line that says how many are left out takes the room of one.
        let shown = if runs.len() > fits { fits.saturating_sub(1) } else { runs.len() };
        let heading = match runs.len() {
            0 => "No run is under way any more.".to_owned(),
            1 => "1 run is under way:".to_owned(),
            n => format!("{n} runs are under way:"),
        };
        let mut text = Text::from(Line::styled(heading, theme.style(Look::Strong)));
        for (id, card) in runs.iter().take(shown) {
            let name = feature::name(id.as_str(), NAME);
            let pad = " ".repeat(NAME.saturating_sub(name.chars().count()));
            let at_work = Shown::cut(&at_work(card), room.saturating_sub(NAME + 4)).into_string();
            text.push_line(Line::from(vec![
                Span::raw(format!("  {name}{pad}  ")),
                Span::styled(at_work, theme.style(Look::Busy)),
            ]));
        }
        if shown < runs.len() {
            text.push_line(Line::raw(format!("  … and {} more", runs.len() - shown)));
        }
        text.push_line(Line::default());
        text.extend(said.into_iter().map(Line::raw));
        text.push_line(Line::default());
        let key = |key: &'static str| Span::styled(key, theme.style(Look::Reference));
        let does = |does: &'static str| Span::styled(does, theme.style(Look::Dim));
        text.push_line(Line::from(vec![key("q"), does(" leave  "), key("Esc"), does(" stay")]));
        let answers = text.lines.len() - 1;
        self.buttons = Buttons::default();
        self.buttons.add(answers, 0..7, Answer::Leave);
        self.buttons.add(answers, 9..17, Answer::Stay);
        let height = u16::try_from(text.lines.len() + 2).unwrap_or(u16::MAX).min(screen.height);
        self.place = Rect::from(screen).centered(Constraint::Length(width), Constraint::Length(height));
        self.text = text;
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) {
        let inside = dialog(self.place, " Leave ", None, model.theme, buffer);
        (&self.text).render(inside, buffer);
    }
}

/// What is being done for a run: `evaluating 2 of 10, waits for the critic`.
fn at_work(card: &Card) -> String {
    let mut text = card.state.to_lowercase();
    if let Some(max) = card.max_iterations.filter(|_| card.iteration > 0) {
        text.push_str(&format!(" {} of {max}", card.iteration));
    }
    if let Doing::Asking(role) = &card.doing {
        text.push_str(&format!(", waits for the {role}"));
    }
    text
}
