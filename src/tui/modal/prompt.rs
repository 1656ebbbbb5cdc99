//! Prompt at the bottom of the screen: filter, search, command, comment, answer, reason or path. A long line scrolls;
//! comments, answers and reasons grow upwards instead.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget as _};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::choices::Choices;
use super::{Outcome, Then, prose};
use crate::tui::command_line::{path_and_id, verbs};
use crate::tui::model::Model;
use crate::tui::model::drafts::Unfinished;
use crate::tui::model::feature_list::Card;
use crate::tui::msg::Cmd;
use crate::tui::panes::wrap;
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::text_field::{EditOutcome, TextField, is_enter};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_kernel::{LONGEST_WORDS, Verb};

/// The message about a comment, an answer or a reason that is left unfinished.
const KEPT: &str = "Your text is kept until you quit. Open the same comment or question to continue.";
/// The longest line that is not recorded, in bytes.
const LONGEST: usize = 8_000;
/// The most lines of the message above the prompt.
const MESSAGE_LINES: u16 = 4;
/// The most columns of a question, so that an answer has room.
const QUESTION: usize = 40;

/// The purpose of a prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    Filter,
    /// Search in the focused pane.
    Find,
    /// Search in all features.
    Search,
    Command,
    /// The path of a brief, and an id if it differs from the file's name.
    NewFeature,
    /// A text about a feature that other people or agents read.
    About(FeatureId, Subject),
}

/// The subject of a text about a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A comment on an element, for the next rejection.
    Comment(OnElement),
    /// The answer to this open question of the design; `before` is the answer that it had.
    Answer { question: String, before: String },
    /// The reason for dismissing the critic's finding with this id.
    Dismissal(String),
    /// The reason for unfreezing a design.
    Unfreeze,
    /// The reason for aborting a run.
    Abort,
}

/// What a comment is on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OnElement {
    /// JSON pointer to the element.
    pub pointer: String,
    /// What people call it.
    pub element: String,
    /// The comment that it had when this one was begun.
    pub before: String,
}

impl Purpose {
    fn question(&self) -> String {
        match self {
            Self::Filter => "/".to_owned(),
            Self::Find => "find: ".to_owned(),
            Self::Search => "search all features: ".to_owned(),
            Self::Command => ":".to_owned(),
            Self::NewFeature => "path of the brief [and id]: ".to_owned(),
            Self::About(_, Subject::Comment(on)) => format!("comment on {}", on.element),
            Self::About(_, Subject::Answer { question, .. }) => question.clone(),
            Self::About(_, Subject::Dismissal(_)) => "Why is this finding wrong?".to_owned(),
            Self::About(id, Subject::Unfreeze) => format!("Why was {id} unfrozen?"),
            Self::About(id, Subject::Abort) => format!("Why abort the run of {id}?"),
        }
    }

    /// The feature and the choice that this text belongs to; the text is kept until the choice is carried out. A reason that was
    /// typed here does not return at the gate.
    pub fn choice(&self) -> Option<(&FeatureId, &'static str)> {
        let Self::About(id, subject) = self else { return None };
        match subject {
            Subject::Unfreeze => Some((id, "unfreeze")),
            Subject::Abort => Some((id, "abort the run")),
            Subject::Comment(_) | Subject::Answer { .. } | Subject::Dismissal(_) => None,
        }
    }

    /// The most bytes of the text.
    fn longest(&self) -> usize {
        let Self::About(_, subject) = self else { return LONGEST };
        match subject {
            Subject::Dismissal(_) | Subject::Unfreeze | Subject::Abort => LONGEST_WORDS,
            Subject::Comment(_) | Subject::Answer { .. } => LONGEST,
        }
    }

    /// The key help of a text that other people or agents read; `None` for single-line prompts.
    fn keys(&self) -> Option<[(&'static str, &'static str); 2]> {
        let Self::About(_, subject) = self else { return None };
        let [enter, esc] = match subject {
            Subject::Comment(_) => ["adds it to the feedback", "later"],
            Subject::Answer { .. } => ["saves the answer", "later"],
            Subject::Dismissal(_) => ["dismisses it", "later"],
            Subject::Unfreeze => ["saves the reason", "later"],
            Subject::Abort => ["aborts the run", "keeps it running"],
        };
        Some([("Enter or Ctrl+S", enter), ("Esc", esc)])
    }

    /// The key help for the run as it is now: a paused one is kept, and does not run.
    fn keys_now(&self, model: &Model) -> Option<[(&'static str, &'static str); 2]> {
        let [enter, (esc, does)] = self.keys()?;
        let is_running = |id: &FeatureId| model.features.card(id).is_some_and(Card::is_running);
        let is_paused = matches!(self, Self::About(id, Subject::Abort) if !is_running(id));
        Some([enter, (esc, if is_paused { "keeps it paused" } else { does })])
    }
}

#[derive(Debug)]
pub struct Prompt {
    purpose: Purpose,
    line: TextField,
    /// The text that it was opened with.
    opened: String,
    /// Earlier lines for the same purpose, oldest first, and the position in them; past their end is the current line.
    history: Vec<String>,
    history_at: usize,
    current: String,
    /// The completions that tab goes through, until another key.
    choices: Option<Choices>,
    /// The area of a text that grows upwards.
    place: Rect,
    /// Enter was pressed and must not take effect twice.
    is_sent: bool,
}

impl Prompt {
    /// Opens a prompt with a text; `history` are the earlier lines for the arrow keys.
    pub fn new(purpose: Purpose, text: &str, history: Vec<String>) -> Self {
        let line = TextField::line(text, purpose.longest());
        Self {
            purpose,
            line,
            opened: text.to_owned(),
            history_at: history.len(),
            history,
            current: String::new(),
            choices: None,
            place: Rect::ZERO,
            is_sent: false,
        }
    }

    /// The new feature was refused; the line can be corrected.
    pub fn refused(&mut self) {
        self.is_sent = false;
    }

    /// Whether it creates a new feature.
    pub fn makes_a_feature(&self) -> bool {
        self.purpose == Purpose::NewFeature
    }

    /// The help above the line: the arguments of a command, or the effect of a path. A newer message replaces it.
    fn usage(&self, own: &[Verb]) -> Option<String> {
        match self.purpose {
            Purpose::Command => verbs::line_usage(&self.line.text(), own),
            Purpose::NewFeature => Some(path_and_id::line_help(&self.line.text())),
            Purpose::Filter | Purpose::Find | Purpose::Search | Purpose::About(..) => None,
        }
    }

    pub fn key(&mut self, key: KeyEvent, model: &Model) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            return self.leave();
        }
        // Ctrl+S sends a text as it does at the gate; it does not run a command.
        let sends = control && key.code == KeyCode::Char('s') && self.purpose.keys().is_some();
        if is_enter(key) || sends {
            // A text that came with a command may be longer than the field allows.
            let (bytes, most) = (self.line.text().len(), self.purpose.longest());
            if bytes > most {
                let say =
                    format!("The line has {bytes} bytes; at most {most} are allowed. Please shorten it.");
                return Outcome { say: Some(say), ..Outcome::stay() };
            }
            let then = Some(Then::Typed(self.purpose.clone(), self.line.text()));
            // The line stays until the feature was created: only the disk knows whether that works.
            if self.purpose == Purpose::NewFeature && !self.line.text().trim().is_empty() {
                let then = then.filter(|_| !std::mem::replace(&mut self.is_sent, true));
                return Outcome { then, ..Outcome::stay() };
            }
            return Outcome { then, ..Outcome::close() };
        }
        if key.code == KeyCode::Backspace && self.purpose == Purpose::Command && self.line.text().is_empty() {
            return self.leave();
        }
        if matches!(key.code, KeyCode::Tab | KeyCode::BackTab) {
            return match &mut self.choices {
                Some(choices) => {
                    self.line.set_exact_text(choices.step(key.code == KeyCode::Tab));
                    Outcome { say: Some(choices.summary()), ..Outcome::stay() }
                }
                None => self.complete(model),
            };
        }
        self.choices = None;
        #[expect(clippy::wildcard_enum_match_arm, reason = "all other keys are the line's")]
        let edit = match key.code {
            _ if self.purpose.keys().is_some() => self.line.key(key),
            KeyCode::Up => self.recall(self.history_at.checked_sub(1)),
            KeyCode::Down => self.recall(Some(self.history_at + 1).filter(|at| *at <= self.history.len())),
            _ => self.line.key(key),
        };
        self.edited(edit)
    }

    pub fn pasted(&mut self, text: &str) -> Outcome {
        self.choices = None;
        let edit = self.line.paste(text);
        self.edited(edit)
    }

    fn edited(&self, edit: EditOutcome) -> Outcome {
        let filter = self.purpose == Purpose::Filter && edit == EditOutcome::Changed;
        Outcome {
            then: filter.then(|| Then::Filter(self.line.text())),
            say: (edit == EditOutcome::TooLong).then(|| {
                format!("The line is limited to {} bytes. Nothing was inserted.", self.purpose.longest())
            }),
            ..Outcome::stay()
        }
    }

    fn leave(&self) -> Outcome {
        let text = self.line.text();
        let (then, kept) = match &self.purpose {
            Purpose::Filter => (Some(Then::Filter(String::new())), None),
            Purpose::Find | Purpose::Search | Purpose::Command | Purpose::NewFeature => (None, None),
            // Nothing was typed: the text is where it was.
            Purpose::About(..) if text == self.opened => (None, None),
            Purpose::About(id, Subject::Comment(OnElement { pointer: of, before, .. }))
            | Purpose::About(id, Subject::Answer { question: of, before }) => {
                let words = Unfinished { text: text.clone(), before: Some(before.clone()) };
                (Some(Then::Unfinished(id.clone(), of.clone(), words)), Some(KEPT))
            }
            Purpose::About(id, Subject::Dismissal(of)) => {
                let words = Unfinished { text: text.clone(), before: None };
                (Some(Then::Unfinished(id.clone(), of.clone(), words)), Some(KEPT))
            }
            Purpose::About(_, Subject::Unfreeze | Subject::Abort) => (
                self.purpose.choice().map(|(id, choice)| Then::Note(id.clone(), choice, text.clone())),
                Some("Your text is kept until you quit. Open the same question to continue."),
            ),
        };
        let say = kept.filter(|_| !text.trim().is_empty()).map(str::to_owned);
        Outcome { then, say, ..Outcome::close() }
    }

    /// Recalls an earlier line; past the last one is the current line.
    fn recall(&mut self, to: Option<usize>) -> EditOutcome {
        let Some(to) = to else { return EditOutcome::Ignored };
        if self.history_at == self.history.len() {
            self.current = self.line.text();
        }
        self.history_at = to;
        let text = self.history.get(to).unwrap_or(&self.current).clone();
        self.line.set_text(&text);
        EditOutcome::Changed
    }

    /// Completes a command or a path as far as all completions agree, and lists them; further tabs go through them.
    fn complete(&mut self, model: &Model) -> Outcome {
        let text = self.line.text();
        // The shell looks the files up.
        if let Some(path) = self.path(&text) {
            return Outcome { cmds: vec![Cmd::FindPaths(path.to_owned())], ..Outcome::stay() };
        }
        if self.purpose != Purpose::Command {
            return Outcome::stay();
        }
        self.offer(&verbs::completions(&text, &model.features, &model.others, model.verbs()))
    }

    /// The typed path.
    fn path<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self.purpose {
            Purpose::NewFeature => Some(text),
            Purpose::Command => verbs::path_in(text),
            Purpose::Filter | Purpose::Find | Purpose::Search | Purpose::About(..) => None,
        }
    }

    /// Takes the completions of a path, unless it has changed since.
    pub fn found(&mut self, typed: &str, paths: &[String]) -> Outcome {
        let text = self.line.text();
        let Some(path) = self.path(&text).filter(|path| *path == typed) else { return Outcome::stay() };
        let head = text.get(..text.len() - path.len()).unwrap_or_default();
        self.offer(&paths.iter().map(|path| format!("{head}{path}")).collect::<Vec<_>>())
    }

    fn offer(&mut self, completions: &[String]) -> Outcome {
        let text = self.line.text();
        let Some(first) = completions.first() else {
            return Outcome { say: Some("No match".to_owned()), ..Outcome::stay() };
        };
        let agreed = completions.iter().fold(first.len(), |most, other| {
            first.bytes().zip(other.bytes()).take(most).take_while(|(a, b)| a == b).count()
        });
        // Not in the middle of a character.
        let agreed = (0..=agreed).rev().find(|at| first.is_char_boundary(*at)).unwrap_or(0);
        self.line.set_exact_text(first.get(..agreed).unwrap_or(&text));
        self.choices = (completions.len() > 1).then(|| Choices::new(self.line.text(), completions));
        Outcome { say: self.choices.as_ref().map(Choices::summary), ..Outcome::stay() }
    }

    pub fn arrange(&mut self, size: Size) {
        if self.purpose.keys().is_some() {
            self.place = prose::place(&mut self.line, size);
            self.line.arrange(self.place.width, self.place.height);
        } else {
            self.line.arrange(size.width, 1);
        }
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) -> Option<Position> {
        let last = model.size.height.saturating_sub(1);
        let place = Rect::new(0, last, model.size.width, 1);
        let keys = self.purpose.keys_now(model);
        // The question is in the line above the text.
        let last = keys.map_or(last, |_| self.place.y.saturating_sub(1));
        // The prompt takes the message line, so messages are drawn above it.
        let message = model.message.as_ref().map(|message| message.text.clone());
        if let Some(message) = message.or_else(|| self.usage(model.verbs())) {
            let most = usize::from(last.min(MESSAGE_LINES));
            let room = usize::from(place.width.saturating_sub(2));
            let message = Shown::cut(&message, room.saturating_mul(most)).into_string();
            let lines = wrap::lines(&message, room, most);
            let from = last - u16::try_from(lines.len()).unwrap_or(0).min(last);
            for (line, y) in lines.into_iter().zip(from..last) {
                let above = Rect { y, ..place };
                Clear.render(above, buffer);
                model.theme.line(format!(" {line}"), TextStyle::Dim).render(above, buffer);
            }
        }
        if let Some(keys) = keys {
            let question = self.purpose.question();
            return Some(prose::draw(&self.line, self.place, &question, &keys, model, buffer));
        }
        Clear.render(place, buffer);
        let question = Shown::cut(&self.purpose.question(), QUESTION.max(usize::from(place.width) / 2));
        let from = u16::try_from(question.width()).unwrap_or(u16::MAX).min(place.width);
        model.theme.span(question.into_string(), TextStyle::Strong).render(place, buffer);
        let room = Rect { x: from, width: place.width.saturating_sub(from), ..place };
        let (head, tail) = self.line.around();
        let (shown, column) = visible(head, tail, usize::from(room.width));
        Line::from(shown).render(room, buffer);
        let column = u16::try_from(column).unwrap_or(0).min(room.width.saturating_sub(1));
        Some(Position::new(room.x + column, room.y))
    }
}

/// The visible part of a line around the cursor, which is between `head` and `tail`, and the cursor's column. Cuts are
/// shown as `…`.
fn visible(head: &str, tail: &str, columns: usize) -> (String, usize) {
    let (before, behind) = (Shown::line(head), Shown::line(tail));
    if before.width() + behind.width() < columns {
        let column = before.width();
        return (format!("{before}{behind}"), column);
    }
    // A third of the room is for the text after the cursor.
    let most = if behind.as_str().is_empty() { columns.saturating_sub(1) } else { columns * 2 / 3 };
    let mut from = before.as_str().len();
    let mut width = 0;
    if before.width() <= most {
        (from, width) = (0, before.width());
    } else {
        for (at, cluster) in before.as_str().grapheme_indices(true).rev() {
            if width + cluster.width() + 1 > most {
                break;
            }
            (from, width) = (at, width + cluster.width());
        }
    }
    let mark = if from == 0 { "" } else { "…" };
    let column = width + mark.width();
    let rest = Shown::cut(tail, columns.saturating_sub(column));
    (format!("{mark}{}{rest}", before.as_str().get(from..).unwrap_or_default()), column)
}

#[cfg(test)]
mod tests;
