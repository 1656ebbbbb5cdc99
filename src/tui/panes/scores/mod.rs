//! Scores pane: chart of the overall score per iteration, and one row with a sparkline per dimension, because five lines in
//! one chart cannot be distinguished without colours.

mod chart;
mod rows;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget as _;

pub use self::rows::spark;
use super::wrap;
use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::view::theme::{TextStyle, Theme};
use frieze_data::score::Score;
use frieze_kernel::{Judged, RunView};

/// From this width the dimensions have room right of the chart, and from this one with their sparklines.
const SIDE_BY_SIDE: u16 = 56;
const WIDE: u16 = 72;
/// Rows of the dimensions.
const DIMENSIONS: u16 = 5;
/// The most lines of the headline.
const HEADLINE: usize = 4;
/// The lowest useful chart.
const CHART: u16 = 4;

pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let view = model.current().and_then(|detail| detail.run());
    let judged = view.map(until_current).unwrap_or_default();
    let (Some(view), Some(current)) = (view, judged.last()) else {
        return empty(model, view.is_some(), area, buffer);
    };
    let theme = model.theme;
    let head = headline(view, current, area.width, theme);
    let rows = u16::try_from(head.len()).unwrap_or(u16::MAX);
    let [top, area] = area.layout(&Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]));
    Text::from(head).render(top, buffer);
    let (picture, dimensions) = match view.judged.len() {
        1 => (Rect::ZERO, area),
        _ => split(area),
    };
    if !picture.is_empty() {
        chart::draw(view, theme, picture, buffer);
    }
    Text::from(rows::rows(judged, dimensions.width, theme)).render(dimensions, buffer);
}

/// The evaluations up to that of the current design, which a reset may have brought back.
fn until_current(view: &RunView) -> &[Judged] {
    let at = view.judged.iter().rposition(|judged| Some(judged.iteration) == view.score_of);
    at.and_then(|at| view.judged.get(..=at)).unwrap_or(&view.judged)
}

/// The areas of the chart and of the dimensions: next to each other, or one below the other in a narrow and high pane. Without
/// room for both, only the chart.
fn split(area: Rect) -> (Rect, Rect) {
    if area.width < WIDE && area.height >= CHART + 2 + DIMENSIONS {
        let [chart, _, rows] = area.layout(&Layout::vertical([
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(DIMENSIONS),
        ]));
        (chart, rows)
    } else if area.width >= SIDE_BY_SIDE && area.height > DIMENSIONS {
        let rows = (area.width * 9 / 20).clamp(26, 46);
        let [chart, _, rows] = area.layout(&Layout::horizontal([
            Constraint::Fill(1),
            Constraint::Length(2),
            Constraint::Length(rows),
        ]));
        (chart, rows)
    } else if area.height >= CHART {
        (area, Rect::ZERO)
    } else {
        (Rect::ZERO, area)
    }
}

/// The score of the current design in words: distance from the threshold, best score, plateau.
fn headline(view: &RunView, current: &Judged, width: u16, theme: Theme) -> Vec<Line<'static>> {
    let mut words = Vec::new();
    let mut style = TextStyle::Strong;
    if let Some(threshold) = view.threshold {
        let wanted = Score::from_hundredths(u16::from(threshold) * 100);
        let apart = distance(wanted, current.overall).to_string();
        let under = current.overall < wanted;
        style = if under { TextStyle::Attention } else { TextStyle::Good };
        words.push(match apart.as_str() {
            "0.00" => format!("exactly {threshold}"),
            apart if under => format!("{apart} under {threshold}"),
            apart => format!("{apart} over {threshold}"),
        });
    }
    if view.score.is_none() {
        style = TextStyle::Attention;
        words.push("! the present design has no score".to_owned());
    }
    if view.judged.last().is_some_and(|last| last.iteration != current.iteration) {
        words.push(format!("in iteration {}", current.iteration));
    }
    match view.best {
        Some((iteration, score)) if score == current.overall && iteration != current.iteration => {
            words.push(format!("★ ties with iteration {iteration}"));
        }
        Some((_, score)) if view.scores.len() > 1 && score == current.overall => {
            words.push("★ the best".to_owned());
        }
        Some((iteration, score)) if score > current.overall => {
            words.push(format!("★ best {score} in {iteration}"));
        }
        Some(_) | None => {}
    }
    if current.edited {
        words.push("✎ edited by hand".to_owned());
    }
    if let Some((begin, until, _)) = view.plateau {
        words.push(format!("━ no progress in {begin}–{until}"));
    }
    let score = current.overall.to_string();
    let items = std::iter::once(score.as_str()).chain(words.iter().map(String::as_str));
    let lines = wrap::items(items, "  ", usize::from(width).saturating_sub(1)).into_iter().take(HEADLINE);
    let line = |(at, line): (usize, String)| match line.strip_prefix(&score).filter(|_| at == 0) {
        Some(rest) => {
            Line::from(vec![Span::raw(" "), theme.span(score.clone(), style), Span::raw(rest.to_owned())])
        }
        None => Line::raw(format!(" {line}")),
    };
    lines.enumerate().map(line).collect()
}

fn empty(model: &Model, read: bool, area: Rect, buffer: &mut Buffer) {
    let text = if read {
        let card = model.features.selected_card();
        let is_begun = card.is_some_and(|card| card.is_running() || card.held_by.is_some());
        // Without its brief it cannot run.
        let can_run = !is_begun && card.is_none_or(|card| card.file_problem.is_none());
        if can_run && model.current().is_some_and(|detail| detail.can_start()) {
            let run = model.keys.first(Action::Run);
            format!("No score yet. {run} runs the feature; scores will appear here.")
        } else {
            "No score yet. Scores will appear here.".to_owned()
        }
    } else if model.current().is_none() {
        super::unread(model).to_owned()
    } else {
        "The record cannot be read, so there are no scores.".to_owned()
    };
    let lines = wrap::lines(&text, usize::from(area.width), usize::from(area.height));
    let lines = lines.into_iter().map(|line| model.theme.line(line, TextStyle::Dim));
    lines.collect::<Text<'_>>().render(area, buffer);
}

/// The distance of two scores.
pub fn distance(a: Score, b: Score) -> Score {
    Score::from_hundredths(a.hundredths().abs_diff(b.hundredths()))
}

#[cfg(test)]
mod tests;
