//! Keys that fold and unfold lines.

use super::selected::say_unread;
use crate::tui::keys::PaneKey;
use crate::tui::model::Model;
use crate::tui::panes::row_tag::RowTag;

/// Folds or unfolds the selected line; toggles it if `fold` is `None`.
pub fn fold(model: &mut Model, fold: Option<bool>) {
    let row = model.panes.list(model.focus).and_then(|list| list.row()).cloned();
    let Some(row) = row else { return nothing_folds(model) };
    if let Some(sheet) = model.panes.sheet_mut(model.focus) {
        let Some(detail) = model.detail.clone() else { return };
        if !sheet.pane.fold(&detail, &row, fold) {
            return model.say("Nothing to fold in this line.");
        }
        sheet.changed();
        return;
    }
    if model.focus == PaneKey::Intent {
        let (Some(pointer), Some(detail)) = (&row.pointer, model.shown_in(model.focus).cloned()) else {
            return model.say("Nothing to fold in this line.");
        };
        let select = model.panes.intent.pane.fold(&detail, pointer, fold);
        model.panes.intent.changed();
        model.arrange();
        let list = &mut model.panes.intent.list;
        match select {
            Some(pointer) => list.line_of(&pointer, None).into_iter().for_each(|line| list.select(line)),
            None => list.reveal(list.selected()),
        }
    } else if model.focus == PaneKey::Diff {
        model.panes.diff.pane.fold(&row, fold);
        model.panes.diff.changed();
    } else if model.focus == PaneKey::Critique {
        let Some(detail) = model.shown_in(model.focus).cloned() else { return };
        let tag = model.panes.critique.pane.fold(&detail, &row, fold);
        select_folded(model, tag);
    } else if model.focus == PaneKey::Exchange {
        let Some(detail) = model.current().cloned().filter(|_| row.tag.is_some()) else {
            return model.say("Nothing to fold in this line.");
        };
        model.panes.exchange.pane.fold(&detail, &row, fold);
        select_folded(model, row.tag);
    } else {
        nothing_folds(model);
    }
}

/// Makes the lines of the pane again, and selects the one with a tag; if it was unfolded, scrolls to show its content too.
fn select_folded(model: &mut Model, tag: Option<RowTag>) {
    let Some(pane) = model.panes.pane_mut(model.focus) else { return };
    let before = pane.list.rows().len();
    pane.changed();
    model.arrange();
    let Some(list) = model.panes.list_mut(model.focus) else { return };
    let line = tag.and_then(|_| list.rows().iter().position(|row| row.head && row.tag == tag));
    match line {
        Some(line) if list.rows().len() > before => list.reveal(line),
        Some(line) => list.select(line),
        None => {}
    }
}

fn nothing_folds(model: &mut Model) {
    let folding = [PaneKey::Intent, PaneKey::Critique, PaneKey::Diff, PaneKey::Exchange];
    model.say(if folding.contains(&model.focus) {
        "Nothing to fold yet."
    } else {
        "Nothing folds here, only in Intent, Critique, Diff and Exchange."
    });
}

/// Folds or unfolds everything in the pane.
pub fn fold_all(model: &mut Model) {
    let Some(detail) = model.shown_in(model.focus).cloned() else { return say_unread(model) };
    let is_sheet = model.panes.sheet_mut(model.focus).is_some();
    if model.panes.pane_mut(model.focus).is_some_and(|pane| pane.fold_all(&detail)) {
        return;
    }
    if is_sheet { model.say("Nothing to fold here.") } else { nothing_folds(model) }
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
