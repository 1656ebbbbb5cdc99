//! One line that is typed: a filter, a command, a comment, a reason, a path. It stands in the last line of the
//! screen and scrolls where it is longer; a comment and a reason grow upwards instead, so that they can be read again.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect, Size};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

use super::choices::Choices;
use super::{Context, Outcome, Then, prose};
use crate::domain::id::FeatureId;
use crate::domain::text::Shown;
use crate::kernel::LONGEST_WORDS;
use crate::tui::editor::{Editor, Took, is_enter};
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::panes::wrap;
use crate::tui::theme::Look;
use crate::tui::update::{command, new_feature};

/// The longest line that the record does not take, in bytes.
const LONGEST: usize = 8_000;
/// The most lines of what is said above the line.
const SAID: u16 = 4;
/// The most of a question, so that there is room for an answer.
const QUESTION: usize = 40;

/// What a line is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    Filter,
    /// Words in the pane that has the keys.
    Find,
    Command,
    /// About the element at a JSON pointer, for the next rejection.
    Comment {
        feature: FeatureId,
        pointer: String,
        /// What people call it.
        called: String,
    },
    /// An open question of a design.
    Answer {
        feature: FeatureId,
        question: String,
    },
    /// Why a design was unfrozen.
    Reason(FeatureId),
    /// Why a run is stopped.
    Abort(FeatureId),
    /// The path of a requirement document, and the id if another than the file's name.
    NewFeature,
}

impl Purpose {
    fn question(&self) -> String {
        match self {
            Self::Filter => "/".to_owned(),
            Self::Find => "find: ".to_owned(),
            Self::Command => ":".to_owned(),
            Self::Comment { called, .. } => format!("comment on {called}"),
            Self::Answer { question, .. } => question.clone(),
            Self::Reason(id) => format!("{id} was unfrozen; why?"),
            Self::Abort(id) => format!("abort the run of {id}; why?"),
            Self::NewFeature => "requirement document [and id]: ".to_owned(),
        }
    }

    /// The words for a decision that it asks for, by feature and choice: they are kept until that is carried out.
    pub fn aside(&self) -> Option<(&FeatureId, &'static str)> {
        match self {
            Self::Reason(id) => Some((id, "unfreeze")),
            Self::Abort(id) => Some((id, "abort")),
            Self::Filter
            | Self::Find
            | Self::Command
            | Self::Comment { .. }
            | Self::Answer { .. }
            | Self::NewFeature => None,
        }
    }

    /// The most bytes of what is asked for.
    fn longest(&self) -> usize {
        match self {
            Self::Reason(_) | Self::Abort(_) => LONGEST_WORDS,
            Self::Filter
            | Self::Find
            | Self::Command
            | Self::Comment { .. }
            | Self::Answer { .. }
            | Self::NewFeature => LONGEST,
        }
    }

    /// What the keys do with words that somebody else will read; nothing for a line that only the screen reads.
    fn keys(&self) -> Option<[(&'static str, &'static str); 2]> {
        let [enter, esc] = match self {
            Self::Comment { .. } => ["adds it to the feedback", "later"],
            Self::Answer { .. } => ["keeps the answer", "later"],
            Self::Reason(_) => ["says it", "says it later"],
            Self::Abort(_) => ["aborts the run", "lets it go on"],
            Self::Filter | Self::Find | Self::Command | Self::NewFeature => return None,
        };
        Some([("Enter or Ctrl+S", enter), ("Esc", esc)])
    }
}

/// The line that is being typed.
#[derive(Debug)]
pub struct Prompt {
    purpose: Purpose,
    line: Editor,
    /// What was typed for the same purpose before, oldest first, and where in it we are; behind its end is
    /// what is being typed now.
    before: Vec<String>,
    at: usize,
    now: String,
    /// The lines that tab goes through, until another key.
    choices: Option<Choices>,
    /// Where words stand that grow upwards.
    place: Rect,
    /// What was typed is being done, and is not to be done twice.
    is_sent: bool,
}

impl Prompt {
    /// With what was typed before, to be called back with the arrows.
    pub fn after(purpose: Purpose, text: &str, before: Vec<String>) -> Self {
        let at = before.len();
        let line = Editor::line(text, purpose.longest());
        Self {
            purpose,
            line,
            before,
            at,
            now: String::new(),
            choices: None,
            place: Rect::ZERO,
            is_sent: false,
        }
    }

    /// What was typed for a new feature was refused, and can be mended.
    pub fn refused(&mut self) {
        self.is_sent = false;
    }

    /// Whether it asks for a new feature.
    pub fn makes_a_feature(&self) -> bool {
        self.purpose == Purpose::NewFeature
    }

    /// What is said above the line, unless there is something newer: what a command takes, what becomes of a path.
    fn usage(&self) -> Option<String> {
        match self.purpose {
            Purpose::Command => command::usage(&self.line.text()).map(str::to_owned),
            Purpose::NewFeature => Some(new_feature::told(&self.line.text())),
            Purpose::Filter
            | Purpose::Find
            | Purpose::Comment { .. }
            | Purpose::Answer { .. }
            | Purpose::Reason(_)
            | Purpose::Abort(_) => None,
        }
    }

    pub fn key(&mut self, key: KeyEvent, context: &Context<'_>) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            return self.left();
        }
        // What somebody else will read is sent as a rejection is; a command is not run by a key that saves elsewhere.
        let sends = control && key.code == KeyCode::Char('s') && self.purpose.keys().is_some();
        if is_enter(key) || sends {
            // What came along with a command may be longer than what is typed here.
            let (bytes, most) = (self.line.text().len(), self.purpose.longest());
            if bytes > most {
                let say = format!("the line has {bytes} bytes, and at most {most} are taken; shorten it");
                return Outcome { say: Some(say), ..Outcome::stay() };
            }
            let then = Some(Then::Typed(self.purpose.clone(), self.line.text()));
            // Only the disk knows whether a feature can be made of it: until one is, what was typed stands there.
            if self.purpose == Purpose::NewFeature && !self.line.text().trim().is_empty() {
                let then = then.filter(|_| !std::mem::replace(&mut self.is_sent, true));
                return Outcome { then, ..Outcome::stay() };
            }
            return Outcome { then, ..Outcome::close() };
        }
        if key.code == KeyCode::Backspace && self.purpose == Purpose::Command && self.line.text().is_empty() {
            return self.left();
        }
        if matches!(key.code, KeyCode::Tab | KeyCode::BackTab) {
            return match &mut self.choices {
                Some(choices) => {
                    self.line.begin_with(choices.step(key.code == KeyCode::Tab));
                    Outcome { say: Some(choices.told()), ..Outcome::stay() }
                }
                None => self.complete(context),
            };
        }
        self.choices = None;
        #[expect(clippy::wildcard_enum_match_arm, reason = "all other keys are the line's")]
        let took = match key.code {
            _ if self.purpose.keys().is_some() => self.line.key(key),
            KeyCode::Up => self.recall(self.at.checked_sub(1)),
            KeyCode::Down => self.recall(Some(self.at + 1).filter(|at| *at <= self.before.len())),
            _ => self.line.key(key),
        };
        self.took(took)
    }

    pub fn pasted(&mut self, text: &str, _context: &Context<'_>) -> Outcome {
        self.choices = None;
        let took = self.line.paste(text);
        self.took(took)
    }

    fn took(&self, took: Took) -> Outcome {
        let filter = self.purpose == Purpose::Filter && took == Took::Changed;
        Outcome {
            then: filter.then(|| Then::Filter(self.line.text())),
            say: (took == Took::Full)
                .then(|| format!("the line ends at {} bytes; nothing was inserted", self.purpose.longest())),
            ..Outcome::stay()
        }
    }

    fn left(&self) -> Outcome {
        let text = self.line.text();
        let then = match &self.purpose {
            Purpose::Filter => Some(Then::Filter(String::new())),
            Purpose::Comment { feature, pointer, .. } => {
                Some(Then::Half(feature.clone(), pointer.clone(), text.clone()))
            }
            Purpose::Answer { feature, question } => {
                Some(Then::Half(feature.clone(), question.clone(), text.clone()))
            }
            Purpose::Reason(_) | Purpose::Abort(_) => {
                let aside = self.purpose.aside();
                aside.map(|(id, choice)| Then::Aside(id.clone(), choice, text.clone()))
            }
            Purpose::Find | Purpose::Command | Purpose::NewFeature => None,
        };
        let kept = match &then {
            Some(Then::Half(..)) => {
                Some("your words are kept: the same question or comment goes on with them")
            }
            Some(Then::Aside(..)) => {
                Some("your words are kept while this screen is open: the same question goes on with them")
            }
            Some(_) | None => None,
        };
        let say = kept.filter(|_| !text.trim().is_empty()).map(str::to_owned);
        Outcome { then, say, ..Outcome::close() }
    }

    /// Calls back what was typed before; the line that was being typed waits behind the last one.
    fn recall(&mut self, to: Option<usize>) -> Took {
        let Some(to) = to else { return Took::Nothing };
        if self.at == self.before.len() {
            self.now = self.line.text();
        }
        self.at = to;
        let text = self.before.get(to).unwrap_or(&self.now).clone();
        self.line.begin(&text);
        Took::Changed
    }

    /// Completes a command: as far as all that could be meant agree, and says what they are; from then on one after the
    /// other.
    fn complete(&mut self, context: &Context<'_>) -> Outcome {
        let text = self.line.text();
        // Only the disk knows which files there are.
        if let Some(path) = self.path(&text) {
            return Outcome { cmds: vec![Cmd::FindPaths(path.to_owned())], ..Outcome::stay() };
        }
        if self.purpose != Purpose::Command {
            return Outcome::stay();
        }
        self.go_on(&command::completions(&text, context.features))
    }

    /// The path that is being typed.
    fn path<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self.purpose {
            Purpose::NewFeature => Some(text),
            Purpose::Command => command::path_in(text),
            Purpose::Filter
            | Purpose::Find
            | Purpose::Comment { .. }
            | Purpose::Answer { .. }
            | Purpose::Reason(_)
            | Purpose::Abort(_) => None,
        }
    }

    /// The paths that a path could go on to. Whoever has typed on meanwhile is not disturbed.
    pub fn found(&mut self, typed: &str, paths: &[String]) -> Outcome {
        let text = self.line.text();
        let Some(path) = self.path(&text).filter(|path| *path == typed) else { return Outcome::stay() };
        let head = text.get(..text.len() - path.len()).unwrap_or_default();
        self.go_on(&paths.iter().map(|path| format!("{head}{path}")).collect::<Vec<_>>())
    }

    fn go_on(&mut self, meant: &[String]) -> Outcome {
        let text = self.line.text();
        let Some(first) = meant.first() else {
            return Outcome {
                say: Some("nothing that there is begins like this".to_owned()),
                ..Outcome::stay()
            };
        };
        let agreed = meant.iter().fold(first.len(), |most, other| {
            first.bytes().zip(other.bytes()).take(most).take_while(|(a, b)| a == b).count()
        });
        // Not in the middle of a character.
        let agreed = (0..=agreed).rev().find(|at| first.is_char_boundary(*at)).unwrap_or(0);
        self.line.begin_with(first.get(..agreed).unwrap_or(&text));
        self.choices = (meant.len() > 1).then(|| Choices::new(self.line.text(), meant));
        Outcome { say: self.choices.as_ref().map(Choices::told), ..Outcome::stay() }
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
        let keys = self.purpose.keys();
        // What is asked stands in the first line.
        let last = keys.map_or(last, |_| self.place.y.saturating_sub(1));
        // The last line is taken: what is to be said stands above it.
        let said = model.message.as_ref().map(|message| message.text.clone());
        if let Some(said) = said.or_else(|| self.usage()) {
            let most = usize::from(last.min(SAID));
            let room = usize::from(place.width.saturating_sub(2));
            let said = Shown::cut(&said, room.saturating_mul(most)).into_string();
            let lines = wrap::lines(&said, room, most);
            let from = last - u16::try_from(lines.len()).unwrap_or(0).min(last);
            for (line, y) in lines.into_iter().zip(from..last) {
                let above = Rect { y, ..place };
                Clear.render(above, buffer);
                Line::styled(format!(" {line}"), model.theme.style(Look::Dim)).render(above, buffer);
            }
        }
        if let Some(keys) = keys {
            return Some(prose::draw(&self.line, self.place, &self.purpose.question(), &keys, model, buffer));
        }
        Clear.render(place, buffer);
        let asked = Shown::cut(&self.purpose.question(), QUESTION.max(usize::from(place.width) / 2));
        let from = u16::try_from(asked.width()).unwrap_or(u16::MAX).min(place.width);
        Span::styled(asked.into_string(), model.theme.style(Look::Strong)).render(place, buffer);
        let room = Rect { x: from, width: place.width.saturating_sub(from), ..place };
        let (head, tail) = self.line.around();
        let (shown, column) = visible(head, tail, usize::from(room.width));
        Line::from(shown).render(room, buffer);
        let column = u16::try_from(column).unwrap_or(0).min(room.width.saturating_sub(1));
        Some(Position::new(room.x + column, room.y))
    }
}

/// What of a line is visible in so many columns around the cursor between `head` and `tail`, and the cursor's
/// column. What is cut off on either side is shown as `…`.
fn visible(head: &str, tail: &str, columns: usize) -> (String, usize) {
    let (before, behind) = (Shown::line(head), Shown::line(tail));
    if before.width() + behind.width() < columns {
        let column = before.width();
        return (format!("{before}{behind}"), column);
    }
    // A third of the room stays for what follows the cursor.
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
