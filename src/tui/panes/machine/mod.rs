//! The machine pane: where a feature is, how it came here, what may follow and what it waits for. The picture
//! is the flow's own and is made when the width changes; where there is no room for it, one line tells it. What matters
//! most is told where there is no room for all, and the rest where the person scrolls to it.

mod compact;
mod hints;
mod room;
mod standing;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget as _;

use crate::tui::extent::Extent;
use crate::tui::features::Card;
use crate::tui::keys::Action;
use crate::tui::machine::Drawing;
use crate::tui::model::Model;
use crate::tui::theme::{Look, Theme};

use room::Said;

/// Draws it; which of its lines these are, where there are more.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Extent> {
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let (lines, extent) = match model.features.selected().and_then(|id| model.features.card(id)) {
        Some(card) => Told::of(model, card, width, height).at(model.panes.machine_top, width, height),
        None => {
            let look = model.theme.style(Look::Dim);
            let lines = super::wrap::lines(&nothing(model), width, height);
            (lines.into_iter().map(|line| Line::styled(line, look)).collect(), None)
        }
    };
    lines_at(lines, area, buffer);
    extent
}

/// The last line that may stand on top, in a place of this size: none is beneath it that is not on the screen.
pub fn last_top(model: &Model, width: u16, height: u16) -> usize {
    let (width, height) = (usize::from(width), usize::from(height));
    let card = model.features.selected().and_then(|id| model.features.card(id));
    card.map_or(0, |card| Told::of(model, card, width, height).count().saturating_sub(height))
}

/// What is said where no feature is known.
fn nothing(model: &Model) -> String {
    if model.features.is_empty() {
        let key = model.keys.first(Action::NewFeature);
        format!("{key} makes a feature from a requirement document; here you see it move.")
    } else if model.features.selected().is_none() {
        "Nothing is selected.".to_owned()
    } else {
        "reading…".to_owned()
    }
}

/// All there is to tell.
struct Told {
    picture: Vec<Line<'static>>,
    said: Vec<Said>,
}

impl Told {
    fn of(model: &Model, card: &Card, width: usize, height: usize) -> Self {
        let said = standing::said(model, card, width);
        let picture = match model.machine.drawing().filter(|drawing| fits(drawing, &said, height)) {
            Some(drawing) => pictured(drawing, card.state, model.theme),
            None => vec![compact::line(&model.machine, card.state, width, model.theme)],
        };
        Self { picture, said }
    }

    /// How many lines all of it takes.
    fn count(&self) -> usize {
        self.picture.len() + room::whole(&self.said).count()
    }

    /// What stands in so many lines: what matters most, until the person scrolls; from then on all of it, in its order.
    fn at(self, top: usize, width: usize, height: usize) -> (Vec<Line<'static>>, Option<Extent>) {
        let top = top.min(self.count().saturating_sub(height));
        let extent = Extent::of(top, height, self.count());
        if top > 0 {
            let said = room::whole(&self.said).map(|said| said.line.clone());
            return (self.picture.into_iter().chain(said).skip(top).collect(), extent);
        }
        let mut lines = self.picture;
        let left = height.saturating_sub(lines.len());
        let said = room::fitted(self.said, left, width);
        // Air where there is enough of it.
        if said.len() + 2 <= left {
            lines.insert(0, Line::default());
        }
        if said.len() < left && height > lines.len() + said.len() {
            lines.push(Line::default());
        }
        lines.extend(said);
        (lines, extent)
    }
}

fn lines_at(lines: Vec<Line<'static>>, area: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.into_iter().zip(area.y..area.bottom()) {
        line.render(Rect { y, height: 1, ..area }, buffer);
    }
}

/// Whether the picture and what has to be said stand together.
fn fits(drawing: &Drawing, said: &[Said], height: usize) -> bool {
    let needed = said.iter().filter(|said| said.rank <= room::NEEDED).count();
    drawing.rows.len() + needed <= height
}

/// The picture with the current phase marked, by signs and by its looks.
fn pictured(drawing: &Drawing, state: &str, theme: Theme) -> Vec<Line<'static>> {
    let current = drawing.places.iter().find(|place| place.phase == state);
    let rows = drawing.rows.iter().enumerate().map(|(y, row)| {
        let mut spans = Vec::new();
        let mut at = 0;
        let chars: Vec<char> = row.chars().collect();
        let text = |from: usize, to: usize| -> String {
            chars.get(from.min(chars.len())..to.min(chars.len())).unwrap_or_default().iter().collect()
        };
        let mut places: Vec<_> = drawing.places.iter().filter(|place| place.y == y).collect();
        places.sort_unstable_by_key(|place| place.x);
        for place in places {
            let end = place.x + place.phase.chars().count();
            if current.is_some_and(|current| current.phase == place.phase) {
                spans.push(Span::styled(text(at, place.x.saturating_sub(1)), theme.style(Look::Dim)));
                spans.extend(marked(place.phase, theme));
                at = end + 1;
            } else {
                spans.push(Span::styled(text(at, place.x), theme.style(Look::Dim)));
                spans.push(Span::styled(place.phase, theme.style(Look::Plain)));
                at = end;
            }
        }
        spans.push(Span::styled(text(at, usize::MAX), theme.style(Look::Dim)));
        Line::from(spans)
    });
    rows.collect()
}

/// The phase that the feature is in: `▐CANDIDATE▌`, reversed between its signs.
fn marked(phase: &'static str, theme: Theme) -> [Span<'static>; 3] {
    let look = theme.style(Look::Strong);
    [
        Span::styled("▐", look),
        Span::styled(phase, look.add_modifier(ratatui::style::Modifier::REVERSED)),
        Span::styled("▌", look),
    ]
}

#[cfg(test)]
mod tests;
