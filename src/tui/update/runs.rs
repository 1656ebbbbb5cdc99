//! Runs: started, paused, aborted, taken back. Where nothing can be done, it is said why.

use super::super::features::Card;
use super::super::holder;
use super::super::keys::Action;
use super::super::modal::Modal;
use super::super::modal::ask::Ask;
use super::super::modal::prompt::Purpose;
use super::super::model::Model;
use super::super::msg::Cmd;
use super::super::settings::Budget;
use super::{actions, deciding};
use crate::domain::id::FeatureId;
use crate::kernel::{Call, Order, in_units};

/// Runs the selected feature, or does what has to come first.
pub fn run(model: &mut Model) -> Vec<Cmd> {
    let Some(id) = model.features.selected().cloned() else {
        actions::nothing_selected(model);
        return Vec::new();
    };
    match model.features.card(&id).and_then(|card| card.needs) {
        _ if model.features.card(&id).is_some_and(Card::is_running) => {
            model.say(format!("{id} is at work already: {} pauses it", model.keys.first(Action::Pause)));
        }
        _ if elsewhere(model, &id) => {}
        Some(Call::Decision) => {
            model.say(format!("{id} waits for your decision: {}", model.keys.first(Action::Decide)));
        }
        Some(Call::Reason) => actions::open_prompt(model, Purpose::Reason(id), ""),
        Some(Call::Repair | Call::Newer | Call::Stuck | Call::Reset | Call::Tampered) => {
            return deciding::decide(model, "run");
        }
        Some(Call::Start) => {
            model.say(format!("running {id}"));
            return vec![Cmd::Order(id, Order::Start)];
        }
        None if model.features.card(&id).is_some_and(|card| card.is_sealed) => {
            model.say(format!("{id} is frozen; deleting its design/final/FROZEN.md unfreezes it"));
            return deciding::attempted(model, id, "run");
        }
        None => {
            model.say(format!("going on with {id}"));
            return vec![Cmd::GoOn(id)];
        }
    }
    Vec::new()
}

/// Runs every feature that waits for nobody.
pub fn run_all(model: &mut Model) -> Vec<Cmd> {
    let can_run = |id: &&FeatureId| model.features.card(id).is_none_or(|card| card.stands().can_run(false));
    let mut ids: Vec<FeatureId> = model.features.ids().filter(can_run).cloned().collect();
    ids.sort();
    let features = match ids.len() {
        0 => {
            model.say("there is nothing to run");
            return Vec::new();
        }
        1 => "1 feature".to_owned(),
        n => format!("{n} features"),
    };
    let running = format!("running {features}");
    // The filter says what is looked at, and not what there is.
    let hidden = if model.features.filter().is_empty() { "" } else { ", those behind the filter too" };
    if ids.len() == 1 && model.budget.agents.is_empty() {
        model.say(running);
        return begun(model, ids);
    }
    // One key does much here: how much is said before it is done.
    let mut named: Vec<&str> = ids.iter().take(NAMED).map(FeatureId::as_str).collect();
    if named.len() < ids.len() {
        named.push("…");
    }
    let said = vec![format!("Run {features}{hidden}: {}", named.join(", ")), limits(&model.budget)];
    let ask = Ask::new(" Run all ", said, "run them", begun(model, ids), running);
    model.modal = Some(Modal::Ask(Box::new(ask)));
    Vec::new()
}

/// Begins runs, and goes on with those that were interrupted.
pub fn begun(model: &Model, ids: Vec<FeatureId>) -> Vec<Cmd> {
    let is_interrupted =
        |id: &FeatureId| model.features.card(id).is_some_and(|card| card.stands().is_interrupted());
    let (interrupted, fresh): (Vec<_>, Vec<_>) = ids.into_iter().partition(is_interrupted);
    let fresh = Some(fresh).filter(|ids| !ids.is_empty()).map(Cmd::RunAll);
    fresh.into_iter().chain(interrupted.into_iter().map(Cmd::GoOn)).collect()
}

/// The most features that a question names.
const NAMED: usize = 12;

/// Who is asked in a run, and what it may take.
fn limits(budget: &Budget) -> String {
    if budget.agents.is_empty() {
        return "The built-in agents do the work: they cost nothing, and nothing leaves this machine."
            .to_owned();
    }
    let mut most = vec![format!("{} calls", budget.max_calls)];
    most.extend(budget.max_tokens.map(|most| format!("{most} tokens")));
    most.extend(budget.max_cost.map(|most| format!("{} {}", in_units(most), budget.currency)));
    format!("Each run asks {}, at most {}.", budget.agents, most.join(", "))
}

/// Pauses the run of the selected feature.
pub fn pause(model: &mut Model) -> Vec<Cmd> {
    match model.features.selected().cloned() {
        Some(id) if model.features.card(&id).is_some_and(Card::is_running) => return vec![Cmd::Pause(id)],
        Some(id) if elsewhere(model, &id) => {}
        Some(id) => model.say(format!("{id} is not at work here, so there is nothing to pause")),
        None => actions::nothing_selected(model),
    }
    Vec::new()
}

/// Whether another process is at work on a feature; then that is said.
fn elsewhere(model: &mut Model, id: &FeatureId) -> bool {
    let by = model.features.card(id).and_then(|card| card.held.clone());
    if let Some(by) = &by {
        model.say(format!(
            "{id} is running elsewhere, and is paused or aborted there, by {}",
            holder::named(by)
        ));
    }
    by.is_some()
}

/// Aborts a run with the words that were typed behind the command.
pub fn abort_with(model: &mut Model, words: &str) -> Vec<Cmd> {
    let Some(id) = model.features.selected().cloned() else {
        actions::nothing_selected(model);
        return Vec::new();
    };
    let waits = |card: &Card| card.needs == Some(Call::Decision) && !card.is_running();
    if model.features.card(&id).is_some_and(waits) {
        let decide = model.keys.first(Action::Decide);
        model.say(format!("{id} waits for your decision: {decide} opens it, and it can be given up there"));
        return Vec::new();
    }
    if words.is_empty() {
        return abort(model, "");
    }
    if elsewhere(model, &id) {
        return Vec::new();
    }
    vec![Cmd::Order(id, Order::Stop { reason: words.to_owned() })]
}

/// Asks why, unless there is nothing that could be aborted. Words may stand in the question already.
pub fn abort(model: &mut Model, words: &str) -> Vec<Cmd> {
    let Some(id) = model.features.selected().cloned() else {
        actions::nothing_selected(model);
        return Vec::new();
    };
    if elsewhere(model, &id) {
        return Vec::new();
    }
    let Some(card) = model.features.card(&id) else {
        actions::nothing_read(model);
        return Vec::new();
    };
    let at_rest = match card.needs {
        // A candidate is given up at the gate, and nowhere else.
        Some(Call::Decision) if !card.is_running() => return deciding::decide(model, "abort"),
        Some(Call::Decision) => false,
        Some(
            Call::Tampered
            | Call::Reason
            | Call::Repair
            | Call::Newer
            | Call::Stuck
            | Call::Reset
            | Call::Start,
        ) => true,
        None => card.is_sealed,
    };
    if at_rest && !card.is_running() {
        let (state, is_readable) =
            (card.state, !matches!(card.needs, Some(Call::Repair | Call::Newer | Call::Stuck)));
        model.say(format!("{id} is {state}: nothing is under way that could be aborted"));
        return if is_readable { deciding::attempted(model, id, "abort") } else { Vec::new() };
    }
    actions::open_prompt(model, Purpose::Abort(id), words);
    Vec::new()
}

/// Takes a failed feature back as [`reset`] does, once the person has read that this is for good.
pub fn ask_to_reset(model: &mut Model, from_best: bool) -> Vec<Cmd> {
    let (id, needs) = match model.features.selected().cloned() {
        Some(id) => (id.clone(), model.features.card(&id).and_then(|card| card.needs)),
        None => return reset(model, from_best),
    };
    let has_best = model.features.card(&id).is_some_and(|card| card.has_best);
    let lacks_best = from_best && !has_best && needs == Some(Call::Reset);
    // What cannot be is asked by nobody: it is refused at once, and that is in the journal.
    if lacks_best || !matches!(needs, Some(Call::Reset | Call::Tampered)) {
        return reset(model, from_best);
    }
    let cmds = reset(model, from_best);
    let why = model.features.card(&id).and_then(|card| card.reason.as_deref()).unwrap_or("its run ended");
    let from_its_best = match model.keys.first(Action::ResetFromBest) {
        key if key.is_empty() || !has_best => String::new(),
        key => format!(" ({key} instead begins it from the best design of this one)"),
    };
    let begins = match needs {
        Some(Call::Reset) if from_best => "The next run begins from the best design of this one.".to_owned(),
        Some(Call::Reset) => format!("The next run begins anew{from_its_best}."),
        _ => "What lies in design/final is verified again first.".to_owned(),
    };
    let said = vec![
        format!("Take {id} back to IDLE?"),
        format!("It failed: {why}"),
        format!("{begins} This cannot be taken back; every file stays, and the reason stays in the journal."),
    ];
    let ask = Ask::new(" Reset ", said, "reset it", cmds, String::new());
    model.modal = Some(Modal::Ask(Box::new(ask)));
    Vec::new()
}

/// Takes a failed feature back, or sets a damaged record aside.
pub fn reset(model: &mut Model, from_best: bool) -> Vec<Cmd> {
    let Some(id) = model.features.selected().cloned() else {
        actions::nothing_selected(model);
        return Vec::new();
    };
    match model.features.card(&id).and_then(|card| card.needs) {
        Some(Call::Repair) => vec![Cmd::SetAside(id)],
        // What was tampered with is no failure of a run: its best iteration has no part in it.
        Some(Call::Tampered) => vec![Cmd::Order(id, Order::Reset { from_best: false })],
        Some(Call::Reset) => vec![Cmd::Order(id, Order::Reset { from_best })],
        Some(Call::Newer | Call::Stuck) => {
            deciding::stuck(model, &id);
            Vec::new()
        }
        Some(Call::Decision | Call::Reason | Call::Start) | None => {
            model.say(format!("{id} has not failed, so there is nothing to reset"));
            deciding::attempted(model, id, "reset")
        }
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::super::tests::{model, press};
    use super::super::update;
    use super::*;
    use crate::tui::msg::Msg;
    use crate::tui::panes::sample;

    #[test]
    fn of_all_runs_those_that_were_interrupted_go_on() {
        let (mut model, other) = model();
        let ids = [model.features.selected().unwrap().clone(), other];
        let cards = ids.clone().map(|id| {
            let mut card = Card::of(&sample::view(), crate::engine::Doing::Resting);
            card.needs = (id == ids[0]).then_some(Call::Start);
            (id, card)
        });
        update(&mut model, Msg::Ran(cards.into()));
        press(&mut model, KeyCode::Char('R'));
        update(&mut model, Msg::Drawn(Vec::new()));
        let begun = press(&mut model, KeyCode::Char('y'));
        let [Cmd::RunAll(fresh), Cmd::GoOn(interrupted)] = begun.as_slice() else { panic!("{begun:?}") };
        assert_eq!((fresh.as_slice(), interrupted), (&ids[..1], &ids[1]));
    }
}
