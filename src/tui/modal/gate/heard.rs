//! What the built-in generator would do at the words of a rejection, told while they are written: an iteration shall
//! not be spent to learn that a line says nothing to it. A model reads everything, and is told nothing of beforehand.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::GateDialog;
use crate::domain::draft::{self, Understood};
use crate::domain::text::Shown;
use crate::tui::comments;
use crate::tui::theme::{Look, Theme};

/// The longest words and the largest design that are read along.
const WORDS: usize = 8_000;
const ELEMENTS: usize = 2_000;
/// The most columns of words that are quoted: the reason is what is to be read.
const QUOTED: usize = 20;

/// The columns beside the words for how each line is taken.
pub(super) const GUTTER: u16 = 2;

/// How the words are taken.
#[derive(Clone, Default, Debug)]
pub(super) struct Hearing {
    /// Whether the built-in generator is the one that will read them.
    pub is_built_in: bool,
    /// The words that were looked at last.
    words: String,
    /// How each of their lines is taken; nothing for those that say nothing.
    lines: Vec<Option<Understood>>,
}

impl Hearing {
    pub fn of(is_built_in: bool) -> Self {
        Self { is_built_in, ..Self::default() }
    }

    /// How much is understood, and of the line of the cursor, or else the first one that is not, why not.
    pub fn told(&self, cursor: usize) -> Option<String> {
        let heard = || self.lines.iter().enumerate().filter_map(|(at, heard)| Some((at, heard.as_ref()?)));
        let (all, known) = (heard().count(), heard().filter(|(_, heard)| heard.is_understood()).count());
        if all == 0 {
            return None;
        }
        let lines = if all == 1 { "line" } else { "lines" };
        let count = format!("{known} of {all} {lines} understood");
        let mut unknown = heard().filter(|(_, heard)| !heard.is_understood());
        let first = unknown.clone().next();
        let Some((at, heard)) = unknown.find(|(at, _)| *at == cursor).or(first) else { return Some(count) };
        let (words, why) = heard.not_understood.first()?;
        // Which words of a line it is about is only to be said where it has others.
        let part = match heard.done.len() + heard.answers.len() + heard.not_understood.len() {
            ..=1 => String::new(),
            _ => format!(", “{}”", Shown::cut(comments::bare(words), QUOTED)),
        };
        Some(format!("{count} · line {}{part}: {why}", at + 1))
    }
}

impl GateDialog {
    /// Looks at the words again, if they are others.
    pub(super) fn hear(&mut self) {
        let words = self.words.text();
        let hearing = &mut self.facts.hearing;
        let Some(reading) = self.facts.shown.as_ref().filter(|_| hearing.is_built_in) else { return };
        if words == hearing.words {
            return;
        }
        let intent = &reading.intent;
        let size = intent.components.len() + intent.user_flows.len() + intent.data_model.entities.len();
        let is_read = words.len() <= WORDS && size <= ELEMENTS;
        let heard = if is_read { draft::understood(intent, &words) } else { Vec::new() };
        let mut heard = heard.into_iter().peekable();
        let lines = words.split('\n').map(|line| heard.next_if(|heard| heard.line == line.trim()));
        hearing.lines = lines.collect();
        hearing.words = words;
    }

    /// Signs beside the words: which lines are understood, and which are not.
    pub(super) fn draw_signs(&self, field: Rect, buffer: &mut Buffer, theme: Theme) {
        if !self.facts.hearing.is_built_in || field.x < GUTTER {
            return;
        }
        for (line, row) in self.words.first_rows() {
            let Some(Some(heard)) = self.facts.hearing.lines.get(line) else { continue };
            let (sign, look) =
                if heard.is_understood() { ("✓", Look::Good) } else { ("?", Look::Attention) };
            if let Some(cell) = buffer.cell_mut(Position::new(field.x - GUTTER, field.y + row)) {
                cell.set_symbol(sign).set_style(theme.style(look));
            }
        }
    }
}
