//! Which lines are said where there is no room for all of them: what matters most, in its order. Where a part of that is
//! left out, the line before it ends with `…`.

use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr as _;

use crate::tui::panes::wrap;

/// A line, and how much it matters: lower matters more.
#[derive(Debug)]
pub struct Said {
    pub line: Line<'static>,
    pub rank: u8,
}

/// Who has to do what; the words for it, with how each reason begins; the rest of the reasons.
pub const WAITS: u8 = 0;
pub const TO_DO: u8 = 1;
pub const WHY: u8 = 2;
/// Lines of this rank or lower are more important than the picture.
pub const NEEDED: u8 = WHY;
/// The ranks of how it came here: on one line, or a move a line.
pub const PATH: u8 = 5;
pub const MOVE: u8 = 6;
/// The rank of the moves that are not drawn.
pub const APART: u8 = 7;

/// All lines, with how it came here told once: move by move, where there is more than the one line of the path.
pub fn whole(said: &[Said]) -> impl Iterator<Item = &Said> {
    let has_moves = said.iter().any(|said| said.rank == MOVE);
    said.iter().filter(move |said| !has_moves || said.rank != PATH)
}

/// The lines that there is room for.
pub fn fitted(mut said: Vec<Said>, room: usize, width: usize) -> Vec<Line<'static>> {
    // The one line of the path gives way to the moves one by one, where all of them fit.
    let without_path = said.iter().filter(|said| said.rank != PATH && said.rank != APART).count();
    if without_path <= room && said.iter().any(|said| said.rank == MOVE) {
        said.retain(|said| said.rank != PATH);
    } else {
        said.retain(|said| said.rank != MOVE);
    }
    while said.len() > room {
        let Some(worst) = said.iter().map(|said| said.rank).max() else { break };
        let Some(at) = said.iter().rposition(|said| said.rank == worst) else { break };
        said.remove(at);
        if let Some(before) = at.checked_sub(1).and_then(|at| said.get_mut(at)).filter(|_| worst <= NEEDED) {
            before.line = cut(std::mem::take(&mut before.line), width);
        }
    }
    said.into_iter().map(|said| said.line).collect()
}

/// A line that says that it does not say everything.
fn cut(mut line: Line<'static>, width: usize) -> Line<'static> {
    if let Some(last) = line.spans.pop() {
        let before: usize = line.spans.iter().map(|span| span.content.width()).sum();
        let told = wrap::marked(last.content.trim_end_matches('…'), width.saturating_sub(before));
        line.push_span(Span::styled(told, last.style));
    }
    line
}
