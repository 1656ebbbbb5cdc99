//! What keys and news do to the whole screen.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::*;
use crate::domain::id::FeatureId;
use crate::tui::panes::sample;
use crate::tui::update::actions::ROUND;

/// A screen with a candidate that was read, and another feature.
fn model() -> (Model, FeatureId) {
    let mut model = sample::model(sample::view());
    let other: FeatureId = "refunds".parse().unwrap();
    let here = model.features.selected().unwrap().clone();
    model.features.list(&[here.clone(), other.clone()]);
    model.features.select(&here);
    model.arrange();
    (model, other)
}

fn press(model: &mut Model, code: KeyCode) -> Vec<Cmd> {
    update(model, Msg::Key(code.into()))
}

#[test]
fn nothing_of_one_feature_is_shown_as_another_ones() {
    let (mut model, other) = model();
    show(&mut model, PaneKey::Journal);
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    let cmds = press(&mut model, KeyCode::Char(']'));
    assert!(matches!(cmds.as_slice(), [Cmd::Load(id, None)] if *id == other), "{cmds:?}");
    assert!(model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    press(&mut model, KeyCode::Char('c'));
    assert!(model.modal.is_none(), "a comment on an element of the other feature");
    let detail = crate::tui::detail::Detail { id: other, ..sample::detail() };
    update(&mut model, Msg::Detail(Arc::new(detail)));
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
}

#[test]
fn every_key_does_something_or_says_why_not() {
    use crate::tui::features::{Call, Card};
    use crate::tui::keys::TABLE;
    // Those that bring what is there already, or move where there is nowhere to go.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is held to the rule")]
    let at_home = |action: Action, pane: PaneKey| match action {
        Action::Show(shown) => shown == pane,
        Action::Down | Action::Up | Action::PageDown | Action::PageUp | Action::Top | Action::Bottom => {
            !matches!(pane, PaneKey::Scores | PaneKey::Machine)
        }
        Action::NextFeature | Action::PreviousFeature => true,
        // The lines of these are folded, or show that they have nothing to fold.
        Action::Fold | Action::FoldAll | Action::Left | Action::Right => {
            matches!(pane, PaneKey::Critique | PaneKey::Diff)
                || (pane == PaneKey::Intent && action == Action::FoldAll)
        }
        _ => false,
    };
    for pane in ROUND {
        for needs in [None, Some(Call::Decision), Some(Call::Reset), Some(Call::Start), Some(Call::Repair)] {
            for row in TABLE.iter().filter(|row| !at_home(row.action, pane)) {
                let (mut model, _) = model();
                let id = model.features.selected().unwrap().clone();
                let mut card = Card::of(&sample::view(), crate::engine::Doing::Resting);
                card.needs = needs;
                model.features.update([(id, card)]);
                show(&mut model, pane);
                let places = |model: &Model| {
                    let selected = model.features.selected().cloned();
                    (model.focus, model.tab, model.zoomed, selected, model.features.sort)
                };
                let before = places(&model);
                let cmds = actions::act(&mut model, row.action);
                let did = !cmds.is_empty() || model.message.is_some() || model.modal.is_some();
                assert!(did || places(&model) != before, "{} in {pane:?} at {needs:?} is silent", row.name);
            }
        }
    }
}

#[test]
fn words_that_cannot_be_read_are_not_written_over() {
    let (mut model, _) = model();
    let unreadable = crate::tui::detail::Detail {
        draft: Err("feedback-draft.md is longer than 262144 bytes".to_owned()),
        view: Ok(sample::view()),
        ..sample::detail()
    };
    update(&mut model, Msg::Detail(Arc::new(unreadable)));
    let id = model.features.selected().unwrap().clone();
    let purpose = crate::tui::modal::prompt::Purpose::Comment { feature: id, pointer: "/goals/0".to_owned() };
    let cmds = typed::typed(&mut model, purpose, "too vague");
    assert!(cmds.is_empty(), "{cmds:?}");
    let told = model.message.unwrap();
    assert!(told.is_trouble && told.text.contains("feedback-draft.md is longer"), "{told:?}");
}

#[test]
fn a_feature_that_another_process_holds_says_who_and_is_looked_at_again() {
    let (mut model, _) = model();
    let by = "process 7 on desk, since 2026-11-21 09:00:00 UTC: frieze run checkout";
    let held = crate::tui::detail::Detail {
        held: Some((by.to_owned(), sample::now())),
        view: Ok(sample::view()),
        ..sample::detail()
    };
    update(&mut model, Msg::Detail(Arc::new(held)));
    let shown = sample::drawn(120, 10, |area, buffer| crate::tui::panes::machine::draw(&model, area, buffer));
    for part in
        ["another frieze is at work", "process 7 on desk, since 2026-11-21 09:00:00 UTC: frieze run checkout"]
    {
        assert!(shown.contains(part), "{shown}");
    }
    let tick = |model: &mut Model, seconds: i64| {
        let now = sample::now() + jiff::SignedDuration::from_secs(seconds);
        update(model, Msg::Tick(now)).len()
    };
    assert_eq!((tick(&mut model, 1), tick(&mut model, 2)), (0, 1));
}

fn show(model: &mut Model, pane: PaneKey) {
    actions::show(model, pane);
    model.arrange();
}
