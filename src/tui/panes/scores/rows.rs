//! One row per dimension: name, sparkline, change since the last iteration and score, as far as there is room. The Critique
//! pane has the bars and the weights.

use ratatui::text::Line;

use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::score::{Dimension, Score};
use frieze_kernel::Judged;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Columns of a score, a change and a sparkline.
const SCORE: usize = 6;
const CHANGE: usize = 6;
const SPARKLINE: usize = 10;

/// The columns of each part; zero for a part without room.
struct Columns {
    name: usize,
    /// The change with the gap before it.
    changes: usize,
    /// Before the score.
    gap: usize,
    sparkline: usize,
}

impl Columns {
    fn of(count: usize, width: usize) -> Self {
        // Long names must leave room for the sparkline.
        let has_changed = count > 1;
        let changes = if has_changed { 1 + CHANGE } else { 0 };
        let name = if width >= 30 + changes + count.min(SPARKLINE) { 21 } else { 12 };
        let room = width.saturating_sub(1 + name);
        // In a narrow pane the gaps go first, then the change.
        let changes = if room >= 1 + SCORE + changes { changes } else { CHANGE };
        let gap = usize::from(changes != CHANGE);
        let changes = if has_changed && room >= gap + SCORE + changes { changes } else { 0 };
        let left = room.saturating_sub(gap + SCORE + changes);
        // One score makes no sparkline.
        let sparkline = if has_changed { left.saturating_sub(1).min(SPARKLINE) } else { 0 };
        Self { name, changes, gap, sparkline }
    }
}

/// The dimensions, each on one line.
pub fn rows(judged: &[Judged], width: u16, theme: Theme) -> Vec<Line<'static>> {
    let Some(last) = judged.last() else { return Vec::new() };
    let Columns { name, changes, gap, sparkline } = Columns::of(judged.len(), usize::from(width));
    let before = judged.len().checked_sub(2).and_then(|at| judged.get(at));
    let lowest = Dimension::ALL.into_iter().map(|d| last.dimensions.score(d)).min();
    let row = |dimension: Dimension| {
        let score = last.dimensions.score(dimension);
        let style = if lowest == Some(score) { TextStyle::Strong } else { TextStyle::Plain };
        let short = if name > 12 { dimension.name() } else { short(dimension) };
        let mut spans = vec![theme.span(format!(" {short:<name$}"), style)];
        if sparkline > 0 {
            let from = judged.len().saturating_sub(sparkline);
            let scores = judged.iter().skip(from).map(|judged| judged.dimensions.score(dimension));
            let sparks = scores.map(spark).collect::<String>();
            spans.push(theme.span(format!(" {sparks:>sparkline$}"), TextStyle::Dim));
        }
        if let Some(before) = before.filter(|_| changes > 0) {
            let (change, style) = change(before.dimensions.score(dimension), score);
            spans.push(theme.span(format!("{change:>changes$}"), style));
        }
        // Without a gap, 100.00 would touch the column before it.
        let shown = if score == Score::FULL && gap == 0 { "100".to_owned() } else { score.to_string() };
        spans.push(theme.span(format!("{shown:>width$}", width = gap + SCORE), style));
        Line::from(spans)
    };
    Dimension::ALL.into_iter().map(row).collect()
}

/// The change of a score, with a sign, so that it is readable without colours.
fn change(before: Score, now: Score) -> (String, TextStyle) {
    let apart = super::distance(before, now);
    match now.cmp(&before) {
        std::cmp::Ordering::Less => (format!("−{apart}"), TextStyle::Attention),
        std::cmp::Ordering::Equal => ("=".to_owned(), TextStyle::Dim),
        std::cmp::Ordering::Greater => (format!("+{apart}"), TextStyle::Good),
    }
}

/// A score as one cell of a sparkline; 40 and less is the lowest.
pub fn spark(score: Score) -> char {
    let above = usize::from(score.hundredths()).saturating_sub(4_000);
    BARS.get(above * 7 / 6_000).copied().unwrap_or('█')
}

fn short(dimension: Dimension) -> &'static str {
    match dimension {
        Dimension::Completeness => "Completeness",
        Dimension::Coherence => "Coherence",
        Dimension::Clarity => "Clarity",
        Dimension::FrameworkAgnosticism => "Agnosticism",
        Dimension::DataModelIntegrity => "Data model",
    }
}
