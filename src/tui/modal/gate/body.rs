//! What the dialog says above its fields: what is to be decided, what each choice does, and what was seen.

use std::ops::Range;

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::GateDialog;
use super::page::AGAIN;
use crate::domain::text::Shown;
use crate::tui::detail::Approval;
use crate::tui::editor::wrapped;
use crate::tui::holder;
use crate::tui::theme::{Look, Theme};

/// Lines of a body, wrapped.
pub(super) struct Lines {
    pub width: usize,
    pub low: bool,
    pub theme: Theme,
    pub lines: Vec<Line<'static>>,
}

impl Lines {
    pub fn say(&mut self, text: &str, look: Look) {
        self.hang("", Style::new(), text, self.theme.style(look));
    }

    pub fn blank(&mut self) {
        self.lines.push(Line::default());
    }

    /// A text that hangs behind what stands before it.
    pub fn hang(&mut self, lead: &str, lead_style: Style, text: &str, style: Style) {
        let lead = Shown::line(lead);
        let indent = lead.width();
        for (i, row) in wrapped(text, self.width.saturating_sub(indent), AGAIN).into_iter().enumerate() {
            let before = if i == 0 { lead.to_string() } else { " ".repeat(indent) };
            self.lines.push(Line::from(vec![Span::styled(before, lead_style), Span::styled(row, style)]));
        }
    }
}

/// What it is about: `iteration 3 · score 86.40, threshold 80`.
fn about(dialog: &GateDialog) -> String {
    let binding = &dialog.gate.binding;
    let mut text = format!("iteration {}", binding.iteration);
    match (dialog.facts.score, dialog.facts.threshold) {
        (Some(score), Some(threshold)) => text.push_str(&format!(" · score {score}, threshold {threshold}")),
        (Some(score), None) => text.push_str(&format!(" · score {score}")),
        (None, _) => text.push_str(" · no score"),
    }
    text
}

/// Whose page an approval freezes beside the design.
fn preview(dialog: &GateDialog, text: &mut Lines) {
    if let Some(preview) = &dialog.facts.preview {
        let (dim, told) = (text.theme.style(Look::Dim), Shown::cut(preview, PREVIEW).into_string());
        text.hang("preview ", dim, &told, text.theme.style(Look::Attention));
    }
}

/// Who approves, how that is known, and what signs it.
fn approver(dialog: &GateDialog, text: &mut Lines) {
    let Approval { by, signed, is_signed } = &dialog.facts.approval;
    if by.is_empty() {
        return;
    }
    let (dim, plain) = (text.theme.style(Look::Dim), Style::new());
    text.hang("approver ", dim, by, plain);
    let look = if *is_signed { Look::Plain } else { Look::Dim };
    text.hang("approval ", dim, signed, text.theme.style(look));
}

/// What a locked key asks for before it signs.
pub(super) fn unlocking(dialog: &GateDialog, text: &mut Lines) {
    approver(dialog, text);
    text.blank();
    text.say("Nothing is decided yet: the key asks for its passphrase.", Look::Strong);
    let shown = "•".repeat(dialog.passphrase.len());
    text.hang("› ", text.theme.style(Look::Dim), &shown, Style::new());
}

/// The most columns of what is told of a preview.
const PREVIEW: usize = 300;

pub(super) fn choosing(dialog: &GateDialog, text: &mut Lines) -> Vec<(Range<usize>, usize)> {
    let theme = text.theme;
    text.say(&about(dialog), Look::Strong);
    if !text.low {
        text.say(&format!("intent {}", dialog.gate.binding.sha256.short()), Look::Dim);
    }
    text.say(&dialog.sight.told(), if dialog.sight.unseen() { Look::Attention } else { Look::Plain });
    if let Some(way) = dialog.sight.way_told().filter(|_| !text.low) {
        text.hang("  ", Style::new(), &way, theme.style(Look::Dim));
    }
    if let Some(remark) = &dialog.facts.remark {
        text.hang("! ", theme.style(Look::Attention), remark, theme.style(Look::Attention));
    }
    preview(dialog, text);
    approver(dialog, text);
    if let Some(by) = &dialog.held {
        let why = format!(
            "another frieze is at work on this: nothing can be decided until it ends: {}",
            holder::named(by)
        );
        text.hang("⠿ ", theme.style(Look::Busy), &why, theme.style(Look::Busy));
    }
    let mut rows = Vec::new();
    let longest = dialog.gate.choices.iter().map(|choice| choice.name.len()).max().unwrap_or(0);
    for (at, choice) in dialog.gate.choices.iter().enumerate() {
        if at == 0 || !text.low {
            text.blank();
        }
        let from = text.lines.len();
        let lead = format!(" {}  {:<longest$}  ", choice.letter, choice.name);
        text.hang(&lead, theme.style(Look::Strong), &choice.effect, Style::new());
        let more = " ".repeat(lead.len());
        // Why all of them are barred was said above.
        if let Some(why) = dialog.barred(choice).filter(|_| dialog.held.is_none()) {
            text.hang(&more, Style::new(), &format!("✗ not now: {why}"), theme.style(Look::Bad));
        }
        if dialog.is_drafted(at) && !dialog.words.is_blank() {
            let count = dialog.words.lines().iter().filter(|line| !line.trim().is_empty()).count();
            let lines = if count == 1 { "line" } else { "lines" };
            text.hang(
                &more,
                Style::new(),
                &format!("your draft has {count} {lines}"),
                theme.style(Look::Reference),
            );
        }
        rows.push((from..text.lines.len(), at));
    }
    rows
}

pub(super) fn writing(dialog: &GateDialog, text: &mut Lines) {
    if let Some(choice) = dialog.choice() {
        text.say(&about(dialog), Look::Strong);
        if !text.low {
            text.say(&choice.effect, Look::Dim);
        }
    }
}

pub(super) fn confirming(dialog: &GateDialog, at: usize, text: &mut Lines) {
    let theme = text.theme;
    let Some(choice) = dialog.gate.choices.get(at) else { return };
    text.say(&about(dialog), Look::Strong);
    if !text.low {
        text.say(&choice.effect, Look::Plain);
    }
    let hash = dialog.gate.binding.sha256.to_string();
    text.hang("SHA-256 ", theme.style(Look::Dim), &hash, theme.style(Look::Reference));
    if choice.name == super::WITH_SIGHT {
        let look = if dialog.sight.unseen() { Look::Attention } else { Look::Good };
        let sign = if dialog.sight.unseen() { "! " } else { "✓ " };
        text.hang(sign, theme.style(look), &dialog.sight.told(), theme.style(look));
        if !dialog.words.is_blank() {
            let why = "your draft for a rejection is not sent with this; it stays where it is";
            text.hang("! ", theme.style(Look::Attention), why, theme.style(Look::Attention));
        }
        preview(dialog, text);
        approver(dialog, text);
        if let Some(missing) = dialog.sight.missing_told() {
            text.hang("  ", Style::new(), &missing, Style::new());
        }
    }
    if text.low && !dialog.is_drafted(at) {
        text.say(&choice.effect, Look::Plain);
    }
    if dialog.is_drafted(at) {
        if !text.low {
            text.blank();
        }
        text.say("your words:", Look::Dim);
        let words = dialog.words.text();
        text.hang("│ ", theme.style(Look::Dim), words.trim(), Style::new());
        if text.lines.len() >= AGAIN {
            text.say("… (more follows; all of it is sent)", Look::Dim);
        }
        // The bar goes on along the words.
        let from = text.lines.iter().position(|line| line.to_string().starts_with("your words")).unwrap_or(0);
        for line in text.lines.iter_mut().skip(from + 1) {
            if let Some(lead) = line.spans.first_mut().filter(|lead| lead.content == "  ") {
                *lead = Span::styled("│ ", theme.style(Look::Dim));
            }
        }
    }
}

pub(super) fn stale(dialog: &GateDialog, text: &mut Lines) {
    text.say("Nothing was decided.", Look::Strong);
    if let Some(why) = &dialog.stale {
        text.say(why, Look::Attention);
    }
    text.blank();
    if let Some((_, change)) = &dialog.change {
        text.say(change.trim_end(), Look::Plain);
        text.blank();
    }
    if !dialog.words.is_blank() {
        text.say("Your words are kept for the next rejection.", Look::Plain);
    }
    let shown = if dialog.change.is_some() { ": the pane Diff shows what changed" } else { "" };
    text.say(&format!("Close this, look at what is there now{shown}, and decide about that."), Look::Plain);
}
