//! Update function: it changes the model by a message and returns commands. The same messages always lead to the same screen.

mod actions;
mod command;
mod deciding;
mod dropped_keys;
mod find_words;
mod folding;
mod in_modal;
mod moving;
mod past_iterations;
mod prompts;
mod reports;
mod run_control;
mod run_results;
mod selected;
mod show_pane;
#[cfg(test)]
mod tests;
mod too_small_keys;
mod unread;
mod unread_marks;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

pub use past_iterations::NOT_OF_PAST;
#[cfg(test)]
pub use prompts::open_prompt;
#[cfg(test)]
pub use tests::screen as shown;

use self::in_modal::{in_gate, in_modal};
use self::show_pane::show;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::ask::{Ask, Yes};
use crate::tui::modal::{Modal, Outcome};
use crate::tui::model::drafts::Unfinished;
use crate::tui::model::run_key::RunKey;
use crate::tui::model::{MeantFor, Model};
use crate::tui::msg::{Cmd, Job, Msg};
use crate::tui::view::list::head_rows;
use crate::tui::widgets::wheel::wheel;

/// Takes one message.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Cmd> {
    let before = model.features.selected_run().cloned();
    let is_key = matches!(msg, Msg::Key(_));
    if matches!(msg, Msg::Key(_) | Msg::Pasted(_) | Msg::Mouse(_)) {
        model.last_input = model.now;
    }
    // The others set it if they change something visible.
    model.dirty |= !matches!(
        msg,
        Msg::Key(_) | Msg::Pasted(_) | Msg::Mouse(_) | Msg::Focused(_) | Msg::Drawn(_) | Msg::ReadLogSaved(_)
    );
    let mut cmds = Vec::new();
    match msg {
        Msg::Key(key) => cmds = pressed(model, key),
        Msg::Pasted(text) => cmds = pasted(model, &text),
        Msg::Mouse(mouse) => cmds = moused(model, mouse),
        Msg::Resized(width, height) => {
            model.size = ratatui::layout::Size::new(width, height);
            model.is_undrawn |= model.areas().is_none();
        }
        Msg::Focused(focused) => {
            model.focused = Some(focused);
            return cmds;
        }
        Msg::Tick(now) => {
            model.now = now;
            model.expire_message();
            if model.preview_in().is_some_and(|wait| wait.is_zero())
                && let Some(Modal::Gate(gate)) = &mut model.modal
            {
                gate.preview_feedback();
                model.arrange();
            }
            let held = model.leases_to_check();
            cmds.extend((!held.is_empty()).then_some(Cmd::Reinspect(held)));
            let is_due = model.read_log.due_in(now).is_some_and(|wait| wait.is_zero());
            cmds.extend(is_due.then(|| Cmd::SaveReadLog(model.read_log.take_unsaved())));
            cmds.extend(model.lease_check_due().map(Cmd::Load));
            return cmds;
        }
        Msg::Drawn(parts) => {
            reports::frame_drawn(model, &parts);
            if count_read_parts(model) {
                model.dirty = true;
                model.arrange();
            }
            return cmds;
        }
        Msg::ReadLogLoaded(saved) => saved.iter().for_each(|marks| model.read_log.merge(marks)),
        Msg::ReadLogSaved(outcome) => reports::read_log_saved(model, outcome),
        Msg::Listed(listed) => cmds = reports::listed(model, listed),
        Msg::OtherFlows(flows) => model.others = flows,
        Msg::OthersListed(Ok(keys)) => model.features.list_others(&keys),
        Msg::RunsChanged(cards) => cmds = reports::runs_changed(model, cards),
        Msg::Progress(entries) => reports::progress(model, entries),
        Msg::CardsRead(cards) => cmds = reports::cards_read(model, cards),
        Msg::FilesChanged(cards) => cmds = reports::files_changed(model, cards),
        Msg::Detail(detail) => cmds = reports::detail_read(model, detail),
        Msg::PastRead(past) => past_iterations::read(model, past),
        Msg::Compared(id, compared) => reports::compared(model, &id, compared),
        Msg::PassphraseNeeded(id, question) => reports::passphrase_needed(model, &id, &question),
        Msg::AnswerNotSaved { id, question, text, problem } => {
            model.drafts.keep_unfinished(&id, &question, Unfinished { text, before: None });
            cmds = reports::job_ended(model, &id.into(), Job::Other, Err(problem));
        }
        Msg::JobEnded(key, job, outcome) => cmds = reports::job_ended(model, &key, job, outcome),
        Msg::DraftMerged(id, text) => cmds = reports::draft_merged(model, &id, &text),
        Msg::RunStopped(job, view) => cmds = run_results::run_stopped(model, job, &view),
        Msg::Notice(Ok(text)) => model.say(text),
        Msg::OthersListed(Err(problem)) | Msg::Notice(Err(problem)) => model.report(&problem),
        Msg::WorkspaceMade(outcome) => cmds = reports::workspace_made(model, outcome),
        Msg::EditorClosed(outcome) => cmds = in_modal::editor_closed(model, outcome),
        Msg::SheetRead(number, lines) => in_modal::sheet_read(model, number, lines),
        Msg::Paths(typed, paths) => cmds = in_modal::paths_found(model, &typed, &paths),
        Msg::SettingsRead(settings) => cmds = reports::settings_read(model, settings),
        Msg::WatchState(state) => model.polling = state.err(),
    }
    count_read_parts(model);
    cmds.extend(inform_gate(model));
    inform_dialog(model);
    model.features.note_due(model.features.selected_run() != before.as_ref());
    // The cursor of the list stays on what is due, also if that changed while a dialog was open. In another pane, the person
    // reads.
    if model.focus == PaneKey::Features && model.modal.is_none() && model.features.gives_way() {
        model.features.select_due();
        model.features.note_due(true);
    }
    if model.features.selected_run() != before.as_ref() {
        // Its words are in the draft.
        model.aside = None;
        close_gate_of_another(model);
        past_iterations::leave(model);
        model.panes.forget();
        model.place_panes();
        let live = model.features.selected_run().and_then(|key| model.live.get(key)).cloned();
        model.panes.exchange.pane.set_live(live);
        model.selected_at = Some(model.now);
        cmds.extend(model.features.selected_run().map(|key| Cmd::Load(key.clone())));
        model.dirty = true;
    }
    model.expire_message();
    if is_key && !cmds.iter().any(|cmd| matches!(cmd, Cmd::Quit)) {
        model.drafts.another_key();
    }
    if cmds.iter().any(|cmd| matches!(cmd, Cmd::Decide(..))) {
        model.features.decides();
    }
    confirm_quit(model, &mut cmds);
    deciding::drop_repeated(model, &mut cmds);
    model.arrange();
    cmds
}

/// Informs the gate dialog of changes since it was opened. It closes once the decision is made.
fn inform_gate(model: &mut Model) -> Vec<Cmd> {
    in_gate(model, |gate, model| {
        if gate.refresh(&model.features, model.detail.as_ref(), &model.machine) {
            model.say(gate.outcome());
            model.features.select_next_needing_person();
            return Outcome::close();
        }
        gate.send_when_saved(model)
    })
}

/// Has the gate count what was read next to it, open or not. Returns whether it changed.
fn count_read_parts(model: &mut Model) -> bool {
    let mut has_changed = false;
    if let Some(mut gate) = model.aside.take() {
        has_changed = gate.count_read_parts(model, false);
        model.aside = Some(gate);
    }
    in_gate(model, |gate, model| {
        has_changed = gate.count_read_parts(model, true);
        Outcome::stay()
    });
    has_changed
}

/// Informs the dialog of a plain gate, and a question, of changes since it was opened.
fn inform_dialog(model: &mut Model) {
    let why = match (&mut model.modal, &model.detail) {
        (Some(Modal::PlainGate(gate)), Some(detail)) => gate.refresh(detail),
        (Some(Modal::Ask(ask)), _) => ask.outdated(&model.features),
        (Some(_) | None, _) => None,
    };
    if let Some(why) = why {
        close_while_typing(model, why);
    }
}

/// Closes the gate of a run that is not selected any more, since its folder is gone: the panes show another run. Its words are in
/// the draft.
fn close_gate_of_another(model: &mut Model) {
    let run = match &model.modal {
        Some(Modal::Gate(gate)) => RunKey::from(gate.feature()),
        Some(Modal::PlainGate(gate)) => gate.run().clone(),
        Some(_) | None => return,
    };
    if model.features.selected_run() != Some(&run) {
        close_while_typing(model, format!("{run} is not in this workspace any more. Its dialog was closed."));
    }
}

/// Closes the dialog without a key of the person, whose next letters are meant for it.
fn close_while_typing(model: &mut Model, why: String) {
    model.modal = None;
    model.say(why);
    dropped_keys::drop_next(model);
}

/// Asks before quitting pauses runs, and waits until all drafts are saved.
fn confirm_quit(model: &mut Model, cmds: &mut Vec<Cmd>) {
    if let Some(at) = cmds.iter().position(|cmd| matches!(cmd, Cmd::Quit)) {
        cmds.remove(at);
        if model.features.counts().runs_here() > 0 && !model.may_quit {
            model.modal = Some(Modal::Ask(Box::new(ask_whether_to_quit(model))));
            model.dirty = true;
            return;
        }
        if model.drafts.warns_of_unfinished() {
            let quit = model.keys.first(Action::Quit);
            model.say(format!(
                "An unfinished comment, answer or note would be lost. Press {quit} again to quit."
            ));
            return;
        }
        cmds.extend(model.drafts.request_quit());
        if !cmds.iter().any(|cmd| matches!(cmd, Cmd::Quit)) {
            model.say("Saving your text. Quitting in a moment.");
        }
    }
}

fn ask_whether_to_quit(model: &Model) -> Ask {
    let [one, all] = [Action::Run, Action::RunAll].map(|action| model.keys.first(action));
    let text = vec![
        "Quitting pauses the runs that are in progress.".to_owned(),
        "Nothing is lost: finished work is saved, and unfinished answers are requested again.".to_owned(),
        format!(
            "To continue, open frieze and press {one} on a feature or {all} for all, or run `frieze run --all`."
        ),
    ];
    Ask::new(" Quit ", text, "quit", Yes::Quit)
}

fn pressed(model: &mut Model, key: KeyEvent) -> Vec<Cmd> {
    if !key.is_press() {
        return Vec::new();
    }
    if model.areas().is_none() {
        return too_small_keys::pressed(model, key);
    }
    if model.is_undrawn {
        return Vec::new();
    }
    // Another key cancels a pending command.
    model.pending_command = None;
    if deciding::swaps(model, key) {
        model.dirty = true;
        return Vec::new();
    }
    // The card of a new workspace is gone with the first key, which does what it always does.
    model.modal.take_if(|modal| modal.is_card());
    if let Some(modal) = &model.modal {
        // Keys typed before the dialog was visible were not meant for it.
        if modal.awaits_drawing() {
            return Vec::new();
        }
        // Dialogs without a text field can be suspended too.
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && !modal.takes_text() && model.keys.action(key) == Some(Action::Suspend) {
            return vec![Cmd::Suspend];
        }
        model.message = None;
        model.dirty = true;
        return in_modal(model, |modal, model| modal.key(key, model));
    }
    let control_c = key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c');
    if dropped_keys::is_dropped(model, key) {
        return Vec::new();
    }
    let action = model.keys.action(key).or(control_c.then_some(Action::Quit));
    let Some(action) = action else { return Vec::new() };
    // Another key cancels an earlier confirmation.
    model.may_quit &= action == Action::Quit;
    model.message = None;
    model.dirty = true;
    if actions::is_about_selected(action) {
        model.features.pin_selection();
    }
    let cmds = actions::act(model, action);
    // The letters of a comment that was refused are no keys.
    if actions::asks(action) && model.modal.is_none() {
        dropped_keys::drop_until_pause(model, MeantFor::Text);
    }
    if let Some(key) = model.features.selected_run().cloned() {
        model.tie_message_to(&key);
    }
    cmds
}

fn pasted(model: &mut Model, text: &str) -> Vec<Cmd> {
    if model.is_undrawn || model.modal.as_ref().is_none_or(Modal::awaits_drawing) {
        return Vec::new();
    }
    model.dirty = true;
    in_modal(model, |modal, model| modal.pasted(text, model))
}

fn moused(model: &mut Model, mouse: MouseEvent) -> Vec<Cmd> {
    if model.is_undrawn {
        return Vec::new();
    }
    if let Some(modal) = &model.modal {
        if modal.awaits_drawing() {
            return Vec::new();
        }
        model.dirty |= !matches!(mouse.kind, MouseEventKind::Moved);
        // The design next to the gate scrolls.
        let pane = model.areas().filter(|_| model.shows_panes());
        let pane = pane.and_then(|areas| areas.at(mouse.column, mouse.row));
        if let (Some(pane), by @ (..=-1 | 1..)) = (pane, wheel(mouse.kind)) {
            scrolled(model, pane, by);
            return Vec::new();
        }
        return in_modal(model, |modal, model| modal.mouse(mouse, model));
    }
    let Some(areas) = model.areas() else { return Vec::new() };
    let Some(pane) = areas.at(mouse.column, mouse.row) else { return Vec::new() };
    let line = mouse.row.checked_sub(areas.inside(pane).y);
    if !matches!(mouse.kind, MouseEventKind::Moved) {
        model.features.pin_selection();
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "moves, drags and other buttons are ignored")]
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            model.pending_command = None;
            let had_keys = model.focus == pane;
            // A click on a title in the border brings its pane to the front; a click into a pane focuses it.
            let titled = line.is_none() && model.is_tab(pane);
            let front = titled.then(|| crate::tui::view::tab_at(model, pane, mouse.column)).flatten();
            let to = front.unwrap_or(pane);
            if model.focus != to {
                show(model, to);
            }
            match (pane, line) {
                // A second click on the same feature opens it.
                (PaneKey::Features, Some(line)) => {
                    let line = line.checked_sub(head_rows(areas.inside(pane).width));
                    if line.is_some_and(|line| model.features.click(line)) && had_keys {
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
