//! The picture: model in, cells out. Nothing is computed here that could have been computed when the model
//! changed, and only visible rows are touched.

mod bars;
mod hints;
mod list;
mod steady;
mod titles;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget as _};

use super::areas::{Areas, SMALLEST};
use super::extent::Extent;
use super::keys::PaneKey;
use super::listing::Listing;
use super::modal::Modal;
use super::model::Model;
use super::panes::{machine, scores};
use super::theme::{Look, Theme};
use crate::domain::text::Shown;
pub use titles::{TABS, is_tab, tab_at};

/// What marks in a border which lines are visible.
const THUMB: &str = "┃";

/// The last picture without a dialog, and where everything was on it.
#[derive(Debug, Default)]
pub struct Before {
    picture: Buffer,
    areas: Option<Areas>,
}

impl Before {
    /// Remembers a picture.
    pub fn keep(&mut self, model: &Model, picture: &Buffer) {
        self.areas = model.areas().filter(|_| model.modal.is_none());
        self.picture.area = picture.area;
        self.picture.content.clone_from(&picture.content);
    }
}

/// Draws the screen; returns the parts of the selected design that are on it, and where the cursor is.
///
/// While another feature is being read, what the panes showed before stays for a moment: nothing flickers, and
/// what is the same for both features is not sent twice.
pub fn view(model: &Model, before: &Before, buffer: &mut Buffer) -> (Vec<Arc<str>>, Option<Position>) {
    let drawn = draw(model, before, buffer);
    steady::steady(buffer);
    drawn
}

fn draw(model: &Model, before: &Before, buffer: &mut Buffer) -> (Vec<Arc<str>>, Option<Position>) {
    let Some(areas) = model.areas() else {
        too_small(model, buffer);
        return (Vec::new(), None);
    };
    // Before there is a workspace, nothing stands behind the offer to make one.
    if let Some(modal @ Modal::Welcome(_)) = &model.modal {
        if model.message.is_some() {
            bars::footer(model, areas.footer, buffer);
        }
        return (Vec::new(), modal.draw(model, buffer));
    }
    let stays =
        model.is_read_soon() && before.areas.as_ref() == Some(&areas) && before.picture.area == buffer.area;
    bars::header(model, areas.header, buffer);
    for (pane, place) in &areas.panes {
        draw_border(model, *pane, *place, buffer);
        let inside = areas.inside(*pane);
        if stays && *pane != PaneKey::Features {
            // With where its lines are among all, which stands below and beside them.
            let (width, height) = (inside.width.saturating_add(1), inside.height.saturating_add(1));
            let lines = Rect { width, height, ..inside };
            copy(&before.picture, lines.intersection(*place), buffer);
        } else {
            let extent = draw_inside(model, *pane, inside, buffer);
            draw_extent(extent, *place, model.theme, buffer);
        }
    }
    if stays && model.modal.is_none() && model.message.is_none() {
        // Which keys matter is known when it was read.
        copy(&before.picture, areas.footer, buffer);
    } else if model.modal.is_none() || model.message.is_some() {
        bars::footer(model, areas.footer, buffer);
    }
    // A dialog has all keys, and says which.
    if let Some(modal) = &model.modal {
        return (Vec::new(), modal.draw(model, buffer));
    }
    (model.panes.on_screen(&areas), None)
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
    let border = theme.style(if focused { Look::Focused } else { Look::Border });
    let block = Block::bordered().border_style(border);
    let block = block.title_top(titles::title(model, pane, place.width));
    block.render(place, buffer);
}

/// Tells in a border which of all lines are visible.
fn draw_extent(extent: Option<Extent>, place: Rect, theme: Theme, buffer: &mut Buffer) {
    let Some(told) = extent.map(|extent| format!(" {} ", extent.told())) else { return };
    let below = Rect { x: place.x + 1, y: place.bottom() - 1, width: place.width - 2, height: 1 };
    let told = Line::styled(told, theme.style(Look::Dim)).alignment(Alignment::Right);
    told.render(below, buffer);
    thumb(place, extent, buffer);
}

/// Draws what a pane tells; which of its lines are visible, where there are more.
fn draw_inside(model: &Model, pane: PaneKey, inside: Rect, buffer: &mut Buffer) -> Option<Extent> {
    let theme = model.theme;
    // Only in the pane that has the keys it matters which line they are about; a dialog in front may be about it.
    let mark = (model.focus == pane).then(|| theme.selected(model.modal.is_none()));
    let list = model.panes.list(pane);
    match (pane, list) {
        (PaneKey::Features, _) => list::draw(model, inside, buffer),
        (PaneKey::Machine, _) => return machine::draw(model, inside, buffer),
        (PaneKey::Scores, _) => scores::draw(model, inside, buffer),
        (_, Some(list)) if list.rows().is_empty() => {
            let say = if model.features.is_empty() { "" } else { "reading…" };
            Line::styled(say, theme.style(Look::Dim)).render(inside, buffer);
        }
        (_, Some(list)) => list.draw(inside, buffer, mark),
        (_, None) => {}
    }
    if pane == PaneKey::Features { model.features.extent() } else { list.and_then(Listing::extent) }
}

/// Marks in the right border which of all lines are visible.
pub fn thumb(place: Rect, extent: Option<Extent>, buffer: &mut Buffer) {
    let Some(extent) = extent.filter(|_| place.width > 0) else { return };
    let rows = place.height.saturating_sub(2);
    let (from, length) = extent.thumb(usize::from(rows));
    let below = place.y + 1 + u16::try_from(from).unwrap_or(rows);
    for y in (below..place.bottom().saturating_sub(1)).take(length) {
        if let Some(cell) = buffer.cell_mut(Position::new(place.right() - 1, y)) {
            cell.set_symbol(THUMB);
        }
    }
}

fn cut_title(title: &str, width: u16) -> String {
    let room = usize::from(width.saturating_sub(4));
    format!(" {} ", Shown::cut(title.trim(), room))
}

/// How wide a dialog is that needs so many columns: all there are, where too few would be left beside it to be read.
pub fn dialog_width(screen: u16, widest: u16) -> u16 {
    const LEAST: u16 = 12;
    if screen < widest.saturating_add(2 * LEAST) { screen } else { widest }
}

/// An empty box over the screen; returns its inside.
pub fn dialog(place: Rect, title: &str, told: Option<&str>, theme: Theme, buffer: &mut Buffer) -> Rect {
    Clear.render(place, buffer);
    let mut block = Block::bordered()
        .border_style(theme.style(Look::Focused))
        .title_top(Span::styled(cut_title(title, place.width), theme.style(Look::Heading)));
    if let Some(told) = told {
        block = block.title_bottom(Line::from(format!(" {told} ")).alignment(Alignment::Right));
    }
    block.render(place, buffer);
    place.inner(Margin::new(2, 1))
}

fn too_small(model: &Model, buffer: &mut Buffer) {
    let (width, height) = (SMALLEST.width, SMALLEST.height);
    let text = format!(
        "frieze needs {width}×{height} cells; here are {}×{}. {} quits",
        model.size.width,
        model.size.height,
        model.keys.first(super::keys::Action::Quit)
    );
    Paragraph::new(text).wrap(ratatui::widgets::Wrap { trim: true }).render(*buffer.area(), buffer);
}

#[cfg(test)]
mod tests {
    use super::dialog_width;

    #[test]
    fn beside_a_dialog_there_is_something_to_read_or_nothing() {
        for screen in 60..250 {
            for widest in [76, 104] {
                let beside = screen - dialog_width(screen, widest);
                assert!(beside == 0 || beside >= 24, "{beside} of {screen} beside {widest}");
            }
        }
    }
}
