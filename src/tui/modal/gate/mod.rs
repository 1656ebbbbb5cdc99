//! The gate: approve, reject, abort. It opens by a deliberate key only, nothing is preselected, and it has no
//! timeout. A decision is made in one place, from a confirmation that was typed after a choice (promise P9).

mod body;
mod facts;
mod hands;
mod heard;
mod keys;
mod page;
mod passphrase;
mod sight;
#[cfg(test)]
mod storm;
#[cfg(test)]
mod story;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod told;
#[cfg(test)]
mod windows;

use ratatui::layout::Size;

use self::facts::Facts;
use self::page::Page;
use self::passphrase::Passphrase;
pub use self::sight::Sight;
use super::{Context, Outcome, Then};
use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::kernel::{Choice, Decision, Gate, LONGEST_WORDS, Wording};
use crate::tui::detail::{Detail, Stated};
use crate::tui::drafts::{Kept, LONGEST};
use crate::tui::editor::{Editor, Took};
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::theme::Theme;

/// The choice whose words are long, kept as a draft, and collected by comments on elements.
const DRAFTED: &str = "reject";
/// The choice that says how much was seen.
pub const WITH_SIGHT: &str = "approve";
/// The longest confirmation.
const CONFIRMATION: usize = 200;

/// The dialog's own state.
#[derive(Debug)]
pub struct GateDialog {
    pub gate: Gate,
    facts: Facts,
    sight: Sight,
    stage: Stage,
    /// Feedback for a rejection.
    words: Editor,
    /// The words are not those that were there when the dialog was opened.
    touched: bool,
    /// Why the words on the disk cannot be read: then none are written over them.
    unreadable: Option<String>,
    /// The note or the reason of the choice that was made.
    aside: Editor,
    confirmation: Editor,
    /// The decision that was sent, to be sent again with the passphrase of the key.
    sent: Option<Decision>,
    /// As far as it was typed; it is shown nowhere.
    passphrase: Passphrase,
    focus: Focus,
    message: Option<String>,
    /// Why what was shown cannot be decided about any more.
    stale: Option<String>,
    /// Who is at work on the feature elsewhere: nothing can be decided until they are done.
    held: Option<String>,
    /// What the design on the disk has become since it was shown.
    change: Option<(Digest, String)>,
    drawn: bool,
    page: Page,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Nothing was chosen.
    Choosing,
    /// Feedback is being written.
    Writing(usize),
    /// A choice was made, and its confirmation is to be typed.
    Confirming(usize),
    /// The decision is with the engine.
    Sent(usize),
    /// The key that signs the decision asks for its passphrase; nothing is decided before it has it.
    Unlocking(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    Aside,
    Confirmation,
}

impl GateDialog {
    /// The dialog for a gate that a feature's reading shows.
    pub fn open(model: &Model, detail: &Detail, gate: Gate) -> Self {
        let words = model.drafts.words(&detail.id, detail.draft.as_deref().unwrap_or_default());
        let unreadable = detail.draft.as_ref().err().filter(|_| !model.drafts.has(&detail.id)).cloned();
        // Words that were sent while the draft could not be emptied any more are done with.
        let last = crate::engine::past::rejected(detail.past())
            .and_then(|past| past.feedback.as_ref()?.as_deref().ok());
        let is_sent = !model.drafts.has(&detail.id) && last.is_some_and(|last| last.trim() == words.trim());
        Self {
            sight: Sight::of(model, detail, &gate.binding),
            gate,
            facts: Facts::of(detail, model.is_built_in),
            stage: Stage::Choosing,
            words: Editor::new(if is_sent { "" } else { words }, LONGEST),
            touched: is_sent && !words.is_empty(),
            unreadable,
            aside: Editor::line("", LONGEST_WORDS),
            confirmation: Editor::line("", CONFIRMATION),
            sent: None,
            passphrase: Passphrase::default(),
            focus: Focus::Confirmation,
            message: None,
            stale: None,
            held: detail.held.as_ref().map(|(by, _)| by.clone()),
            change: None,
            drawn: false,
            page: Page::default(),
        }
    }

    pub fn feature(&self) -> &FeatureId {
        &self.gate.binding.feature
    }

    /// Whether the decision is with the engine.
    pub fn is_sent(&self) -> bool {
        matches!(self.stage, Stage::Sent(_))
    }

    /// Whether something is being written or confirmed.
    pub fn takes_text(&self) -> bool {
        let takes = matches!(self.stage, Stage::Writing(_) | Stage::Confirming(_) | Stage::Unlocking(_));
        takes && self.stale.is_none()
    }

    /// The frame is on the screen: from now on keys are meant for it.
    pub fn drawn(&mut self) {
        self.drawn = true;
    }

    /// Whether keys are dropped: nobody has seen yet what they would answer.
    pub fn awaits_drawing(&self) -> bool {
        !self.drawn
    }

    /// Makes a choice; nothing is decided by that. One that is barred is an attempt, which is journalled.
    fn choose(&mut self, at: usize, context: &Context<'_>) -> Outcome {
        let Some(choice) = self.gate.choices.get(at) else { return Outcome::stay() };
        if let Some(why) = self.barred(choice) {
            let attempt = Cmd::Attempt(self.feature().clone(), choice.name);
            self.message = Some(format!("{} cannot be chosen: {why}", choice.name));
            // Who is at work elsewhere has the journal.
            let cmds = if self.held.is_some() { Vec::new() } else { vec![attempt] };
            return Outcome { cmds, ..Outcome::stay() };
        }
        self.page.scroll(isize::MIN);
        if choice.name == DRAFTED {
            if let Some(why) = &self.unreadable {
                self.message = Some(format!(
                    "{} would write over words that cannot be read: {why}; mend that file or move it away first",
                    choice.name
                ));
                return Outcome::stay();
            }
            self.stage = Stage::Writing(at);
            return Outcome::stay();
        }
        self.aside.begin(context.drafts.aside(self.feature(), choice.name));
        let is_required = matches!(choice.wording, Wording::Required(_));
        self.ask(at, if is_required && self.aside.is_blank() { Focus::Aside } else { Focus::Confirmation });
        Outcome::stay()
    }

    /// The one place where a decision is made.
    fn decide(&mut self, at: usize, context: &Context<'_>) -> Outcome {
        let Some(choice) = self.gate.choices.get(at) else { return Outcome::stay() };
        let drafted = self.is_drafted(at);
        if drafted && context.drafts.state(self.feature()) == Kept::Saving {
            self.message = Some("one moment: your words are being saved".to_owned());
            return Outcome::stay();
        }
        let words = if drafted { self.words.text() } else { self.aside.text() };
        let unseen = choice.name == WITH_SIGHT && self.sight.unseen();
        match self.gate.decide(choice.name, Some(&words), &self.confirmation.text(), unseen) {
            Ok(decision) => {
                self.stage = Stage::Sent(at);
                self.sent = Some(decision.clone());
                let id = self.feature().clone();
                let then = drafted.then(|| Then::Sent(id.clone(), words));
                Outcome { cmds: vec![Cmd::Decide(id, decision)], then, ..Outcome::stay() }
            }
            Err(undecided) => {
                self.message = Some(undecided.to_string());
                Outcome::stay()
            }
        }
    }

    /// Asks for the confirmation, or for the words before it. Keys are meant for the question when it was seen.
    fn ask(&mut self, choice: usize, focus: Focus) {
        if self.stage != Stage::Confirming(choice) {
            self.confirmation.begin("");
        }
        self.stage = Stage::Confirming(choice);
        self.focus = focus;
        self.drawn = self.drawn && focus == Focus::Aside;
    }

    /// One step back; what was written stays.
    fn back(&mut self, choice: usize) {
        self.confirmation.begin("");
        self.page.scroll(isize::MIN);
        self.stage = if self.is_drafted(choice) { Stage::Writing(choice) } else { Stage::Choosing };
    }

    /// What the person's editor gave back.
    pub fn edited(&mut self, outcome: Result<String, Stated>) -> Outcome {
        match outcome {
            Ok(text) => {
                let took = self.words.replace(&text);
                self.wrote(took)
            }
            Err(stated) => {
                self.message =
                    Some(format!("{}; your words are as they were ({})", stated.what, stated.hint));
                Outcome::stay()
            }
        }
    }

    /// The words are others now, for another window wrote, too. Who was about to confirm reads them again; what was sent
    /// is with the engine. Returns whether anything is another.
    pub fn take_in(&mut self, words: &str) -> bool {
        if self.is_sent() || self.unreadable.is_some() || self.words.text() == words {
            return false;
        }
        self.words.take_in(words);
        if let Stage::Confirming(choice) = self.stage
            && self.is_drafted(choice)
        {
            self.back(choice);
            self.message = Some("another window changed these words: read them again".to_owned());
        }
        true
    }

    /// The engine refused the decision, or could not be asked: the words are kept.
    pub fn refused(&mut self, stated: &Stated) {
        if let Stage::Sent(choice) = self.stage {
            self.ask(choice, Focus::Confirmation);
            self.confirmation.begin("");
            let hint =
                if stated.hint.is_empty() { String::new() } else { format!(" (hint: {})", stated.hint) };
            self.message = Some(format!("{}{hint}", stated.what));
        }
    }

    /// The key that signs asks something: the decision is kept until it has its answer.
    pub fn locked(&mut self, question: &str) {
        if let Stage::Sent(choice) = self.stage {
            self.stage = Stage::Unlocking(choice);
            self.passphrase = Passphrase::default();
            self.message = Some(question.to_owned());
            self.drawn = false;
        }
    }

    /// Sends the decision again, with what was typed for the key.
    fn unlock(&mut self, choice: usize) -> Outcome {
        let Some(decision) = self.sent.clone() else { return Outcome::stay() };
        let passphrase = std::mem::take(&mut self.passphrase).into_secret();
        self.stage = Stage::Sent(choice);
        Outcome { cmds: vec![Cmd::Unlock(self.feature().clone(), passphrase, decision)], ..Outcome::stay() }
    }

    /// Makes the lines that depend on the size.
    pub fn arrange(&mut self, size: Size, theme: Theme) {
        page::arrange(self, size, theme);
    }

    fn close(&self) -> Outcome {
        // What was kept meanwhile is read again.
        let load = Cmd::Load(self.feature().clone(), None);
        let keep = self.keep_words();
        Outcome { close: true, cmds: vec![load], ..keep }
    }

    fn keep_words(&self) -> Outcome {
        let then = self.touched.then(|| Then::Draft(self.feature().clone(), self.words.text()));
        Outcome { then, ..Outcome::stay() }
    }

    fn wrote(&mut self, took: Took) -> Outcome {
        match took {
            Took::Changed => {
                self.touched = true;
                return self.keep_words();
            }
            Took::Full => {
                self.message = Some(format!(
                    "feedback ends at {} KiB; this does not fit, and nothing was inserted",
                    LONGEST / 1024
                ));
            }
            Took::Nothing | Took::Moved => {}
        }
        Outcome::stay()
    }

    fn noted(&mut self, took: Took, choice: usize) -> Outcome {
        let name = self.gate.choices.get(choice).map_or("", |choice| choice.name);
        match took {
            Took::Changed => {
                let then = Then::Aside(self.feature().clone(), name, self.aside.text());
                return Outcome { then: Some(then), ..Outcome::stay() };
            }
            Took::Full => {
                self.message = Some("this is as long as it may be; nothing was inserted".to_owned());
            }
            Took::Nothing | Took::Moved => {}
        }
        Outcome::stay()
    }

    fn choice(&self) -> Option<&Choice> {
        match self.stage {
            Stage::Choosing => None,
            Stage::Writing(at) | Stage::Confirming(at) | Stage::Sent(at) | Stage::Unlocking(at) => {
                self.gate.choices.get(at)
            }
        }
    }

    fn is_drafted(&self, choice: usize) -> bool {
        self.gate.choices.get(choice).is_some_and(|choice| choice.name == DRAFTED)
    }

    fn is_required(&self, choice: usize) -> bool {
        self.gate.choices.get(choice).is_some_and(|c| matches!(c.wording, Wording::Required(_)))
    }

    fn is_approval(&self) -> bool {
        self.choice().is_some_and(|choice| choice.name == WITH_SIGHT)
    }

    fn needs_words(&self, choice: usize) -> String {
        match self.gate.choices.get(choice).map(|choice| (choice.name, choice.wording)) {
            Some((name, Wording::Required(what) | Wording::Optional(what))) => format!("{name} needs {what}"),
            None => String::new(),
        }
    }
}
