//! Dialog for quitting while features run: which runs pause, and how to continue them. Nothing is preselected; keys typed
//! before the dialog is on the screen are dropped.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Size;
use ratatui::text::{Line, Span, Text};

use super::dialog_box::dialog_width;
use super::text_dialog::TextDialog;
use super::{Outcome, Then};
use crate::tui::keys::{Action, Keys};
use crate::tui::model::feature_list::{Card, Features};
use crate::tui::panes::{feature, wrap};
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::text::{Shown, count};
use frieze_engine::Activity;

/// The most columns of the dialog and of a name.
const WIDEST: u16 = 76;
const NAME: usize = 24;
/// Rows around the runs and the explanation.
const FRAME: usize = 6;

#[derive(Debug, Default)]
pub struct Leave {
    /// Whether it is on the screen. Until then keys are dropped.
    pub drawn: bool,
    dialog: TextDialog<bool>,
}

impl Leave {
    /// The key that opened the dialog also confirms it; Enter does nothing.
    pub fn key(&self, key: KeyEvent) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        #[expect(clippy::wildcard_enum_match_arm, reason = "three keys answer, and no other")]
        match key.code {
            KeyCode::Char('c') if control => close(true),
            KeyCode::Char('q') if !control => close(true),
            KeyCode::Esc => close(false),
            _ => Outcome::stay(),
        }
    }

    pub fn mouse(&self, mouse: MouseEvent) -> Outcome {
        self.dialog.clicked(mouse).map_or_else(Outcome::stay, close)
    }

    /// Makes the lines for the runs as they are now.
    pub fn arrange(&mut self, screen: Size, theme: Theme, keys: &Keys, features: &Features) {
        let width = dialog_width(screen.width, WIDEST);
        let room = usize::from(width.saturating_sub(4));
        let runs: Vec<_> = features.cards().filter(|(_, card)| card.is_running()).collect();
        let (one, all) = (keys.first(Action::Run), keys.first(Action::RunAll));
        let explanation = format!(
            "Quitting pauses {}. Nothing is lost: finished work is saved, and unfinished answers are requested again. To continue, open frieze and press {one} on a feature or {all} for all, or run `frieze run --all`.",
            if runs.len() == 1 { "it" } else { "them" },
        );
        let explanation = wrap::lines(&explanation, room, 8);
        let fits = usize::from(screen.height).saturating_sub(explanation.len() + FRAME + 2).max(1);
        // The line "… and n more" takes the room of a run.
        let shown = if runs.len() > fits { fits.saturating_sub(1) } else { runs.len() };
        let heading = match runs.len() {
            0 => "All runs have stopped.".to_owned(),
            runs => format!("{} in progress:", count(runs, "run is", "runs are")),
        };
        let mut text = Text::from(theme.line(heading, TextStyle::Strong));
        for (key, card) in runs.iter().take(shown) {
            let name = feature::name(&key.to_string(), NAME);
            let pad = " ".repeat(NAME.saturating_sub(name.chars().count()));
            let progress = Shown::cut(&progress(card), room.saturating_sub(NAME + 4)).into_string();
            text.push_line(Line::from(vec![
                Span::raw(format!("  {name}{pad}  ")),
                theme.span(progress, TextStyle::Busy),
            ]));
        }
        if shown < runs.len() {
            text.push_line(Line::raw(format!("  … and {} more", runs.len() - shown)));
        }
        text.push_line(Line::default());
        text.extend(explanation.into_iter().map(Line::raw));
        text.push_line(Line::default());
        let key = |key: &'static str| theme.span(key, TextStyle::Reference);
        let does = |does: &'static str| theme.span(does, TextStyle::Dim);
        text.push_line(Line::from(vec![key("q"), does(" quit  "), key("Esc"), does(" stay")]));
        let line = text.lines.len() - 1;
        let answers = vec![(line, 0..6, true), (line, 8..16, false)];
        self.dialog = TextDialog::new(text, answers, width, screen);
    }

    pub fn draw(&self, theme: Theme, buffer: &mut Buffer) {
        self.dialog.draw(" Quit ", theme, buffer);
    }
}

/// Closes the dialog; the person leaves the screen or stays.
fn close(leaves: bool) -> Outcome {
    Outcome { then: leaves.then_some(Then::Leave), ..Outcome::close() }
}

/// What a run is doing: `evaluating 2 of 10, waits for the critic`.
fn progress(card: &Card) -> String {
    if card.is_queued {
        return "queued".to_owned();
    }
    let mut text = card.state.to_lowercase();
    if let Some(max) = card.max_iterations.filter(|_| card.iteration > 0) {
        text.push_str(&format!(" {} of {max}", card.iteration));
    }
    if let Activity::Asking(role) = &card.activity {
        text.push_str(&format!(", waits for the {role}"));
    }
    text
}
