//! Prompt at the bottom of the screen: filter, search, command, comment, answer, reason or path. A long text grows upwards.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::widgets::{Clear, Widget as _};
use unicode_width::UnicodeWidthStr as _;

use super::{Outcome, prose};
use crate::tui::command_line::{path_and_id, verbs};
use crate::tui::model::Model;
use crate::tui::model::drafts::Unfinished;
use crate::tui::msg::Cmd;
use crate::tui::panes::wrap;
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::text_field::{EditOutcome, TextField, is_enter};
use frieze_data::id::FeatureId;
use frieze_data::text::{Shown, first};
use frieze_kernel::{LONGEST_WORDS, Verb};

/// The message about a comment, an answer or a reason that is left unfinished.
const KEPT: &str = "Your text is kept until you quit. Open the same comment or question to continue.";
/// The longest line that is not recorded, in bytes.
const LONGEST: usize = 8_000;
/// The most lines of the message above the prompt.
const MESSAGE_LINES: u16 = 4;
/// The most completions that are listed.
const LISTED: usize = 40;

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
            Subject::Abort => ["aborts the run", "keeps it as it is"],
        };
        Some([("Enter or Ctrl+S", enter), ("Esc", esc)])
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

    pub fn key(&mut self, key: KeyEvent, model: &mut Model) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            return self.leave(model);
        }
        // Ctrl+S sends a text as it does at the gate; it does not run a command.
        let sends = control && key.code == KeyCode::Char('s') && self.purpose.keys().is_some();
        if is_enter(key) || sends {
            return self.enter(model);
        }
        if key.code == KeyCode::Backspace && self.purpose == Purpose::Command && self.line.text().is_empty() {
            return self.leave(model);
        }
        if key.code == KeyCode::Tab {
            return self.complete(model);
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "all other keys are the line's")]
        let edit = match key.code {
            _ if self.purpose.keys().is_some() => self.line.key(key),
            KeyCode::Up => self.recall(self.history_at.checked_sub(1)),
            KeyCode::Down => self.recall(Some(self.history_at + 1).filter(|at| *at <= self.history.len())),
            _ => self.line.key(key),
        };
        self.edited(edit, model)
    }

    fn enter(&mut self, model: &mut Model) -> Outcome {
        // A text that came with a command may be longer than the field allows.
        let (text, most) = (self.line.text(), self.purpose.longest());
        if text.len() > most {
            let bytes = text.len();
            model.say(format!("The line has {bytes} bytes; at most {most} are allowed. Please shorten it."));
            return Outcome::stay();
        }
        // The line stays until the feature was created: only the disk knows whether that works.
        let stays = self.makes_a_feature() && !text.trim().is_empty();
        if stays && std::mem::replace(&mut self.is_sent, true) {
            return Outcome::stay();
        }
        Outcome { close: !stays, typed: Some((self.purpose.clone(), text)), ..Outcome::stay() }
    }

    pub fn pasted(&mut self, text: &str, model: &mut Model) -> Outcome {
        let edit = self.line.paste(text);
        self.edited(edit, model)
    }

    fn edited(&self, edit: EditOutcome, model: &mut Model) -> Outcome {
        if self.purpose == Purpose::Filter && edit == EditOutcome::Changed {
            model.features.set_filter(&self.line.text());
        }
        if edit == EditOutcome::TooLong {
            let most = self.purpose.longest();
            model.say(format!("The line is limited to {most} bytes. Nothing was inserted."));
        }
        Outcome::stay()
    }

    /// Closes the prompt. A text about a feature is kept, unless it is where it was.
    fn leave(&self, model: &mut Model) -> Outcome {
        let text = self.line.text();
        match &self.purpose {
            Purpose::Filter => model.features.set_filter(""),
            Purpose::About(id, subject) if text != self.opened => {
                if !text.trim().is_empty() {
                    model.say(KEPT);
                }
                let unfinished = match subject {
                    Subject::Comment(on) => Some((&on.pointer, Some(&on.before))),
                    Subject::Answer { question, before } => Some((question, Some(before))),
                    Subject::Dismissal(finding) => Some((finding, None)),
                    Subject::Unfreeze | Subject::Abort => None,
                };
                if let Some((of, before)) = unfinished {
                    model.drafts.keep_unfinished(id, of, Unfinished { text, before: before.cloned() });
                } else if let Some((id, choice)) = self.purpose.choice() {
                    model.drafts.keep_decision_note(id, choice, text);
                }
            }
            Purpose::Find | Purpose::Search | Purpose::Command | Purpose::NewFeature | Purpose::About(..) => {
            }
        }
        Outcome::close()
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

    /// Completes a command or a path as far as all completions agree, and lists them.
    fn complete(&mut self, model: &mut Model) -> Outcome {
        let text = self.line.text();
        // The shell looks the files up.
        if let Some(path) = self.path(&text) {
            return Outcome { cmds: vec![Cmd::FindPaths(path.to_owned())], ..Outcome::stay() };
        }
        if self.purpose != Purpose::Command {
            return Outcome::stay();
        }
        let completions = verbs::completions(&text, &model.features, &model.others, model.verbs());
        self.offer(&completions, model)
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
    pub fn found(&mut self, typed: &str, paths: &[String], model: &mut Model) -> Outcome {
        let text = self.line.text();
        let Some(path) = self.path(&text).filter(|path| *path == typed) else { return Outcome::stay() };
        let head = text.get(..text.len() - path.len()).unwrap_or_default();
        self.offer(&paths.iter().map(|path| format!("{head}{path}")).collect::<Vec<_>>(), model)
    }

    fn offer(&mut self, completions: &[String], model: &mut Model) -> Outcome {
        let text = self.line.text();
        let Some(one) = completions.first() else {
            model.say("No match");
            return Outcome::stay();
        };
        let agreed = completions.iter().fold(one.len(), |most, other| {
            one.bytes().zip(other.bytes()).take(most).take_while(|(a, b)| a == b).count()
        });
        // Not in the middle of a character.
        let agreed = (0..=agreed).rev().find(|at| one.is_char_boundary(*at)).unwrap_or(0);
        self.line.set_exact_text(one.get(..agreed).unwrap_or(&text));
        if completions.len() > 1 {
            let words: Vec<&str> = completions.iter().map(|line| last(line)).collect();
            model.say(first(&words, LISTED, "  "));
        }
        Outcome::stay()
    }

    pub fn arrange(&mut self, size: Size) {
        let area = if self.purpose.keys().is_some() {
            prose::area(size)
        } else {
            let from = u16::try_from(self.purpose.question().width()).unwrap_or(0);
            Rect { x: from, y: 0, width: size.width.saturating_sub(from), height: size.height }
        };
        self.place = prose::place(&mut self.line, area);
        self.line.arrange(self.place.width, self.place.height);
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) -> Option<Position> {
        let question = self.purpose.question();
        let row = |y: u16| Rect { x: 0, y, width: model.size.width, height: 1 };
        // The question is above the text, or before it.
        let (cursor, above) = if let Some(keys) = self.purpose.keys() {
            prose::draw(&self.line, self.place, &question, &keys, model, buffer)
        } else {
            Clear.render(Rect { height: self.place.height, ..row(self.place.y) }, buffer);
            model.theme.span(question, TextStyle::Strong).render(row(self.place.y), buffer);
            (self.line.draw(self.place, buffer, model.theme), self.place.y)
        };
        // The prompt takes the message line, so messages are drawn above it.
        let message = model.message.as_ref().map(|message| message.text.clone());
        if let Some(message) = message.or_else(|| self.usage(model.verbs())) {
            let most = usize::from(above.min(MESSAGE_LINES));
            let room = usize::from(model.size.width.saturating_sub(2));
            let message = Shown::cut(&message, room.saturating_mul(most)).into_string();
            let lines = wrap::lines(&message, room, most);
            let from = above - u16::try_from(lines.len()).unwrap_or(0).min(above);
            for (line, y) in lines.into_iter().zip(from..above) {
                Clear.render(row(y), buffer);
                model.theme.line(format!(" {line}"), TextStyle::Dim).render(row(y), buffer);
            }
        }
        Some(cursor)
    }
}

/// The last word of a line; of a path its last name.
fn last(line: &str) -> &str {
    let word = line.trim_end().rsplit(' ').next().unwrap_or_default();
    let name = word.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    word.get(word.rfind(name).unwrap_or(0)..).unwrap_or_default()
}

#[cfg(test)]
mod tests;
