//! Preview of how the built-in generator understands the feedback while it is typed, so that no iteration is spent on a
//! line that it cannot use. A model agent reads everything, so it has no preview.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{GateDialog, Stage};
use crate::tui::model::comments;
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::text::Shown;
use frieze_design::draft;
use frieze_design::draft::{MOST_INSTRUCTIONS, Understood};

/// The longest feedback and the largest design for which the preview is made.
const FEEDBACK: usize = 8_000;
const ELEMENTS: usize = 2_000;
/// The most columns of quoted feedback: the reason next to it matters more.
const QUOTED: usize = 20;

/// Columns left of the feedback for the sign of each line.
pub(super) const GUTTER: u16 = 2;

/// How each line of the feedback is understood.
#[derive(Clone, Default, Debug)]
pub(super) struct FeedbackPreview {
    /// Whether the built-in generator will read the feedback.
    pub is_built_in: bool,
    /// The feedback that the preview was made for.
    feedback: String,
    /// One entry for each line; `None` for a line without a request.
    lines: Vec<Option<Understood>>,
    /// Whether feedback or design are too large for the preview.
    is_too_large: bool,
}

impl FeedbackPreview {
    pub fn of(is_built_in: bool) -> Self {
        Self { is_built_in, ..Self::default() }
    }

    /// How many lines are understood, and why the cursor's line is not, or else the first one that is not. If all are, what the
    /// generator will report about the cursor's line.
    pub fn summary(&self, cursor: usize) -> Option<String> {
        if self.is_too_large {
            return Some(self.unread_lines());
        }
        let lines = || self.lines.iter().enumerate().filter_map(|(at, line)| Some((at, line.as_ref()?)));
        let (all, known) = (lines().count(), lines().filter(|(_, line)| line.is_understood()).count());
        if all == 0 {
            return None;
        }
        let noun = if all == 1 { "line" } else { "lines" };
        let count = format!("{known} of {all} {noun} understood");
        let mut unknown = lines().filter(|(_, line)| !line.is_understood());
        let first = unknown.clone().next();
        let Some((at, line)) = unknown.find(|(at, _)| *at == cursor).or(first) else {
            let done = lines().find(|(at, _)| *at == cursor).and_then(|(_, line)| line.done.last());
            let report = |what: &str| format!("{count} · the generator will report: {what}");
            return Some(done.map_or(count.clone(), |done| report(&done.what)));
        };
        let (words, why) = line.not_understood.first()?;
        // Words are quoted only if the line has others.
        let part = match line.done.len() + line.answers.len() + line.not_understood.len() {
            ..=1 => String::new(),
            _ => format!(", “{}”", Shown::cut(comments::words_of(words), QUOTED)),
        };
        Some(format!("{count} · line {}{part}: {why}", at + 1))
    }
}

impl FeedbackPreview {
    /// What is known of feedback without a preview: how many lines it has, and whether the generator reads all of them.
    fn unread_lines(&self) -> String {
        let lines = self.feedback.lines().filter(|line| !line.trim().is_empty()).count();
        if lines > MOST_INSTRUCTIONS {
            return format!(
                "{lines} lines: only the first {MOST_INSTRUCTIONS} instructions are carried out; keep the others for the next rejection"
            );
        }
        format!("{lines} lines, too much to be checked here")
    }
}

impl GateDialog {
    /// Whether the feedback has changed since the preview was made. A design that cannot be read has no preview.
    pub fn awaits_preview(&self) -> bool {
        let preview = &self.feedback_preview;
        self.stage == Stage::Writing
            && preview.is_built_in
            && self.shown.reading().is_some()
            && !preview.feedback.split('\n').eq(self.feedback.lines().iter().map(String::as_str))
    }

    /// Makes the preview again. This takes longer than a key may, so it waits for a pause.
    pub fn preview_feedback(&mut self) {
        let feedback = self.feedback.text();
        let preview = &mut self.feedback_preview;
        let Some(reading) = self.shown.reading() else { return };
        let intent = &reading.intent;
        let size = intent.components.len() + intent.user_flows.len() + intent.data_model.entities.len();
        let is_small = feedback.len() <= FEEDBACK && size <= ELEMENTS;
        preview.is_too_large = !is_small && !feedback.trim().is_empty();
        let understood = if is_small { draft::understood(intent, &feedback) } else { Vec::new() };
        let mut understood = understood.into_iter().peekable();
        let lines = feedback.split('\n').map(|line| understood.next_if(|known| known.line == line.trim()));
        preview.lines = lines.collect();
        preview.feedback = feedback;
    }

    /// Draws a sign left of each line: understood or not.
    pub(super) fn draw_signs(&self, field: Rect, buffer: &mut Buffer, theme: Theme) {
        let preview = &self.feedback_preview;
        if !preview.is_built_in || field.x < GUTTER {
            return;
        }
        for (at, row) in self.feedback.first_rows() {
            let Some(Some(line)) = preview.lines.get(at) else { continue };
            // A line that has changed since has no sign yet.
            if self.feedback.lines().get(at).is_none_or(|now| now.trim() != line.line) {
                continue;
            }
            let (sign, style) =
                if line.is_understood() { ("✓", TextStyle::Good) } else { ("?", TextStyle::Attention) };
            if let Some(cell) = buffer.cell_mut(Position::new(field.x - GUTTER, field.y + row)) {
                cell.set_symbol(sign).set_style(theme.style(style));
            }
        }
    }
}
