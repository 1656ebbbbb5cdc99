//! What each key does.

use super::super::detail::Base;
use super::super::keys::{Action, PaneKey};
use super::super::listing::Row;
use super::super::modal::Modal;
use super::super::modal::help::Help;
use super::super::modal::prompt::{Prompt, Purpose};
use super::super::model::Model;
use super::super::msg::Cmd;
use super::super::rejection;
use super::super::view::TABS;
use super::folding::{fold, fold_all};
use super::moving::{edge, nothing_to_move_through, page, step};
use super::{answering, commenting, deciding, finding, runs, unseen};
use crate::domain::id::FeatureId;

/// Does what a key asks for outside every dialog.
pub fn act(model: &mut Model, action: Action) -> Vec<Cmd> {
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
        Action::NextUnseen => unseen::next(model),
        Action::Find => find(model),
        Action::FindBack => finding::find(model, "", false),
        Action::NextPane => turn(model, true),
        Action::PreviousPane => turn(model, false),
        Action::Show(pane) => show(model, pane),
        Action::Enter => enter(model),
        Action::Back => back(model),
        Action::Fold => fold(model, None),
        Action::Left => fold(model, Some(true)),
        Action::Right => fold(model, Some(false)),
        Action::FoldAll => fold_all(model),
        Action::Decide => return deciding::decide(model, "decide"),
        Action::Comment => commenting::comment(model),
        Action::MarkDone => return mark_done(model),
        Action::Answer => answering::answer(model),
        Action::OpenPreview => return on_selected(model, |id| Cmd::OpenPreview(id.clone())),
        Action::Brief => return on_selected(model, |id| Cmd::OpenBrief(id.clone())),
        Action::Run => return runs::run(model),
        Action::RunAll => return runs::run_all(model),
        Action::Pause => return runs::pause(model),
        Action::Abort => return runs::abort(model, ""),
        Action::Reset => return runs::ask_to_reset(model, false),
        Action::ResetFromBest => return runs::ask_to_reset(model, true),
        Action::NewFeature => open_prompt(model, Purpose::NewFeature, ""),
        Action::Base => return base(model),
        Action::Filter => {
            model.focus = PaneKey::Features;
            let filter = model.features.filter().to_owned();
            open_prompt(model, Purpose::Filter, &filter);
        }
        Action::Sort => {
            let sort = model.features.sort.next();
            model.features.set_sort(sort);
            model.say(format!("sorted: {}", sort.name()));
        }
        Action::Command => open_prompt(model, Purpose::Command, ""),
        Action::Copy => return copy(model),
        Action::Zoom => model.zoomed = !model.zoomed,
        Action::Help => model.modal = Some(Modal::Help(Help::new(&model.keys, model.theme))),
        Action::Suspend => return vec![Cmd::Suspend],
        Action::Quit => return vec![Cmd::Quit],
    }
    Vec::new()
}

/// Whether who presses a key for this reads the selected feature or wants something of it: then it is theirs, and no other
/// one takes its place under them. Keys for the list, for every feature, or for none leave it open which one that is.
pub fn is_about_one(action: Action) -> bool {
    match action {
        Action::RunAll
        | Action::NewFeature
        | Action::Filter
        | Action::Sort
        | Action::Command
        | Action::Help
        | Action::Suspend
        | Action::Quit => false,
        Action::Down
        | Action::Up
        | Action::PageDown
        | Action::PageUp
        | Action::Top
        | Action::Bottom
        | Action::NextFeature
        | Action::PreviousFeature
        | Action::NextNeedy
        | Action::NextUnseen
        | Action::Find
        | Action::FindBack
        | Action::NextPane
        | Action::PreviousPane
        | Action::Show(_)
        | Action::Enter
        | Action::Back
        | Action::Fold
        | Action::Left
        | Action::Right
        | Action::FoldAll
        | Action::Decide
        | Action::Comment
        | Action::MarkDone
        | Action::Answer
        | Action::OpenPreview
        | Action::Brief
        | Action::Run
        | Action::Pause
        | Action::Abort
        | Action::Reset
        | Action::ResetFromBest
        | Action::Base
        | Action::Copy
        | Action::Zoom => true,
    }
}

fn next_needy(model: &mut Model) {
    let before = model.features.selected().cloned();
    if !model.features.next_calling() {
        // What the filter hides may still need somebody.
        match model.features.counts().calling {
            0 => model.say("nothing needs you"),
            n => model.say(format!(
                "nothing that the filter shows needs you, but {n} behind it; {} in the list clears it",
                model.keys.first(Action::Back)
            )),
        }
    } else if model.features.selected() == before.as_ref() {
        model.say("nothing else needs you");
    }
}

/// Features are filtered; in every other pane that has lines, words are looked for.
fn find(model: &mut Model) {
    match model.focus {
        PaneKey::Features => {
            let filter = model.features.filter().to_owned();
            open_prompt(model, Purpose::Filter, &filter);
        }
        PaneKey::Scores | PaneKey::Machine => nothing_to_move_through(model),
        PaneKey::Critique
        | PaneKey::Diff
        | PaneKey::Preview
        | PaneKey::Intent
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Exchange => open_prompt(model, Purpose::Find, ""),
    }
}

/// The panes in the order of the tab key.
pub const ROUND: [PaneKey; 10] = [
    PaneKey::Features,
    PaneKey::Critique,
    PaneKey::Diff,
    PaneKey::Preview,
    PaneKey::Intent,
    PaneKey::Feedback,
    PaneKey::Journal,
    PaneKey::Scores,
    PaneKey::Machine,
    PaneKey::Exchange,
];

fn turn(model: &mut Model, forward: bool) {
    let at = ROUND.iter().position(|pane| *pane == model.focus).unwrap_or(0);
    let to = if forward { (at + 1) % ROUND.len() } else { (at + ROUND.len() - 1) % ROUND.len() };
    show(model, ROUND[to]);
}

/// Goes to a pane, and brings it to the front among those that share its place.
pub fn show(model: &mut Model, pane: PaneKey) {
    if pane == PaneKey::Intent && model.focus != pane {
        unseen::mark(model);
    }
    model.focus = pane;
    model.came_from = None;
    let on_screen = model.areas().is_some_and(|areas| areas.panes.iter().any(|(key, _)| *key == pane));
    if TABS.iter().any(|(key, _)| *key == pane) && !on_screen {
        model.tab = pane;
    }
}

fn enter(model: &mut Model) {
    match model.focus {
        PaneKey::Features => show(model, model.tab),
        PaneKey::Intent | PaneKey::Exchange => fold(model, None),
        PaneKey::Critique | PaneKey::Diff | PaneKey::Feedback | PaneKey::Preview => {
            let row = model.panes.list(model.focus).and_then(|list| list.row());
            let is_group = model.focus == PaneKey::Critique && row.is_some_and(|row| row.tag > 0);
            match row.and_then(|row| row.pointer.clone()) {
                Some(pointer) => {
                    let from = model.focus;
                    jump(model, &pointer);
                    model.came_from = Some(from);
                }
                None if is_group => fold(model, None),
                None => model.say("this line leads to no element of the design"),
            }
        }
        PaneKey::Journal | PaneKey::Scores | PaneKey::Machine => model.say("there is nothing to open here"),
    }
}

/// Shows an element in the Intent pane.
pub fn jump(model: &mut Model, pointer: &str) {
    show(model, PaneKey::Intent);
    let Some(detail) = model.current().cloned() else { return };
    let intent = &mut model.panes.intent;
    intent.pane.unfold_to(pointer);
    intent.changed();
    model.arrange();
    let line = model.panes.intent.list.line_of(pointer, None);
    match line {
        Some(line) => model.panes.intent.list.reveal(line),
        None => model.say(format!("{} has no element at {pointer}", detail.id)),
    }
}

fn back(model: &mut Model) {
    if model.zoomed {
        model.zoomed = false;
    } else if model.focus == PaneKey::Features {
        if model.features.filter().is_empty() {
            model.say(format!("this is the list; {} leaves", model.keys.first(Action::Quit)));
        }
        model.features.set_filter("");
    } else if let Some(pane) = model.came_from.take().filter(|_| model.focus == PaneKey::Intent) {
        // One step back from an element is what led to it.
        show(model, pane);
    } else {
        model.focus = PaneKey::Features;
    }
}

fn mark_done(model: &mut Model) -> Vec<Cmd> {
    let row = model.panes.list(PaneKey::Feedback).and_then(|list| list.row());
    let item = match (model.focus, row, model.current()) {
        (PaneKey::Feedback, Some(row), Some(detail)) => rejection::item(&detail.rejections, row.tag)
            .map(|(r, item)| (&detail.id, r.folder, item.asked.sha256)),
        _ => None,
    };
    match item {
        Some((id, folder, words)) => vec![Cmd::MarkDone(id.clone(), folder, words)],
        None => {
            let is_there = model.focus == PaneKey::Feedback;
            let none = model.current().is_some_and(|detail| detail.rejections.is_empty());
            model.say(match (is_there, none) {
                (true, true) => "nothing was rejected yet: there is no item of feedback to mark as done",
                (true, false) => "this line is no item of feedback, and only those are marked",
                (false, _) => "only items of feedback can be marked: go to one in the Feedback pane",
            });
            Vec::new()
        }
    }
}

fn base(model: &mut Model) -> Vec<Cmd> {
    let Some(detail) = model.current().cloned() else {
        nothing_read(model);
        return Vec::new();
    };
    show(model, PaneKey::Diff);
    // Another comparison is read from its beginning.
    model.panes.diff.list.select(0);
    let bases = detail.bases();
    let now = model.panes.diff.pane.shown(&detail).map(|compared| compared.base.clone());
    let at = now.as_ref().and_then(|now| bases.iter().position(|base| base == now)).map_or(0, |at| at + 1);
    let next = bases.get(at % bases.len().max(1)).cloned();
    match &next {
        None => model.say("there is no other design of this feature to compare with"),
        Some(base) if now.as_ref() == Some(base) => {
            model.say(format!(
                "it is compared with all that there is already: {}",
                detail.name_with_look(base)
            ));
            return Vec::new();
        }
        Some(base) => model.say(format!("compared with {}", detail.name_with_look(base))),
    }
    next.map(|base| Cmd::Compare(detail, base, None)).into_iter().collect()
}

/// Compares any two designs of the selected feature; `with` is the current one unless it is named.
pub fn compare(model: &mut Model, base: Base, with: Option<Base>) -> Vec<Cmd> {
    let Some(detail) = model.current().cloned() else {
        nothing_read(model);
        return Vec::new();
    };
    show(model, PaneKey::Diff);
    vec![Cmd::Compare(detail, base, with)]
}

fn copy(model: &mut Model) -> Vec<Cmd> {
    let row = model.panes.list(model.focus).and_then(|list| list.row());
    // As a whole, into however many lines it was broken.
    let text = |row: &Row| row.whole.as_deref().map_or_else(|| row.line.to_string(), str::to_owned);
    let line = row.map(|row| row.pointer.clone().unwrap_or_else(|| text(row).trim().to_owned()));
    let line = line.or_else(|| model.features.selected().map(ToString::to_string));
    if line.is_none() {
        nothing_selected(model);
    }
    line.map(Cmd::Copy).into_iter().collect()
}

fn on_selected(model: &mut Model, cmd: impl FnOnce(&FeatureId) -> Cmd) -> Vec<Cmd> {
    let cmd = model.features.selected().map(cmd);
    if cmd.is_none() {
        nothing_selected(model);
    }
    cmd.into_iter().collect()
}

/// Says that there is no feature to do something with.
pub fn nothing_selected(model: &mut Model) {
    model.say(format!("no feature is selected; {} makes one", model.keys.first(Action::NewFeature)));
}

/// Says why there is nothing to act upon yet.
pub fn nothing_read(model: &mut Model) {
    match model.features.selected().cloned() {
        Some(id) => model.say(format!("one moment: {id} is being read")),
        None => nothing_selected(model),
    }
}

/// Opens a prompt with a text in it; without one, with what was begun and left.
pub fn open_prompt(model: &mut Model, purpose: Purpose, text: &str) {
    let before = match purpose {
        Purpose::Command => model.commands.clone(),
        Purpose::NewFeature => model.paths.clone(),
        Purpose::Filter
        | Purpose::Find
        | Purpose::Comment { .. }
        | Purpose::Answer { .. }
        | Purpose::Reason(_)
        | Purpose::Abort(_) => Vec::new(),
    };
    let begun =
        purpose.aside().filter(|_| text.is_empty()).map(|(id, choice)| model.drafts.aside(id, choice));
    let text = begun.unwrap_or(text).to_owned();
    model.modal = Some(Modal::Prompt(Box::new(Prompt::after(purpose, &text, before))));
}
