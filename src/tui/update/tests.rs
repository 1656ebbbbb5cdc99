//! What keys and news do to the whole screen.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::*;
use crate::domain::id::FeatureId;
use crate::tui::detail::Stated;
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
        let all = [Call::Decision, Call::Reason, Call::Reset, Call::Start, Call::Repair, Call::Stuck];
        for needs in all.map(Some).into_iter().chain([None]) {
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

/// A screen with a run under way, and words for a rejection that were not saved yet.
fn running() -> Model {
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    let view = crate::kernel::RunView { state: "GENERATING", needs: None, gate: None, ..sample::view() };
    let card = crate::tui::features::Card::of(&view, crate::engine::Doing::Asking("generator"));
    model.features.update([(id, card)]);
    model
}

fn screen(model: &Model) -> String {
    let mut buffer = ratatui::buffer::Buffer::empty(model.size.into());
    crate::tui::view::view(model, &crate::tui::view::Before::default(), &mut buffer);
    let rows = buffer.content.chunks(usize::from(model.size.width).max(1));
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
}

fn frame(model: &mut Model) {
    update(model, Msg::Drawn(Vec::new()));
}

fn leaves(cmds: &[Cmd]) -> bool {
    cmds.iter().any(|cmd| matches!(cmd, Cmd::Quit))
}

fn control_c() -> Msg {
    Msg::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))
}

#[test]
fn leaving_asks_while_runs_are_under_way_and_nothing_is_preselected() {
    let mut model = running();
    assert!(!leaves(&press(&mut model, KeyCode::Char('q'))));
    // A key that was pressed before the question could be read is no answer to it.
    assert!(!leaves(&press(&mut model, KeyCode::Char('q'))));
    frame(&mut model);
    let shown = screen(&model);
    for part in
        ["1 run is under way:", "checkout", "waits for the generator", "Nothing is lost", "frieze run --all"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    for code in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Char('y'), KeyCode::Tab] {
        assert!(!leaves(&press(&mut model, code)) && model.modal.is_some(), "{code:?}");
    }
    assert!(!leaves(&update(&mut model, Msg::Pasted("q".to_owned()))));
    press(&mut model, KeyCode::Esc);
    assert!(model.modal.is_none());
    // Asked anew, and answered by asking once more.
    for second in [Msg::Key(KeyCode::Char('q').into()), control_c()] {
        let mut model = running();
        assert!(!leaves(&update(&mut model, control_c())));
        frame(&mut model);
        assert!(leaves(&update(&mut model, second)));
    }
    // Nothing is under way: nothing is asked.
    let (mut model, _) = tests::model();
    assert!(leaves(&press(&mut model, KeyCode::Char('q'))));
}

#[test]
fn leaving_runs_behind_loses_no_words() {
    let mut model = running();
    let id = model.features.selected().unwrap().clone();
    model.drafts.keep(&id, "the total is missing".to_owned());
    press(&mut model, KeyCode::Char('q'));
    frame(&mut model);
    assert!(!leaves(&press(&mut model, KeyCode::Char('q'))), "the words are on their way");
    let trouble = Stated { what: "the disk is full".to_owned(), hint: String::new() };
    let ended = |outcome| Msg::Ended(model_id(), crate::tui::msg::Errand::KeepDraft, outcome);
    assert!(!leaves(&update(&mut model, ended(Err(trouble)))));
    assert!(
        model.message.as_ref().is_some_and(|told| told.text.contains("asking again")),
        "{:?}",
        model.message
    );
    // Who was told that words would be lost, and which runs pause, is not asked about the runs again.
    assert!(leaves(&press(&mut model, KeyCode::Char('q'))));
}

fn model_id() -> FeatureId {
    sample::view().id
}

#[test]
fn settings_that_were_changed_are_in_force_and_bad_ones_change_nothing() {
    use crate::tui::keys::Keys;
    use crate::tui::settings::Settings;
    use crate::tui::theme::{Colouring, Theme};
    let (mut model, _) = model();
    let keys = Keys::of(&[("quit".to_owned(), "Q".to_owned())].into_iter().collect()).unwrap();
    let settings = Settings { keys, colouring: Colouring::Plain, ..Settings::default() };
    let cmds = update(&mut model, Msg::Set(Ok(settings.clone())));
    assert!(matches!(cmds.as_slice(), [Cmd::Adjust(told)] if *told == settings), "{cmds:?}");
    assert_eq!((model.theme, model.keys.first(Action::Quit)), (Theme::Plain, "Q"));
    let wrong = Stated { what: "frieze.yaml: no".to_owned(), hint: "defaults".to_owned() };
    assert!(update(&mut model, Msg::Set(Err(wrong))).is_empty());
    assert_eq!((model.theme, model.keys.first(Action::Quit)), (Theme::Plain, "Q"));
    let told = model.message.unwrap().text;
    assert!(told.contains("frieze.yaml: no") && told.contains("keeps what was set"), "{told}");
}

fn show(model: &mut Model, pane: PaneKey) {
    actions::show(model, pane);
    model.arrange();
}
