//! What the engine, the files and the jobs tell.

use std::sync::Arc;

use super::super::detail::{Compared, Detail, Stated};
use super::super::features::Card;
use super::super::modal::Modal;
use super::super::model::Model;
use super::super::msg::{Cmd, Errand};
use super::super::settings::Settings;
use super::super::theme::Theme;
use super::super::view::small;
use super::command::command;
use super::unseen;
use crate::domain::id::FeatureId;
use crate::domain::looked::{Looked, Of};
use crate::engine::{Doing, Seen};

/// The frame is on the screen: these parts of the selected design were shown, and keys mean the dialog in front.
pub fn drawn(model: &mut Model, parts: &[Arc<str>]) {
    model.is_hidden = model.areas().is_none();
    if model.is_hidden {
        // Of all dialogs only the question whether to leave is asked there.
        if let (true, Some(Modal::Leave(leave))) = (small::fits(model), &mut model.modal) {
            leave.drawn();
        }
        return;
    }
    if let Some(modal) = &mut model.modal {
        modal.drawn();
        // What a dialog covers was not looked at.
        return;
    }
    let Some(detail) = model.current().cloned() else { return };
    let Some(Ok(reading)) = &detail.intent else { return };
    let [file, _] = detail.bytes;
    let version = Of {
        design: reading.sha256,
        file: file.unwrap_or(reading.sha256),
        record: detail.view.as_ref().ok().and_then(|view| view.design),
    };
    // The mark of what changed since it was looked at goes.
    model.dirty |= model.looks.show(&detail.id, version, parts, model.now);
}

/// What this person looked at before was read.
pub fn looked(model: &mut Model, kept: &[Looked]) -> Vec<Cmd> {
    kept.iter().for_each(|kept| model.looks.read(kept));
    model.dirty = true;
    Vec::new()
}

/// What was looked at was saved. That it could not be is told once, for it stops nothing.
pub fn looks_kept(model: &mut Model, outcome: Result<(), Stated>) -> Vec<Cmd> {
    model.looks.kept(outcome.is_ok());
    if let Err(stated) = outcome
        && !std::mem::replace(&mut model.looks.is_told, true)
    {
        let what = format!("what you looked at is not remembered beyond this screen: {}", stated.what);
        model.complain(&Stated { what, hint: stated.hint });
        model.dirty = true;
    }
    Vec::new()
}

/// The features that there are were listed.
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

/// What was read from the disk. What this program is at work on is told by its engine, and better.
pub fn read(model: &mut Model, mut cards: Vec<(FeatureId, Card)>) -> Vec<Cmd> {
    cards.retain(|(id, _)| !model.features.card(id).is_some_and(Card::is_running));
    ran(model, cards)
}

/// What this program's own runs are doing.
pub fn ran(model: &mut Model, cards: Vec<(FeatureId, Card)>) -> Vec<Cmd> {
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

/// What agents that are asked tell meanwhile: shown, and nothing is read for it.
pub fn told(model: &mut Model, told: Vec<(FeatureId, Arc<Seen>)>) -> Vec<Cmd> {
    for (id, seen) in told {
        let is_asked = matches!(seen.doing, Doing::Asking(_));
        if model.features.selected() == Some(&id)
            && model.panes.exchange.pane.tell(is_asked.then(|| seen.clone()))
        {
            model.panes.exchange.changed();
        }
        if is_asked {
            model.live.insert(id, seen);
        } else {
            model.live.remove(&id);
        }
        model.dirty = true;
    }
    Vec::new()
}

/// Features whose files may have changed: the panes of the selected one are read again whatever its card says.
pub fn touched(model: &mut Model, cards: Vec<(FeatureId, Card)>) -> Vec<Cmd> {
    let selected = model.features.selected().filter(|id| cards.iter().any(|(other, _)| other == *id));
    let reload = selected.map(|id| Cmd::Load(id.clone(), None));
    let mut cmds = read(model, cards);
    if cmds.iter().all(|cmd| !matches!(cmd, Cmd::Load(..))) {
        cmds.extend(reload);
    }
    cmds
}

/// A feature was read whole. What is of another than the selected one only concerns its words.
pub fn detail(model: &mut Model, detail: Arc<Detail>) -> Vec<Cmd> {
    let id = detail.id.clone();
    let mut saves = Vec::new();
    if let Ok(draft) = &detail.draft {
        let is_news = model.drafts.is_news(&id, draft);
        saves.extend(model.drafts.read(&id, draft));
        if is_news {
            take_in(model, &id, draft);
        }
    }
    if let Some(kept) = &detail.looked {
        model.looks.read(kept);
    }
    saves.extend(model.drafts.try_again(&id));
    if model.features.selected() != Some(&id) {
        return saves;
    }
    tell_refused(model, &detail);
    let wanted = model.panes.diff.pane.wanted();
    model.detail = Some(detail.clone());
    model.panes.changed();
    unseen::mark_anew(model);
    model.dirty = true;
    // A comparison that the person chose is made again for the new reading.
    let compares = wanted.map(|(base, with)| Cmd::Compare(detail, base, with));
    let mut cmds: Vec<Cmd> = saves.into_iter().chain(compares).collect();
    if let Some((_, line)) = model.waiting.take_if(|(of, _)| *of == id) {
        cmds.extend(command(model, &line));
    }
    cmds
}

/// What was refused in its run since it was read last is said once; the Machine pane goes on telling it.
fn tell_refused(model: &mut Model, detail: &Detail) {
    let before = model.detail.as_ref().filter(|before| before.id == detail.id);
    let (Some(Ok(before)), Ok(now)) = (before.map(|before| &before.view), &detail.view) else { return };
    if let Some(refused) = now.refused.iter().find(|refused| !before.refused.contains(refused)) {
        model.say(format!("{}: {refused}", now.id));
    }
}

/// Two designs were compared.
pub fn compared(model: &mut Model, id: &FeatureId, compared: Compared) -> Vec<Cmd> {
    if model.features.selected() == Some(id) {
        model.panes.diff.pane.compared(compared);
        model.panes.diff.changed();
        model.dirty = true;
    }
    Vec::new()
}

/// An errand for a feature came to its end.
pub fn ended(model: &mut Model, id: &FeatureId, errand: Errand, outcome: Result<String, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    let mut cmds = Vec::new();
    match errand {
        Errand::KeepDraft => return kept(model, id, &outcome),
        Errand::Decide if decided(model, id, &outcome, &mut cmds) => return cmds,
        Errand::Decide => {}
        Errand::Create => created(model, outcome.is_ok()),
        Errand::Run
        | Errand::Pause
        | Errand::Explain
        | Errand::SetAside
        | Errand::MarkDone
        | Errand::Answer => {}
    }
    match outcome {
        Ok(said) => {
            if !said.is_empty() {
                model.say(said);
            }
            if errand == Errand::Create {
                model.features.add(id);
                cmds.push(Cmd::Relist);
            }
        }
        Err(stated) => model.complain(&stated),
    }
    // What was read of a document stays true when the new feature is read for the first time.
    if errand != Errand::Create {
        model.said_of(id);
    }
    cmds.extend(model.drafts.try_again(id));
    if model.features.selected() == Some(id) {
        cmds.push(Cmd::Load(id.clone(), None));
    }
    cmds
}

/// What was refused is not in the journal: a sentence of its own, behind the one that says why it was refused where that
/// still stands.
pub fn not_journalled(model: &mut Model, id: &FeatureId, what: &str, why: &Stated) -> Vec<Cmd> {
    model.dirty = true;
    let wanted = model.attempted.as_ref().filter(|wanted| wanted.of == *id && wanted.what == what);
    let stands = model.message.take().map(|message| message.text);
    let refused = stands.filter(|text| wanted.is_some_and(|wanted| wanted.said.as_ref() == Some(text)));
    let refused = refused.map(|text| format!("{}. ", text.trim_end_matches('.'))).unwrap_or_default();
    let what = format!("{refused}The refusal of `{what}` for {id} is not in the journal: {}", why.what);
    model.complain(&Stated { what, hint: why.hint.clone() });
    Vec::new()
}

/// A draft was saved together with what another window had written into it.
pub fn joined(model: &mut Model, id: &FeatureId, text: &str) -> Vec<Cmd> {
    model.dirty = true;
    let mut cmds = model.drafts.joined(id, text);
    let words = model.drafts.words(id, text).to_owned();
    take_in(model, id, &words);
    model.say(format!("another window changed the draft for {id}: now it has the words of both"));
    if cmds.is_empty() && model.modal.is_none() && model.features.selected() == Some(id) {
        cmds.push(Cmd::Load(id.clone(), None));
    }
    cmds
}

/// Words of another window, in front of who writes.
fn take_in(model: &mut Model, id: &FeatureId, words: &str) {
    if let Some(Modal::Gate(gate)) = &mut model.modal
        && gate.feature() == id
        && gate.take_in(words)
    {
        model.say(format!("another window changed the draft for {id}: its words stand here, too"));
    }
}

/// A draft was saved, or was not. While the person writes on, the panes are not read again for every word.
fn kept(model: &mut Model, id: &FeatureId, outcome: &Result<String, Stated>) -> Vec<Cmd> {
    let mut cmds = model.drafts.kept(id, outcome);
    if let Err(stated) = outcome {
        let hint = if model.drafts.holds_back() {
            "asking again to leave loses them".to_owned()
        } else {
            stated.hint.clone()
        };
        let what = format!("the words for {id} are kept here but not saved: {}", stated.what);
        model.complain(&Stated { what, hint });
    }
    // After a failure there is nothing new to read, and reading would try to save again.
    if outcome.is_ok() && cmds.is_empty() && model.modal.is_none() && model.features.selected() == Some(id) {
        cmds.push(Cmd::Load(id.clone(), None));
    }
    cmds
}

/// A decision was carried out, or refused: then the words are kept, and where the dialog still stands it says why. True
/// where that is all there is to say.
fn decided(model: &mut Model, id: &FeatureId, outcome: &Result<String, Stated>, cmds: &mut Vec<Cmd>) -> bool {
    cmds.extend(model.drafts.decided(id, outcome.is_ok()));
    if let Some(Modal::Gate(gate)) = &mut model.modal
        && gate.feature() == id
    {
        match outcome {
            Ok(_) if gate.is_sent() => model.modal = None,
            Ok(_) => {}
            Err(stated) if gate.is_sent() => {
                gate.refused(stated);
                cmds.extend(model.drafts.try_again(id));
                cmds.push(Cmd::Load(id.clone(), None));
                return true;
            }
            Err(_) => {}
        }
    }
    false
}

/// The key that signs a decision asks something first. Where nobody is at the gate any more, nothing is decided.
pub fn locked(model: &mut Model, id: &FeatureId, question: &str) -> Vec<Cmd> {
    match &mut model.modal {
        Some(Modal::Gate(gate)) if gate.feature() == id && gate.is_sent() => gate.locked(question),
        Some(_) | None => {
            let what = format!("{id}: nothing was decided: the key that signs it asks for its passphrase");
            model.complain(&Stated { what, hint: "decide again, and stay until it is signed".to_owned() });
        }
    }
    Vec::new()
}

/// A feature was made of what was typed: its question is over. What was refused still stands there, to be mended.
fn created(model: &mut Model, is_made: bool) {
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

/// How what is said of settings that cannot be used goes on.
const UNTIL_CORRECTED: &str = "until this is corrected";

/// How the screen is set. What cannot be used changes nothing.
pub fn set(model: &mut Model, set: Result<Settings, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    match set {
        Ok(settings) => {
            model.keys = settings.keys.clone();
            model.theme = Theme::of(settings.colouring, model.ground);
            model.is_built_in = settings.is_built_in;
            model.budget = settings.budget.clone();
            // It is corrected.
            model.message.take_if(|message| message.is_trouble && message.text.contains(UNTIL_CORRECTED));
            // What is drawn already has the old looks, and the old keys.
            model.panes.changed();
            model.tell_taken_keys();
            vec![Cmd::Adjust(settings)]
        }
        Err(stated) => {
            let hint = format!("{UNTIL_CORRECTED}, the screen keeps what was set before");
            model.complain(&Stated { hint, ..stated });
            Vec::new()
        }
    }
}

/// Something is to be said that concerns no feature.
pub fn said(model: &mut Model, outcome: Result<String, Stated>) -> Vec<Cmd> {
    model.dirty = true;
    match outcome {
        Ok(text) => model.say(text),
        Err(stated) => model.complain(&stated),
    }
    Vec::new()
}

/// A workspace was made, or could not be.
pub fn made(model: &mut Model, outcome: Result<(), Stated>) -> Vec<Cmd> {
    model.dirty = true;
    match outcome {
        Ok(()) => {
            model.modal = None;
            model.run_when_listed = true;
            vec![Cmd::Relist]
        }
        Err(stated) => {
            if let Some(Modal::Welcome(welcome)) = &mut model.modal {
                welcome.failed();
            }
            model.complain(&stated);
            Vec::new()
        }
    }
}
