//! Brings a pane to the front and gives it the keys.

use super::unread_marks::mark;
use crate::tui::keys::PaneKey;
use crate::tui::model::Model;
use crate::tui::view::TABS;

/// Focuses a pane, and brings it to the front among those that share its area.
pub fn show(model: &mut Model, pane: PaneKey) {
    if pane == PaneKey::Intent && model.focus != pane {
        mark(model);
    }
    model.focus = pane;
    model.came_from = None;
    let on_screen = model.areas().is_some_and(|areas| areas.panes.iter().any(|(key, _)| *key == pane));
    if TABS.iter().any(|(key, _)| *key == pane) && !on_screen {
        model.tab = pane;
    }
}
