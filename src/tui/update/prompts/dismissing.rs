//! Key that dismisses a critic's finding.

use super::super::run_control;
use super::open_prompt;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::modal::prompt::{Purpose, Subject};
use crate::tui::model::Model;
use crate::tui::model::feature_list::Card;
use crate::tui::panes::critique;
use frieze_data::id::FeatureId;
use frieze_kernel::Attention;

/// Asks why the selected finding does not count.
pub fn dismiss(model: &mut Model) {
    let Some(feature) = model.features.selected().cloned() else { return };
    let row = model.panes.list(model.focus).and_then(|list| list.row());
    let finding = match (model.focus, row, model.current()) {
        (PaneKey::Critique, Some(row), Some(detail)) => critique::finding_at(detail, row),
        _ => None,
    };
    match finding.map(|finding| (finding.id.clone(), &finding.dismissed)) {
        Some((Some(finding), None)) => ask(model, feature, finding),
        Some((Some(_), Some(dismissal))) => {
            let by = dismissal.by.clone();
            model.say(format!("{by} dismissed this finding already."));
        }
        Some((None, _)) => {
            model.say("The rubric's findings can't be dismissed: they are arithmetic. Only a critic's can.");
        }
        None => {
            let key = model.keys.first(Action::Dismiss);
            model.say(format!("Nothing to dismiss. {key} dismisses a finding of the critic, in Critique."));
        }
    }
}

/// Opens the prompt for the reason. What the engine would refuse is refused before a reason is typed.
fn ask(model: &mut Model, feature: FeatureId, finding: String) {
    let card = model.features.card(&feature);
    let takes = |card: &Card| {
        matches!(card.needs, Some(Attention::Decision | Attention::Reset | Attention::Tampered))
    };
    if card.is_some_and(takes) && card.is_none_or(|card| card.held_by.is_none()) {
        let [text, _] = model.drafts.continued(&feature, &finding, "");
        return open_prompt(model, Purpose::About(feature, Subject::Dismissal(finding)), &text);
    }
    let state = card.map_or("not read yet", |card| card.state);
    if !run_control::report_elsewhere(model, &(&feature).into()) {
        model.say(format!(
            "{feature} is {state}. Findings can be dismissed on a candidate, or after its run failed."
        ));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crossterm::event::KeyCode;

    use super::*;
    use crate::tui::model::detail::Detail;
    use crate::tui::model::run_key::RunKey;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use crate::tui::update::show_pane::show;
    use crate::tui::update::tests::{model, press};
    use crate::tui::update::update;
    use frieze_engine::Activity;

    #[test]
    fn a_dismissal_that_would_be_refused_asks_for_no_reason() {
        for (needs, state, asks) in [
            (Some(Attention::Decision), "CANDIDATE", true),
            (Some(Attention::Reset), "FAILED", true),
            (None, "EVALUATING", false),
            (Some(Attention::Paused), "EVALUATING", false),
            (Some(Attention::Start), "IDLE", false),
        ] {
            let (mut model, _) = model();
            let id = model.features.selected().unwrap().clone();
            let read = fixtures::design::detail(&fixtures::design::shop(), None);
            let mut detail = Detail { id: id.clone(), view: Ok(fixtures::view()), ..read };
            let findings = &mut detail.critique.as_mut().unwrap().as_mut().unwrap().findings;
            findings.truncate(1);
            (findings[0].critic, findings[0].id) = (Some("eyes".to_owned()), Some("f1".to_owned()));
            update(&mut model, Msg::Detail(Arc::new(detail)));
            let card = Card { needs, state, ..Card::of(&fixtures::view(), Activity::Idle) };
            update(&mut model, Msg::RunsChanged(vec![(RunKey::from(id), card)]));
            show(&mut model, PaneKey::Critique);
            model.panes.list_mut(PaneKey::Critique).unwrap().select(usize::MAX - 1);
            press(&mut model, KeyCode::Char('D'));
            assert_eq!(model.modal.is_some(), asks, "{state}");
            let said = model.message.map(|message| message.text).unwrap_or_default();
            assert_eq!(
                said.contains(&format!("is {state}. Findings can be dismissed on a candidate")),
                !asks,
                "{said}"
            );
        }
    }
}
