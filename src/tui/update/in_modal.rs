//! Events of the open dialog, and what they change outside of it.

use super::prompts::submit::submit;
use crate::tui::modal::sheet::SheetLine;
use crate::tui::modal::{Modal, Outcome, Then};
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::msg::Cmd;

/// Passes an event to the open dialog, and carries out the outcome.
pub fn in_modal(model: &mut Model, take: impl FnOnce(&mut Modal, &Model) -> Outcome) -> Vec<Cmd> {
    let Some(mut modal) = model.modal.take() else { return Vec::new() };
    let outcome = take(&mut modal, model);
    model.modal = (!outcome.close).then_some(modal);
    carry_out(model, outcome)
}

/// The external editor was closed.
pub fn editor_closed(model: &mut Model, edited: Result<String, Problem>) -> Vec<Cmd> {
    if let Some(Modal::Gate(gate)) = &mut model.modal {
        let outcome = gate.edited(edited);
        return carry_out(model, outcome);
    }
    if let Err(problem) = edited {
        model.report(&problem);
    }
    Vec::new()
}

/// The completions of a typed path were found.
pub fn paths_found(model: &mut Model, typed: &str, paths: &[String]) -> Vec<Cmd> {
    let Some(Modal::Prompt(prompt)) = &mut model.modal else { return Vec::new() };
    let outcome = prompt.found(typed, paths);
    carry_out(model, outcome)
}

/// The lines of a sheet have come; it may be closed by now.
pub fn sheet_read(model: &mut Model, number: u64, lines: Vec<SheetLine>) {
    if let Some(Modal::Sheet(sheet)) = &mut model.modal {
        sheet.fill(number, lines);
    }
}

/// Carries out what a dialog asks for.
pub(super) fn carry_out(model: &mut Model, outcome: Outcome) -> Vec<Cmd> {
    let Outcome { mut cmds, say, then, .. } = outcome;
    if let Some(say) = say {
        model.say(say);
    }
    match then {
        Some(Then::Typed(purpose, text)) => cmds.extend(submit(model, purpose, &text)),
        Some(Then::Filter(text)) => model.features.set_filter(&text),
        Some(Then::Draft(id, text)) => cmds.extend(model.drafts.keep(&id, text)),
        Some(Then::Unfinished(id, pointer, words)) => model.drafts.keep_unfinished(&id, &pointer, words),
        Some(Then::Note(id, choice, text)) => model.drafts.keep_decision_note(&id, choice, text),
        Some(Then::Sent(id, text)) => model.drafts.sent(&id, &text),
        Some(Then::Unmark) => _ = model.features.clear_marks(),
        Some(Then::Leave) => {
            model.may_quit = true;
            cmds.push(Cmd::Quit);
        }
        None => {}
    }
    cmds
}
