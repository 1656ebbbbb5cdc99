//! One row per dimension: name, sparkline, change since the last iteration, score, and with enough room a bar and the weight.
//! In a narrow pane, sparkline and change are below the name.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::score::{Dimension, Score};
use frieze_kernel::Judged;

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Columns of a score, a change and a bar.
const SCORE: usize = 6;
const CHANGE: usize = 6;
const BAR: usize = 10;
const SPARKLINE: usize = 10;

/// The columns of each part; zero for a part without room.
struct Columns {
    name: usize,
    /// The change with the gap before it.
    changes: usize,
    /// Before the score.
    gap: usize,
    sparkline: usize,
    bar: bool,
    weight: bool,
}

impl Columns {
    fn of(count: usize, width: usize, has_critique: bool) -> Self {
        // Long names must leave room for the sparkline.
        let has_changed = count > 1;
        let changes = if has_changed { 1 + CHANGE } else { 0 };
        let name = if width >= 43 + changes + count.min(SPARKLINE) { 21 } else { 12 };
        let room = width.saturating_sub(1 + name);
        // In a narrow pane the gaps go first, then the change.
        let changes = if room >= 1 + SCORE + changes { changes } else { CHANGE };
        let gap = usize::from(changes != CHANGE);
        let changes = if has_changed && room >= gap + SCORE + changes { changes } else { 0 };
        let mut left = room.saturating_sub(gap + SCORE + changes);
        let bar = !has_critique && left > BAR + 1;
        if bar {
            left -= BAR + 1;
        }
        let weight = !has_critique && left >= 6 + 4;
        if weight {
            left -= 6;
        }
        // One score makes no sparkline.
        let sparkline = if has_changed { left.saturating_sub(1).min(SPARKLINE) } else { 0 };
        Self { name, changes, gap, sparkline, bar, weight }
    }
}

/// Whether sparklines need a line of their own.
pub fn need_two_lines(count: usize, width: u16) -> bool {
    count > 1 && Columns::of(count, usize::from(width), false).sparkline == 0
}

/// The dimensions in one or two lines each, as the area allows. With a visible Critique pane, bars and weights are left to
/// it.
pub fn rows(
    judged: &[Judged],
    Rect { width, height, .. }: Rect,
    has_critique: bool,
    theme: Theme,
) -> Vec<Line<'static>> {
    let Some(last) = judged.last() else { return Vec::new() };
    let below = need_two_lines(judged.len(), width) && usize::from(height) >= 2 * Dimension::ALL.len();
    let width = usize::from(width);
    let mut columns = Columns::of(judged.len(), width, has_critique);
    if below {
        // The change is in the second line.
        columns = Columns { changes: 0, gap: width.saturating_sub(1 + columns.name + SCORE), ..columns };
    }
    let Columns { name, changes, gap, sparkline, bar, weight } = columns;
    let before = judged.len().checked_sub(2).and_then(|at| judged.get(at));
    let lowest = Dimension::ALL.into_iter().map(|d| last.dimensions.score(d)).min();
    let sparks = |dimension: Dimension, most: usize| -> String {
        let from = judged.len().saturating_sub(most);
        judged.iter().skip(from).map(|j| spark(j.dimensions.score(dimension))).collect()
    };
    let row = |dimension: Dimension| {
        let score = last.dimensions.score(dimension);
        let style = if lowest == Some(score) { TextStyle::Strong } else { TextStyle::Plain };
        let short = if name > 12 { dimension.name() } else { short(dimension) };
        let mut spans = vec![theme.span(format!(" {short:<name$}"), style)];
        if sparkline > 0 {
            let sparks = sparks(dimension, sparkline);
            spans.push(theme.span(format!(" {sparks:>sparkline$}"), TextStyle::Dim));
        }
        let change = before.map(|before| change(before.dimensions.score(dimension), score));
        if let Some((change, style)) = change.as_ref().filter(|_| changes > 0) {
            spans.push(theme.span(format!("{change:>changes$}"), *style));
        }
        // Without a gap, 100.00 would touch the column before it.
        let shown = if score == Score::FULL && gap == 0 { "100".to_owned() } else { score.to_string() };
        spans.push(theme.span(format!("{shown:>width$}", width = gap + SCORE), style));
        if bar {
            let full = usize::from(score.hundredths()) * BAR / 10_000;
            let (full, rest) = ("▇".repeat(full), "░".repeat(BAR - full));
            spans.push(Span::raw(format!(" {full}")));
            spans.push(theme.span(rest, TextStyle::Dim));
        }
        if weight {
            spans.push(theme.span(format!("  {:>2} %", dimension.weight()), TextStyle::Dim));
        }
        let mut lines = vec![Line::from(spans)];
        if let Some((change, style)) = change.filter(|_| below) {
            let sparks = sparks(dimension, SPARKLINE);
            let room = width.saturating_sub(3 + sparks.chars().count());
            lines.push(Line::from(vec![
                theme.span(format!("   {sparks}"), TextStyle::Dim),
                theme.span(format!("{change:>room$}"), style),
            ]));
        }
        lines
    };
    Dimension::ALL.into_iter().flat_map(row).collect()
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
