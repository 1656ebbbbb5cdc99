//! Chart of the overall score over the iterations, with a dotted line for the threshold.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::symbols::Marker;
use ratatui::text::Line;
use ratatui::widgets::{Axis, Chart, Dataset, GraphType, Widget as _};

use crate::tui::view::theme::{TextStyle, Theme};
use frieze_kernel::{Judged, RunView};

/// From this width there is room for a label below the middle of the chart.
const THREE_LABELS: u16 = 36;
/// Draws all evaluations, with the scores of the first and the last one below.
pub fn draw(view: &RunView, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let Some(last) = view.judged.len().checked_sub(1) else { return };
    let threshold = view.threshold.map(u32::from);
    // The scale, in hundredths, goes from the lowest of all scores and the threshold to the highest.
    let limit = threshold.map(|threshold| threshold * 100);
    let all = || view.judged.iter().map(|judged| u32::from(judged.overall.hundredths())).chain(limit);
    let high = all().max().unwrap_or(100).max(1);
    let low = all().min().unwrap_or(0).min(high - 1);
    let points_of = |hundredths: u32| f64::from(hundredths) / 100.0;
    let points = |is_shown: &dyn Fn(&Judged) -> bool| -> Vec<(f64, f64)> {
        let points = (0_u32..).map(f64::from).zip(&view.judged).filter(|(_, judged)| is_shown(judged));
        points.map(|(x, judged)| (x, f64::from(judged.overall.hundredths()) / 100.0)).collect()
    };
    let course = points(&|_| true);
    let right = course.last().map_or(0.0, |(x, _)| *x);
    let border: Vec<_> = limit.into_iter().flat_map(|y| [0.0, right].map(|x| (x, points_of(y)))).collect();
    let is_plateau = |judged: &Judged| {
        let plateau = view.plateau.filter(|_| !judged.edited);
        plateau.is_some_and(|(begin, until, _)| (begin..=until).contains(&judged.iteration))
    };
    let plateau = points(&is_plateau);
    let each = points(&|judged| !judged.edited);
    let edited = points(&|judged| judged.edited);
    let best = points(&|judged| view.best == Some((judged.iteration, judged.overall)));
    let set = |data, sign, style| Dataset::default().data(data).marker(sign).style(theme.style(style));
    let line = |data, sign, style| set(data, sign, style).graph_type(GraphType::Line);
    let datasets = vec![
        line(&border, Marker::Custom('┄'), TextStyle::Dim),
        line(&course, Marker::Braille, TextStyle::Busy),
        line(&plateau, Marker::Custom('━'), TextStyle::Attention),
        set(&each, Marker::Custom('●'), TextStyle::Strong),
        set(&edited, Marker::Custom('✎'), TextStyle::Strong),
        set(best.get(..1).unwrap_or_default(), Marker::Custom('★'), TextStyle::Good),
    ];
    // One label per row of the chart, so that the threshold has its own: two rows are the axis and its labels.
    let top = u32::from(area.height.saturating_sub(3));
    let at = |score: u32| ((high - score) * top + (high - low) / 2) / (high - low);
    let label = |row: u32| match (threshold, limit) {
        (Some(threshold), Some(limit)) if at(limit) == row => Line::from(threshold.to_string()),
        _ if row == 0 => Line::from(format!("{:.2}", points_of(high))),
        _ if row == top => Line::from(format!("{:.2}", points_of(low))),
        _ => Line::default(),
    };
    let axis = theme.style(TextStyle::Dim);
    let y = Axis::default().bounds([low, high].map(points_of)).style(axis);
    let y = y.labels((0..=top).rev().map(label)).labels_alignment(Alignment::Right);
    let middle = (last % 2 == 0 && last > 0 && area.width >= THREE_LABELS).then_some(last / 2);
    let shown = [Some(0), middle, Some(last)].into_iter().flatten().filter_map(|at| view.judged.get(at));
    let x = Axis::default().bounds([0.0, right]).style(axis).labels_alignment(Alignment::Right);
    let x = x.labels(shown.map(|judged| format!("{}: {}", judged.iteration, judged.overall)));
    Chart::new(datasets).x_axis(x).y_axis(y).render(area, buffer);
}
