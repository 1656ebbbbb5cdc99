//! Text from the external editor.

use super::in_modal::in_modal;
use crate::tui::modal::{Modal, Outcome};
use crate::tui::model::Model;
use crate::tui::model::detail::Problem;
use crate::tui::msg::Cmd;

/// The external editor was closed.
pub fn editor_closed(model: &mut Model, outcome: Result<String, Problem>) -> Vec<Cmd> {
    model.dirty = true;
    if let Some(Modal::Gate(_)) = &model.modal {
        return in_modal(model, |modal, _| match modal {
            Modal::Gate(gate) => gate.edited(outcome),
            Modal::Help(_) | Modal::Prompt(_) | Modal::Welcome(_) | Modal::Leave(_) | Modal::Ask(_) => {
                Outcome::stay()
            }
        });
    }
    if let Err(problem) = outcome {
        model.report(&problem);
    }
    Vec::new()
}
