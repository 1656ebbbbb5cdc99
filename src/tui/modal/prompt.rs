//! One line that is typed: a filter, a command, a comment, a reason, a path.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};
use ratatui_textarea::TextArea;

use super::{Context, Outcome, Then};
use crate::domain::id::FeatureId;
use crate::domain::text::Shown;
use crate::tui::model::Model;
use crate::tui::theme::Look;

/// The longest line, in characters.
const LONGEST: usize = 2_000;

/// What a line is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Purpose {
    Filter,
    Command,
    /// About the element at a JSON pointer, for the next rejection.
    Comment {
        feature: FeatureId,
        pointer: String,
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
            Self::Command => ":".to_owned(),
            Self::Comment { pointer, .. } => format!("comment on {}: ", Shown::cut(pointer, 30)),
            Self::Reason(id) => format!("{id} was unfrozen; why? "),
            Self::Abort(id) => format!("abort the run of {id}; why? "),
            Self::NewFeature => "requirement document [and id]: ".to_owned(),
        }
    }
}

/// The line that is being typed.
#[derive(Debug)]
pub struct Prompt {
    purpose: Purpose,
    line: TextArea<'static>,
}

impl Prompt {
    pub fn new(purpose: Purpose, text: &str) -> Self {
        let mut line = TextArea::new(vec![text.to_owned()]);
        line.move_cursor(ratatui_textarea::CursorMove::End);
        Self { purpose, line }
    }

    fn text(&self) -> String {
        self.line.lines().first().cloned().unwrap_or_default()
    }

    pub fn key(&mut self, key: KeyEvent, _context: &Context<'_>) -> Outcome {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if key.code == KeyCode::Esc || (control && key.code == KeyCode::Char('c')) {
            return self.left();
        }
        if key.code == KeyCode::Enter || (control && matches!(key.code, KeyCode::Char('m' | 'j'))) {
            let then = Then::Typed(self.purpose.clone(), self.text());
            return Outcome { then: Some(then), ..Outcome::close() };
        }
        if self.text().chars().count() < LONGEST || !matches!(key.code, KeyCode::Char(_)) {
            self.line.input(key);
        }
        self.typed()
    }

    pub fn pasted(&mut self, text: &str, _context: &Context<'_>) -> Outcome {
        let one: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let room = LONGEST.saturating_sub(self.text().chars().count());
        self.line.insert_str(one.chars().take(room).collect::<String>());
        self.typed()
    }

    fn typed(&self) -> Outcome {
        let then = (self.purpose == Purpose::Filter).then(|| Then::Filter(self.text()));
        Outcome { then, ..Outcome::stay() }
    }

    fn left(&self) -> Outcome {
        let then = (self.purpose == Purpose::Filter).then(|| Then::Filter(String::new()));
        Outcome { then, ..Outcome::close() }
    }

    pub fn draw(&self, model: &Model, buffer: &mut Buffer) -> Option<Position> {
        let place = Rect::new(0, model.size.height.saturating_sub(1), model.size.width, 1);
        Clear.render(place, buffer);
        let question = self.purpose.question();
        let asked = Span::styled(question, model.theme.style(Look::Strong));
        let from = u16::try_from(asked.width()).unwrap_or(u16::MAX).min(place.width);
        Line::from(asked).render(place, buffer);
        let room = Rect { x: from, width: place.width.saturating_sub(from), ..place };
        let text = self.text();
        let head: String = text.chars().take(self.line.cursor().1).collect();
        // The end that is being typed at stays visible.
        let (shown, column) = visible(&head, &text, usize::from(room.width.saturating_sub(1)));
        Line::from(shown).render(room, buffer);
        Some(Position::new(room.x + u16::try_from(column).unwrap_or(0), room.y))
    }
}

/// What of a line is visible in so many columns, and the column of the cursor behind `head`.
fn visible(head: &str, text: &str, columns: usize) -> (String, usize) {
    let before = Shown::line(head);
    if before.width() <= columns {
        return (Shown::cut(text, columns + 1).into_string(), before.width());
    }
    let mut tail = head;
    while Shown::line(tail).width() + 1 > columns {
        let mut chars = tail.chars();
        if chars.next().is_none() {
            break;
        }
        tail = chars.as_str();
    }
    let shown = format!("…{}", Shown::line(tail));
    let column = 1 + Shown::line(tail).width();
    (shown, column)
}
