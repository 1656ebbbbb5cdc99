//! Confirmation dialog for actions that are expensive or cannot be undone. Nothing is preselected: Enter is no answer,
//! and keys typed before the question is on the screen are dropped.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEvent};
use jiff::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

use super::Outcome;
use super::dialog_box::dialog_width;
use super::lines::Lines;
use super::text_dialog::TextDialog;
use crate::tui::model::Model;
use crate::tui::model::feature_list::Features;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::Cmd;
use crate::tui::view::theme::{TextStyle, Theme};

/// The most columns, and the most lines per paragraph.
const WIDEST: u16 = 76;
const LINES: usize = 6;

/// The effect of a yes.
#[derive(Debug)]
pub enum Yes {
    /// These commands are given. The message may be empty.
    Give(Vec<Cmd>, String),
    /// This line is run as in the shell.
    InShell(String),
    Quit,
}

/// The question, and what a yes does.
#[derive(Debug)]
pub struct Ask {
    title: &'static str,
    /// The first one is shown in bold.
    paragraphs: Vec<String>,
    /// What the key `y` does.
    does: &'static str,
    /// `None` after the answer.
    yes: Option<Yes>,
    /// The runs that it is about, and when their states began.
    about: Vec<(RunKey, Option<Timestamp>)>,
    /// Whether it is on the screen. Until then keys are dropped.
    pub drawn: bool,
    dialog: TextDialog<bool>,
}

impl Ask {
    pub fn new(title: &'static str, paragraphs: Vec<String>, does: &'static str, yes: Yes) -> Self {
        let dialog = TextDialog::default();
        Self { title, paragraphs, does, yes: Some(yes), about: Vec::new(), drawn: false, dialog }
    }

    /// A question about runs in their present states.
    pub fn about(self, keys: impl IntoIterator<Item = RunKey>, features: &Features) -> Self {
        let about = keys.into_iter().map(|key| (key.clone(), since(features, &key)));
        Self { about: about.collect(), ..self }
    }

    /// Why it is no longer asked: a run that it is about has another state, which the person has not seen.
    pub fn outdated(&self, features: &Features) -> Option<String> {
        let (run, _) = self.about.iter().find(|(key, then)| since(features, key) != *then)?;
        Some(format!("{run} has changed. Nothing was done."))
    }

    /// Whether a yes ends the screen.
    pub fn quits(&self) -> bool {
        matches!(self.yes, Some(Yes::Quit))
    }

    pub fn key(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        #[expect(clippy::wildcard_enum_match_arm, reason = "four keys answer, and no other")]
        match key.code {
            KeyCode::Char('c') if control => Outcome::close(),
            KeyCode::Char('y') if !control => self.answer(true, model),
            KeyCode::Char('n') if !control => Outcome::close(),
            KeyCode::Esc => Outcome::close(),
            _ => Outcome::stay(),
        }
    }

    fn answer(&mut self, yes: bool, model: &mut Model) -> Outcome {
        let cmds = match self.yes.take().filter(|_| yes) {
            None => Vec::new(),
            Some(Yes::Give(cmds, progress)) => {
                if !progress.is_empty() {
                    model.say(progress);
                }
                // What was marked for this is done.
                model.features.clear_marks();
                cmds
            }
            Some(Yes::InShell(line)) => vec![Cmd::Program(model.open_sheet(line.clone()), line)],
            Some(Yes::Quit) => {
                model.may_quit = true;
                vec![Cmd::Quit]
            }
        };
        Outcome { cmds, ..Outcome::close() }
    }

    pub fn mouse(&mut self, mouse: MouseEvent, model: &mut Model) -> Outcome {
        match self.dialog.clicked(mouse) {
            Some(yes) => self.answer(yes, model),
            None => Outcome::stay(),
        }
    }

    pub fn arrange(&mut self, screen: Size, theme: Theme) {
        let width = dialog_width(screen.width, WIDEST);
        let mut text = Lines::new(usize::from(width.saturating_sub(4)), LINES, theme);
        for (at, paragraph) in self.paragraphs.iter().enumerate() {
            text.say(paragraph, if at == 0 { TextStyle::Strong } else { TextStyle::Plain });
        }
        text.blank();
        let places = text.keys(&[("y", self.does), ("Esc", "cancel")]).into_iter().zip([true, false]);
        let answers = places.map(|((line, columns), yes)| (line, columns, yes)).collect();
        self.dialog = TextDialog::new(text.lines, answers, width, screen);
    }

    pub fn draw(&self, theme: Theme, buffer: &mut Buffer) {
        self.dialog.draw(self.title, theme, buffer);
    }
}

fn since(features: &Features, key: &RunKey) -> Option<Timestamp> {
    features.card_of(key)?.since
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::fixtures;

    #[test]
    fn only_its_own_key_says_yes_and_only_once() {
        let mut model = fixtures::model(fixtures::view());
        let ask = || {
            let yes = Yes::Give(vec![Cmd::Relist], String::new());
            Ask::new(" Run ", vec!["3 features".to_owned()], "run them", yes)
        };
        for key in
            [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Char('r'), KeyCode::Char('R'), KeyCode::Char('q')]
        {
            let outcome = ask().key(key.into(), &mut model);
            assert!(outcome.cmds.is_empty() && !outcome.close, "{key:?}");
        }
        for key in [KeyCode::Esc, KeyCode::Char('n')] {
            let outcome = ask().key(key.into(), &mut model);
            assert!(outcome.cmds.is_empty() && outcome.close, "{key:?}");
        }
        let mut ask = ask();
        assert!(!ask.drawn, "keys typed before it is drawn are dropped");
        let outcome = ask.key(KeyCode::Char('y').into(), &mut model);
        assert!(matches!(outcome.cmds.as_slice(), [Cmd::Relist]) && outcome.close);
        assert!(ask.key(KeyCode::Char('y').into(), &mut model).cmds.is_empty());
    }
}
