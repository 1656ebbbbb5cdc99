//! Keys of the gate dialog at each stage. Before a choice, letters choose and Enter does nothing; the confirmation is typed
//! after the choice.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::passphrase::Passphrase;
use super::{Focus, GateDialog, Stage};
use crate::tui::modal::Outcome;
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::widgets::text_field::is_enter;

impl GateDialog {
    pub fn key(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        self.message = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let leaves = key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c'));
        if self.stale.is_some() {
            if leaves {
                return self.close(model);
            }
            self.scroll(key);
            return Outcome::stay();
        }
        match self.stage {
            Stage::Choosing if leaves => self.close(model),
            Stage::Choosing => self.key_choosing(key, model),
            Stage::Writing if leaves => {
                self.stage = Stage::Choosing;
                self.keep_feedback(model)
            }
            Stage::Writing => self.key_writing(key, model),
            Stage::Confirming if leaves => {
                self.back();
                Outcome::stay()
            }
            Stage::Confirming => self.key_confirming(key, model),
            Stage::Unlocking if leaves => {
                self.passphrase = Passphrase::default();
                self.ask(Focus::Confirmation);
                Outcome::stay()
            }
            Stage::Unlocking if is_enter(key) => self.unlock(),
            Stage::Unlocking => {
                self.passphrase.key(key);
                Outcome::stay()
            }
            Stage::Sent if leaves => self.close(model),
            Stage::Sent => Outcome::stay(),
        }
    }

    fn key_choosing(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        let plain = key.modifiers.difference(KeyModifiers::SHIFT).is_empty();
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other key means anything before a choice")]
        match key.code {
            KeyCode::Char(letter) if plain => {
                match self.gate.choices.iter().position(|choice| choice.letter == letter) {
                    Some(choice) => return self.choose(choice, model),
                    None => self.message = Some(self.choices_hint()),
                }
            }
            KeyCode::Enter => self.message = Some(self.choices_hint()),
            _ => self.scroll(key),
        }
        Outcome::stay()
    }

    fn scroll(&mut self, key: KeyEvent) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "four keys scroll")]
        match key.code {
            KeyCode::Up => self.page.scroll(-1),
            KeyCode::Down => self.page.scroll(1),
            KeyCode::PageUp => self.page.scroll(-8),
            KeyCode::PageDown => self.page.scroll(8),
            _ => {}
        }
    }

    fn choices_hint(&self) -> String {
        let letters: Vec<String> = self.possible().iter().map(|choice| choice.letter.to_string()).collect();
        if letters.is_empty() {
            self.task().to_owned()
        } else {
            format!("{} Press {}.", self.task(), letters.join(", "))
        }
    }

    fn key_writing(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        let control = key.modifiers == KeyModifiers::CONTROL;
        if control && key.code == KeyCode::Char('s') {
            if self.feedback.is_blank() {
                self.message = Some(self.needs_text());
                return Outcome::stay();
            }
            // Nothing is sent that was not on the screen, such as keys typed ahead.
            return if self.is_shown { self.decide(model) } else { Outcome::stay() };
        }
        if control && key.code == KeyCode::Char('x') {
            let mut outcome = self.keep_feedback(model);
            outcome.cmds.insert(0, Cmd::Edit(self.feedback.text()));
            return outcome;
        }
        let edit = self.feedback.key(key);
        self.feedback_edited(edit, model)
    }

    fn key_confirming(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        let saves = key.modifiers == KeyModifiers::CONTROL && key.code == KeyCode::Char('s');
        match (key.code, self.focus) {
            (KeyCode::Tab | KeyCode::BackTab, Focus::Note) => self.ask(Focus::Confirmation),
            (KeyCode::Tab | KeyCode::BackTab, Focus::Confirmation) => self.focus = Focus::Note,
            (KeyCode::PageUp | KeyCode::PageDown, _) => self.scroll(key),
            (code, Focus::Confirmation) if !self.is_typed() => {
                if code == KeyCode::Char('y') && key.modifiers.is_empty() {
                    return self.decide(model);
                }
            }
            (_, Focus::Confirmation) if is_enter(key) => return self.decide(model),
            (_, Focus::Confirmation) => {
                self.confirmation.key(key);
            }
            (_, Focus::Note) if is_enter(key) || saves => {
                if self.note.is_blank() && self.is_required() {
                    self.message = Some(self.needs_text());
                } else {
                    self.ask(Focus::Confirmation);
                }
            }
            (_, Focus::Note) => {
                let edit = self.note.key(key);
                return self.note_edited(edit, model);
            }
        }
        Outcome::stay()
    }
}
