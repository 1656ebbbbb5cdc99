//! Keys on a screen that is too small: they only quit, or close a dialog.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::in_modal::in_modal;
use crate::tui::keys::Action;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::view::too_small;

/// Handles a key. An invisible dialog takes no key except Ctrl+C, which closes it.
pub fn pressed(model: &mut Model, key: KeyEvent) -> Vec<Cmd> {
    let control_c = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
    model.dirty = true;
    match &model.modal {
        Some(Modal::Ask(ask)) if ask.quits() && !ask.drawn => Vec::new(),
        Some(Modal::Ask(ask)) if ask.quits() => in_modal(model, |modal, model| modal.key(key, model)),
        Some(Modal::Gate(_) | Modal::PlainGate(_) | Modal::Prompt(_) | Modal::Ask(_)) if control_c => {
            in_modal(model, |modal, model| modal.key(key, model))
        }
        Some(Modal::Gate(_) | Modal::PlainGate(_) | Modal::Prompt(_) | Modal::Ask(_)) => Vec::new(),
        None | Some(Modal::Welcome(_) | Modal::Sheet(_)) => {
            let quits = control_c || model.keys.action(key) == Some(Action::Quit);
            // If quitting would lose text, the warning must be readable.
            let may = too_small::fits(model) || !model.drafts.warned_of_loss();
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

    #[test]
    fn a_screen_that_is_too_small_takes_only_the_quit_key() {
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
        // Nor any key before the larger screen was drawn.
        resize(&mut model, 80, 24);
        assert!(model.awaits_drawing() && press(&mut model, KeyCode::Char('?')).is_empty());
        assert!(model.modal.is_none());
        frame(&mut model);
        press(&mut model, KeyCode::Char('?'));
        assert!(matches!(model.modal, Some(Modal::Sheet(_))));
        resize(&mut model, 40, 10);
        assert!(leaves(&press(&mut model, KeyCode::Char('q'))));
    }

    #[test]
    fn an_invisible_prompt_takes_no_letter() {
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
        assert!(model.modal.is_none(), "Ctrl+C closes it");
    }

    #[test]
    fn a_small_screen_asks_whether_to_quit_while_runs_are_in_progress() {
        let mut model = running();
        resize(&mut model, 40, 10);
        frame(&mut model);
        let words = |model: &Model| screen(model).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&model).contains("1 run is in progress. Press q to quit."), "{}", screen(&model));
        assert!(!leaves(&press(&mut model, KeyCode::Char('q'))));
        assert!(!leaves(&press(&mut model, KeyCode::Char('y'))), "the question was not on the screen yet");
        frame(&mut model);
        assert!(words(&model).contains("Quitting pauses 1 run"), "{}", screen(&model));
        assert!(!leaves(&press(&mut model, KeyCode::Esc)) && model.modal.is_none());
        press(&mut model, KeyCode::Char('q'));
        frame(&mut model);
        assert!(leaves(&press(&mut model, KeyCode::Char('y'))));
        // If not even the question fits, no key answers it.
        let mut model = running();
        resize(&mut model, 20, 2);
        for _ in 0..3 {
            assert!(!leaves(&press(&mut model, KeyCode::Char('q'))));
            assert!(!leaves(&press(&mut model, KeyCode::Char('y'))));
            frame(&mut model);
        }
    }
}
