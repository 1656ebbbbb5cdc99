//! Keys that fold and unfold lines.

use super::selected::say_unread;
use crate::tui::keys::PaneKey;
use crate::tui::model::Model;
use crate::tui::panes::FoldedRow;

/// Folds or unfolds the selected line; toggles it if `fold` is `None`. If it was unfolded, scrolls to show its content too.
pub fn fold(model: &mut Model, fold: Option<bool>) {
    let (detail, focus) = (model.shown_in(model.focus).cloned(), model.focus);
    let Some((pane, detail)) = model.panes.pane_mut(focus).zip(detail) else { return nothing_yet(model) };
    let Some(row) = pane.list.row().cloned() else { return nothing_yet(model) };
    let Some(folded) = pane.pane.fold(&detail, &row, fold) else {
        return nothing_folds(model, "Nothing to fold in this line.");
    };
    let before = pane.list.rows().len();
    pane.changed();
    model.arrange();
    let Some(list) = model.panes.list_mut(focus) else { return };
    let line = match folded {
        FoldedRow::Tagged(tag) => list.rows().iter().position(|row| row.head && row.tag == Some(tag)),
        FoldedRow::About(pointer) => list.line_of(&pointer, None),
    };
    match line {
        Some(line) if list.rows().len() > before => list.reveal(line),
        Some(line) => list.select(line),
        None => {}
    }
}

fn nothing_yet(model: &mut Model) {
    nothing_folds(model, "Nothing to fold yet.");
}

/// Whether lines fold in the pane in focus.
pub fn folds(model: &Model) -> bool {
    let folding = [PaneKey::Intent, PaneKey::Critique, PaneKey::Diff, PaneKey::Exchange];
    folding.contains(&model.focus) || model.panes.sheets.iter().any(|(pane, _)| *pane == model.focus)
}

/// Says so, in other words in a pane that never folds.
fn nothing_folds(model: &mut Model, words: &'static str) {
    model.say(if folds(model) {
        words
    } else {
        "Nothing folds here, only in Intent, Critique, Diff and Exchange."
    });
}

/// Folds or unfolds everything in the pane.
pub fn fold_all(model: &mut Model) {
    let Some(detail) = model.shown_in(model.focus).cloned() else { return say_unread(model) };
    if !model.panes.pane_mut(model.focus).is_some_and(|pane| pane.fold_all(&detail)) {
        let is_sheet = model.panes.sheet_mut(model.focus).is_some();
        nothing_folds(model, if is_sheet { "Nothing to fold here." } else { "Nothing to fold yet." });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crossterm::event::KeyCode;

    use super::super::tests::{press, show};
    use super::super::update;
    use super::*;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;

    #[test]
    fn a_group_unfolded_at_the_bottom_shows_its_content() {
        let mut model = fixtures::model(fixtures::view());
        let mut detail = fixtures::design::detail(&fixtures::design::huge(40), None);
        detail.id = model.features.selected().cloned().unwrap();
        update(&mut model, Msg::Detail(Arc::new(detail)));
        update(&mut model, Msg::Resized(80, 16));
        update(&mut model, Msg::Drawn(Vec::new()));
        show(&mut model, PaneKey::Critique);
        let rows = model.panes.critique.list.rows().iter().enumerate();
        let heads = rows.filter(|(_, row)| row.head && row.line.to_string().ends_with('▸'));
        let heads: Vec<usize> = heads.map(|(at, _)| at).collect();
        let mut at_edge = 0;
        for at in heads {
            let list = &mut model.panes.critique.list;
            list.select(0);
            let height = list.visible().len();
            list.select(at);
            at_edge += usize::from(at > height);
            press(&mut model, KeyCode::Enter);
            let list = &model.panes.critique.list;
            let first = list.rows().iter().skip(at + 1).find(|row| row.head).unwrap();
            assert!(list.visible().contains(first), "{} is not on the screen", first.line);
            press(&mut model, KeyCode::Enter);
        }
        assert!(at_edge > 0, "no group is below the first screen");
    }
}
