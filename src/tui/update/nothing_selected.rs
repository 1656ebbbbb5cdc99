//! Messages for a key that needs a feature or its design, if none is selected or it is not read yet.

use crate::tui::keys::Action;
use crate::tui::model::Model;

/// Says that no feature is selected.
pub fn nothing_selected(model: &mut Model) {
    model.say(format!("No feature selected. Press {} to create one.", model.keys.first(Action::NewFeature)));
}

/// Says why no design is available yet.
pub fn nothing_read(model: &mut Model) {
    match model.features.selected().cloned() {
        Some(id) => model.say(format!("Reading {id}. Try again in a moment.")),
        None => nothing_selected(model),
    }
}
