//! Gate dialog: approve, reject or abort. It opens only on a key, preselects nothing and has no timeout. A decision is made
//! in one place, after a choice: an approval by a typed confirmation, a rejection by Ctrl+S in its editor, the rest by `y`
//! (promise P9).

mod body;
mod facts;
mod feedback_preview;
mod keys;
mod mouse;
mod page;
mod passphrase;
mod read_parts;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ratatui::layout::Size;

use self::feedback_preview::FeedbackPreview;
use self::page::Page;
use self::passphrase::Passphrase;
pub use self::read_parts::ReadParts;
use super::Outcome;
use crate::tui::command_line::line::hint_here;
use crate::tui::model::Model;
use crate::tui::model::detail::{Detail, Problem};
use crate::tui::model::drafts::{LONGEST, SaveState};
use crate::tui::msg::Cmd;
use crate::tui::view::theme::Theme;
use crate::tui::widgets::text_field::{EditOutcome, TextField};
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
pub use frieze_kernel::APPROVE;
use frieze_kernel::{Choice, Confirmed, Decision, Gate, LONGEST_WORDS, Wording};

/// The choice with long feedback, kept as a draft; comments on elements are added to it.
pub const REJECT: &str = "reject";
/// The longest confirmation, in bytes.
const CONFIRMATION: usize = 200;
const CHOOSE: &str = "Choose an action.";
const NOTHING: &str = "Nothing can be decided now. Esc closes.";

/// The state of the dialog.
#[derive(Debug)]
pub struct GateDialog {
    pub gate: Gate,
    /// The run as it was when the dialog was opened.
    shown: Arc<Detail>,
    /// The run as it was read last.
    now: Arc<Detail>,
    feedback_preview: FeedbackPreview,
    read_parts: ReadParts,
    /// How often marks had been added to the read log when the parts were counted.
    counted_at: u64,
    stage: Stage,
    /// The choice that was made, unless the stage is `Choosing`.
    chosen: usize,
    /// Feedback for a rejection.
    feedback: TextField,
    /// Whether the feedback has changed since the dialog was opened.
    is_edited: bool,
    /// Whether the feedback that would be sent is on the screen.
    is_shown: bool,
    /// Ctrl+S was pressed while the feedback is being saved: it is sent when it is.
    is_sending: bool,
    /// Why the draft on the disk cannot be read; if set, it is not overwritten.
    unreadable: Option<String>,
    /// The note or the reason for the choice.
    note: TextField,
    confirmation: TextField,
    /// The decision that was sent, to be sent again with the key's passphrase.
    sent: Option<Decision>,
    passphrase: Passphrase,
    focus: Focus,
    message: Option<String>,
    /// Why the shown candidate can no longer be decided about.
    stale: Option<String>,
    /// Whether nothing waits for a decision any more.
    is_over: bool,
    /// Whether the design that is there now cannot be read.
    is_lost: bool,
    /// The current design and a summary of its changes since it was shown.
    change: Option<(Digest, String)>,
    /// Whether its question is on the screen. Until then keys are dropped.
    pub drawn: bool,
    page: Page,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Choosing,
    /// Feedback is being typed.
    Writing,
    /// The confirmation of a choice is being typed.
    Confirming,
    /// The engine has the decision.
    Sent,
    /// The signing key needs its passphrase; nothing is decided yet.
    Unlocking,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    Note,
    Confirmation,
}

impl GateDialog {
    /// Opens the dialog for the gate of a feature.
    pub fn open(model: &Model, detail: &Arc<Detail>, gate: Gate) -> Self {
        let draft = unsent_draft(model, detail);
        let unreadable = detail.draft.as_ref().err().filter(|_| draft.is_none()).cloned();
        let has_sent = draft.is_none() && detail.draft.as_ref().is_ok_and(|sent| !sent.is_empty());
        Self {
            read_parts: ReadParts::of(model, detail, &gate.binding),
            counted_at: model.read_log.additions,
            gate,
            shown: detail.clone(),
            now: detail.clone(),
            feedback_preview: FeedbackPreview::of(model.is_built_in),
            stage: Stage::Choosing,
            chosen: 0,
            feedback: TextField::new(draft.unwrap_or_default(), LONGEST),
            // A draft that was sent is emptied.
            is_edited: has_sent,
            is_shown: false,
            is_sending: false,
            unreadable,
            note: TextField::line("", LONGEST_WORDS),
            confirmation: TextField::line("", CONFIRMATION),
            sent: None,
            passphrase: Passphrase::default(),
            focus: Focus::Confirmation,
            message: None,
            stale: None,
            is_over: false,
            is_lost: false,
            change: None,
            drawn: false,
            page: Page::default(),
        }
    }

    pub fn feature(&self) -> &FeatureId {
        &self.gate.binding.feature
    }

    /// Whether the engine has the decision.
    pub fn is_sent(&self) -> bool {
        self.stage == Stage::Sent
    }

    /// Whether it can wait next to the panes: no decision is on its way.
    pub fn can_wait(&self) -> bool {
        matches!(self.stage, Stage::Choosing | Stage::Writing | Stage::Confirming)
    }

    /// It takes the keys again, after the panes had them. Parts may have been read, and comments written, meanwhile.
    pub fn return_to(&mut self, model: &Model, detail: &Detail) {
        self.drawn = false;
        // Another key than Ctrl+S sends nothing.
        (self.is_shown, self.is_sending) = (false, false);
        self.read_parts = ReadParts::of(model, detail, &self.gate.binding);
        if let Some(draft) = unsent_draft(model, detail) {
            self.merge_draft(draft);
        }
    }

    /// Counts the parts that were read next to it. The confirmation that is being typed `here` stays the same. Returns whether
    /// anything changed.
    pub fn count_read_parts(&mut self, model: &Model, here: bool) -> bool {
        let is_asking = !here || matches!(self.stage, Stage::Choosing | Stage::Writing);
        if !is_asking || self.counted_at == model.read_log.additions {
            return false;
        }
        self.counted_at = model.read_log.additions;
        let now = ReadParts::of(model, &self.shown, &self.gate.binding);
        let has_changed = now != self.read_parts;
        self.read_parts = now;
        has_changed
    }

    /// Whether letters are text now.
    pub fn takes_text(&self) -> bool {
        let takes = matches!(self.stage, Stage::Writing | Stage::Confirming | Stage::Unlocking);
        takes && self.stale.is_none()
    }

    /// Makes a choice; this decides nothing. The attempt to make a barred choice is journalled.
    fn choose(&mut self, at: usize, model: &Model) -> Outcome {
        let Some(choice) = self.gate.choices.get(at) else { return Outcome::stay() };
        if let Some(why) = self.barred(choice) {
            let attempt = Cmd::Attempt(self.feature().into(), choice.name);
            self.message = Some(format!("{} is not possible now: {}", choice.name, hint_here(why)));
            // The other process holds the journal.
            let cmds = if self.now.held_by.is_some() { Vec::new() } else { vec![attempt] };
            return Outcome { cmds, ..Outcome::stay() };
        }
        self.page.scroll(isize::MIN);
        if choice.name == REJECT {
            if let Some(why) = &self.unreadable {
                self.message = Some(format!(
                    "{} would overwrite a draft that cannot be read: {why}. Fix that file or move it away first.",
                    choice.name
                ));
                return Outcome::stay();
            }
            // Keys typed ahead of the editor are dropped.
            (self.stage, self.chosen, self.drawn) = (Stage::Writing, at, false);
            (self.is_shown, self.is_sending) = (false, false);
            return Outcome::stay();
        }
        self.note.set_text(model.drafts.decision_note(self.feature(), choice.name));
        let is_required = matches!(choice.wording, Wording::Required(_));
        self.chosen = at;
        self.ask(if is_required && self.note.is_blank() { Focus::Note } else { Focus::Confirmation });
        Outcome::stay()
    }

    /// Makes the decision. No other function does.
    fn decide(&mut self, model: &mut Model) -> Outcome {
        let Some(choice) = self.choice().map(|choice| choice.name) else { return Outcome::stay() };
        let drafted = self.is_drafted();
        self.is_sending = drafted && model.drafts.state(self.feature()) == SaveState::Saving;
        if self.is_sending {
            return Outcome::stay();
        }
        let text = if drafted { self.feedback.text() } else { self.note.text() };
        let typed = self.confirmation.text();
        let confirmed = self.confirmed(&typed);
        match self.gate.decide(choice, Some(&text), confirmed, self.is_unseen()) {
            Ok(decision) => {
                self.stage = Stage::Sent;
                self.sent = Some(decision.clone());
                let id = self.feature().clone();
                if drafted {
                    model.drafts.sent(&id, &text);
                }
                Outcome { cmds: vec![Cmd::Decide(id.into(), decision)], ..Outcome::stay() }
            }
            Err(undecided) => {
                self.message = Some(undecided.to_string());
                Outcome::stay()
            }
        }
    }

    /// Sends the feedback that Ctrl+S was pressed for, once it is saved.
    pub fn send_when_saved(&mut self, model: &mut Model) -> Outcome {
        let sends = self.is_sending && self.stage == Stage::Writing && self.stale.is_none();
        if sends { self.decide(model) } else { Outcome::stay() }
    }

    /// The dialog is on the screen now.
    pub fn drawn(&mut self) {
        (self.drawn, self.is_shown) = (true, true);
    }

    /// The confirmation of the choice: an approval is typed, and takes fewer digits if all parts were read.
    fn confirmed<'t>(&'t self, typed: &'t str) -> Confirmed<'t> {
        match (self.is_typed(), self.is_unseen()) {
            (true, true) => Confirmed::Typed(typed),
            (true, false) => Confirmed::TypedAfterReading(typed),
            (false, _) => Confirmed::Named(self.feature().as_str()),
        }
    }

    /// Whether approving now would approve parts that were not read.
    fn is_unseen(&self) -> bool {
        self.is_approval() && self.read_parts.has_unread()
    }

    /// Asks for the confirmation, or first for the note. Keys are dropped until the confirmation's question is drawn.
    fn ask(&mut self, focus: Focus) {
        if self.stage != Stage::Confirming {
            self.confirmation.set_text("");
        }
        self.stage = Stage::Confirming;
        self.focus = focus;
        self.drawn = self.drawn && focus == Focus::Note;
    }

    /// One step back; the note is kept.
    fn back(&mut self) {
        self.confirmation.set_text("");
        self.page.scroll(isize::MIN);
        self.stage = Stage::Choosing;
    }

    /// Takes the text from the person's own editor.
    pub fn edited(&mut self, outcome: Result<String, Problem>, model: &mut Model) -> Outcome {
        match outcome {
            Ok(text) => {
                let edit = self.feedback.replace(&text);
                self.feedback_edited(edit, model)
            }
            Err(problem) => {
                self.message = Some(format!("{} · your feedback is unchanged", with_hint(&problem)));
                Outcome::stay()
            }
        }
    }

    /// Merges the draft that another window changed; it must be read before it is sent. A sent decision stays. Returns whether
    /// text of that window came into the editor that is open.
    pub fn merge_draft(&mut self, draft: &str) -> bool {
        let is_same = self.feedback.text().trim_end_matches('\n') == draft.trim_end_matches('\n');
        if self.is_sent() || self.unreadable.is_some() || is_same {
            return false;
        }
        // Who is on an empty line goes on there, and not in the line of another window.
        let needs_line = self.feedback.around() == ("", "") && !draft.is_empty() && !draft.ends_with('\n');
        let draft = if needs_line { format!("{draft}\n") } else { draft.to_owned() };
        self.feedback.replace_similar(&draft);
        (self.is_shown, self.is_sending) = (false, false);
        self.is_drafted() && !draft.is_empty()
    }

    /// The engine refused the decision or could not be reached; feedback and note are kept.
    pub fn refused(&mut self, problem: &Problem) {
        if self.is_sent() {
            if self.is_drafted() {
                self.stage = Stage::Writing;
            } else {
                self.ask(Focus::Confirmation);
                self.confirmation.set_text("");
            }
            self.message = Some(with_hint(problem));
        }
    }

    /// The signing key asks for its passphrase; the decision waits for it.
    pub fn locked(&mut self, question: &str) {
        if self.is_sent() {
            self.stage = Stage::Unlocking;
            self.passphrase = Passphrase::default();
            self.message = Some(question.to_owned());
            self.drawn = false;
        }
    }

    /// Sends the decision again, with the passphrase.
    fn unlock(&mut self) -> Outcome {
        let Some(decision) = self.sent.clone() else { return Outcome::stay() };
        let passphrase = std::mem::take(&mut self.passphrase).into_secret();
        self.stage = Stage::Sent;
        Outcome { cmds: vec![Cmd::Unlock(self.feature().clone(), passphrase, decision)], ..Outcome::stay() }
    }

    /// Lays the dialog out for a screen.
    pub fn arrange(&mut self, size: Size, theme: Theme) {
        page::arrange(self, size, theme);
    }

    fn close(&self, model: &mut Model) -> Outcome {
        let mut outcome = self.keep_feedback(model);
        // The draft may have been saved meanwhile; it is read again.
        outcome.cmds.insert(0, Cmd::Load(self.feature().into()));
        Outcome { close: true, ..outcome }
    }

    fn keep_feedback(&self, model: &mut Model) -> Outcome {
        let save = || model.drafts.keep(self.feature(), self.feedback.text());
        let save = self.is_edited.then(save).flatten();
        Outcome { cmds: save.into_iter().collect(), ..Outcome::stay() }
    }

    fn feedback_edited(&mut self, edit: EditOutcome, model: &mut Model) -> Outcome {
        if edit == EditOutcome::TooLong {
            self.message =
                Some(format!("Feedback is limited to {} KiB. Nothing was inserted.", LONGEST / 1024));
        }
        if edit != EditOutcome::Changed {
            return Outcome::stay();
        }
        (self.is_edited, self.is_shown, self.is_sending) = (true, false, false);
        self.keep_feedback(model)
    }

    fn note_edited(&mut self, edit: EditOutcome, model: &mut Model) -> Outcome {
        if edit == EditOutcome::TooLong {
            self.message = Some("The text is as long as it may be. Nothing was inserted.".to_owned());
        }
        if edit == EditOutcome::Changed {
            let name = self.choice().map_or("", |choice| choice.name);
            model.drafts.keep_decision_note(self.feature(), name, self.note.text());
        }
        Outcome::stay()
    }

    /// The choice that was made.
    fn choice(&self) -> Option<&Choice> {
        self.gate.choices.get(self.chosen).filter(|_| self.stage != Stage::Choosing)
    }

    /// Whether the choice has feedback, which is kept as a draft.
    fn is_drafted(&self) -> bool {
        self.choice().is_some_and(|choice| choice.name == REJECT)
    }

    fn is_required(&self) -> bool {
        self.choice().is_some_and(|choice| matches!(choice.wording, Wording::Required(_)))
    }

    fn is_approval(&self) -> bool {
        self.choice().is_some_and(|choice| choice.name == APPROVE)
    }

    /// Whether the choice is confirmed by typing the feature's name or digits of the hash, not by `y`.
    fn is_typed(&self) -> bool {
        self.choice().is_some_and(|choice| self.gate.is_typed(choice.name))
    }

    fn needs_text(&self) -> String {
        match self.choice().map(|choice| (choice.name, choice.wording)) {
            Some((name, Wording::Required(what) | Wording::Optional(what))) => format!("{name} needs {what}"),
            None => String::new(),
        }
    }
}

/// The draft; `None` if it cannot be read, or was sent.
fn unsent_draft<'t>(model: &'t Model, detail: &'t Detail) -> Option<&'t str> {
    if model.drafts.has(&detail.id) {
        return Some(model.drafts.words(&detail.id, detail.draft.as_deref().unwrap_or_default()));
    }
    detail.unsent_draft()
}

fn with_hint(problem: &Problem) -> String {
    let Problem { what, hint } = problem;
    if hint.is_empty() { what.clone() } else { format!("{what} (hint: {hint})") }
}
