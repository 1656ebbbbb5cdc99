//! One row for each dimension: its name, its course, its last score, and where there is room a bar and its
//! weight.

use ratatui::text::{Line, Span};

use crate::domain::score::{Dimension, Score};
use crate::kernel::Judged;
use crate::tui::theme::{Look, Theme};

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Columns of a score and of a bar.
const SCORE: usize = 6;
const BAR: usize = 10;
/// The longest course.
const COURSE: usize = 10;

pub fn rows(judged: &[Judged], width: u16, theme: Theme) -> Vec<Line<'static>> {
    let Some(last) = judged.last() else { return Vec::new() };
    let width = usize::from(width);
    // Long names must leave room for the course.
    let name = if width >= 43 + judged.len().min(COURSE) { 21 } else { 12 };
    let mut left = width.saturating_sub(1 + name + 1 + SCORE);
    let bar = left > BAR + 1;
    if bar {
        left -= BAR + 1;
    }
    let weight = left >= 6 + 4;
    if weight {
        left -= 6;
    }
    // With one score there is no course to see.
    let course = if judged.len() > 1 { left.saturating_sub(1).min(COURSE) } else { 0 };
    let lowest = Dimension::ALL.into_iter().map(|d| last.dimensions.score(d)).min();
    let row = |dimension: Dimension| {
        let score = last.dimensions.score(dimension);
        let look = if lowest == Some(score) { Look::Strong } else { Look::Plain };
        let short = if name > 12 { dimension.name() } else { short(dimension) };
        let mut spans = vec![Span::styled(format!(" {short:<name$}"), theme.style(look))];
        if course > 0 {
            let from = judged.len().saturating_sub(course);
            let sparks: String =
                judged.iter().skip(from).map(|j| spark(j.dimensions.score(dimension))).collect();
            spans.push(Span::styled(format!(" {sparks:>course$}"), theme.style(Look::Dim)));
        }
        spans.push(Span::styled(format!(" {:>SCORE$}", score.to_string()), theme.style(look)));
        if bar {
            let full = usize::from(score.hundredths()) * BAR / 10_000;
            let (full, rest) = ("▇".repeat(full), "░".repeat(BAR - full));
            spans.push(Span::raw(format!(" {full}")));
            spans.push(Span::styled(rest, theme.style(Look::Dim)));
        }
        if weight {
            spans.push(Span::styled(format!("  {:>2} %", dimension.weight()), theme.style(Look::Dim)));
        }
        Line::from(spans)
    };
    Dimension::ALL.into_iter().map(row).collect()
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
