//! Text of the gate dialog above its fields: the candidate, the choices, and the parts read so far.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::GateDialog;
use crate::tui::model::detail::Approval;
use crate::tui::view::lease_text;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::text_field::wrapped;
use frieze_data::text::Shown;
use frieze_kernel::SKELETON;

/// The most rows of the feedback shown next to its confirmation.
const FEEDBACK_ROWS: usize = 2_000;

/// Lines of a body, wrapped.
pub(super) struct Lines {
    pub width: usize,
    pub low: bool,
    pub theme: Theme,
    pub lines: Vec<Line<'static>>,
}

impl Lines {
    pub fn say(&mut self, text: &str, style: TextStyle) {
        self.hang("", Style::new(), text, self.theme.style(style));
    }

    pub fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// Wraps a text behind a lead; its further lines are indented by the width of the lead.
    pub fn hang(&mut self, lead: &str, lead_style: Style, text: &str, style: Style) {
        let lead = Shown::line(lead);
        let indent = lead.width();
        for (i, row) in
            wrapped(text, self.width.saturating_sub(indent), FEEDBACK_ROWS).into_iter().enumerate()
        {
            let before = if i == 0 { lead.to_string() } else { " ".repeat(indent) };
            self.lines.push(Line::from(vec![Span::styled(before, lead_style), Span::styled(row, style)]));
        }
    }
}

/// `iteration 3 · score 86.40, threshold 80`.
fn candidate(dialog: &GateDialog) -> String {
    let binding = &dialog.gate.binding;
    let mut text = format!("iteration {}", binding.iteration);
    match (dialog.facts.score, dialog.facts.threshold) {
        (Some(score), Some(threshold)) => text.push_str(&format!(" · score {score}, threshold {threshold}")),
        (Some(score), None) => text.push_str(&format!(" · score {score}")),
        (None, _) => text.push_str(" · no score"),
    }
    text
}

/// The preview page that an approval freezes together with the design.
fn preview(dialog: &GateDialog, text: &mut Lines) {
    if let Some(preview) = &dialog.facts.preview {
        let (dim, preview) = (text.theme.style(TextStyle::Dim), Shown::cut(preview, PREVIEW).into_string());
        text.hang("preview ", dim, &preview, text.theme.style(TextStyle::Attention));
    }
}

/// The approver's name with its source, and the signing key.
fn approver(dialog: &GateDialog, text: &mut Lines) {
    let Approval { by, signed, is_signed } = &dialog.facts.approval;
    if by.is_empty() {
        return;
    }
    let (dim, plain) = (text.theme.style(TextStyle::Dim), Style::new());
    text.hang("approver ", dim, by, plain);
    let style = if *is_signed { TextStyle::Plain } else { TextStyle::Dim };
    text.hang("approval ", dim, signed, text.theme.style(style));
}

/// The passphrase question of a locked signing key.
pub(super) fn unlocking(dialog: &GateDialog, text: &mut Lines) {
    approver(dialog, text);
    text.blank();
    text.say("Nothing is decided yet. Enter the passphrase of the signing key.", TextStyle::Strong);
    let shown = "•".repeat(dialog.passphrase.len());
    text.hang("› ", text.theme.style(TextStyle::Dim), &shown, Style::new());
}

/// The most columns of the preview's description.
const PREVIEW: usize = 300;

pub(super) fn choosing(dialog: &GateDialog, text: &mut Lines) -> Vec<(Range<usize>, usize)> {
    let theme = text.theme;
    text.say(&candidate(dialog), TextStyle::Strong);
    if !text.low {
        text.say(&format!("intent {}", dialog.gate.binding.sha256.short()), TextStyle::Dim);
    }
    if dialog.facts.is_skeleton {
        text.say(SKELETON, TextStyle::Attention);
    }
    let mut fidelity = dialog.facts.fidelity.iter();
    if let Some(compared) = fidelity.next().filter(|_| !text.low) {
        text.say(compared, TextStyle::Plain);
    }
    for left in fidelity {
        text.hang("  ", Style::new(), left, theme.style(TextStyle::Attention));
    }
    for line in &dialog.facts.dismissed {
        text.hang("  ", Style::new(), line, theme.style(TextStyle::Attention));
    }
    let parts = &dialog.read_parts;
    text.say(&parts.summary(), if parts.has_unread() { TextStyle::Attention } else { TextStyle::Plain });
    if let Some(hint) = parts.unread_hint().filter(|_| !text.low) {
        text.hang("  ", Style::new(), &hint, theme.style(TextStyle::Dim));
    }
    if let Some(remark) = &dialog.facts.remark {
        text.hang("! ", theme.style(TextStyle::Attention), remark, theme.style(TextStyle::Attention));
    }
    preview(dialog, text);
    approver(dialog, text);
    if let Some(by) = &dialog.held {
        let why =
            format!("Running in another frieze ({}). You can decide when it ends.", lease_text::named(by));
        text.hang("⠿ ", theme.style(TextStyle::Busy), &why, theme.style(TextStyle::Busy));
    }
    let mut rows = Vec::new();
    let longest = dialog.gate.choices.iter().map(|choice| choice.name.len()).max().unwrap_or(0);
    for (at, choice) in dialog.gate.choices.iter().enumerate() {
        if at == 0 || !text.low {
            text.blank();
        }
        let from = text.lines.len();
        let lead = format!(" {}  {:<longest$}  ", choice.letter, choice.name);
        text.hang(&lead, theme.style(TextStyle::Strong), &choice.effect, Style::new());
        let more = " ".repeat(lead.len());
        // If another process holds the feature, the line above says so for all choices.
        if let Some(why) = dialog.barred(choice).filter(|_| dialog.held.is_none()) {
            text.hang(&more, Style::new(), &format!("✗ not now: {why}"), theme.style(TextStyle::Bad));
        }
        if dialog.is_drafted(at) && !dialog.feedback.is_blank() {
            let count = dialog.feedback.lines().iter().filter(|line| !line.trim().is_empty()).count();
            let lines = if count == 1 { "line" } else { "lines" };
            text.hang(
                &more,
                Style::new(),
                &format!("your draft has {count} {lines}"),
                theme.style(TextStyle::Reference),
            );
        }
        rows.push((from..text.lines.len(), at));
    }
    rows
}

pub(super) fn writing(dialog: &GateDialog, text: &mut Lines) {
    if let Some(choice) = dialog.choice() {
        text.say(&candidate(dialog), TextStyle::Strong);
        if !text.low {
            text.say(&choice.effect, TextStyle::Dim);
        }
    }
}

pub(super) fn confirming(dialog: &GateDialog, at: usize, text: &mut Lines) {
    let theme = text.theme;
    let Some(choice) = dialog.gate.choices.get(at) else { return };
    text.say(&candidate(dialog), TextStyle::Strong);
    if !text.low {
        text.say(&choice.effect, TextStyle::Plain);
    }
    let hash = dialog.gate.binding.sha256.to_string();
    text.hang("SHA-256 ", theme.style(TextStyle::Dim), &hash, theme.style(TextStyle::Reference));
    if choice.name == super::APPROVE {
        let has_unread = dialog.read_parts.has_unread();
        let style = if has_unread { TextStyle::Attention } else { TextStyle::Good };
        let sign = if has_unread { "! " } else { "✓ " };
        text.hang(sign, theme.style(style), &dialog.read_parts.summary(), theme.style(style));
        if !dialog.feedback.is_blank() {
            let why = "Your feedback draft is not sent with an approval. It is kept.";
            text.hang("! ", theme.style(TextStyle::Attention), why, theme.style(TextStyle::Attention));
        }
        preview(dialog, text);
        approver(dialog, text);
        if let Some(unread) = dialog.read_parts.unread_sections() {
            text.hang("  ", Style::new(), &unread, Style::new());
        }
    }
    if text.low && !dialog.is_drafted(at) {
        text.say(&choice.effect, TextStyle::Plain);
    }
    if dialog.is_drafted(at) {
        if !text.low {
            text.blank();
        }
        text.say("your feedback:", TextStyle::Dim);
        let from = text.lines.len();
        text.hang("│ ", theme.style(TextStyle::Dim), dialog.feedback.text().trim(), Style::new());
        if text.lines.len() >= FEEDBACK_ROWS {
            text.say("… (cut here; everything is sent)", TextStyle::Dim);
        }
        // The bar continues along the wrapped lines.
        for line in text.lines.iter_mut().skip(from) {
            if let Some(lead) = line.spans.first_mut().filter(|lead| lead.content == "  ") {
                *lead = theme.span("│ ", TextStyle::Dim);
            }
        }
    }
}

pub(super) fn stale(dialog: &GateDialog, text: &mut Lines) {
    text.say("Nothing was decided.", TextStyle::Strong);
    if let Some(why) = &dialog.stale {
        text.say(why, TextStyle::Attention);
    }
    text.blank();
    if let Some((_, change)) = &dialog.change {
        text.say(change.trim_end(), TextStyle::Plain);
        text.blank();
    }
    if !dialog.feedback.is_blank() {
        text.say("Your feedback is kept for the next rejection.", TextStyle::Plain);
    }
    let diff = if dialog.change.is_some() { " The pane Diff shows what changed." } else { "" };
    text.say(&format!("Close this dialog, read the new version, then decide.{diff}"), TextStyle::Plain);
}
