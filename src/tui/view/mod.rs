//! The picture: model in, cells out. Nothing is computed here that could have been computed when the model
//! changed, and only visible rows are touched.

mod bars;
mod list;
mod steady;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Margin, Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget as _};

use super::areas::{Areas, SMALLEST};
use super::keys::PaneKey;
use super::modal::Modal;
use super::model::Model;
use super::panes::{machine, scores};
use super::theme::{Look, Theme};
use crate::domain::text::Shown;

/// The panes that share a place, with their titles.
pub const TABS: [(PaneKey, &str); 7] = [
    (PaneKey::Critique, "Critique"),
    (PaneKey::Diff, "Diff"),
    (PaneKey::Preview, "Preview"),
    (PaneKey::Intent, "Intent"),
    (PaneKey::Feedback, "Feedback"),
    (PaneKey::Journal, "Journal"),
    (PaneKey::Exchange, "Exchange"),
];

/// Whether a pane is one of those that share a place.
pub fn is_tab(pane: PaneKey) -> bool {
    TABS.iter().any(|(key, _)| *key == pane)
}

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
            // With where its lines are among all, which stands below them.
            let lines = Rect { height: inside.height.saturating_add(1), ..inside };
            copy(&before.picture, lines.intersection(*place), buffer);
        } else {
            draw_inside(model, *pane, inside, buffer);
        }
    }
    if model.modal.is_none() || model.message.is_some() {
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
    let mut block = Block::bordered().border_style(border);
    let list = model.panes.list(pane);
    let told = if pane == PaneKey::Features {
        model.features.place_told()
    } else {
        list.and_then(super::listing::Listing::place)
    };
    if let Some(told) = told {
        block = block.title_bottom(
            Line::from(Span::styled(format!(" {told} "), theme.style(Look::Dim))).alignment(Alignment::Right),
        );
    }
    block = block.title_top(title(model, pane, place.width));
    block.render(place, buffer);
}

fn draw_inside(model: &Model, pane: PaneKey, inside: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let focused = model.focus == pane && model.modal.is_none();
    let list = model.panes.list(pane);
    match (pane, list) {
        (PaneKey::Features, _) => list::draw(model, inside, buffer),
        (PaneKey::Machine, _) => machine::draw(model, inside, buffer),
        (PaneKey::Scores, _) => scores::draw(model, inside, buffer),
        (_, Some(list)) if list.rows().is_empty() => {
            let say = if model.features.is_empty() { "" } else { "reading…" };
            Line::styled(say, theme.style(Look::Dim)).render(inside, buffer);
        }
        (_, Some(list)) => list.draw(inside, buffer, theme, focused),
        (_, None) => {}
    }
}

/// What stands in a pane's border: its name; for those that share a place, all names.
fn title(model: &Model, pane: PaneKey, width: u16) -> Line<'static> {
    let theme = model.theme;
    let focused = model.focus == pane;
    let own = theme.style(if focused { Look::Heading } else { Look::Strong });
    if !is_tab(pane) {
        let text = match pane {
            PaneKey::Features => bars::features_title(model, usize::from(width.saturating_sub(4))),
            PaneKey::Machine => bars::machine_title(model, usize::from(width.saturating_sub(4))),
            PaneKey::Scores
            | PaneKey::Critique
            | PaneKey::Diff
            | PaneKey::Preview
            | PaneKey::Intent
            | PaneKey::Feedback
            | PaneKey::Journal
            | PaneKey::Exchange => "Scores".to_owned(),
        };
        return Line::from(Span::styled(format!(" {text} "), own));
    }
    let titles = shown_titles(pane, width);
    if let [(_, name)] = titles {
        return Line::from(Span::styled(format!(" {name} "), own));
    }
    // The one in front stands in brackets, for those who see no bold.
    let spans = titles.iter().flat_map(|(key, name)| {
        let (before, after, look) =
            if *key == pane { ("[", "]", own) } else { (" ", " ", theme.style(Look::Dim)) };
        [Span::styled(before, look), Span::styled(*name, look), Span::styled(after, look)]
    });
    let mark = |is_cut: bool| Span::styled(if is_cut { "…" } else { "" }, theme.style(Look::Dim));
    let is_first = titles.first().is_some_and(|(key, _)| *key == TABS[0].0);
    let spans = std::iter::once(mark(!is_first)).chain(spans);
    Line::from_iter(spans.chain([mark(is_first && titles.len() < TABS.len())]))
}

/// The titles in a border: all of them; where they do not fit, all but the last one or, for the last one, all but the
/// first; else its own alone.
fn shown_titles(pane: PaneKey, width: u16) -> &'static [(PaneKey, &'static str)] {
    let own = TABS.iter().position(|(key, _)| *key == pane).unwrap_or(0);
    let last = TABS.len() - 1;
    let some = if own < last { 0..last } else { 1..TABS.len() };
    let room = usize::from(width).saturating_sub(2);
    let fits = |titles: &[(PaneKey, &str)]| {
        let mark = usize::from(titles.len() < TABS.len());
        titles.iter().map(|(_, name)| name.len() + 2).sum::<usize>() + mark <= room
    };
    let choices = [0..TABS.len(), some].map(|range| TABS.get(range).unwrap_or_default());
    choices.into_iter().find(|titles| fits(titles)).unwrap_or(TABS.get(own..=own).unwrap_or_default())
}

/// The pane whose title in a border stands at a column.
pub fn tab_at(model: &Model, pane: PaneKey, column: u16) -> Option<PaneKey> {
    let areas = model.areas()?;
    let (_, place) = areas.panes.iter().find(|(key, _)| *key == pane)?;
    let titles = shown_titles(pane, place.width);
    let is_cut = titles.len() > 1 && titles.first().is_some_and(|(key, _)| *key != TABS[0].0);
    let mut from = usize::from(place.x) + 2 + usize::from(is_cut);
    titles.iter().find_map(|(key, name)| {
        let here = (from..from + name.len()).contains(&usize::from(column));
        from += name.len() + 2;
        here.then_some(*key)
    })
}

/// An empty box over the screen; returns its inside.
fn cut_title(title: &str, width: u16) -> String {
    let room = usize::from(width.saturating_sub(4));
    format!(" {} ", Shown::cut(title.trim(), room))
}

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
