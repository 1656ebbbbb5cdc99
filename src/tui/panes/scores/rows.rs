//! One row for each dimension: its name, its course, how it differs from the iteration before, its last score, and
//! where there is room a bar and its weight. In a narrow pane the course and the change stand below the name.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::domain::score::{Dimension, Score};
use crate::kernel::Judged;
use crate::tui::theme::{Look, Theme};

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Columns of a score, of a change and of a bar.
const SCORE: usize = 6;
const CHANGE: usize = 6;
const BAR: usize = 10;
/// The longest course.
const COURSE: usize = 10;

/// What has room in a line.
struct Columns {
    name: usize,
    /// Columns of the change, with what stands before it; none where it has no room.
    changes: usize,
    /// Before the score.
    gap: usize,
    course: usize,
    bar: bool,
    weight: bool,
}

impl Columns {
    fn of(count: usize, width: usize, is_told: bool) -> Self {
        // Long names must leave room for the course.
        let has_changed = count > 1;
        let changes = if has_changed { 1 + CHANGE } else { 0 };
        let name = if width >= 43 + changes + count.min(COURSE) { 21 } else { 12 };
        let room = width.saturating_sub(1 + name);
        // What a change needs is saved between the columns first, and then given up.
        let changes = if room >= 1 + SCORE + changes { changes } else { CHANGE };
        let gap = usize::from(changes != CHANGE);
        let changes = if has_changed && room >= gap + SCORE + changes { changes } else { 0 };
        let mut left = room.saturating_sub(gap + SCORE + changes);
        let bar = !is_told && left > BAR + 1;
        if bar {
            left -= BAR + 1;
        }
        let weight = !is_told && left >= 6 + 4;
        if weight {
            left -= 6;
        }
        // With one score there is no course to see.
        let course = if has_changed { left.saturating_sub(1).min(COURSE) } else { 0 };
        Self { name, changes, gap, course, bar, weight }
    }
}

/// Whether the course of a dimension has room only in a line of its own, below its name.
pub fn need_two_lines(count: usize, width: u16) -> bool {
    count > 1 && Columns::of(count, usize::from(width), false).course == 0
}

/// The dimensions, each in a line; in two, where that is what there is room for. Where their bars and weights are told in
/// sight, they are not told again.
pub fn rows(
    judged: &[Judged],
    Rect { width, height, .. }: Rect,
    is_told: bool,
    theme: Theme,
) -> Vec<Line<'static>> {
    let Some(last) = judged.last() else { return Vec::new() };
    let below = need_two_lines(judged.len(), width) && usize::from(height) >= 2 * Dimension::ALL.len();
    let width = usize::from(width);
    let mut columns = Columns::of(judged.len(), width, is_told);
    if below {
        // The change stands in the other line.
        columns = Columns { changes: 0, gap: width.saturating_sub(1 + columns.name + SCORE), ..columns };
    }
    let Columns { name, changes, gap, course, bar, weight } = columns;
    let before = judged.len().checked_sub(2).and_then(|at| judged.get(at));
    let lowest = Dimension::ALL.into_iter().map(|d| last.dimensions.score(d)).min();
    let sparks = |dimension: Dimension, most: usize| -> String {
        let from = judged.len().saturating_sub(most);
        judged.iter().skip(from).map(|j| spark(j.dimensions.score(dimension))).collect()
    };
    let row = |dimension: Dimension| {
        let score = last.dimensions.score(dimension);
        let look = if lowest == Some(score) { Look::Strong } else { Look::Plain };
        let short = if name > 12 { dimension.name() } else { short(dimension) };
        let mut spans = vec![Span::styled(format!(" {short:<name$}"), theme.style(look))];
        if course > 0 {
            let sparks = sparks(dimension, course);
            spans.push(Span::styled(format!(" {sparks:>course$}"), theme.style(Look::Dim)));
        }
        let told = before.map(|before| change(before.dimensions.score(dimension), score));
        if let Some((told, look)) = told.as_ref().filter(|_| changes > 0) {
            spans.push(Span::styled(format!("{told:>changes$}"), theme.style(*look)));
        }
        // Without a gap the longest score would touch what stands before it.
        let shown = if score == Score::FULL && gap == 0 { "100".to_owned() } else { score.to_string() };
        spans.push(Span::styled(format!("{shown:>width$}", width = gap + SCORE), theme.style(look)));
        if bar {
            let full = usize::from(score.hundredths()) * BAR / 10_000;
            let (full, rest) = ("▇".repeat(full), "░".repeat(BAR - full));
            spans.push(Span::raw(format!(" {full}")));
            spans.push(Span::styled(rest, theme.style(Look::Dim)));
        }
        if weight {
            spans.push(Span::styled(format!("  {:>2} %", dimension.weight()), theme.style(Look::Dim)));
        }
        let mut lines = vec![Line::from(spans)];
        if let Some((told, look)) = told.filter(|_| below) {
            let sparks = sparks(dimension, COURSE);
            let room = width.saturating_sub(3 + sparks.chars().count());
            lines.push(Line::from(vec![
                Span::styled(format!("   {sparks}"), theme.style(Look::Dim)),
                Span::styled(format!("{told:>room$}"), theme.style(look)),
            ]));
        }
        lines
    };
    Dimension::ALL.into_iter().flat_map(row).collect()
}

/// How a score differs from the one before: by a sign, not by a colour alone.
fn change(before: Score, now: Score) -> (String, Look) {
    let apart = Score::from_hundredths(before.hundredths().abs_diff(now.hundredths()));
    match now.cmp(&before) {
        std::cmp::Ordering::Less => (format!("−{apart}"), Look::Attention),
        std::cmp::Ordering::Equal => ("=".to_owned(), Look::Dim),
        std::cmp::Ordering::Greater => (format!("+{apart}"), Look::Good),
    }
}

/// A score as one cell; 40 and less is the floor.
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
