//! What a person wants of a feature and its state does not allow is told here and brought to the engine, which refuses and
//! journals it ("Rejected transitions MUST log violation"). What it does allow opens the gate.

use super::super::detail::Stated;
use super::super::keys::Action;
use super::super::modal::Modal;
use super::super::modal::gate::GateDialog;
use super::super::modal::prompt::Purpose;
use super::super::model::{Model, Wanted};
use super::super::msg::Cmd;
use super::actions;
use crate::domain::id::FeatureId;
use crate::kernel::Call;

/// Deciding begins with a deliberate key; what it opens depends on what the feature needs. `what` is the word for it in the
/// journal, where nothing can be decided.
pub fn decide(model: &mut Model, what: &'static str) -> Vec<Cmd> {
    let Some(id) = model.features.selected().cloned() else {
        actions::nothing_selected(model);
        return Vec::new();
    };
    match model.features.card(&id).and_then(|card| card.needs) {
        Some(Call::Decision) => open(model, &id),
        Some(Call::Reason) => actions::open_prompt(model, Purpose::Reason(id), ""),
        Some(Call::Repair) => {
            model.say(format!("{id}: {} sets the damaged record aside", model.keys.first(Action::Reset)));
        }
        Some(Call::Newer | Call::Stuck) => stuck(model, &id),
        needs @ (Some(Call::Tampered | Call::Reset | Call::Start) | None) => {
            not_now(model, &id, needs);
            return attempted(model, id, what);
        }
    }
    Vec::new()
}

/// An attempt for the journal, if it is known where the feature stands.
pub fn attempted(model: &Model, id: FeatureId, what: &'static str) -> Vec<Cmd> {
    let known = model.features.card(&id).is_some();
    known.then_some(Cmd::Attempt(id, what)).into_iter().collect()
}

/// What was wanted last of the same feature, standing the same, is not brought to the engine again: a key may be held down.
pub fn once(model: &mut Model, cmds: &mut Vec<Cmd>) {
    cmds.retain(|cmd| {
        let Cmd::Attempt(id, what) = cmd else { return true };
        let since = model.features.card(id).and_then(|card| card.since);
        let before = model.attempted.as_ref();
        let is_new = before.is_none_or(|w| (&w.of, w.what, w.since) != (&*id, *what, since));
        let said = model.message.as_ref().map(|message| message.text.clone());
        model.attempted = Some(Wanted { of: id.clone(), what, since, said });
        is_new
    });
}

/// Says why nothing can be decided, and what can be done instead.
fn not_now(model: &mut Model, id: &FeatureId, needs: Option<Call>) {
    let card = model.features.card(id);
    let harmed = card.filter(|card| card.harm.is_some()).map(|card| card.reason.clone().unwrap_or_default());
    let key = |action| model.keys.first(action);
    let said = match (needs, harmed) {
        (Some(Call::Tampered), _) => format!(
            "{id} was tampered with: put design/final back as it was, or delete its FROZEN.md; then {} takes it back",
            key(Action::Reset)
        ),
        (Some(Call::Reset), _) => format!(
            "{id} has failed: {} takes it back to IDLE, {} too and begins from its best",
            key(Action::Reset),
            key(Action::ResetFromBest)
        ),
        (Some(Call::Start), Some(why)) => {
            let stated = Stated { what: format!("{id}: {why}"), hint: "put it there".to_owned() };
            return model.complain(&stated);
        }
        (Some(Call::Start), None) => format!("{id} is not under way: {} runs it", key(Action::Run)),
        (Some(Call::Decision | Call::Reason | Call::Repair | Call::Newer | Call::Stuck) | None, _) => {
            format!("{id} waits for no decision")
        }
    };
    model.say(said);
}

fn open(model: &mut Model, id: &FeatureId) {
    let detail = model.current().cloned();
    let gate = detail.as_ref().and_then(|detail| detail.view.as_ref().ok()?.gate.clone());
    match (detail, gate) {
        (Some(detail), Some(gate)) => {
            // From now on this is where the person is, whatever else becomes urgent.
            model.features.select(id);
            model.modal = Some(Modal::Gate(Box::new(GateDialog::open(model, &detail, gate))));
        }
        // The list is ahead of the reading.
        _ => model.say("one moment: the design is being read"),
    }
}

/// What this program cannot use, and what can be done about it elsewhere.
pub fn stuck(model: &mut Model, id: &FeatureId) {
    let told = model.current().and_then(|detail| detail.view.as_ref().err()).cloned();
    match told {
        Some(stated) => model.complain(&stated),
        None => model.say(format!("{id} cannot be used here, and is left as it is")),
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::super::tests::{model, press};
    use super::*;
    use crate::engine::Doing;
    use crate::kernel::RunView;
    use crate::tui::features::Card;
    use crate::tui::msg::Msg;
    use crate::tui::panes::sample;
    use crate::tui::update::update;

    fn stands(model: &mut Model, state: &'static str, needs: Option<Call>) {
        let id = model.features.selected().unwrap().clone();
        let view = RunView { state, needs: None, gate: None, is_sealed: state == "FROZEN", ..sample::view() };
        let card = Card { needs, ..Card::of(&view, Doing::Resting) };
        update(model, Msg::Ran(vec![(id, card)]));
    }

    fn wanted(cmds: &[Cmd]) -> Vec<&'static str> {
        cmds.iter()
            .filter_map(|cmd| if let Cmd::Attempt(_, what) = cmd { Some(*what) } else { None })
            .collect()
    }

    #[test]
    fn what_a_state_does_not_allow_is_told_and_brought_to_the_engine_once() {
        for (state, needs) in [
            ("IDLE", Some(Call::Start)),
            ("FROZEN", None),
            ("FAILED", Some(Call::Reset)),
            ("FAILED", Some(Call::Tampered)),
            ("GENERATING", None),
        ] {
            let (mut model, _) = model();
            stands(&mut model, state, needs);
            let cmds = press(&mut model, KeyCode::Char('d'));
            assert_eq!(wanted(&cmds), ["decide"], "{state}");
            assert!(model.message.is_some() && model.modal.is_none(), "{state}");
            // The key is held down; then something else is wanted, and then the same of another state.
            for _ in 0..50 {
                let cmds = press(&mut model, KeyCode::Char('d'));
                assert!(wanted(&cmds).is_empty() && model.message.is_some(), "{state}: {cmds:?}");
            }
            let typed = |model: &mut Model, line: &str| {
                let mut cmds = super::super::command::command(model, line);
                once(model, &mut cmds);
                wanted(&cmds)
            };
            assert_eq!(typed(&mut model, "approve"), ["approve"], "{state}");
            assert_eq!(typed(&mut model, "reject"), ["reject"], "{state}");
            assert_eq!(typed(&mut model, "reject"), [""; 0], "{state}");
        }
    }

    #[test]
    fn a_question_that_is_open_and_a_record_that_cannot_be_read_are_no_attempts() {
        for needs in [Call::Reason, Call::Repair, Call::Newer, Call::Stuck, Call::Decision] {
            let (mut model, _) = model();
            stands(&mut model, "IDLE", Some(needs));
            let cmds = press(&mut model, KeyCode::Char('d'));
            assert_eq!(wanted(&cmds), [""; 0], "{needs:?}");
        }
    }
}
