//! Drawing of the model into terminal cells. Lines are computed when the model changes, and only visible rows are drawn.

pub mod areas;
mod bars;

mod key_hints;
pub mod list;
mod stable_width;
pub mod theme;
pub mod time_text;
mod titles;
pub mod too_small;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Position, Rect};
use ratatui::widgets::{Block, Widget as _};

use crate::tui::keys::PaneKey;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::panes::{machine, scores, unread};
use crate::tui::view::areas::Areas;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::extent::{Extent, draw_thumb};
use crate::tui::widgets::listing::Listing;
pub use titles::{TABS, tab_at};

/// The last frame, and its areas if there was no dialog.
#[derive(Debug, Default)]
pub struct LastFrame {
    buffer: Buffer,
    areas: Option<Areas>,
}

impl LastFrame {
    /// Keeps a frame.
    pub fn keep(&mut self, model: &Model, buffer: &Buffer) {
        self.areas = model.areas().filter(|_| model.modal.is_none());
        self.buffer.area = buffer.area;
        self.buffer.content.clone_from(&buffer.content);
    }
}

/// Draws the screen; returns the lines of the selected design that are on it, and the position of the cursor.
///
/// While another feature is being read, the panes keep their last content for a moment, so that nothing flickers.
pub fn view(model: &Model, last: &LastFrame, buffer: &mut Buffer) -> (Vec<Arc<str>>, Option<Position>) {
    let drawn = draw(model, last, buffer);
    stable_width::stable_width(buffer);
    drawn
}

fn draw(model: &Model, last: &LastFrame, buffer: &mut Buffer) -> (Vec<Arc<str>>, Option<Position>) {
    let Some(areas) = model.areas() else {
        too_small::draw(model, buffer);
        return (Vec::new(), None);
    };
    // Without a workspace there are no panes behind the welcome dialog.
    if let Some(modal @ Modal::Welcome(_)) = model.modal.as_ref().filter(|modal| !modal.is_card()) {
        if model.message.is_some() {
            bars::footer(model, areas.footer, buffer);
        }
        return (Vec::new(), modal.draw(model, buffer));
    }
    let stays =
        model.is_loading_briefly() && last.areas.as_ref() == Some(&areas) && last.buffer.area == buffer.area;
    bars::header(model, areas.header, buffer);
    for (pane, place) in &areas.panes {
        draw_border(model, *pane, *place, buffer);
        let inside = areas.inside(*pane);
        if stays && *pane != PaneKey::Features {
            // Including the scroll position in the borders below and to the right.
            let (width, height) = (inside.width.saturating_add(1), inside.height.saturating_add(1));
            let lines = Rect { width, height, ..inside };
            copy(&last.buffer, lines.intersection(*place), buffer);
        } else {
            let extent = draw_inside(model, *pane, inside, buffer);
            draw_extent(extent, *place, model.theme, buffer);
        }
    }
    if stays && model.modal.is_none() && model.message.is_none() {
        // The key hints depend on the feature that is being read.
        copy(&last.buffer, areas.footer, buffer);
    } else if model.modal.as_ref().is_none_or(Modal::is_card) || model.message.is_some() {
        bars::footer(model, areas.footer, buffer);
    }
    if let Some(gate) = model.aside.as_ref().filter(|_| areas::gate_area(model.size).is_some()) {
        gate.draw(model, buffer);
    }
    // A dialog takes all keys and has its own key hints.
    let cursor = model.modal.as_ref().and_then(|modal| modal.draw(model, buffer));
    let shown = if model.shows_panes() { model.panes.on_screen(&areas) } else { Vec::new() };
    (shown, cursor)
}

fn copy(from: &Buffer, place: Rect, to: &mut Buffer) {
    for position in place.positions() {
        if let (Some(old), Some(new)) = (from.cell(position), to.cell_mut(position)) {
            new.clone_from(old);
        }
    }
}

fn draw_border(model: &Model, pane: PaneKey, place: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let focused = model.focus == pane && model.modal.is_none();
    let border = theme.style(if focused { TextStyle::Focused } else { TextStyle::Border });
    let block = Block::bordered().border_style(border);
    let block = block.title_top(titles::title(model, pane, place.width));
    let block = match titles::past(model, pane) {
        Some(past) => block.title_bottom(past),
        None => block,
    };
    block.render(place, buffer);
}

/// Draws the scroll position into a pane's border.
fn draw_extent(extent: Option<Extent>, place: Rect, theme: Theme, buffer: &mut Buffer) {
    let Some(text) = extent.map(|extent| format!(" {} ", extent.text())) else { return };
    let below = Rect { x: place.x + 1, y: place.bottom() - 1, width: place.width - 2, height: 1 };
    let text = theme.line(text, TextStyle::Dim).alignment(Alignment::Right);
    text.render(below, buffer);
    draw_thumb(extent, place, buffer);
}

/// Draws the content of a pane; returns its scroll position if not all lines are visible.
fn draw_inside(model: &Model, pane: PaneKey, inside: Rect, buffer: &mut Buffer) -> Option<Extent> {
    let theme = model.theme;
    // Only the pane that takes the keys marks its selected line.
    let mark = (model.focus == pane).then(|| theme.selected(model.modal.is_none()));
    let list = model.panes.list(pane);
    match (pane, list) {
        (PaneKey::Features, _) => list::draw(model, inside, buffer),
        (PaneKey::Machine, _) => return machine::draw(model, inside, buffer),
        (PaneKey::Scores, None) => scores::draw(model, inside, buffer),
        (_, Some(list)) if list.rows().is_empty() => {
            let text = if model.features.is_empty() { "" } else { unread(model) };
            theme.line(text, TextStyle::Dim).render(inside, buffer);
        }
        (_, Some(list)) => list.draw(inside, buffer, mark),
        (_, None) => {}
    }
    if pane == PaneKey::Features { model.features.extent() } else { list.and_then(Listing::extent) }
}
