//! Panes: one struct each, with finished lines that are made again when the data or the width changes.

pub mod agent_calls;
pub mod critique;
pub mod diff;
pub mod feature;
pub mod feedback;
pub mod intent;
pub mod journal;
pub mod machine;
mod names;
mod pen;
pub mod person;
pub mod preview;
pub mod row_tag;
pub mod run_sheet;
pub mod scores;
#[cfg(test)]
mod tests;
mod toggles;
pub mod wrap;

#[cfg(test)]
pub use tests::fixtures;

use std::sync::Arc;

use crate::tui::keys::PaneKey;
use crate::tui::model::Model;
use crate::tui::model::detail::Detail;
use crate::tui::panes::row_tag::RowTag;
use crate::tui::view::areas::Areas;
use crate::tui::view::theme::Theme;
use crate::tui::widgets::listing::{Listing, Row};

/// The content of a pane: data and width in, lines out.
pub trait Lines {
    /// The lines for a feature at a width. All text in them was made safe by [`frieze_data::text::Shown`].
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row>;

    /// Whether the pane starts at its last line and follows new lines.
    fn begins_at_end(&self) -> bool {
        false
    }

    /// Folds or unfolds at a row; without a wish, the other of the two. Returns the row that stays selected; `None` if nothing
    /// folds there.
    fn fold(&mut self, _: &Detail, _: &Row, _: Option<bool>) -> Option<FoldedRow> {
        None
    }

    /// Folds everything, or unfolds everything. Returns whether there is something to fold.
    fn fold_all(&mut self, _: &Detail) -> bool {
        false
    }
}

/// The row that was folded or unfolded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldedRow {
    Tagged(RowTag),
    /// The row of an element of the design.
    About(String),
}

/// The text of a pane without a run, or before its run was read.
pub fn unread(model: &Model) -> &'static str {
    if model.features.selected_run().is_none() { "No feature is selected." } else { "reading…" }
}

/// A pane's state and its current lines.
#[derive(Debug, Default)]
pub struct Scrolled<P: ?Sized> {
    pub list: Listing,
    /// The width and data of the current lines; `None` makes them again.
    made_for: Option<(u16, usize)>,
    pub pane: P,
}

impl<P: Lines + ?Sized> Scrolled<P> {
    /// Makes the lines again if the data or the width has changed.
    fn arrange(&mut self, width: u16, height: u16, detail: Option<&Detail>, theme: Theme) {
        if width == 0 || height == 0 {
            return;
        }
        let made_for = (width, detail.map_or(0, |detail| std::ptr::from_ref(detail).addr()));
        if self.made_for != Some(made_for) {
            let rows = detail.map(|detail| self.pane.lines(detail, width, theme)).unwrap_or_default();
            let at_end = self.pane.begins_at_end() && self.list.is_at_end();
            self.list.set(rows);
            if at_end {
                self.list.select(usize::MAX - 1);
            }
            self.made_for = Some(made_for);
        }
        self.list.resize(height);
    }

    /// The pane's state has changed: the lines are made again when next needed.
    pub fn changed(&mut self) {
        self.made_for = None;
    }

    /// Folds everything, or unfolds everything. Returns whether there is something to fold.
    pub fn fold_all(&mut self, detail: &Detail) -> bool {
        let has_folds = self.pane.fold_all(detail);
        if has_folds {
            self.changed();
        }
        has_folds
    }
}

/// The panes that show a past iteration if one is chosen.
pub const WITH_PAST: [PaneKey; 5] =
    [PaneKey::Critique, PaneKey::Diff, PaneKey::Preview, PaneKey::Intent, PaneKey::Exchange];

/// All panes with lines.
#[derive(Debug, Default)]
pub struct Panes {
    pub critique: Scrolled<critique::Critique>,
    pub diff: Scrolled<diff::Diff>,
    pub preview: Scrolled<preview::Preview>,
    pub intent: Scrolled<intent::Intent>,
    pub feedback: Scrolled<feedback::Feedback>,
    pub journal: Scrolled<journal::Journal>,
    pub exchange: Scrolled<agent_calls::Exchange>,
    /// Lines scrolled off the top of the machine pane.
    pub machine_top: usize,
    /// The sheets of a run of another workflow than the design. They take the places of the design's panes.
    pub sheets: Vec<(PaneKey, Scrolled<run_sheet::RunSheet>)>,
}

impl Panes {
    /// Makes the lines of every visible pane, if necessary. `past` is the chosen past iteration.
    pub fn arrange(&mut self, areas: &Areas, current: Option<&Detail>, past: Option<&Detail>, theme: Theme) {
        for (key, _) in &areas.panes {
            let inside = areas.inside(*key);
            let detail = past.filter(|_| WITH_PAST.contains(key)).or(current);
            if let Some(pane) = self.pane_mut(*key) {
                pane.arrange(inside.width, inside.height, detail, theme);
            }
        }
    }

    /// The data has changed: all lines are made again.
    pub fn changed(&mut self) {
        self.sheets.iter_mut().for_each(|(_, sheet)| sheet.changed());
        self.of_designs_mut().into_iter().for_each(|(_, pane)| pane.changed());
    }

    /// Drops folds and selections, which belong to another run.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// Sets the places of the sheets, in their order.
    pub fn place_sheets(&mut self, places: impl Iterator<Item = PaneKey>) {
        let sheet = |at| Scrolled { pane: run_sheet::RunSheet::at(at), ..Scrolled::default() };
        self.sheets = places.enumerate().map(|(at, pane)| (pane, sheet(at))).collect();
    }

    /// The sheet in the place of a pane.
    pub fn sheet_mut(&mut self, pane: PaneKey) -> Option<&mut Scrolled<run_sheet::RunSheet>> {
        self.sheets.iter_mut().find(|(key, _)| *key == pane).map(|(_, sheet)| sheet)
    }

    /// A pane, or the sheet in its place; `None` for panes without a list.
    pub fn pane_mut(&mut self, pane: PaneKey) -> Option<&mut Scrolled<dyn Lines>> {
        if let Some(at) = self.sheets.iter().position(|(key, _)| *key == pane) {
            return self.sheets.get_mut(at).map(|(_, sheet)| sheet as _);
        }
        self.of_designs_mut().into_iter().find(|(key, _)| *key == pane).map(|(_, pane)| pane)
    }

    fn of_designs_mut(&mut self) -> [(PaneKey, &mut Scrolled<dyn Lines>); 7] {
        [
            (PaneKey::Critique, &mut self.critique),
            (PaneKey::Diff, &mut self.diff),
            (PaneKey::Preview, &mut self.preview),
            (PaneKey::Intent, &mut self.intent),
            (PaneKey::Feedback, &mut self.feedback),
            (PaneKey::Journal, &mut self.journal),
            (PaneKey::Exchange, &mut self.exchange),
        ]
    }

    /// The lines of a pane; `None` for panes without a list.
    pub fn list(&self, pane: PaneKey) -> Option<&Listing> {
        if let Some((_, sheet)) = self.sheets.iter().find(|(key, _)| *key == pane) {
            return Some(&sheet.list);
        }
        match pane {
            PaneKey::Critique => Some(&self.critique.list),
            PaneKey::Diff => Some(&self.diff.list),
            PaneKey::Preview => Some(&self.preview.list),
            PaneKey::Intent => Some(&self.intent.list),
            PaneKey::Feedback => Some(&self.feedback.list),
            PaneKey::Journal => Some(&self.journal.list),
            PaneKey::Exchange => Some(&self.exchange.list),
            PaneKey::Features | PaneKey::Scores | PaneKey::Machine => None,
        }
    }

    pub fn list_mut(&mut self, pane: PaneKey) -> Option<&mut Listing> {
        self.pane_mut(pane).map(|pane| &mut pane.list)
    }

    /// The design's lines that are on the screen now.
    pub fn on_screen(&self, areas: &Areas) -> Vec<Arc<str>> {
        let shown = areas.panes.iter().filter_map(|(pane, _)| self.list(*pane));
        shown.flat_map(Listing::shown).map(Arc::from).collect()
    }
}
