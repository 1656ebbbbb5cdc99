//! Keys on a screen that is too small to show anything: leaving is all that they do, by the sentence that stands there.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::super::keys::Action;
use super::super::modal::Modal;
use super::super::model::Model;
use super::super::msg::Cmd;
use super::super::view::small;
use super::in_modal;

/// Takes a key. What nobody can see takes none: a dialog that is open is gone back from by Ctrl+C, as ever, and decides
/// nothing.
pub fn pressed(model: &mut Model, key: KeyEvent) -> Vec<Cmd> {
    let control_c = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
    model.dirty = true;
    match &model.modal {
        Some(Modal::Leave(leave)) if leave.awaits_drawing() => Vec::new(),
        Some(Modal::Leave(_)) => in_modal(model, |modal, context| modal.key(key, context)),
        Some(Modal::Gate(_) | Modal::Prompt(_) | Modal::Ask(_)) if control_c => {
            in_modal(model, |modal, context| modal.key(key, context))
        }
        Some(Modal::Gate(_) | Modal::Prompt(_) | Modal::Ask(_)) => Vec::new(),
        None | Some(Modal::Help(_) | Modal::Welcome(_)) => {
            let quits = control_c || model.keys.action(key) == Some(Action::Quit);
            // Who would lose words by it can read that.
            let may = small::fits(model) || !model.drafts.holds_back();
            if quits && may { vec![Cmd::Quit] } else { Vec::new() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{model, press, running, screen};
    use super::super::update;
    use super::*;
    use crate::tui::msg::Msg;

    fn resize(model: &mut Model, width: u16, height: u16) {
        update(model, Msg::Resized(width, height));
    }

    fn frame(model: &mut Model) {
        update(model, Msg::Drawn(Vec::new()));
    }

    fn leaves(cmds: &[Cmd]) -> bool {
        cmds.iter().any(|cmd| matches!(cmd, Cmd::Quit))
    }

    /// Nobody decides, rejects, aborts or leaves runs behind on a screen that shows nothing of it.
    #[test]
    fn on_a_screen_that_is_too_small_no_key_acts_but_the_one_that_it_names() {
        let (mut model, _) = model();
        frame(&mut model);
        let before = (model.focus, model.tab, model.features.selected().cloned());
        for (width, height) in [(40, 10), (59, 16), (60, 15)] {
            resize(&mut model, width, height);
            for key in "daxr:n.5jzuRpoN/?".chars() {
                assert!(press(&mut model, KeyCode::Char(key)).is_empty(), "{key}");
                frame(&mut model);
                assert!(model.modal.is_none() && model.message.is_none(), "{key}");
            }
        }
        assert_eq!((model.focus, model.tab, model.features.selected().cloned()), before);
        // Nor one that came before it was drawn again.
        resize(&mut model, 80, 24);
        assert!(model.awaits_drawing() && press(&mut model, KeyCode::Char('?')).is_empty());
        assert!(model.modal.is_none());
        frame(&mut model);
        press(&mut model, KeyCode::Char('?'));
        assert!(matches!(model.modal, Some(Modal::Help(_))));
        resize(&mut model, 40, 10);
        assert!(leaves(&press(&mut model, KeyCode::Char('q'))));
    }

    #[test]
    fn a_prompt_that_cannot_be_seen_takes_no_letter() {
        let (mut model, _) = model();
        press(&mut model, KeyCode::Char(':'));
        frame(&mut model);
        resize(&mut model, 40, 10);
        for key in "quit".chars() {
            press(&mut model, KeyCode::Char(key));
        }
        assert!(press(&mut model, KeyCode::Enter).is_empty());
        update(&mut model, Msg::Pasted("quit".to_owned()));
        assert!(matches!(model.modal, Some(Modal::Prompt(_))));
        let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert!(!leaves(&update(&mut model, Msg::Key(control_c))));
        assert!(model.modal.is_none(), "it goes back, as ever");
    }
    #[test]
    fn whether_to_leave_runs_behind_is_asked_in_the_few_cells_that_there_are() {
        let mut model = running();
        resize(&mut model, 40, 10);
        frame(&mut model);
        let words = |model: &Model| screen(model).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&model).contains("q asks whether to leave: a run is under way"), "{}", screen(&model));
        assert!(!leaves(&press(&mut model, KeyCode::Char('q'))));
        assert!(!leaves(&press(&mut model, KeyCode::Char('q'))), "the question was not on the screen yet");
        frame(&mut model);
        assert!(words(&model).contains("Leaving pauses the run"), "{}", screen(&model));
        assert!(!leaves(&press(&mut model, KeyCode::Esc)) && model.modal.is_none());
        press(&mut model, KeyCode::Char('q'));
        frame(&mut model);
        assert!(leaves(&press(&mut model, KeyCode::Char('q'))));
        // Where not even the question has room, nothing answers it.
        let mut model = running();
        resize(&mut model, 20, 2);
        for _ in 0..3 {
            assert!(!leaves(&press(&mut model, KeyCode::Char('q'))));
            frame(&mut model);
        }
    }
}
