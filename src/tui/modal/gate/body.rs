//! Text of the gate dialog above its fields: the candidate, the choices, and the parts read so far.

use std::ops::Range;

use super::facts::{dismissed, fidelity, terms};
use super::{GateDialog, REJECT};
use crate::tui::command_line::line::hint_here;
use crate::tui::modal::lines::Lines;
use crate::tui::model::detail::Approval;
use crate::tui::view::theme::TextStyle;
use frieze_data::text::{self, Shown};
use frieze_kernel::SKELETON;

/// `iteration 3 · score 86.40, threshold 80`.
fn candidate(dialog: &GateDialog) -> String {
    let binding = &dialog.gate.binding;
    let mut text = format!("iteration {}", binding.iteration);
    let view = dialog.shown.run();
    match (view.and_then(|view| view.score), view.and_then(|view| view.threshold)) {
        (Some(score), Some(threshold)) => text.push_str(&format!(" · score {score}, threshold {threshold}")),
        (Some(score), None) => text.push_str(&format!(" · score {score}")),
        (None, _) => text.push_str(" · no score"),
    }
    text
}

/// The remark, the preview page and the approver.
fn with_terms(dialog: &GateDialog, text: &mut Lines) {
    let (remark, preview, _) = terms(&dialog.now);
    if let Some(remark) = remark {
        text.hang("! ", TextStyle::Attention, remark, TextStyle::Attention);
    }
    if let Some(preview) = preview {
        text.hang("preview ", TextStyle::Dim, Shown::cut(preview, PREVIEW).as_str(), TextStyle::Attention);
    }
    approver(dialog, text);
}

/// The approver's name with its source, and the signing key.
fn approver(dialog: &GateDialog, text: &mut Lines) {
    let Approval { by, signed, is_signed } = &dialog.now.approval;
    if by.is_empty() {
        return;
    }
    text.hang("approver ", TextStyle::Dim, by, TextStyle::Plain);
    let style = if *is_signed { TextStyle::Plain } else { TextStyle::Dim };
    text.hang("approval ", TextStyle::Dim, signed, style);
}

/// The passphrase question of a locked signing key.
pub(super) fn unlocking(dialog: &GateDialog, text: &mut Lines) {
    approver(dialog, text);
    text.blank();
    text.say("Nothing is decided yet. Enter the passphrase of the signing key.", TextStyle::Strong);
    let shown = "•".repeat(dialog.passphrase.len());
    text.hang("› ", TextStyle::Dim, &shown, TextStyle::Plain);
}

/// The most columns of the preview's description.
const PREVIEW: usize = 300;

fn hash(dialog: &GateDialog, text: &mut Lines) {
    text.say(&format!("intent {}", dialog.gate.binding.sha256.short()), TextStyle::Dim);
}

pub(super) fn choosing(dialog: &GateDialog, low: bool, text: &mut Lines) -> Vec<(Range<usize>, usize)> {
    text.say(&candidate(dialog), TextStyle::Strong);
    if !low {
        hash(dialog, text);
    }
    let view = dialog.shown.run();
    if view.is_some_and(|view| view.is_skeleton) {
        text.say(SKELETON, TextStyle::Attention);
    }
    let fidelity = fidelity(&dialog.shown);
    let mut fidelity = fidelity.iter();
    let compared = fidelity.next();
    if let Some(compared) = compared.filter(|_| !low) {
        text.say(compared, TextStyle::Plain);
    }
    for left in fidelity {
        text.hang("  ", TextStyle::Plain, left, TextStyle::Attention);
    }
    for line in dismissed(&dialog.shown) {
        text.hang("  ", TextStyle::Plain, &line, TextStyle::Attention);
    }
    let parts = &dialog.read_parts;
    let is_possible = dialog.possible().iter().any(|choice| choice.name == super::APPROVE);
    text.say(
        &parts.summary(is_possible),
        if parts.has_unread() { TextStyle::Attention } else { TextStyle::Plain },
    );
    if let Some(hint) = parts.unread_hint().filter(|_| !low) {
        text.hang("  ", TextStyle::Plain, &hint, TextStyle::Dim);
    }
    with_terms(dialog, text);
    if let Some((by, _)) = &dialog.now.held_by {
        let why = format!("Running in another frieze ({by}). You can decide when it ends.");
        text.hang("⠿ ", TextStyle::Busy, &why, TextStyle::Busy);
    }
    let mut rows = Vec::new();
    let longest = dialog.gate.choices.iter().map(|choice| choice.name.len()).max().unwrap_or(0);
    for (at, choice) in dialog.gate.choices.iter().enumerate() {
        if at == 0 || !low {
            text.blank();
        }
        let from = text.lines.len();
        let lead = format!(" {}  {:<longest$}  ", choice.letter, choice.name);
        let more = " ".repeat(lead.len());
        // If another process holds the feature, the line above says so for all choices.
        match dialog.barred(choice).filter(|_| dialog.now.held_by.is_none()) {
            Some(why) => {
                let why = format!("✗ not now: {}", hint_here(why));
                text.hang(&lead, TextStyle::Dim, &why, TextStyle::Bad);
            }
            None => text.hang(&lead, TextStyle::Strong, &choice.effect, TextStyle::Plain),
        }
        if choice.name == REJECT && !dialog.feedback.is_blank() {
            let count = dialog.feedback.lines().iter().filter(|line| !line.trim().is_empty()).count();
            let draft = format!("your draft has {}", text::count(count, "line", "lines"));
            text.hang(&more, TextStyle::Plain, &draft, TextStyle::Reference);
        }
        rows.push((from..text.lines.len(), at));
    }
    // In little room, the choices come before what is the same in most gates.
    if low {
        text.blank();
        compared.into_iter().for_each(|compared| text.say(compared, TextStyle::Plain));
        hash(dialog, text);
    }
    rows
}

pub(super) fn writing(dialog: &GateDialog, low: bool, text: &mut Lines) {
    if let Some(choice) = dialog.choice() {
        text.say(&candidate(dialog), TextStyle::Strong);
        if !low {
            text.say(&choice.effect, TextStyle::Dim);
        }
    }
}

pub(super) fn confirming(dialog: &GateDialog, low: bool, text: &mut Lines) {
    let Some(choice) = dialog.choice() else { return };
    text.say(&candidate(dialog), TextStyle::Strong);
    if !low {
        text.say(&choice.effect, TextStyle::Plain);
    }
    let hash = dialog.gate.binding.sha256.to_string();
    text.hang("SHA-256 ", TextStyle::Dim, &hash, TextStyle::Reference);
    if choice.name == super::APPROVE {
        let has_unread = dialog.read_parts.has_unread();
        let style = if has_unread { TextStyle::Attention } else { TextStyle::Good };
        let sign = if has_unread { "! " } else { "✓ " };
        text.hang(sign, style, &dialog.read_parts.summary(true), style);
        if !dialog.feedback.is_blank() {
            let why = "Your feedback draft is not sent with an approval. It is kept.";
            text.hang("! ", TextStyle::Attention, why, TextStyle::Attention);
        }
        with_terms(dialog, text);
        if let Some(unread) = dialog.read_parts.unread_sections() {
            text.hang("  ", TextStyle::Plain, &unread, TextStyle::Plain);
        }
    }
    if low {
        text.say(&choice.effect, TextStyle::Plain);
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
    let next = match &dialog.change {
        _ if dialog.is_over => "Close this dialog.",
        _ if dialog.is_lost => "Close this dialog, and restore the file.",
        Some(_) => "Close this dialog, read the new version, then decide. The pane Diff shows what changed.",
        None => "Close this dialog, read the new version, then decide.",
    };
    text.say(next, TextStyle::Plain);
}
