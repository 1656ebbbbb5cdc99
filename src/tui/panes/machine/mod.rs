//! Machine pane: the state of a feature, its history, the next moves and what it waits for. The picture comes from the flow;
//! without room for it, one line replaces it. Without room for everything, the most important lines are shown first and the
//! rest by scrolling.

mod compact;
mod hints;
mod ranked_lines;
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

pub use hints::in_keys;
use ranked_lines::RankedLine;

/// Draws the pane; returns the visible range if there are more lines.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Extent> {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let (lines, extent) = match model.features.selected_card() {
        Some(card) => Content::of(model, card, width, height).at(model.panes.machine_top, width, height),
        None => {
            let style = model.theme.style(TextStyle::Dim);
            let lines = super::wrap::lines(&nothing(model), width, height);
            (lines.into_iter().map(|line| Line::styled(line, style)).collect(), None)
        }
    };
    Text::from(lines).render(area, buffer);
    extent
}

/// The largest scroll position for a pane of this size.
pub fn last_top(model: &Model, width: u16, height: u16) -> usize {
    let (width, height) = (usize::from(width), usize::from(height));
    let card = model.features.selected_card();
    card.map_or(0, |card| Content::of(model, card, width, height).count().saturating_sub(height))
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
struct Content {
    picture: Vec<Line<'static>>,
    lines: Vec<RankedLine>,
}

impl Content {
    fn of(model: &Model, card: &Card, width: usize, height: usize) -> Self {
        let lines = status_lines::all(model, card, width);
        let machine = model.selected_machine();
        let picture = match draw_diagram(machine, width).filter(|diagram| fits(diagram, &lines, height)) {
            Some(diagram) => pictured(&diagram, card.state, model.theme),
            None => vec![compact::line(machine, card.state, width, model.theme)],
        };
        Self { picture, lines }
    }

    /// The number of all lines.
    fn count(&self) -> usize {
        self.picture.len() + ranked_lines::whole(&self.lines).count()
    }

    /// The visible lines: the most important ones at the top position, all lines in their order when scrolled.
    fn at(self, top: usize, width: usize, height: usize) -> (Vec<Line<'static>>, Option<Extent>) {
        let top = top.min(self.count().saturating_sub(height));
        let extent = Extent::of(top, height, self.count());
        if top > 0 {
            let text = ranked_lines::whole(&self.lines).map(|line| line.line.clone());
            return (self.picture.into_iter().chain(text).skip(top).collect(), extent);
        }
        let mut lines = self.picture;
        let left = height.saturating_sub(lines.len());
        let text = ranked_lines::fitted(self.lines, left, width);
        // Empty lines around the picture if there is room.
        if text.len() + 2 <= left {
            lines.insert(0, Line::default());
        }
        if text.len() < left && height > lines.len() + text.len() {
            lines.push(Line::default());
        }
        lines.extend(text);
        (lines, extent)
    }
}

/// Whether the picture and the needed lines fit.
fn fits(diagram: &Diagram, lines: &[RankedLine], height: usize) -> bool {
    let needed = lines.iter().filter(|line| line.rank <= ranked_lines::NEEDED).count();
    diagram.rows.len() + needed <= height
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
