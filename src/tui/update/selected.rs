//! The selected run or feature of a key that needs one; if there is none, or it is not read yet, a message says it.

use std::sync::Arc;

use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::model::detail::Detail;
use crate::tui::model::run_key::RunKey;
use frieze_data::id::FeatureId;

pub fn selected_run(model: &mut Model) -> Option<RunKey> {
    let run = model.features.selected_run().cloned();
    if run.is_none() {
        let key = model.keys.first(Action::NewFeature);
        model.say(match model.features.filter() {
            "" => format!("No feature selected. Press {key} to create one."),
            words => format!("No feature has “{words}”, the words of the filter."),
        });
    }
    run
}

/// The selected feature. Runs of other workflows have no design.
pub fn selected(model: &mut Model) -> Option<FeatureId> {
    let run = selected_run(model)?;
    let id = run.design().cloned();
    if id.is_none() {
        let key = model.keys.first(Action::Command);
        model.say(format!("{run} has no design. Press {key} and tab for its commands."));
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
    if let Some(run) = selected_run(model) {
        model.say(format!("Reading {run}. Try again in a moment."));
    }
}
