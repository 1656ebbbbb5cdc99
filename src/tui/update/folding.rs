//! Folding: which lines of which panes fold, and what is said where nothing does.

use super::super::keys::PaneKey;
use super::super::listing::Listing;
use super::super::model::Model;
use super::actions::nothing_read;

/// Folds the selected line, or unfolds it: the other way about where it is not said which.
pub fn fold(model: &mut Model, fold: Option<bool>) {
    let tag = model.panes.list(model.focus).and_then(|list| list.row()).cloned();
    let Some(row) = tag else { return nothing_folds(model) };
    match model.focus {
        PaneKey::Intent => {
            let (Some(pointer), Some(detail)) = (&row.pointer, model.current().cloned()) else {
                return model.say("this line has nothing to fold");
            };
            let select = model.panes.intent.pane.fold(&detail, pointer, fold);
            model.panes.intent.changed();
            model.arrange();
            let list = &mut model.panes.intent.list;
            match select {
                Some(pointer) => list.line_of(&pointer, None).into_iter().for_each(|line| list.select(line)),
                None => list.reveal(list.selected()),
            }
        }
        PaneKey::Diff => {
            model.panes.diff.pane.fold(&row, fold);
            model.panes.diff.changed();
        }
        PaneKey::Critique => {
            let Some(detail) = model.current().cloned() else { return nothing_read(model) };
            let select = model.panes.critique.pane.fold(&detail, &row, fold);
            let before = model.panes.critique.list.rows().len();
            model.panes.critique.changed();
            model.arrange();
            let list = &mut model.panes.critique.list;
            if let Some(line) = list.rows().iter().position(|row| row.head && Some(row.tag) == select) {
                select_folded(list, line, before);
            }
        }
        PaneKey::Exchange => {
            let Some(detail) = model.current().cloned().filter(|_| row.tag > 0) else {
                return model.say("this line has nothing to fold");
            };
            model.panes.exchange.pane.fold(&detail, &row, fold);
            let before = model.panes.exchange.list.rows().len();
            model.panes.exchange.changed();
            model.arrange();
            let list = &mut model.panes.exchange.list;
            if let Some(line) = list.rows().iter().position(|other| other.head && other.tag == row.tag) {
                select_folded(list, line, before);
            }
        }
        PaneKey::Features
        | PaneKey::Preview
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Scores
        | PaneKey::Machine => nothing_folds(model),
    }
}

/// What was unfolded comes onto the screen with its line.
fn select_folded(list: &mut Listing, line: usize, before: usize) {
    if list.rows().len() > before {
        list.reveal(line);
    } else {
        list.select(line);
    }
}

fn nothing_folds(model: &mut Model) {
    model.say(match model.focus {
        PaneKey::Intent | PaneKey::Critique | PaneKey::Diff | PaneKey::Exchange => {
            "there is nothing to fold yet"
        }
        PaneKey::Features
        | PaneKey::Preview
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Scores
        | PaneKey::Machine => "nothing folds here; Intent, Critique, Diff and Exchange do",
    });
}

/// Folds everything in the pane, or unfolds it.
pub fn fold_all(model: &mut Model) {
    let Some(detail) = model.current().cloned() else { return nothing_read(model) };
    match model.focus {
        PaneKey::Intent if detail.intent.is_none() => nothing_folds(model),
        PaneKey::Intent => {
            model.panes.intent.pane.fold_all(&detail);
            model.panes.intent.changed();
        }
        PaneKey::Critique
            if detail
                .critique
                .as_ref()
                .is_none_or(|read| !read.as_ref().is_ok_and(|file| !file.findings.is_empty())) =>
        {
            nothing_folds(model);
        }
        PaneKey::Diff if model.panes.diff.pane.shown(&detail).is_none() => nothing_folds(model),
        PaneKey::Critique => {
            model.panes.critique.pane.regroup();
            model.panes.critique.changed();
        }
        PaneKey::Diff => {
            model.panes.diff.pane.fold_all();
            model.panes.diff.changed();
        }
        PaneKey::Exchange if detail.exchange.attempts.is_empty() => nothing_folds(model),
        PaneKey::Exchange => {
            model.panes.exchange.pane.fold_all();
            model.panes.exchange.changed();
        }
        PaneKey::Features
        | PaneKey::Preview
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Scores
        | PaneKey::Machine => nothing_folds(model),
    }
}
