//! Decision keys. They open the gate dialog if a decision is due. Otherwise a message says what can be done. A decision that was
//! typed as a command is also refused by the engine, which journals it ("Rejected transitions MUST log violation").

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::past_iterations;
use super::prompts::open_prompt;
use super::selected::{selected, selected_run};
use crate::tui::command_line::line::hint_here;
use crate::tui::keys::Action;
use crate::tui::modal::Modal;
use crate::tui::modal::gate::GateDialog;
use crate::tui::modal::plain_gate::PlainGate;
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::detail::Problem;
use crate::tui::model::run_key::RunKey;
use crate::tui::model::{Model, RefusedAction};
use crate::tui::msg::Cmd;
use frieze_kernel::{Attention, GateKind, Need};

/// Opens the dialog for what the feature needs. If nothing can be decided, `order` is the name of the typed order in the journal; a key
/// is none.
pub fn decide(model: &mut Model, order: Option<&'static str>) -> Vec<Cmd> {
    let Some(run) = selected_run(model) else { return Vec::new() };
    let card = model.features.card_of(&run);
    let key = |action| model.keys.first(action);
    let text = match card.and_then(|card| card.needs) {
        Some(Attention::Decision) => {
            open(model, &run);
            return Vec::new();
        }
        // A decision can be taken back or repeated before the next step.
        Some(Attention::Step) if has_gate(model) => {
            open(model, &run);
            return Vec::new();
        }
        Some(Attention::Reason) => {
            if let Some(id) = selected(model) {
                open_prompt(model, Purpose::About(id, Subject::Unfreeze), "");
            }
            return Vec::new();
        }
        Some(Attention::Repair) => {
            model.say(format!("{run} has a damaged record. Press {} to set it aside.", key(Action::Reset)));
            return Vec::new();
        }
        Some(Attention::Newer | Attention::Stuck) => {
            report_unusable(model, &run);
            return Vec::new();
        }
        Some(Attention::Words) => {
            let what = model.current().and_then(|detail| detail.run()?.needs).and_then(Need::words);
            let what = what.map(|what| format!(": {what}")).unwrap_or_default();
            format!("{run} waits for your words{what}. {} begins a command.", key(Action::Command))
        }
        Some(Attention::Restore) => {
            let reason = card.and_then(|card| card.reason.as_deref());
            format!("Nothing can be decided: {}.", reason.unwrap_or("its files changed"))
        }
        Some(Attention::File | Attention::Step) => {
            format!("{run} has nothing to decide. Press {} for its next step.", key(Action::Run))
        }
        // Nothing can be decided; the message says what can be done instead.
        Some(Attention::Tampered) => {
            let hint = model.current().and_then(|detail| detail.run()?.hint.clone());
            let hint = hint.map(|hint| hint_here(&hint));
            let hint = hint.unwrap_or_else(|| "restore design/final or delete its FROZEN.md".to_owned());
            format!("{run} was tampered with: {hint}.")
        }
        Some(Attention::Reset) => {
            let best = key(Action::ResetFromBest);
            let best = format!(", or {best} to start from its best design");
            let best = card.filter(|card| card.has_best).map(|_| best).unwrap_or_default();
            format!("{run} has failed. Press {} to reset it{best}.", key(Action::Reset))
        }
        Some(Attention::Start) => match card.filter(|card| card.file_problem.is_some()) {
            Some(card) => {
                let what = format!("{run}: {}", card.reason.as_deref().unwrap_or_default());
                model.report(&Problem::new(what, "restore the file"));
                return order.map_or_else(Vec::new, |order| journal_attempt(model, run, order));
            }
            None => format!("{run} is not running. Press {} to run it.", key(Action::Run)),
        },
        Some(Attention::Paused) => {
            let (run, abort) = (key(Action::Run), key(Action::Abort));
            format!("{run} is paused. Press {run} to continue, {abort} to abort it.")
        }
        Some(Attention::Other) | None => match model.features.due_in_row().filter(|due| **due != run) {
            Some(due) => {
                let next = key(Action::NextFlow);
                format!(
                    "{run} has nothing to decide. {due} is due; {next} goes through the runs of a feature."
                )
            }
            None => format!("{run} has nothing to decide."),
        },
    };
    model.say(text);
    order.map_or_else(Vec::new, |order| journal_attempt(model, run, order))
}

/// Whether the selected run has an open gate.
fn has_gate(model: &Model) -> bool {
    model.current().is_some_and(|detail| detail.run().is_some_and(|view| view.gate().is_some()))
}

/// Has the engine journal a refused action, if the run's state is known.
pub fn journal_attempt(model: &Model, run: RunKey, action: &'static str) -> Vec<Cmd> {
    let is_known = model.features.card_of(&run).is_some();
    is_known.then_some(Cmd::Attempt(run, action)).into_iter().collect()
}

/// Drops a refused action that repeats the last one in the same state, since a key may be held down.
pub fn drop_repeated(model: &mut Model, cmds: &mut Vec<Cmd>) {
    cmds.retain(|cmd| {
        let Cmd::Attempt(run, action) = cmd else { return true };
        let since = model.features.card_of(run).and_then(|card| card.since);
        let before = model.last_refused.as_ref();
        let is_new =
            before.is_none_or(|last| (&last.run, last.action, last.since) != (&*run, *action, since));
        model.last_refused = Some(RefusedAction { run: run.clone(), action, since });
        is_new
    });
}

fn open(model: &mut Model, run: &RunKey) {
    past_iterations::leave(model);
    if let Some(gate) = model.aside.take() {
        return return_to(model, gate);
    }
    let detail = model.current().cloned();
    let gate = detail.as_ref().and_then(|detail| detail.run()?.gate().cloned());
    match (detail, gate) {
        (Some(_), Some(gate)) if gate.kind == GateKind::Plain => {
            model.features.select_run(run);
            model.modal = Some(Modal::PlainGate(Box::new(PlainGate::open(run.clone(), gate))));
        }
        (Some(detail), Some(gate)) => {
            // The person works with this feature now, even if another one becomes more urgent.
            model.features.select_run(run);
            model.modal = Some(Modal::Gate(Box::new(GateDialog::open(model, &detail, gate))));
        }
        // The list is newer than the detail.
        _ if run.design().is_none() => model.say(format!("Reading {run}. Try again in a moment.")),
        _ => model.say("Reading the design. Try again in a moment."),
    }
}

/// Gives the keys to the panes next to the gate or in its place, and back to it. Returns whether the key does so.
pub fn swaps(model: &mut Model, key: KeyEvent) -> bool {
    let is_key = key == KeyEvent::new(KeyCode::Char('o'), KeyModifiers::CONTROL);
    match (model.modal.take(), model.aside.take()) {
        (Some(Modal::Gate(gate)), _) if is_key && gate.drawn && gate.can_wait() => {
            model.aside = Some(gate);
            if !model.is_tab(model.focus) {
                model.focus = model.tab;
            }
            model.say("Ctrl+O or Esc returns to the decision.");
        }
        (None, Some(gate)) if is_key || key.code == KeyCode::Esc => return_to(model, gate),
        (modal, aside) => {
            (model.modal, model.aside) = (modal, aside);
            return false;
        }
    }
    true
}

/// The gate takes the keys again.
fn return_to(model: &mut Model, mut gate: Box<GateDialog>) {
    past_iterations::leave(model);
    if let Some(detail) = model.current().cloned() {
        gate.return_to(model, &detail);
    }
    model.message = None;
    model.modal = Some(Modal::Gate(gate));
}

/// Reports a record that this version of frieze cannot use.
pub fn report_unusable(model: &mut Model, run: &RunKey) {
    let problem = model.current().and_then(|detail| detail.view.as_ref().err()).cloned();
    match problem {
        Some(problem) => model.report(&problem),
        None => model.say(format!("{run} cannot be used by this frieze.")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::tests::{model, press};
    use super::*;
    use crate::tui::model::detail::Detail;
    use crate::tui::model::feature_list::Card;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use crate::tui::update::update;
    use frieze_engine::Activity;
    use frieze_kernel::RunView;

    fn set_state(model: &mut Model, state: &'static str, needs: Option<Attention>) {
        let id = model.features.selected().unwrap().clone();
        let view = RunView {
            state,
            needs: None,
            gates: Vec::new(),
            is_sealed: state == "FROZEN",
            ..fixtures::view()
        };
        let card = Card { needs, ..Card::of(&view, Activity::Idle) };
        update(model, Msg::RunsChanged(vec![(id.into(), card)]));
    }

    fn attempts(cmds: &[Cmd]) -> Vec<&'static str> {
        cmds.iter()
            .filter_map(|cmd| if let Cmd::Attempt(_, what) = cmd { Some(*what) } else { None })
            .collect()
    }

    /// What is left to do, and not what was done already.
    #[test]
    fn a_tampered_design_is_reported_with_its_present_hint() {
        let (mut model, _) = model();
        set_state(&mut model, "FAILED", Some(Attention::Tampered));
        let id = model.features.selected().unwrap().clone();
        let hint = Some(format!("`frieze reset {id}` marks it frozen again"));
        let view = RunView { id: id.clone(), state: "FAILED", hint, ..fixtures::view() };
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(view), ..fixtures::detail() })));
        press(&mut model, KeyCode::Char('d'));
        let said = model.message.unwrap().text;
        assert!(said.contains("was tampered with: `:reset checkout` marks it frozen again"), "{said}");
    }

    /// A key asks for nothing; a typed order is refused, and journalled.
    #[test]
    fn a_refused_order_is_shown_and_sent_to_the_engine_once() {
        for (state, needs) in [
            ("IDLE", Some(Attention::Start)),
            ("FROZEN", None),
            ("FAILED", Some(Attention::Reset)),
            ("FAILED", Some(Attention::Tampered)),
            ("CANDIDATE", Some(Attention::Restore)),
            ("GENERATING", None),
        ] {
            let (mut model, _) = model();
            set_state(&mut model, state, needs);
            let keys = if needs == Some(Attention::Start) || state == "GENERATING" { "d" } else { "dr" };
            for key in keys.chars() {
                let cmds = press(&mut model, KeyCode::Char(key));
                assert!(attempts(&cmds).is_empty(), "{state}: {cmds:?}");
                assert!(model.message.take().is_some() && model.modal.is_none(), "{state}");
            }
            let typed = |model: &mut Model, line: &str| {
                let mut cmds = super::super::command::command(model, line);
                drop_repeated(model, &mut cmds);
                attempts(&cmds)
            };
            assert_eq!(typed(&mut model, "approve"), ["approve"], "{state}");
            assert_eq!(typed(&mut model, "reject"), ["reject"], "{state}");
            assert_eq!(typed(&mut model, "reject"), [""; 0], "{state}");
        }
    }

    /// "A decision at `d` can be taken back or repeated": an approved session waits for its step, with its gate open.
    #[test]
    fn a_gate_is_open_until_the_next_step() {
        let (mut model, _) = model();
        set_state(&mut model, "CANDIDATE", Some(Attention::Step));
        let id = model.features.selected().unwrap().clone();
        let view = RunView { id: id.clone(), gates: vec![fixtures::plain_gate(&id)], ..fixtures::view() };
        update(&mut model, Msg::Detail(Arc::new(Detail { id, view: Ok(view), ..fixtures::detail() })));
        press(&mut model, KeyCode::Char('d'));
        assert!(model.modal.is_some() && model.message.is_none());
    }

    #[test]
    fn an_open_question_or_an_unusable_record_is_no_attempt() {
        for needs in
            [Attention::Reason, Attention::Repair, Attention::Newer, Attention::Stuck, Attention::Decision]
        {
            let (mut model, _) = model();
            set_state(&mut model, "IDLE", Some(needs));
            let cmds = press(&mut model, KeyCode::Char('d'));
            assert_eq!(attempts(&cmds), [""; 0], "{needs:?}");
        }
    }
}
