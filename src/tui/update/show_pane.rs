//! Brings a pane to the front and gives it the keys.

use super::unread_marks::mark;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;

/// Focuses a pane. A pane that is not visible, or has the keys already, comes to the front among those that share its area.
pub fn show(model: &mut Model, pane: PaneKey) {
    if !model.has_pane(pane) {
        if let Some(run) = model.features.selected_run().cloned() {
            let key = model.keys.first(Action::Show(pane));
            model.say(format!("{run} has no pane {key}."));
        }
        return;
    }
    if pane == PaneKey::Intent && model.focus != pane {
        mark(model);
    }
    // The gate waits next to the design only; its words are in the draft.
    if !model.is_tab(pane) {
        model.aside = None;
    }
    let had_keys = std::mem::replace(&mut model.focus, pane) == pane;
    model.came_from = None;
    let on_screen = model.areas().is_some_and(|areas| areas.panes.iter().any(|(key, _)| *key == pane));
    // A zoomed pane is always on the screen, and stays in front when the zoom ends.
    if model.is_tab(pane) && (had_keys || model.zoomed || !on_screen) {
        model.tab = pane;
    }
}
