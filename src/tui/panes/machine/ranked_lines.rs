//! Selection of the lines that fit: if there is no room for all, the most important ones, in their order. A line before a
//! gap ends with `…`.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::tui::panes::wrap;

/// A line and its rank; lower is more important.
#[derive(Debug)]
pub struct RankedLine {
    pub line: Line<'static>,
    pub rank: u8,
}

/// The status of the feature.
pub const STATUS: u8 = 0;
/// What a person can do, and the first line of each reason.
pub const TO_DO: u8 = 1;
/// The further lines of the reasons.
pub const WHY: u8 = 2;
/// Lines of this rank or lower are more important than the picture.
pub const NEEDED: u8 = WHY;
/// The path to the current state on one line.
pub const PATH: u8 = 5;
/// The same with one move per line.
pub const MOVE: u8 = 6;
/// Moves from other states that are not in the picture.
pub const OTHER: u8 = 7;

/// All lines, with the path shown once: one move per line if there is more than the one line.
pub fn whole(lines: &[RankedLine]) -> impl Iterator<Item = &RankedLine> {
    let has_moves = lines.iter().any(|line| line.rank == MOVE);
    lines.iter().filter(move |line| !has_moves || line.rank != PATH)
}

/// The lines that fit into the room.
pub fn fitted(mut lines: Vec<RankedLine>, room: usize, width: usize) -> Vec<Line<'static>> {
    // One move per line replaces the one-line path if all moves fit.
    let without_path = lines.iter().filter(|line| line.rank != PATH && line.rank != OTHER).count();
    if without_path <= room && lines.iter().any(|line| line.rank == MOVE) {
        lines.retain(|line| line.rank != PATH);
    } else {
        lines.retain(|line| line.rank != MOVE);
    }
    while lines.len() > room {
        let Some(worst) = lines.iter().map(|line| line.rank).max() else { break };
        let Some(at) = lines.iter().rposition(|line| line.rank == worst) else { break };
        lines.remove(at);
        if let Some(before) = at.checked_sub(1).and_then(|at| lines.get_mut(at)).filter(|_| worst <= NEEDED) {
            before.line = cut(std::mem::take(&mut before.line), width);
        }
    }
    lines.into_iter().map(|line| line.line).collect()
}

/// The line with `…` at its end.
fn cut(mut line: Line<'static>, width: usize) -> Line<'static> {
    if let Some(last) = line.spans.pop() {
        let before: usize = line.spans.iter().map(|span| span.content.width()).sum();
        let text = wrap::marked(last.content.trim_end_matches('…'), width.saturating_sub(before));
        line.push_span(Span::styled(text, last.style));
    }
    line
}
