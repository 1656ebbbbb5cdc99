//! Events of the open dialog, and what they change outside of it.

use super::prompts::submit::submit;
use crate::tui::modal::gate::GateDialog;
use crate::tui::modal::sheet::SheetLine;
use crate::tui::modal::{Modal, Outcome};
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::msg::Cmd;

/// Passes an event to the open dialog, and carries out the outcome.
pub fn in_modal(model: &mut Model, take: impl FnOnce(&mut Modal, &mut Model) -> Outcome) -> Vec<Cmd> {
    let Some(mut modal) = model.modal.take() else { return Vec::new() };
    let Outcome { close, mut cmds, typed } = take(&mut modal, model);
    if !close {
        model.modal = Some(modal);
    }
    if let Some((purpose, text)) = typed {
        cmds.extend(submit(model, purpose, &text));
    }
    cmds
}

/// Passes an event to the gate dialog, if that is open.
pub fn in_gate(model: &mut Model, take: impl FnOnce(&mut GateDialog, &mut Model) -> Outcome) -> Vec<Cmd> {
    in_modal(
        model,
        |modal, model| {
            if let Modal::Gate(gate) = modal { take(gate, model) } else { Outcome::stay() }
        },
    )
}

/// The external editor was closed.
pub fn editor_closed(model: &mut Model, edited: Result<String, Problem>) -> Vec<Cmd> {
    match edited {
        Err(problem) if !matches!(model.modal, Some(Modal::Gate(_))) => {
            model.report(&problem);
            Vec::new()
        }
        edited => in_gate(model, |gate, model| gate.edited(edited, model)),
    }
}

/// The completions of a typed path were found.
pub fn paths_found(model: &mut Model, typed: &str, paths: &[String]) -> Vec<Cmd> {
    in_modal(model, |modal, model| {
        if let Modal::Prompt(prompt) = modal { prompt.found(typed, paths, model) } else { Outcome::stay() }
    })
}

/// The lines of a sheet have come; it may be closed by now.
pub fn sheet_read(model: &mut Model, number: u64, lines: Vec<SheetLine>) {
    if let Some(Modal::Sheet(sheet)) = &mut model.modal {
        sheet.fill(number, lines);
    }
}
