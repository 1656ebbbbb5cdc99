//! Message in, changed model and commands out. Pure: the same messages always lead to the same screen.

mod actions;
mod answering;
pub mod command;
mod commenting;
#[cfg(test)]
mod courtesies;
mod deciding;
mod finding;
mod folding;
mod moving;
pub mod new_feature;
mod news;
mod rested;
mod runs;
mod small;
#[cfg(test)]
mod staying;
#[cfg(test)]
mod tests;
mod typed;
mod unseen;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

#[cfg(test)]
pub use actions::open_prompt;

use super::keys::{Action, PaneKey};
use super::modal::leave::Leave;
use super::modal::{Context, Modal, Outcome, Then};
use super::model::Model;
use super::msg::{Cmd, Msg};

/// Takes one message.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Cmd> {
    let before = model.features.selected().cloned();
    if matches!(msg, Msg::Key(_) | Msg::Pasted(_) | Msg::Mouse(_)) {
        model.heard = model.now;
    }
    let mut cmds = match msg {
        Msg::Key(key) => pressed(model, key),
        Msg::Pasted(text) => pasted(model, &text),
        Msg::Mouse(mouse) => moused(model, mouse),
        Msg::Resized(width, height) => {
            model.size = ratatui::layout::Size::new(width, height);
            model.is_hidden |= model.areas().is_none();
            model.dirty = true;
            Vec::new()
        }
        Msg::Focused(focused) => {
            model.focused = Some(focused);
            return Vec::new();
        }
        Msg::Tick(now) => {
            model.now = now;
            model.dirty = true;
            model.forget_the_old();
            let held = model.held_elsewhere();
            let again = (!held.is_empty()).then_some(Cmd::LookAgain(held));
            let is_due = model.looks.due_in(now).is_some_and(|wait| wait.is_zero());
            let keep = is_due.then(|| Cmd::KeepLooks(model.looks.take_unkept()));
            return again
                .into_iter()
                .chain(keep)
                .chain(model.held_long_ago().map(|id| Cmd::Load(id.clone(), None)))
                .collect();
        }
        Msg::Drawn(parts) => {
            news::drawn(model, &parts);
            return Vec::new();
        }
        Msg::Looked(kept) => news::looked(model, &kept),
        Msg::Kept(outcome) => news::looks_kept(model, outcome),
        Msg::Listed(listed) => news::listed(model, listed),
        Msg::Ran(cards) => news::ran(model, cards),
        Msg::Told(told) => news::told(model, told),
        Msg::Read(cards) => news::read(model, cards),
        Msg::Touched(cards) => news::touched(model, cards),
        Msg::Detail(detail) => news::detail(model, detail),
        Msg::Compared(id, compared) => news::compared(model, &id, compared),
        Msg::Locked(id, question) => news::locked(model, &id, &question),
        Msg::Ended(id, errand, outcome) => news::ended(model, &id, errand, outcome),
        Msg::Joined(id, text) => news::joined(model, &id, &text),
        Msg::NotJournalled(id, what, why) => news::not_journalled(model, &id, what, &why),
        Msg::Rested(errand, view) => rested::rested(model, errand, &view),
        Msg::Said(outcome) => news::said(model, outcome),
        Msg::Made(outcome) => news::made(model, outcome),
        Msg::Edited(outcome) => typed::edited(model, outcome),
        Msg::Paths(typed, paths) => {
            model.dirty = true;
            in_modal(model, |modal, _| modal.found(&typed, &paths))
        }
        Msg::Set(set) => news::set(model, set),
        Msg::Watching(watching) => {
            model.polling = watching.err();
            model.dirty = true;
            Vec::new()
        }
    };
    if model.features.selected() != before.as_ref() {
        model.panes.forget();
        let live = model.features.selected().and_then(|id| model.live.get(id)).cloned();
        model.panes.exchange.pane.tell(live);
        model.moved = Some(model.now);
        cmds.extend(model.features.selected().map(|id| Cmd::Load(id.clone(), None)));
        model.dirty = true;
    }
    model.forget_the_old();
    notice(model);
    hold_back(model, &mut cmds);
    deciding::once(model, &mut cmds);
    model.arrange();
    cmds
}

/// A decision is about what was shown: the dialog is told what changed since, and is over once it was made.
fn notice(model: &mut Model) {
    let Some(Modal::Gate(mut gate)) = model.modal.take_if(|modal| matches!(modal, Modal::Gate(_))) else {
        return;
    };
    if gate.notice(&model.features, model.detail.as_ref(), &model.machine) {
        model.say(gate.outcome());
    } else {
        model.modal = Some(Modal::Gate(gate));
    }
}

/// Nobody leaves runs under way without having been told, nor while words are on their way to the disk.
fn hold_back(model: &mut Model, cmds: &mut Vec<Cmd>) {
    if let Some(at) = cmds.iter().position(|cmd| matches!(cmd, Cmd::Quit)) {
        cmds.remove(at);
        if model.features.counts().running > 0 && !model.may_leave {
            model.modal = Some(Modal::Leave(Leave::default()));
            model.dirty = true;
            return;
        }
        cmds.extend(model.drafts.leaving());
        if !cmds.iter().any(|cmd| matches!(cmd, Cmd::Quit)) {
            model.say("one moment: your words are being saved");
        }
    }
}

fn pressed(model: &mut Model, key: KeyEvent) -> Vec<Cmd> {
    if !key.is_press() {
        return Vec::new();
    }
    if model.areas().is_none() {
        return small::pressed(model, key);
    }
    if model.is_hidden {
        return Vec::new();
    }
    // Who does something else does not wait for what was asked for before.
    model.waiting = None;
    if let Some(modal) = &model.modal {
        // What was typed before the dialog could be read was not meant for it.
        if modal.awaits_drawing() {
            return Vec::new();
        }
        // Where nothing is typed, what suspends everywhere suspends here too.
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && !modal.takes_text() && model.keys.action(key) == Some(Action::Suspend) {
            return vec![Cmd::Suspend];
        }
        model.message = None;
        model.dirty = true;
        return in_modal(model, |modal, context| modal.key(key, context));
    }
    let control_c = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
    if commenting::is_unmeant(model, key) {
        return Vec::new();
    }
    let action = model.keys.action(key).or(control_c.then_some(Action::Quit));
    let Some(action) = action else { return Vec::new() };
    // Who does something else first does not mean what was answered before.
    model.may_leave &= action == Action::Quit;
    model.message = None;
    model.dirty = true;
    if actions::is_about_one(action) {
        model.features.stay();
    }
    let cmds = actions::act(model, action);
    if let Some(id) = model.features.selected().cloned() {
        model.said_of(&id);
    }
    cmds
}

fn pasted(model: &mut Model, text: &str) -> Vec<Cmd> {
    if model.is_hidden || model.modal.as_ref().is_none_or(Modal::awaits_drawing) {
        return Vec::new();
    }
    model.dirty = true;
    in_modal(model, |modal, context| modal.pasted(text, context))
}

/// Lets the dialog in front have something, and does what it wants then.
fn in_modal(model: &mut Model, take: impl FnOnce(&mut Modal, &Context<'_>) -> Outcome) -> Vec<Cmd> {
    let Some(mut modal) = model.modal.take() else { return Vec::new() };
    let context = Context { features: &model.features, drafts: &model.drafts };
    let outcome = take(&mut modal, &context);
    let Outcome { close, mut cmds, say, next, then } = outcome;
    model.modal = match next {
        Some(next) => Some(next),
        None => (!close).then_some(modal),
    };
    if let Some(say) = say {
        model.say(say);
    }
    match then {
        Some(Then::Typed(purpose, text)) => cmds.extend(typed::typed(model, purpose, &text)),
        Some(Then::Filter(text)) => model.features.set_filter(&text),
        Some(Then::Draft(id, text)) => cmds.extend(model.drafts.keep(&id, text)),
        Some(Then::Half(id, pointer, text)) => model.drafts.keep_half(&id, &pointer, &text),
        Some(Then::Aside(id, choice, text)) => model.drafts.keep_aside(&id, choice, text),
        Some(Then::Sent(id, text)) => model.drafts.sent(&id, &text),
        Some(Then::Leave) => {
            model.may_leave = true;
            cmds.push(Cmd::Quit);
        }
        None => {}
    }
    cmds
}

fn moused(model: &mut Model, mouse: MouseEvent) -> Vec<Cmd> {
    if model.is_hidden {
        return Vec::new();
    }
    if let Some(modal) = &model.modal {
        if modal.awaits_drawing() {
            return Vec::new();
        }
        model.dirty |= !matches!(mouse.kind, MouseEventKind::Moved);
        return in_modal(model, |modal, context| modal.mouse(mouse, context));
    }
    let Some(areas) = model.areas() else { return Vec::new() };
    let Some(pane) = areas.at(mouse.column, mouse.row) else { return Vec::new() };
    let line = mouse.row.checked_sub(areas.inside(pane).y);
    if !matches!(mouse.kind, MouseEventKind::Moved) {
        model.features.stay();
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "moves, drags and other buttons mean nothing here")]
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            model.waiting = None;
            let had_keys = model.focus == pane;
            // A click on the titles in the border brings that pane to the front; one into a pane goes there, as its key does.
            let titled = line.is_none() && super::view::is_tab(pane);
            let front = titled.then(|| super::view::tab_at(model, pane, mouse.column)).flatten();
            let to = front.unwrap_or(pane);
            if model.focus != to {
                actions::show(model, to);
            }
            match (pane, line) {
                // A click selects; one more on the same feature opens it.
                (PaneKey::Features, Some(line)) => {
                    if model.features.click(line) && had_keys {
                        actions::act(model, Action::Enter);
                    }
                }
                (_, Some(line)) => {
                    if let Some(list) = model.panes.list_mut(pane) {
                        list.click(line);
                    }
                }
                (_, None) => {}
            }
        }
        MouseEventKind::ScrollDown => scrolled(model, pane, 3),
        MouseEventKind::ScrollUp => scrolled(model, pane, -3),
        _ => return Vec::new(),
    }
    model.dirty = true;
    Vec::new()
}

fn scrolled(model: &mut Model, pane: PaneKey, by: isize) {
    if pane == PaneKey::Features {
        model.features.step(by.signum());
    } else if let Some(list) = model.panes.list_mut(pane) {
        list.scroll(by);
    } else if pane == PaneKey::Machine {
        moving::scroll_machine(model, by);
    }
}
