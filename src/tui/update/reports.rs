//! Messages of the engine, the file watcher and the jobs.

use std::sync::Arc;

use super::command::command;
use super::unread_marks;
use crate::tui::modal::Modal;
use crate::tui::modal::welcome::Welcome;
use crate::tui::model::Model;
use crate::tui::model::detail::{Comparison, Detail, Problem};
use crate::tui::model::feature_list::Card;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::{Cmd, Job};
use crate::tui::screen_settings::Settings;
use crate::tui::view::theme::Theme;
use crate::tui::view::too_small;
use frieze_data::id::FeatureId;
use frieze_design::read_marks::ShownVersion;
use frieze_engine::{Activity, BoardEntry};

/// The frame is on the screen: its lines of the design count as read, and an open dialog takes keys now.
pub fn frame_drawn(model: &mut Model, parts: &[Arc<str>]) {
    model.is_undrawn = model.areas().is_none();
    if model.is_undrawn {
        // Only the question whether to quit is shown there.
        if let (true, Some(Modal::Ask(ask))) = (too_small::fits(model), &mut model.modal) {
            ask.drawn |= ask.quits();
        }
        return;
    }
    if let Some(modal) = &mut model.modal {
        modal.drawn();
    }
    // Nothing of a past iteration counts as read.
    if !model.shows_panes() || model.past.is_some() {
        return;
    }
    let Some(detail) = model.current().cloned() else { return };
    let Some(reading) = detail.reading() else { return };
    let [file, _] = detail.file_hashes;
    let version = ShownVersion {
        design: reading.sha256,
        file: file.unwrap_or(reading.sha256),
        record: detail.run().and_then(|view| view.design),
    };
    let parts: Vec<String> = parts.iter().filter_map(|line| detail.parts().mark_of(line)).collect();
    // The list's mark of a changed design may disappear.
    model.dirty |= model.read_log.mark(&detail.id, version, &parts, model.now);
}

/// Read marks were saved. A failure is reported once, since it stops nothing.
pub fn read_log_saved(model: &mut Model, outcome: Result<(), Problem>) {
    model.read_log.save_ended(outcome.is_ok());
    if let Err(problem) = outcome
        && !std::mem::replace(&mut model.read_log.is_failure_reported, true)
    {
        let what = format!("Read marks are not saved beyond this session: {}", problem.what);
        model.report(&Problem::new(what, problem.hint));
        model.dirty = true;
    }
}

pub fn listed(model: &mut Model, listed: Result<Vec<FeatureId>, Problem>) -> Vec<Cmd> {
    match listed {
        Ok(ids) => {
            model.features.list(&ids);
            if std::mem::take(&mut model.run_when_listed) && !ids.is_empty() {
                return vec![Cmd::RunAll(ids.iter().map(RunKey::from).collect())];
            }
        }
        Err(problem) => model.report(&problem),
    }
    Vec::new()
}

/// Cards were read from the disk. Those of this process's own runs are ignored, since the engine knows more.
pub fn cards_read(model: &mut Model, mut cards: Vec<(RunKey, Card)>) -> Vec<Cmd> {
    cards.retain(|(key, _)| !model.features.card_of(key).is_some_and(Card::is_running));
    runs_changed(model, cards)
}

/// The cards of this process's own runs changed.
pub fn runs_changed(model: &mut Model, cards: Vec<(RunKey, Card)>) -> Vec<Cmd> {
    let selected = model.features.selected_run().cloned();
    let concerns_selected = selected.filter(|key| {
        cards.iter().any(|(other, card)| other == key && model.features.card_of(key) != Some(card))
    });
    let mut cmds: Vec<Cmd> =
        model.features.update(cards).into_iter().map(|key| Cmd::Notify(notification(&key))).collect();
    cmds.extend(concerns_selected.map(Cmd::Load));
    cmds
}

/// The text that comes with the bell.
fn notification(key: &RunKey) -> String {
    match key.design() {
        Some(id) => format!("{id} waits for your decision"),
        None => format!("{key} waits for you"),
    }
}

/// Progress of agents. It is shown, and nothing is read for it.
pub fn progress(model: &mut Model, entries: Vec<(RunKey, Arc<BoardEntry>)>) {
    for (key, entry) in entries {
        let is_asked = matches!(entry.activity, Activity::Asking(_));
        if model.features.selected_run() == Some(&key)
            && model.panes.exchange.pane.set_live(is_asked.then(|| entry.clone()))
        {
            model.panes.exchange.changed();
        }
        if is_asked {
            model.live.insert(key, entry);
        } else {
            model.live.remove(&key);
        }
    }
}

/// Files of runs may have changed. The selected run is read again even if its card is the same.
pub fn files_changed(model: &mut Model, cards: Vec<(RunKey, Card)>) -> Vec<Cmd> {
    let selected = model.features.selected_run().filter(|key| cards.iter().any(|(other, _)| other == *key));
    let reload = selected.map(|key| Cmd::Load(key.clone()));
    let mut cmds = cards_read(model, cards);
    if cmds.iter().all(|cmd| !matches!(cmd, Cmd::Load(..))) {
        cmds.extend(reload);
    }
    cmds
}

/// A run was read. If it is not selected any more, only its draft matters.
pub fn detail_read(model: &mut Model, detail: Arc<Detail>) -> Vec<Cmd> {
    let key = detail.key();
    if key.design().is_none() {
        return other_read(model, detail, &key);
    }
    let id = detail.id.clone();
    let mut saves = Vec::new();
    if let Ok(draft) = &detail.draft {
        let is_changed = model.drafts.is_changed_elsewhere(&id, draft);
        saves.extend(model.drafts.read(&id, draft));
        if is_changed {
            update_gate(model, &id, draft);
        }
    }
    if let Some(marks) = &detail.read_marks {
        model.read_log.merge(marks);
    }
    saves.extend(model.drafts.retry_save(&id));
    if model.features.selected() != Some(&id) {
        return saves;
    }
    say_refused(model, &detail);
    let chosen = model.panes.diff.pane.chosen_designs();
    model.detail = Some(detail.clone());
    model.panes.changed();
    unread_marks::mark_new_design(model);
    // A comparison chosen by the person is made again with the new detail.
    // The shown iteration is read again: its number depends on the run.
    let past = model.past_folder.map(|folder| Cmd::ReadPast(detail.clone(), folder));
    let compares = chosen.map(|(base, with)| Cmd::Compare(detail, base, with));
    let mut cmds: Vec<Cmd> = saves.into_iter().chain(compares).chain(past).collect();
    cmds.extend(carry_out_pending(model, &key));
    cmds
}

/// A run of another workflow was read.
fn other_read(model: &mut Model, detail: Arc<Detail>, key: &RunKey) -> Vec<Cmd> {
    if model.features.selected_run() != Some(key) {
        return Vec::new();
    }
    model.detail = Some(detail);
    model.panes.changed();
    carry_out_pending(model, key)
}

/// Carries out the command that waited until this run was read.
fn carry_out_pending(model: &mut Model, key: &RunKey) -> Vec<Cmd> {
    let pending = model.pending_command.take_if(|(of, _)| of == key);
    pending.map(|(_, line)| command(model, &line)).unwrap_or_default()
}

/// Shows a setting change that the run has refused since the last reading. The Machine pane shows it permanently.
fn say_refused(model: &mut Model, detail: &Detail) {
    let before = model.detail.as_ref().filter(|before| before.is_of(&detail.key()));
    let (Some(Ok(before)), Ok(now)) = (before.map(|before| &before.view), &detail.view) else { return };
    if let Some(refused) = now.refused.iter().find(|refused| !before.refused.contains(refused)) {
        model.say(format!("{}: {refused}", now.id));
    }
}

/// Two designs were compared.
pub fn compared(model: &mut Model, id: &FeatureId, compared: Comparison) {
    if model.features.selected() == Some(id) {
        model.panes.diff.pane.compared(compared);
        model.panes.diff.changed();
    }
}

/// A job for a run ended.
pub fn job_ended(model: &mut Model, key: &RunKey, job: Job, outcome: Result<String, Problem>) -> Vec<Cmd> {
    let mut cmds = Vec::new();
    let id = &key.id;
    match job {
        Job::SaveDraft => return draft_saved(model, id, &outcome),
        Job::Decide if key.design().is_none() => {
            if other_decided(model, key, &outcome) {
                return vec![Cmd::Load(key.clone())];
            }
        }
        Job::Decide if decision_ended(model, id, &outcome, &mut cmds) => return cmds,
        Job::Decide => {}
        Job::Create => creation_ended(model, outcome.is_ok()),
        Job::Run | Job::Explain | Job::Dismiss | Job::Undo | Job::Other => {}
    }
    match outcome {
        Ok(text) => {
            if !text.is_empty() {
                model.say(text);
            }
            if job == Job::Create {
                model.features.add(id);
                cmds.push(Cmd::Relist);
            }
        }
        // It may be one of several that were started by one key.
        Err(Problem { what, hint }) if job == Job::Run => {
            let is_named = [' ', ':'].iter().any(|end| what.starts_with(&format!("{id}{end}")));
            let what = if is_named { what } else { format!("{key}: {what}") };
            model.say_of(key, Problem { what, hint }, true);
        }
        Err(problem) => model.report(&problem),
    }
    // The message about a new feature stays when the feature is read for the first time.
    if job != Job::Create {
        model.tie_message_to(key);
    }
    if key.design().is_some() {
        cmds.extend(model.drafts.retry_save(id));
    }
    if model.features.selected_run() == Some(key) {
        cmds.push(Cmd::Load(key.clone()));
    }
    cmds
}

/// A decision at a plain gate was carried out or refused. Returns true if the open dialog shows the refusal.
fn other_decided(model: &mut Model, key: &RunKey, outcome: &Result<String, Problem>) -> bool {
    let gate = match &mut model.modal {
        Some(Modal::PlainGate(gate)) if gate.run() == key => Some(gate),
        Some(_) | None => None,
    };
    match (gate, outcome) {
        (Some(gate), Err(problem)) => {
            gate.refused(problem);
            return true;
        }
        (Some(_), Ok(_)) => model.modal = None,
        (None, _) => {}
    }
    false
}

/// A draft was saved merged with the text of another window.
pub fn draft_merged(model: &mut Model, id: &FeatureId, text: &str) -> Vec<Cmd> {
    let mut cmds = model.drafts.merged(id, text);
    let words = model.drafts.words(id, text).to_owned();
    update_gate(model, id, &words);
    model.say(format!("Another window changed the draft for {id}. Both texts were merged."));
    if cmds.is_empty() && model.modal.is_none() && model.features.selected() == Some(id) {
        cmds.push(Cmd::Load(id.into()));
    }
    cmds
}

/// Shows the text of another window in the open gate dialog.
fn update_gate(model: &mut Model, id: &FeatureId, words: &str) {
    if let Some(Modal::Gate(gate)) = &mut model.modal
        && gate.feature() == id
        && gate.merge_draft(words)
    {
        model.say(format!("Another window changed the draft for {id}. Its text was added here."));
    }
}

/// A draft was saved, or could not be. While the person types, the feature is not read again for every save.
fn draft_saved(model: &mut Model, id: &FeatureId, outcome: &Result<String, Problem>) -> Vec<Cmd> {
    let mut cmds = model.drafts.save_ended(id, outcome);
    if let Err(problem) = outcome {
        let hint = if model.drafts.warned_of_loss() {
            "quitting again loses it".to_owned()
        } else {
            problem.hint.clone()
        };
        let what = format!("The draft for {id} is not saved: {}", problem.what);
        model.report(&Problem::new(what, hint));
    }
    // After a failure there is nothing new to read, and reading would retry the save.
    if outcome.is_ok() && cmds.is_empty() && model.modal.is_none() && model.features.selected() == Some(id) {
        cmds.push(Cmd::Load(id.into()));
    }
    cmds
}

/// A decision was carried out or refused. If it was refused, the draft is kept, and an open dialog shows why. Returns true if
/// that is all.
fn decision_ended(
    model: &mut Model,
    id: &FeatureId,
    outcome: &Result<String, Problem>,
    cmds: &mut Vec<Cmd>,
) -> bool {
    cmds.extend(model.drafts.decision_ended(id, outcome.is_ok()));
    if let Some(Modal::Gate(gate)) = &mut model.modal
        && gate.feature() == id
    {
        match outcome {
            Ok(_) if gate.is_sent() => {
                model.modal = None;
                model.features.select_next_needing_person();
            }
            Ok(_) => {}
            Err(problem) if gate.is_sent() => {
                gate.refused(problem);
                cmds.extend(model.drafts.retry_save(id));
                cmds.push(Cmd::Load(id.into()));
                return true;
            }
            Err(_) => {}
        }
    }
    false
}

/// The signing key asks for its passphrase. If the gate dialog is closed by now, nothing is decided.
pub fn passphrase_needed(model: &mut Model, id: &FeatureId, question: &str) {
    match &mut model.modal {
        Some(Modal::Gate(gate)) if gate.feature() == id && gate.is_sent() => gate.locked(question),
        Some(_) | None => {
            let what = format!("{id}: not decided. The signing key asks for its passphrase");
            model.report(&Problem::new(what, "decide again, and keep the dialog open until it is signed"));
        }
    }
}

/// The creation of a feature ended. If it failed, the prompt stays open, so that the line can be corrected.
fn creation_ended(model: &mut Model, is_made: bool) {
    match &mut model.modal {
        Some(Modal::Prompt(prompt)) if prompt.makes_a_feature() => {
            prompt.refused();
            if is_made {
                model.modal = None;
            }
        }
        Some(_) | None => {}
    }
}

/// The settings were read. Invalid ones change nothing.
pub fn settings_read(model: &mut Model, settings: Result<Settings, Problem>) -> Vec<Cmd> {
    match settings {
        Ok(settings) => {
            model.keys = settings.keys.clone();
            model.theme = Theme::of(settings.colouring, model.background);
            model.is_built_in = settings.is_built_in;
            model.budget = settings.budget.clone();
            // The settings are corrected.
            model.message.take_if(|message| message.is_about_settings);
            // Finished lines have the old styles and keys.
            model.panes.changed();
            model.say_lost_keys();
            // The gate of the selected run says who approves, by the settings.
            let reads = model.features.selected_run().cloned().map(Cmd::Load);
            std::iter::once(Cmd::ApplySettings(settings)).chain(reads).collect()
        }
        Err(problem) => {
            let hint = "the previous settings stay in force until this is corrected".to_owned();
            model.report(&Problem { hint, ..problem });
            if let Some(message) = &mut model.message {
                message.is_about_settings = true;
            }
            Vec::new()
        }
    }
}

/// A workspace was made, or could not be.
pub fn workspace_made(model: &mut Model, outcome: Result<(), Problem>) -> Vec<Cmd> {
    match outcome {
        Ok(()) => {
            model.modal = Some(Modal::Welcome(Welcome::card()));
            model.run_when_listed = true;
            vec![Cmd::Relist]
        }
        Err(problem) => {
            if let Some(Modal::Welcome(welcome)) = &mut model.modal {
                welcome.failed();
            }
            model.report(&problem);
            Vec::new()
        }
    }
}

#[cfg(test)]
mod tests;
