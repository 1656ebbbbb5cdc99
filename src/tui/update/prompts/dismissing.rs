//! Key that dismisses a critic's finding.

use super::open_prompt;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::panes::critique;

/// Opens the prompt for the reason why the selected finding does not count.
pub fn dismiss(model: &mut Model) {
    let Some(feature) = model.features.selected().cloned() else { return };
    let row = model.panes.list(model.focus).and_then(|list| list.row());
    let finding = match (model.focus, row, model.current()) {
        (PaneKey::Critique, Some(row), Some(detail)) => critique::finding_at(detail, row),
        _ => None,
    };
    match finding.map(|finding| (finding.id.clone(), &finding.dismissed)) {
        Some((Some(finding), None)) => {
            let text = model.drafts.unfinished(&feature, &finding).unwrap_or_default().to_owned();
            open_prompt(model, Purpose::About(feature, Subject::Dismissal(finding)), &text);
        }
        Some((Some(_), Some(dismissal))) => {
            let by = dismissal.by.clone();
            model.say(format!("{by} dismissed this finding already."));
        }
        Some((None, _)) => {
            model.say("The rubric's findings can't be dismissed: they are arithmetic. Only a critic's can.");
        }
        None => {
            let key = model.keys.first(Action::Dismiss);
            model.say(format!("Nothing to dismiss. {key} dismisses a finding of the critic, in Critique."));
        }
    }
}
