//! Tests of messages: how long they are shown, and what they say.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::super::tests::{model, press};
use super::super::update;
use super::*;
use crate::tui::keys::{Action, PaneKey};
use crate::tui::msg::Msg;
use crate::tui::panes::fixtures;
use frieze_kernel::{Attention, Order, RunView};

#[test]
fn messages_expire_or_end_with_their_feature_and_leave_no_timer() {
    let later = |seconds: i64| Msg::Tick(fixtures::now() + jiff::SignedDuration::from_secs(seconds));
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    update(&mut model, later(0));
    let quiet = model.next_tick();
    model.say("Sorted: by name.");
    assert_eq!(model.next_tick(), Some(std::time::Duration::from_secs(8)));
    update(&mut model, later(5));
    assert!(model.message.is_some());
    update(&mut model, later(8));
    assert_eq!((model.message.clone(), model.next_tick()), (None, quiet));
    // A problem stays until the next key, or until its feature changes.
    let mut fails = |at: i64| {
        update(&mut model, later(at));
        let problem = Problem::new("no", "");
        update(&mut model, Msg::JobEnded(id.clone().into(), Job::Run, Err(problem)));
        update(&mut model, later(at + 60));
        assert!(model.message.is_some() && model.next_tick() == quiet);
        let state = if at == 10 { "FAILED" } else { "IDLE" };
        let view = RunView { state, ..fixtures::view() };
        let card = Card::of(&view, Activity::Idle);
        update(&mut model, Msg::RunsChanged(vec![(id.clone().into(), card)]));
        assert_eq!(model.message, None);
    };
    fails(10);
    fails(100);
}

/// The list does not show a refusal: the results of the runs that began with it leave it there.
#[test]
fn a_refused_run_is_named_until_the_next_key() {
    let (mut model, other) = model();
    let view = RunView { needs: Some(frieze_kernel::Need::Decision), ..fixtures::view() };
    let text = |model: &Model| model.message.as_ref().map(|message| message.text.clone()).unwrap();
    let problem = Problem::new("brief.md: it contains no requirement", "");
    update(&mut model, Msg::JobEnded(other.into(), Job::Run, Err(problem)));
    update(&mut model, Msg::RunStopped(Job::Run, Box::new(view.clone())));
    assert_eq!(text(&model), "refunds: brief.md: it contains no requirement");
    press(&mut model, KeyCode::Char('s'));
    update(&mut model, Msg::RunStopped(Job::Run, Box::new(view)));
    assert!(text(&model).starts_with("checkout: "), "{}", text(&model));
}

/// As the list of skipped lines of a brief.
#[test]
fn longer_messages_are_shown_longer() {
    let (mut model, _) = model();
    let id: FeatureId = "returns".parse().unwrap();
    update(&mut model, Msg::Tick(fixtures::now()));
    update(&mut model, Msg::JobEnded(id.clone().into(), Job::Create, Ok("x".repeat(250))));
    // Reading the new feature does not end the message.
    let card = Card::of(&fixtures::view(), Activity::Idle);
    update(&mut model, Msg::CardsRead(vec![(id.into(), card)]));
    let later = |seconds: i64| Msg::Tick(fixtures::now() + jiff::SignedDuration::from_secs(seconds));
    update(&mut model, later(23));
    assert!(model.message.is_some());
    update(&mut model, later(24));
    assert_eq!(model.message, None);
}

/// "Any attempt to modify threshold mid-run MUST be rejected".
#[test]
fn a_setting_refused_in_a_run_is_shown_once() {
    let (mut model, _) = model();
    let refused = "threshold 91 is refused during a run, which keeps 80";
    let read = |model: &mut Model, refused: &[&str]| {
        let refused = refused.iter().map(ToString::to_string).collect();
        let view = RunView { refused, ..fixtures::view() };
        model.message = None;
        update(model, Msg::Detail(Arc::new(Detail { view: Ok(view), ..fixtures::detail() })));
        model.message.as_ref().map(|message| message.text.clone())
    };
    assert_eq!(read(&mut model, &[]), None);
    assert_eq!(read(&mut model, &[refused]), Some(format!("checkout: {refused}")));
    assert_eq!(read(&mut model, &[refused]), None);
}

#[test]
fn changed_settings_apply_and_invalid_ones_change_nothing() {
    use crate::tui::keys::Keys;
    use crate::tui::view::theme::Colouring;
    let (mut model, _) = model();
    let keys = Keys::of(&[("quit".to_owned(), "Q".to_owned())].into_iter().collect()).unwrap();
    let settings = Settings { keys, colouring: Colouring::Plain, ..Settings::default() };
    let cmds = update(&mut model, Msg::SettingsRead(Ok(settings.clone())));
    let [Cmd::ApplySettings(applied), Cmd::Load(_)] = cmds.as_slice() else { panic!("{cmds:?}") };
    assert_eq!(*applied, settings);
    assert_eq!((model.theme, model.keys.first(Action::Quit)), (Theme::Plain, "Q"));
    let wrong = Problem::new("frieze.yaml: no", "defaults");
    assert!(update(&mut model, Msg::SettingsRead(Err(wrong))).is_empty());
    assert_eq!((model.theme, model.keys.first(Action::Quit)), (Theme::Plain, "Q"));
    let text = model.message.clone().unwrap().text;
    assert!(text.contains("frieze.yaml: no") && text.contains("previous settings stay"), "{text}");
    // The correction ends the message.
    update(&mut model, Msg::SettingsRead(Ok(settings.clone())));
    assert_eq!(model.message, None);
    // The budget and lost keys are updated too.
    let keys = Keys::of(&[("quit".to_owned(), "r".to_owned())].into_iter().collect()).unwrap();
    let budget = crate::tui::screen_settings::Budget { max_calls: 7, ..model.budget.clone() };
    update(&mut model, Msg::SettingsRead(Ok(Settings { keys, budget, ..settings })));
    let text = model.message.clone().unwrap().text;
    assert!(text.contains("r is now the key of quit (run has no key)"), "{text}");
    assert_eq!(model.budget.max_calls, 7);
}

#[test]
fn the_words_are_explained_once_in_a_workspace_that_was_just_made() {
    let (mut model, _) = model();
    update(&mut model, Msg::Listed(Ok(Vec::new())));
    assert!(model.modal.is_none(), "no feature, but the workspace is not new");
    update(&mut model, Msg::WorkspaceMade(Ok(())));
    assert!(model.modal.as_ref().is_some_and(Modal::is_card));
    press(&mut model, KeyCode::Char('j'));
    update(&mut model, Msg::Listed(Ok(Vec::new())));
    assert!(model.modal.is_none());
}

/// A frozen design and a letter about it, in one row, where the design is selected. The letter is over: nothing is due.
fn design_and_letter(focus: PaneKey) -> (Model, RunKey) {
    let mut model = fixtures::other_model();
    let key = model.features.selected_run().cloned().unwrap();
    let design = Card { needs: None, is_sealed: true, ..Card::of(&fixtures::view(), Activity::Idle) };
    let first =
        vec![(RunKey::from(fixtures::view().id), design), (key.clone(), letter(Some(Attention::Other)))];
    update(&mut model, Msg::RunsChanged(first));
    model.features.select(&fixtures::view().id);
    model.focus = focus;
    // It was begun before the design was frozen, and is not due yet.
    update(&mut model, Msg::RunsChanged(vec![(key.clone(), Card { is_over: true, ..letter(None) })]));
    assert!(model.features.is_due_selected());
    (model, key)
}

fn letter(needs: Option<Attention>) -> Card {
    let view = RunView::new("t1".parse().unwrap(), "letter", "DRAFT");
    Card { about: "checkout".parse().ok(), needs, ..Card::of(&view, Activity::Idle) }
}

fn selected(model: &Model) -> String {
    model.features.selected_run().unwrap().to_string()
}

/// A session that begins while its design is frozen: the cursor of the list stays on what is due, another pane on what is read.
#[test]
fn the_cursor_stays_on_the_run_that_is_due() {
    for (focus, due) in [(PaneKey::Features, "letter/t1"), (PaneKey::Journal, "checkout")] {
        let (mut model, key) = design_and_letter(focus);
        update(&mut model, Msg::RunsChanged(vec![(key, letter(Some(Attention::Step)))]));
        assert_eq!(selected(&model), due);
        // The key acts on what is due, or names it.
        let cmds = press(&mut model, KeyCode::Char('r'));
        if focus == PaneKey::Features {
            assert!(matches!(cmds.as_slice(), [Cmd::Order(run, Order::Start)] if run.to_string() == due));
        } else {
            let said = &model.message.as_ref().unwrap().text;
            assert!(said.contains("checkout is frozen. letter/t1 is due; w goes through"), "{said}");
            press(&mut model, KeyCode::Char('1'));
            assert_eq!(selected(&model), "letter/t1", "the list has the keys again");
        }
    }
}

/// The row changed while a dialog was open. The panes show what it shows when the dialog closes.
#[test]
fn the_cursor_goes_to_what_became_due_behind_a_dialog() {
    let (mut model, key) = design_and_letter(PaneKey::Features);
    model.open_sheet("letter new t1".to_owned());
    update(&mut model, Msg::RunsChanged(vec![(key, letter(Some(Attention::Step)))]));
    update(&mut model, Msg::Drawn(Vec::new()));
    assert_eq!(selected(&model), "checkout");
    press(&mut model, KeyCode::Esc);
    assert!(model.modal.is_none());
    assert_eq!(selected(&model), "letter/t1");
    // What the person chose in a row stays.
    press(&mut model, KeyCode::Char('w'));
    press(&mut model, KeyCode::Char('1'));
    assert_eq!(selected(&model), "checkout");
}
