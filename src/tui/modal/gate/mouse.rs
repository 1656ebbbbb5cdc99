//! Mouse and paste input of the gate dialog; neither can decide.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

use super::{Focus, GateDialog, Stage};
use crate::tui::modal::Outcome;
use crate::tui::model::Model;
use crate::tui::widgets::wheel::wheel;

impl GateDialog {
    pub fn pasted(&mut self, text: &str, model: &mut Model) -> Outcome {
        self.message = None;
        if self.stale.is_some() {
            return Outcome::stay();
        }
        match (self.stage, self.focus) {
            (Stage::Writing, _) => {
                let edit = self.feedback.paste(text);
                self.feedback_edited(edit, model)
            }
            (Stage::Confirming, Focus::Note) => {
                let edit = self.note.paste(text);
                self.note_edited(edit, model)
            }
            (Stage::Confirming, Focus::Confirmation) => {
                self.message = Some("A paste decides nothing. Please type it.".to_owned());
                Outcome::stay()
            }
            (Stage::Unlocking, _) => {
                self.passphrase.pasted(text);
                Outcome::stay()
            }
            (Stage::Choosing | Stage::Sent, _) => Outcome::stay(),
        }
    }

    /// A click selects; it never decides.
    pub fn mouse(&mut self, mouse: MouseEvent, model: &mut Model) -> Outcome {
        let at = Position::new(mouse.column, mouse.row);
        let by = wheel(mouse.kind);
        if by == 0 && mouse.kind != MouseEventKind::Down(MouseButton::Left) {
            return Outcome::stay();
        }
        let writing = self.stage == Stage::Writing;
        if by != 0 {
            if writing {
                self.feedback.scroll(by);
            } else {
                self.page.scroll(by);
            }
            return Outcome::stay();
        }
        if self.stale.is_some() {
            return Outcome::stay();
        }
        let field = self.page.field;
        match self.stage {
            Stage::Choosing => {
                if let Some(choice) = self.page.choice_at(at) {
                    self.message = None;
                    return self.choose(choice, model);
                }
            }
            Stage::Writing if field.contains(at) => {
                self.feedback.click(at.x - field.x, at.y - field.y);
            }
            Stage::Confirming if field.contains(at) => {
                self.focus = Focus::Note;
                self.note.click(at.x - field.x, at.y - field.y);
            }
            Stage::Confirming if self.page.confirmation.contains(at) => {
                if self.focus == Focus::Note {
                    self.ask(Focus::Confirmation);
                }
            }
            Stage::Writing | Stage::Confirming | Stage::Sent | Stage::Unlocking => {}
        }
        Outcome::stay()
    }
}
