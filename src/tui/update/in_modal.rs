//! Events of the open dialog, and what they change outside of it.

use super::prompt_input;
use crate::tui::modal::context::Context;
use crate::tui::modal::{Modal, Outcome, Then};
use crate::tui::model::Model;
use crate::tui::msg::Cmd;

/// Passes an event to the open dialog, and carries out the outcome.
pub fn in_modal(model: &mut Model, take: impl FnOnce(&mut Modal, &Context<'_>) -> Outcome) -> Vec<Cmd> {
    let Some(mut modal) = model.modal.take() else { return Vec::new() };
    let outcome = take(&mut modal, &model.for_dialogs());
    let Outcome { close, mut cmds, say, next, then } = outcome;
    model.modal = match next {
        Some(next) => Some(next),
        None => (!close).then_some(modal),
    };
    if let Some(say) = say {
        model.say(say);
    }
    match then {
        Some(Then::Typed(purpose, text)) => cmds.extend(prompt_input::submit(model, purpose, &text)),
        Some(Then::Filter(text)) => model.features.set_filter(&text),
        Some(Then::Draft(id, text)) => cmds.extend(model.drafts.keep(&id, text)),
        Some(Then::Unfinished(id, pointer, text)) => model.drafts.keep_unfinished(&id, &pointer, &text),
        Some(Then::Note(id, choice, text)) => model.drafts.keep_decision_note(&id, choice, text),
        Some(Then::Sent(id, text)) => model.drafts.sent(&id, &text),
        Some(Then::Leave) => {
            model.may_quit = true;
            cmds.push(Cmd::Quit);
        }
        None => {}
    }
    cmds
}
