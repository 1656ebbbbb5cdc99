//! Machine pane: the state of a feature, the next moves, what it waits for, and its history. The picture comes from the flow;
//! without room for it above the present, one line replaces it. What does not fit is shown by scrolling.

mod compact;
mod status_lines;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::Widget as _;

use crate::tui::keys::Action;
use crate::tui::machine::{Diagram, draw_diagram};
use crate::tui::model::Model;
use crate::tui::model::feature_list::Card;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::extent::Extent;

/// Draws the pane; returns the visible range if there are more lines.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Extent> {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let lines = match model.features.selected_card() {
        Some(card) => lines(model, card, width, height),
        None => {
            let lines = super::wrap::lines(&nothing(model), width, height).into_iter();
            lines.map(|line| model.theme.line(line, TextStyle::Dim)).collect()
        }
    };
    let top = model.panes.machine_top.min(lines.len().saturating_sub(height));
    let extent = Extent::of(top, height, lines.len());
    Text::from_iter(lines.into_iter().skip(top)).render(area, buffer);
    extent
}

/// The largest scroll position for a pane of this size.
pub fn last_top(model: &Model, width: u16, height: u16) -> usize {
    let (width, height) = (usize::from(width), usize::from(height));
    let card = model.features.selected_card();
    card.map_or(0, |card| lines(model, card, width, height).len().saturating_sub(height))
}

/// The text without a feature.
fn nothing(model: &Model) -> String {
    if model.features.is_empty() {
        let key = model.keys.first(Action::NewFeature);
        format!("{key} creates a feature from a brief. Its state will appear here.")
    } else {
        super::unread(model).to_owned()
    }
}

/// The picture and all lines below it.
fn lines(model: &Model, card: &Card, width: usize, height: usize) -> Vec<Line<'static>> {
    let (present, past) = status_lines::present_and_past(model, card, width);
    let machine = model.selected_machine();
    let diagram = draw_diagram(machine, width).filter(|it| it.rows.len() + present.len() <= height);
    let mut lines = match &diagram {
        Some(diagram) => pictured(diagram, card.state, model.theme),
        None => vec![compact::line(machine, card.state, width, model.theme)],
    };
    // An empty line below the picture, unless everything fits only without it.
    let all = lines.len() + present.len() + past.len();
    if diagram.is_some() && lines.len() + present.len() < height && all != height {
        lines.push(Line::default());
    }
    lines.extend(present.into_iter().chain(past));
    lines
}

/// The picture with the current phase marked by signs and style.
fn pictured(diagram: &Diagram, state: &str, theme: Theme) -> Vec<Line<'static>> {
    let current = diagram.labels.iter().find(|place| place.phase == state);
    let rows = diagram.rows.iter().enumerate().map(|(y, row)| {
        let mut spans = Vec::new();
        let mut at = 0;
        let chars: Vec<char> = row.chars().collect();
        let text = |from: usize, to: usize| -> String {
            chars.get(from.min(chars.len())..to.min(chars.len())).unwrap_or_default().iter().collect()
        };
        let mut places: Vec<_> = diagram.labels.iter().filter(|place| place.y == y).collect();
        places.sort_unstable_by_key(|place| place.x);
        for place in places {
            let end = place.x + place.phase.chars().count();
            if current.is_some_and(|current| current.phase == place.phase) {
                spans.push(theme.span(text(at, place.x.saturating_sub(1)), TextStyle::Dim));
                spans.extend(marked(place.phase, theme));
                at = end + 1;
            } else {
                spans.push(theme.span(text(at, place.x), TextStyle::Dim));
                spans.push(theme.span(place.phase, TextStyle::Plain));
                at = end;
            }
        }
        spans.push(theme.span(text(at, usize::MAX), TextStyle::Dim));
        Line::from(spans)
    });
    rows.collect()
}

/// The current phase: `▐CANDIDATE▌`, reversed between its signs.
fn marked(phase: &'static str, theme: Theme) -> [Span<'static>; 3] {
    let style = theme.style(TextStyle::Strong);
    [
        Span::styled("▐", style),
        Span::styled(phase, style.add_modifier(ratatui::style::Modifier::REVERSED)),
        Span::styled("▌", style),
    ]
}

#[cfg(test)]
mod tests;
