//! Actions of the keys outside of dialogs.

use super::folding::{fold, fold_all};
use super::moving::{edge, nothing_to_scroll, page, step};
use super::prompts::{answering, commenting, dismissing, open_prompt};
use super::selected::{say_unread, selected, selected_detail, selected_run};
use super::show_pane::show;
use super::{deciding, find_words, past_iterations, run_control, unread};
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::Modal;
use crate::tui::modal::ask::{Ask, Yes};
use crate::tui::modal::prompt::Purpose;
use crate::tui::modal::sheet::Sheet;
use crate::tui::model::Model;
use crate::tui::model::detail::Base;
use crate::tui::model::feedback_items;
use crate::tui::msg::Cmd;
use crate::tui::panes::WITH_PAST;
use crate::tui::panes::row_tag::RowTag;
use crate::tui::widgets::listing::Row;
use frieze_data::id::FeatureId;

/// Carries out the action of a key.
pub fn act(model: &mut Model, action: Action) -> Vec<Cmd> {
    if is_about_design(action) && model.is_other_selected() {
        // This says that the run has no design.
        selected(model);
        return Vec::new();
    }
    if past_iterations::refuses(model, action) {
        return Vec::new();
    }
    match action {
        Action::Down => step(model, true),
        Action::Up => step(model, false),
        Action::PageDown => page(model, true),
        Action::PageUp => page(model, false),
        Action::Top => edge(model, true),
        Action::Bottom => edge(model, false),
        Action::NextFeature => model.features.step(1),
        Action::PreviousFeature => model.features.step(-1),
        Action::NextNeedy => next_needy(model),
        Action::NextFlow => next_of_feature(model),
        Action::NextUnseen => unread::next(model),
        Action::NextChange => change(model, true),
        Action::PreviousChange => change(model, false),
        Action::Earlier => return past_iterations::go(model, false),
        Action::Later => return past_iterations::go(model, true),
        Action::Find => find(model),
        Action::FindBack if model.focus == PaneKey::Features => open_prompt(model, Purpose::Search, ""),
        Action::FindBack => find_words::find(model, "", false),
        Action::NextPane => turn(model, true),
        Action::PreviousPane => turn(model, false),
        Action::Show(pane) => show(model, pane),
        Action::Enter => return enter(model),
        Action::Back => back(model),
        Action::Fold if model.focus == PaneKey::Features => {
            model.features.toggle_mark();
            model.features.step(1);
        }
        Action::Fold => fold(model, None),
        Action::Left => fold(model, Some(true)),
        Action::Right => fold(model, Some(false)),
        Action::FoldAll => fold_all(model),
        Action::Decide => return deciding::decide(model, None),
        Action::Comment => commenting::comment(model),
        Action::MarkDone => return mark_done(model),
        Action::Answer => answering::answer(model),
        Action::Dismiss => dismissing::dismiss(model),
        Action::OpenPreview => return on_selected(model, Cmd::OpenPreview),
        Action::Brief => return open_brief(model),
        Action::Run | Action::Reset | Action::Pause if is_of_marked(model) => {
            return run_control::marked(model, action);
        }
        Action::Run => return run_control::run(model),
        Action::RunAll => return run_control::run_all(model),
        Action::Pause => return run_control::pause(model),
        Action::Abort => return run_control::abort(model, ""),
        Action::Reset => return run_control::ask_to_reset(model, false),
        Action::ResetFromBest => return run_control::ask_to_reset(model, true),
        Action::NewFeature => open_prompt(model, Purpose::NewFeature, ""),
        Action::Base => return base(model),
        Action::Filter => {
            model.focus = PaneKey::Features;
            find(model);
        }
        Action::Sort => sort(model),
        Action::Command => open_prompt(model, Purpose::Command, ""),
        Action::Copy => return copy(model),
        Action::Zoom => model.zoomed = !model.zoomed,
        Action::Help => model.modal = Some(Modal::Sheet(Box::new(Sheet::help(&model.keys)))),
        Action::Suspend => return vec![Cmd::Suspend],
        Action::Quit => return vec![Cmd::Quit],
    }
    Vec::new()
}

/// Whether a key in the list is for the marked features.
fn is_of_marked(model: &Model) -> bool {
    model.focus == PaneKey::Features && model.features.marked().next().is_some()
}

/// Whether an action is about the design of a feature.
fn is_about_design(action: Action) -> bool {
    matches!(
        action,
        Action::NextUnseen
            | Action::Comment
            | Action::MarkDone
            | Action::Answer
            | Action::Dismiss
            | Action::OpenPreview
            | Action::Brief
            | Action::Abort
            | Action::ResetFromBest
            | Action::Base
            | Action::NextChange
            | Action::PreviousChange
            | Action::Earlier
            | Action::Later
    )
}

/// Whether an action asks for words or a confirmation, unless it is refused.
pub fn asks(action: Action) -> bool {
    matches!(
        action,
        Action::Comment | Action::Answer | Action::Dismiss | Action::Abort | Action::ResetFromBest
    )
}

/// Whether an action is about the selected feature, which then stays selected, even if another one becomes more urgent.
pub fn is_about_selected(action: Action) -> bool {
    !matches!(
        action,
        Action::RunAll
            | Action::NewFeature
            | Action::Filter
            | Action::Sort
            | Action::Command
            | Action::Help
            | Action::Suspend
            | Action::Quit
    )
}

/// Sorts the list in the next order.
fn sort(model: &mut Model) {
    let by = model.features.sort.next();
    model.features.set_sort(by);
    model.say(format!("Sorted: {}.", by.name()));
}

fn next_needy(model: &mut Model) {
    let before = model.features.selected_run().cloned();
    if !model.features.select_next_needing_person() {
        let clear = model.keys.first(Action::Back).to_owned();
        match model.features.counts().waiting {
            0 => model.say("No feature needs you."),
            1 => model.say(format!(
                "1 feature that the filter hides needs you. Press {clear} in the list to clear it."
            )),
            n => model.say(format!(
                "{n} features that the filter hides need you. Press {clear} in the list to clear it."
            )),
        }
    } else if model.features.selected_run() == before.as_ref() {
        model.say("No other feature needs you.");
    }
}

/// Goes to the next run of the selected feature.
fn next_of_feature(model: &mut Model) {
    let Some(before) = selected_run(model) else { return };
    let (at, all) = model.features.select_next_of_row().unwrap_or((1, 1));
    let now = model.features.selected_run().cloned().unwrap_or(before);
    model.say(match all {
        1 => format!("{now} has no other runs."),
        _ => format!("{}/{}: run {at} of {all} of this feature.", now.flow, now.id),
    });
}

/// Opens the filter in the list, and the search in panes with lines.
fn find(model: &mut Model) {
    if model.focus == PaneKey::Features {
        let filter = model.features.filter().to_owned();
        open_prompt(model, Purpose::Filter, &filter);
    } else if model.panes.list(model.focus).is_some() {
        open_prompt(model, Purpose::Find, "");
    } else {
        nothing_to_scroll(model);
    }
}

fn turn(model: &mut Model, forward: bool) {
    let round: Vec<PaneKey> = PaneKey::ALL.iter().copied().filter(|pane| model.has_pane(*pane)).collect();
    let at = round.iter().position(|pane| *pane == model.focus).unwrap_or(0);
    let by = if forward { 1 } else { round.len() - 1 };
    if let Some(to) = round.get((at + by) % round.len()) {
        show(model, *to);
    }
}

fn enter(model: &mut Model) -> Vec<Cmd> {
    let row = model.panes.list(model.focus).and_then(|list| list.row());
    if let Some(file) = row.and_then(|row| row.file.clone()) {
        return vec![Cmd::ReadFile(model.open_sheet(file.to_string()), file)];
    }
    match model.focus {
        focus if model.panes.sheet_mut(focus).is_some() => fold(model, None),
        PaneKey::Features => show(model, model.tab),
        PaneKey::Intent | PaneKey::Exchange => fold(model, None),
        PaneKey::Critique | PaneKey::Diff | PaneKey::Feedback | PaneKey::Preview => {
            let row = model.panes.list(model.focus).and_then(|list| list.row());
            let is_group = model.focus == PaneKey::Critique && row.is_some_and(|row| row.tag.is_some());
            match row.and_then(|row| row.pointer.clone()) {
                Some(pointer) => {
                    let from = model.focus;
                    jump(model, &pointer);
                    model.came_from = Some(from);
                }
                None if is_group => fold(model, None),
                None => model.say("This line is about no element of the design."),
            }
        }
        PaneKey::Journal | PaneKey::Scores | PaneKey::Machine => model.say("Nothing to open here."),
    }
    Vec::new()
}

/// Shows an element in the Intent pane.
pub fn jump(model: &mut Model, pointer: &str) {
    // A pointer from a pane that is about the current design.
    if !WITH_PAST.contains(&model.focus) {
        past_iterations::leave(model);
    }
    show(model, PaneKey::Intent);
    let Some(detail) = model.current().cloned() else { return };
    let intent = &mut model.panes.intent;
    intent.pane.unfold_to(pointer);
    intent.changed();
    model.arrange();
    let line = model.panes.intent.list.line_of(pointer, None);
    match line {
        Some(line) => model.panes.intent.list.reveal(line),
        None => model.say(format!("{} has no element at {pointer}.", detail.id)),
    }
}

fn back(model: &mut Model) {
    if model.zoomed {
        model.zoomed = false;
    } else if model.focus == PaneKey::Features {
        if model.features.clear_marks() {
            return;
        }
        if model.features.filter().is_empty() {
            model.say(format!("Press {} to quit.", model.keys.first(Action::Quit)));
        }
        model.features.set_filter("");
    } else if let Some(pane) = model.came_from.take().filter(|_| model.focus == PaneKey::Intent) {
        // Back to the line that led to this element.
        show(model, pane);
    } else {
        model.focus = PaneKey::Features;
    }
}

/// Goes to the next or the previous change in Diff. From another pane it only shows Diff.
fn change(model: &mut Model, next: bool) {
    if model.focus != PaneKey::Diff {
        return show(model, PaneKey::Diff);
    }
    let list = &mut model.panes.diff.list;
    let is_change = |row: &Row| row.head && matches!(row.tag, Some(RowTag::Change(_) | RowTag::Passage(_)));
    let rows = list.rows().iter().enumerate();
    let changes: Vec<usize> = rows.filter(|(_, row)| is_change(row)).map(|(at, _)| at).collect();
    let here = list.selected();
    let to = match next {
        true => Some(changes.partition_point(|at| *at <= here)),
        false => changes.partition_point(|at| *at < here).checked_sub(1),
    };
    match to.and_then(|to| Some((to, *changes.get(to)?))) {
        Some((to, line)) => {
            list.reveal(line);
            model.say(format!("Change {} of {}.", to + 1, changes.len()));
        }
        None if changes.is_empty() => model.say("There is no change to go to."),
        None => model.say(if next { "This is the last change." } else { "This is the first change." }),
    }
}

fn mark_done(model: &mut Model) -> Vec<Cmd> {
    let row = model.panes.list(model.focus).and_then(|list| list.row());
    let item = match (row.and_then(|row| row.tag), model.current()) {
        (Some(RowTag::Request(number)), Some(detail)) => feedback_items::item(&detail.rejections, number)
            .map(|(r, item)| (&detail.id, r.folder, item.asked.sha256)),
        _ => None,
    };
    match item {
        Some((id, folder, words)) => vec![Cmd::MarkDone(id.clone(), folder, words)],
        None => {
            let is_there = model.focus == PaneKey::Feedback;
            let none = model.current().is_some_and(|detail| detail.rejections.is_empty());
            model.say(match (is_there, none) {
                (true, true) => "Nothing was rejected yet. No item to mark as done.",
                (true, false) => "Only items of feedback can be marked as done.",
                (false, _) => "Only items of feedback can be marked as done: go to one in the Feedback pane.",
            });
            Vec::new()
        }
    }
}

fn base(model: &mut Model) -> Vec<Cmd> {
    let Some(detail) = model.shown_in(PaneKey::Diff).cloned() else {
        say_unread(model);
        return Vec::new();
    };
    show(model, PaneKey::Diff);
    // A new comparison starts at the top.
    model.panes.diff.list.select(0);
    let bases = detail.base_choices();
    let now = model.panes.diff.pane.shown(&detail).map(|compared| compared.base.clone());
    let at = now.as_ref().and_then(|now| bases.iter().position(|base| base == now)).map_or(0, |at| at + 1);
    let next = bases.get(at % bases.len().max(1)).cloned();
    match &next {
        None => model.say("No other version to compare."),
        Some(base) if now.as_ref() == Some(base) => {
            model.say(format!("No other version to compare: this is {}.", detail.name_with_last_read(base)));
            return Vec::new();
        }
        Some(base) => model.say(format!("Compared with {}.", detail.name_with_last_read(base))),
    }
    next.map(|base| Cmd::Compare(detail, base, None)).into_iter().collect()
}

/// Compares two designs of the selected feature; `with` is the current one if it is `None`.
pub fn compare(model: &mut Model, base: Base, with: Option<Base>) -> Vec<Cmd> {
    let Some(detail) = selected_detail(model) else { return Vec::new() };
    past_iterations::leave(model);
    show(model, PaneKey::Diff);
    vec![Cmd::Compare(detail, base, with)]
}

fn copy(model: &mut Model) -> Vec<Cmd> {
    let row = model.panes.list(model.focus).and_then(|list| list.row());
    // The whole text, even if it was wrapped.
    let text = |row: &Row| row.whole.as_deref().map_or_else(|| row.line.to_string(), str::to_owned);
    let words = |row: &Row| text(row).split_whitespace().collect::<Vec<_>>().join(" ");
    let line = row.map(|row| row.pointer.clone().unwrap_or_else(|| words(row)));
    let line = line.or_else(|| selected_run(model).map(|run| run.to_string()));
    line.map(Cmd::Copy).into_iter().collect()
}

/// Opens the brief; that of a frozen design after a question.
fn open_brief(model: &mut Model) -> Vec<Cmd> {
    let cmds = on_selected(model, Cmd::OpenBrief);
    if cmds.is_empty() || !model.features.selected_card().is_some_and(|card| card.is_sealed) {
        return cmds;
    }
    let text = [
        "Open the brief of a frozen design?",
        "The design was approved for the brief as it is. `verify` fails if the brief changes.",
    ];
    let text = text.map(str::to_owned).to_vec();
    let ask = Ask::new(" Frozen ", text, "open it", Yes::Give(cmds, String::new()));
    model.modal = Some(Modal::Ask(Box::new(ask)));
    Vec::new()
}

fn on_selected(model: &mut Model, cmd: fn(FeatureId) -> Cmd) -> Vec<Cmd> {
    selected(model).map(cmd).into_iter().collect()
}

#[cfg(test)]
mod tests;
