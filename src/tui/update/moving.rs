//! Keys that move through the lines of the focused pane.

use crate::tui::keys::{Action, PaneKey};
use crate::tui::model::Model;
use crate::tui::panes::machine;

/// Selects the next or the previous line.
pub fn step(model: &mut Model, down: bool) {
    let by = if down { 1 } else { -1 };
    match model.panes.list_mut(model.focus) {
        Some(list) => list.step(down),
        None if model.focus == PaneKey::Features => model.features.step(by),
        None => scroll_or_say(model, by),
    }
}

/// Scrolls by a page.
pub fn page(model: &mut Model, down: bool) {
    match model.panes.list_mut(model.focus) {
        Some(list) => list.page(down),
        None if model.focus == PaneKey::Features => model.features.page(down),
        None => {
            let height = model.areas().map_or(0, |areas| areas.inside(model.focus).height);
            let by = isize::from(i16::try_from(height.saturating_sub(1).max(1)).unwrap_or(i16::MAX));
            scroll_or_say(model, if down { by } else { -by });
        }
    }
}

/// Selects the first or the last line.
pub fn edge(model: &mut Model, first: bool) {
    match model.panes.list_mut(model.focus) {
        Some(list) => list.select(if first { 0 } else { usize::MAX - 1 }),
        None if model.focus != PaneKey::Features => {
            scroll_or_say(model, if first { isize::MIN } else { isize::MAX });
        }
        None if first => model.features.first(),
        None => model.features.last(),
    }
}

fn scroll_or_say(model: &mut Model, by: isize) {
    if model.focus != PaneKey::Machine || !scroll_machine(model, by) {
        nothing_to_scroll(model);
    }
}

/// Scrolls the Machine pane, whose lines cannot be selected. Returns whether it has more lines than room.
pub fn scroll_machine(model: &mut Model, by: isize) -> bool {
    let inside = model.areas().map(|areas| areas.inside(PaneKey::Machine)).unwrap_or_default();
    let last = machine::last_top(model, inside.width, inside.height);
    let top = model.panes.machine_top.min(last);
    model.panes.machine_top = top.saturating_add_signed(by).min(last);
    last > 0
}

/// Says that the pane has no lines.
pub fn nothing_to_scroll(model: &mut Model) {
    let keys = &model.keys;
    let (previous, next) = (keys.first(Action::PreviousFeature), keys.first(Action::NextFeature));
    model.say(format!("Nothing to scroll. {previous} and {next} change the feature."));
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers, MouseEvent, MouseEventKind};

    use super::super::show_pane::show;
    use super::super::tests::{press, screen};
    use super::super::update;
    use super::*;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;

    #[test]
    fn keys_and_wheel_scroll_a_long_machine_pane() {
        let mut view = fixtures::view();
        view.path = (0..6).flat_map(|_| view.path.clone()).collect();
        let mut model = fixtures::model(view);
        model.size = ratatui::layout::Size::new(120, 22);
        show(&mut model, PaneKey::Machine);
        model.arrange();
        let extent = |model: &Model| {
            let shown = screen(model);
            let line = shown.lines().find(|line| line.contains("of 19 ")).map(str::to_owned);
            line.unwrap_or(shown)
        };
        assert!(extent(&model).contains(" 1–8 of 19 "), "{}", extent(&model));
        for (key, shown) in [
            (KeyCode::Char('j'), " 2–9 of 19 "),
            (KeyCode::PageDown, " 9–16 of 19 "),
            (KeyCode::Char('G'), " 12–19 of 19 "),
            (KeyCode::Char('k'), " 11–18 of 19 "),
            (KeyCode::Char('g'), " 1–8 of 19 "),
        ] {
            press(&mut model, key);
            assert!(extent(&model).contains(shown), "{key:?}: {}", screen(&model));
            assert!(model.message.is_none());
        }
        let (column, row) = (60, 4);
        let kind = MouseEventKind::ScrollDown;
        update(&mut model, Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        assert!(extent(&model).contains(" 4–11 of 19 "), "{}", screen(&model));
        // Another feature starts at the top.
        model.panes.forget();
        assert_eq!(model.panes.machine_top, 0);
    }
}
