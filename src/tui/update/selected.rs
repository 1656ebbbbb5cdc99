//! The selected feature of a key that needs one; if there is none, or it is not read yet, a message says it.

use std::sync::Arc;

use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::model::detail::Detail;
use frieze_data::id::FeatureId;

/// The selected feature.
pub fn selected(model: &mut Model) -> Option<FeatureId> {
    let id = model.features.selected().cloned();
    if id.is_none() {
        let key = model.keys.first(Action::NewFeature);
        model.say(format!("No feature selected. Press {key} to create one."));
    }
    id
}

/// The selected feature as it was read.
pub fn selected_detail(model: &mut Model) -> Option<Arc<Detail>> {
    let detail = model.current().cloned();
    if detail.is_none() {
        say_unread(model);
    }
    detail
}

/// Says why nothing is known of the selected feature yet.
pub fn say_unread(model: &mut Model) {
    if let Some(id) = selected(model) {
        model.say(format!("Reading {id}. Try again in a moment."));
    }
}
