//! Keys that show a past iteration in the panes of the design. The gate is always about the current design.

use std::sync::Arc;

use super::selected::selected_detail;
use super::show_pane::show;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::model::detail::Detail;
use crate::tui::msg::Cmd;
use crate::tui::panes::WITH_PAST;

/// The actions on an element, or on the page, of the current design.
pub const NOT_OF_PAST: [Action; 5] =
    [Action::Comment, Action::Answer, Action::Dismiss, Action::NextUnseen, Action::OpenPreview];

/// Shows the iteration before or after the shown one; after the last one the current design, as in its own place.
pub fn go(model: &mut Model, later: bool) -> Vec<Cmd> {
    let Some(detail) = selected_detail(model) else { return Vec::new() };
    match detail.iteration_next_to(model.past_folder, later) {
        Some(folder) => {
            model.past_folder = Some(folder);
            let areas = model.areas();
            let is_visible = |pane: &PaneKey| WITH_PAST.contains(pane);
            if !areas.is_some_and(|areas| areas.panes.iter().any(|(pane, _)| is_visible(pane))) {
                show(model, PaneKey::Preview);
            }
            return vec![Cmd::ReadPast(detail, folder)];
        }
        None if model.past_folder.is_some_and(|past| later || past > detail.folder()) => leave(model),
        None if later => model.say("This is the current design."),
        None => model.say("There is no earlier iteration."),
    }
    Vec::new()
}

/// Shows a past iteration that was read, if it is still the chosen one.
pub fn read(model: &mut Model, past: Arc<Detail>) {
    if model.features.selected() == Some(&past.id) && past.at == model.past_folder {
        model.past = Some(past);
        model.panes.changed();
    }
}

/// Shows the current design again.
pub fn leave(model: &mut Model) {
    model.past_folder = None;
    if model.past.take().is_some() {
        model.panes.changed();
    }
}

/// Refuses an action that would be about the current design while a past iteration is shown.
pub fn refuses(model: &mut Model, action: Action) -> bool {
    let refuses = model.past_folder.is_some() && NOT_OF_PAST.contains(&action);
    if refuses {
        let later = model.keys.first(Action::Later);
        model.say(format!("This is a past iteration. Press {later} until the current design is shown."));
    }
    refuses
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::super::tests::{model, press, screen};
    use super::super::update;
    use super::*;
    use crate::tui::model::detail::Problem;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use frieze_data::digest::Digest;
    use frieze_engine::past::PastIteration;
    use frieze_kernel::{Need, RunView};

    /// The third iteration of a run, read.
    fn third() -> Model {
        let (mut model, _) = model();
        let past = |folder: u8| PastIteration {
            folder: folder.into(),
            design: Some(Ok(Digest::of(&[folder]))),
            edited: None,
            previous: None,
            feedback: None,
            report: None,
        };
        let view = RunView { folder: 3, iteration: 3, ..fixtures::view() };
        let read = fixtures::design::detail(&fixtures::design::shop(), None);
        let past = Ok((1..=3).map(past).collect());
        let detail = Detail { id: view.id.clone(), view: Ok(view), past, ..read };
        update(&mut model, Msg::Detail(Arc::new(detail)));
        model
    }

    /// Presses a key; if a past iteration is to be read, reads one with a title of its own. Returns the screen.
    fn go(model: &mut Model, key: char) -> String {
        for cmd in press(model, KeyCode::Char(key)) {
            let Cmd::ReadPast(now, folder) = cmd else { continue };
            let mut shop = fixtures::design::shop();
            shop.components[0].name = format!("Cart number {folder}");
            let read = fixtures::design::scored(fixtures::design::detail(&shop, None), 8_000);
            let past = Detail { at: Some(folder), id: now.id.clone(), view: now.view.clone(), ..read };
            let past = Detail { past: now.past.clone(), ..past };
            update(model, Msg::PastRead(Arc::new(past)));
        }
        screen(model)
    }

    #[test]
    fn past_iterations_are_shown_with_their_number_and_score() {
        let mut model = third();
        go(&mut model, '4');
        let shown = go(&mut model, '<');
        assert!(
            shown.contains("Cart number 2") && shown.contains(" iteration 2 of 3, score 80.00 "),
            "{shown}"
        );
        assert!(go(&mut model, '5').contains(" iteration 2 of 3, score 80.00 "));
        assert!(!go(&mut model, '7').contains("iteration 2 of 3"), "the journal is of all iterations");
        assert!(go(&mut model, '4').contains("> later iteration"));
        assert!(go(&mut model, '<').contains("Cart number 1"));
        assert!(go(&mut model, '<').contains("There is no earlier iteration."));
        assert!(go(&mut model, '>').contains("Cart number 2"));
        let shown = go(&mut model, '>');
        assert!(shown.contains("Cart screen") && !shown.contains("of 3, score"), "{shown}");
        assert!(go(&mut model, '>').contains("This is the current design."));
        go(&mut model, '0');
        let shown = go(&mut model, '<');
        assert!(shown.contains("[0 Exchange]") && shown.contains(" iteration 2 of 3, score"), "{shown}");
        go(&mut model, '>');
        // On a narrow screen the list gives way to the screens.
        update(&mut model, Msg::Resized(80, 24));
        go(&mut model, '1');
        assert!(go(&mut model, '<').contains("Cart number 2"), "{}", screen(&model));
    }

    /// After a reset to the best design, here the first one.
    #[test]
    fn the_iterations_after_a_design_that_was_brought_back_are_shown() {
        let mut model = third();
        let now = model.detail.clone().unwrap();
        let view = RunView { needs: Some(Need::Start), ..now.run().unwrap().clone() };
        let read = fixtures::design::detail(&fixtures::design::shop(), None);
        let file_hashes = [Some(Digest::of(&[1])), None];
        let first =
            Detail { id: now.id.clone(), view: Ok(view), past: now.past.clone(), file_hashes, ..read };
        update(&mut model, Msg::Detail(Arc::new(first)));
        go(&mut model, '4');
        assert!(go(&mut model, '<').contains("There is no earlier iteration."));
        press(&mut model, KeyCode::Enter);
        assert!(screen(&model).contains("> later iteration"), "{}", screen(&model));
        let shown = go(&mut model, '>');
        assert!(shown.contains("Cart number 2") && shown.contains("iteration 2 of 3"), "{shown}");
        assert!(go(&mut model, '>').contains("Cart number 3"));
        assert!(go(&mut model, '<').contains("Cart number 2"));
        assert!(go(&mut model, '<').contains("Cart screen"));
        go(&mut model, '>');
        go(&mut model, '>');
        assert!(go(&mut model, '>').contains("Cart screen"));
    }

    /// Both have their own base: choosing one keeps the other.
    #[test]
    fn another_base_of_a_past_iteration_leaves_that_of_the_current_design() {
        let mut model = third();
        let choose = |model: &mut Model| {
            let cmds = press(model, KeyCode::Char('b'));
            let [Cmd::Compare(detail, base, None)] = cmds.as_slice() else { panic!("{cmds:?}") };
            let why = Problem::new(format!("Compared in {:?}", detail.at), "");
            let compared = detail.failed_comparison(base.clone(), None, &why);
            update(model, Msg::Compared(detail.id.clone(), compared));
            screen(model)
        };
        assert!(choose(&mut model).contains("Compared in None"), "{}", screen(&model));
        go(&mut model, '<');
        assert!(!screen(&model).contains("Compared in None"), "{}", screen(&model));
        assert!(choose(&mut model).contains("Compared in Some(2)"), "{}", screen(&model));
        assert!(go(&mut model, '>').contains("Compared in None"), "{}", screen(&model));
        assert!(go(&mut model, '<').contains("Compared in Some(2)"), "{}", screen(&model));
        // A new reading of the run compares the current design again.
        let now = model.detail.clone().unwrap();
        let cmds = update(&mut model, Msg::Detail(now));
        let is_current = |cmd: &Cmd| matches!(cmd, Cmd::Compare(detail, _, None) if detail.at.is_none());
        assert!(cmds.iter().any(is_current), "{cmds:?}");
    }

    #[test]
    fn a_past_iteration_is_neither_read_nor_commented_nor_decided() {
        let mut model = third();
        go(&mut model, '4');
        go(&mut model, '<');
        let lines = model.panes.on_screen(&model.areas().unwrap());
        assert!(!lines.is_empty());
        update(&mut model, Msg::Drawn(lines));
        assert!(model.read_log.unsaved().is_empty());
        for key in ['c', 'a', 'D', '.', 'o'] {
            assert!(go(&mut model, key).contains("This is a past iteration. Press >"), "{key}");
            assert!(model.modal.is_none(), "{key}");
            press(&mut model, KeyCode::Enter);
        }
        // A new reading of the run does not leave it.
        let now = model.detail.clone().unwrap();
        update(&mut model, Msg::Detail(now));
        assert!(screen(&model).contains("Cart number 2"));
        // Another feature, and a past iteration that was read too late.
        let late = model.past.clone().unwrap();
        press(&mut model, KeyCode::Enter);
        go(&mut model, ']');
        update(&mut model, Msg::PastRead(late));
        assert!(model.past.is_none());
        let mut model = third();
        go(&mut model, '4');
        go(&mut model, '<');
        leave(&mut model);
        assert!(screen(&model).contains("Cart screen"));
    }
}
