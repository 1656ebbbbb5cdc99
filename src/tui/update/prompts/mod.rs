//! Keys that open a prompt, and what the typed text does after Enter.

pub mod answering;
pub mod commenting;
pub mod dismissing;
mod element_name;
pub mod new_feature;
pub mod submit;

use crate::tui::modal::Modal;
use crate::tui::modal::prompt::{Prompt, Purpose};
use crate::tui::model::Model;

/// Whether the selected design is frozen. If so, it says how to go on.
fn is_frozen(model: &mut Model) -> bool {
    let Some(run) = model.features.selected_run().cloned() else { return false };
    let is_sealed = model.features.card_of(&run).is_some_and(|card| card.is_sealed);
    if is_sealed {
        model.say(format!(
            "{run} is frozen: no answer and no comment changes it. To unfreeze it, delete its design/final/FROZEN.md."
        ));
    }
    is_sealed
}

/// Opens a prompt with a text, after the unfinished text of this prompt.
pub fn open_prompt(model: &mut Model, purpose: Purpose, text: &str) {
    let history = match purpose {
        Purpose::Command => model.commands.clone(),
        Purpose::NewFeature => model.paths.clone(),
        Purpose::Filter | Purpose::Find | Purpose::Search | Purpose::About(..) => Vec::new(),
    };
    let text = match purpose.choice() {
        Some((id, choice)) => {
            model.drafts.add_to_decision_note(id, choice, text);
            model.drafts.decision_note(id, choice).to_owned()
        }
        None => text.to_owned(),
    };
    model.modal = Some(Modal::Prompt(Box::new(Prompt::new(purpose, &text, history))));
}
