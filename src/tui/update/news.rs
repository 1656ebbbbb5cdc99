//! What the engine, the files and the jobs tell.

use std::sync::Arc;

use super::super::detail::{Compared, Detail, Stated};
use super::super::features::Card;
use super::super::model::Model;
use super::super::msg::{Cmd, Errand};
use crate::domain::id::FeatureId;

/// The frame is on the screen: these parts of the selected design were shown, and keys mean the dialog in front.
pub fn drawn(model: &mut Model, parts: Vec<Arc<str>>) {
    if let Some(modal) = &mut model.modal {
        modal.drawn();
        // What a dialog covers was not looked at.
        return;
    }
    let Some(detail) = model.current().cloned() else { return };
    let Some(Ok(reading)) = &detail.intent else { return };
    let seen = model.seen.entry(detail.id.clone()).or_insert_with(|| (reading.sha256, Default::default()));
    if seen.0 != reading.sha256 {
        *seen = (reading.sha256, Default::default());
    }
    seen.1.extend(parts);
}

pub fn listed(model: &mut Model, listed: Result<Vec<FeatureId>, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    match listed {
        Ok(ids) => {
            model.features.list(&ids);
            if std::mem::take(&mut model.run_when_listed) && !ids.is_empty() {
                return vec![Cmd::RunAll(ids)];
            }
        }
        Err(stated) => model.complain(&stated),
    }
    Vec::new()
}

pub fn read(model: &mut Model, cards: Vec<(FeatureId, Card)>) -> Vec<Cmd> {
    model.dirty = true;
    let selected = model.features.selected().cloned();
    let concerns_selected = selected
        .filter(|id| cards.iter().any(|(other, card)| other == id && model.features.card(id) != Some(card)));
    let mut cmds: Vec<Cmd> = model
        .features
        .update(cards)
        .into_iter()
        .map(|id| Cmd::Notify(format!("{id} waits for your decision")))
        .collect();
    cmds.extend(concerns_selected.map(|id| Cmd::Load(id, None)));
    cmds
}

/// A feature whose files may have changed: its panes are read again whatever its card says.
pub fn touched(model: &mut Model, id: FeatureId, card: Card) -> Vec<Cmd> {
    let is_running = model.features.card(&id).is_some_and(Card::is_running);
    let reload = (model.features.selected() == Some(&id)).then(|| Cmd::Load(id.clone(), None));
    // What this program is at work on is told by its engine.
    let mut cmds = if is_running { Vec::new() } else { read(model, vec![(id, card)]) };
    if cmds.iter().all(|cmd| !matches!(cmd, Cmd::Load(..))) {
        cmds.extend(reload);
    }
    cmds
}

pub fn detail(model: &mut Model, detail: Arc<Detail>) -> Vec<Cmd> {
    if model.features.selected() != Some(&detail.id) {
        return Vec::new();
    }
    model.detail = Some(detail);
    model.panes.changed();
    model.dirty = true;
    Vec::new()
}

pub fn compared(model: &mut Model, id: &FeatureId, compared: Compared) -> Vec<Cmd> {
    if model.features.selected() == Some(id) {
        model.panes.diff.pane.compared(compared);
        model.panes.diff.changed();
        model.dirty = true;
    }
    Vec::new()
}

pub fn ended(model: &mut Model, id: &FeatureId, errand: Errand, outcome: Result<String, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    let mut cmds = Vec::new();
    match outcome {
        Ok(said) => {
            if !said.is_empty() {
                model.say(said);
            }
            if errand == Errand::Create {
                cmds.push(Cmd::Relist);
            }
        }
        Err(stated) => model.complain(&stated),
    }
    if model.features.selected() == Some(id) {
        cmds.push(Cmd::Load(id.clone(), None));
    }
    cmds
}

pub fn said(model: &mut Model, outcome: Result<String, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    match outcome {
        Ok(text) => model.say(text),
        Err(stated) => model.complain(&stated),
    }
    Vec::new()
}

pub fn made(model: &mut Model, outcome: Result<(), Stated>) -> Vec<Cmd> {
    model.dirty = true;
    match outcome {
        Ok(()) => {
            model.modal = None;
            model.run_when_listed = true;
            vec![Cmd::Relist]
        }
        Err(stated) => {
            model.complain(&stated);
            Vec::new()
        }
    }
}
