//! A list of runs as text: what needs a person first.

use std::fmt::Write as _;

use frieze_data::text::Shown;
use frieze_kernel::{Attention, FeatureStatus};

use crate::cli::out::{Out, Style, table, wrapped};

/// Indentation of a reason on lines of its own.
const BELOW: usize = 6;

/// A run in a list.
pub struct ListEntry<'r> {
    pub status: FeatureStatus,
    /// Whether a person closed it before its end.
    pub is_closed: bool,
    /// Its columns, without the sign.
    pub cells: Vec<String>,
    pub reason: Option<&'r str>,
    /// Lines on other runs of the feature.
    pub below: Vec<Shown>,
}

/// Prints runs that need a person first, then running ones, then the others.
pub fn print_list(mut entries: Vec<ListEntry<'_>>, out: &Out) {
    entries.sort_by_key(|entry| entry.status.urgency());
    let cells = entries.iter_mut().map(|entry| {
        let sign = if out.styled { look(entry).1 } else { "" };
        std::iter::once(sign.to_owned()).chain(std::mem::take(&mut entry.cells)).collect()
    });
    let lines = table(&cells.collect::<Vec<_>>());
    let widest = lines.iter().map(|l| unicode_width::UnicodeWidthStr::width(l.as_str())).max().unwrap_or(0);
    // One write for the whole list: a write per line would cost a system call per feature.
    let mut text = String::new();
    for (entry, line) in entries.iter().zip(lines) {
        let (style, _) = look(entry);
        let room = out.width.saturating_sub(widest + 2);
        let used = unicode_width::UnicodeWidthStr::width(line.as_str());
        // The reason of a problem is never cut: if it does not fit, it goes below.
        let whole = entry.reason.filter(|_| matches!(style, Style::Bad | Style::Notice)).map(Shown::line);
        let below = whole.filter(|whole| whole.width() > room);
        let reason = entry.reason.filter(|_| room > 12 && below.is_none());
        let reason =
            reason.map(|reason| format!("{}{}", " ".repeat(widest + 2 - used), Shown::cut(reason, room)));
        let styled = out.style(style, &line);
        let _ = writeln!(text, "{styled}{}", out.style(Style::Dim, reason.as_deref().unwrap_or_default()));
        for run in &entry.below {
            let _ = writeln!(text, "{}{}", " ".repeat(BELOW), out.style(Style::Dim, run.as_str()));
        }
        for part in below.iter().flat_map(|whole| wrapped(whole.as_str(), out.width.saturating_sub(BELOW))) {
            let _ = writeln!(text, "{}{}", " ".repeat(BELOW), out.style(Style::Dim, &part));
        }
    }
    out.raw(text.as_bytes());
}

/// The style of a run's line, and its sign.
fn look(entry: &ListEntry<'_>) -> (Style, &'static str) {
    let status = entry.status;
    match status.attention {
        Some(Attention::Decision) => (Style::Bold, "◆"),
        Some(Attention::Words | Attention::File) => (Style::Bold, "?"),
        Some(Attention::Step) => (Style::Bold, "▸"),
        Some(
            Attention::Tampered
            | Attention::Restore
            | Attention::Repair
            | Attention::Newer
            | Attention::Stuck
            | Attention::Reset,
        ) => (Style::Bad, "✗"),
        Some(Attention::Paused) => (Style::Notice, "!"),
        Some(Attention::Reason | Attention::Start | Attention::Other) => (Style::Plain, "·"),
        None if entry.is_closed => (Style::Plain, "·"),
        None if status.is_sealed || status.is_over => (Style::Good, "✓"),
        None if status.is_interrupted() => (Style::Plain, "‖"),
        None => (Style::Plain, "▸"),
    }
}
