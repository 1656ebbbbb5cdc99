//! Tests of the update function with the whole screen.

mod second_flow;

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::*;
use crate::tui::model::detail::{Detail, Problem};
use crate::tui::model::drafts::Unfinished;
use crate::tui::model::feature_list::Card;
use crate::tui::panes::{fixtures, machine};
use frieze_data::id::FeatureId;
use frieze_engine::Activity;
use frieze_kernel::{Attention, RunView};

/// A screen with a candidate that was read, and another feature.
pub(super) fn model() -> (Model, FeatureId) {
    let mut model = fixtures::model(fixtures::view());
    let other: FeatureId = "refunds".parse().unwrap();
    let here = model.features.selected().unwrap().clone();
    model.features.list(&[here.clone(), other.clone()]);
    model.features.select(&here);
    model.arrange();
    (model, other)
}

pub(super) fn press(model: &mut Model, code: KeyCode) -> Vec<Cmd> {
    update(model, Msg::Key(code.into()))
}

#[test]
fn no_pane_shows_the_content_of_another_feature() {
    let (mut model, other) = model();
    show(&mut model, PaneKey::Journal);
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    let cmds = press(&mut model, KeyCode::Char(']'));
    assert!(matches!(cmds.as_slice(), [Cmd::Load(id)] if *id == other), "{cmds:?}");
    assert!(model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    press(&mut model, KeyCode::Char('c'));
    assert!(model.modal.is_none(), "a comment on an element of the other feature");
    let detail = Detail { id: other, ..fixtures::detail() };
    update(&mut model, Msg::Detail(Arc::new(detail)));
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
}

#[test]
fn without_a_selected_feature_no_pane_waits_for_one() {
    let (mut model, _) = model();
    model.features.set_filter("zzz");
    model.arrange();
    for pane in ['2', '3', '4', '5', '6', '7', '0'] {
        press(&mut model, KeyCode::Char(pane));
        let shown = screen(&model);
        assert!(shown.contains("No feature is selected.") && !shown.contains("reading…"), "{pane}: {shown}");
    }
}

/// Keys act on what is on the screen: a pane chosen during a zoom is in front after it.
#[test]
fn the_pane_with_the_keys_is_on_the_screen_after_a_zoom() {
    let (mut model, _) = model();
    for ends in [KeyCode::Char('Z'), KeyCode::Esc] {
        show(&mut model, PaneKey::Preview);
        press(&mut model, KeyCode::Char('Z'));
        press(&mut model, KeyCode::Char('5'));
        assert_eq!((model.focus, model.zoomed), (PaneKey::Intent, true));
        press(&mut model, ends);
        let areas = model.areas().unwrap();
        assert!(!model.zoomed && areas.panes.iter().any(|(pane, _)| *pane == model.focus), "{ends:?}");
    }
}

#[test]
fn a_feature_held_by_another_process_names_it_and_is_inspected_again() {
    let (mut model, _) = model();
    let by = "process 7 on desk, since 2026-11-21 09:00:00 UTC: frieze run checkout";
    let held = Detail {
        held_by: Some((by.to_owned(), fixtures::now())),
        view: Ok(fixtures::view()),
        ..fixtures::detail()
    };
    update(&mut model, Msg::Detail(Arc::new(held)));
    let shown = fixtures::drawn(120, 10, |area, buffer| _ = machine::draw(&model, area, buffer));
    for part in ["Running in another frieze", by] {
        assert!(shown.contains(part), "{shown}");
    }
    let tick = |model: &mut Model, seconds: i64| {
        let now = fixtures::now() + jiff::SignedDuration::from_secs(seconds);
        update(model, Msg::Tick(now)).len()
    };
    assert_eq!((tick(&mut model, 1), tick(&mut model, 2)), (0, 1));
}

/// A screen with a running feature.
pub(super) fn running() -> Model {
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    let view = RunView { state: "GENERATING", needs: None, gates: Vec::new(), ..fixtures::view() };
    let card = Card::of(&view, Activity::Asking("generator"));
    model.features.update([(id, card)]);
    model
}

pub fn screen(model: &Model) -> String {
    let mut buffer = ratatui::buffer::Buffer::empty(model.size.into());
    crate::tui::view::view(model, &crate::tui::view::LastFrame::default(), &mut buffer);
    let rows = buffer.content.chunks(usize::from(model.size.width).max(1));
    rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect::<String>() + "\n").collect()
}

fn frame(model: &mut Model) {
    update(model, Msg::Drawn(Vec::new()));
}

fn quits(cmds: &[Cmd]) -> bool {
    cmds.iter().any(|cmd| matches!(cmd, Cmd::Quit))
}

fn control_c() -> Msg {
    Msg::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))
}

#[test]
fn quitting_asks_while_runs_are_in_progress_and_nothing_is_preselected() {
    let mut model = running();
    assert!(!quits(&press(&mut model, KeyCode::Char('q'))));
    // A key pressed before the question was visible is no answer.
    assert!(!quits(&press(&mut model, KeyCode::Char('q'))));
    frame(&mut model);
    let shown = screen(&model);
    for part in [
        "Quitting pauses the runs that are in progress.",
        "Waiting for the generator",
        "Nothing is lost",
        "frieze run --all",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    for code in [KeyCode::Enter, KeyCode::Char(' '), KeyCode::Char('q'), KeyCode::Tab] {
        assert!(!quits(&press(&mut model, code)) && model.modal.is_some(), "{code:?}");
    }
    assert!(!quits(&update(&mut model, Msg::Pasted("y".to_owned()))));
    for no in [Msg::Key(KeyCode::Esc.into()), control_c()] {
        assert!(!quits(&update(&mut model, no)) && model.modal.is_none());
        assert!(!quits(&update(&mut model, control_c())) && model.modal.is_some());
        frame(&mut model);
    }
    assert!(quits(&press(&mut model, KeyCode::Char('y'))));
    // Without a run it does not ask.
    let (mut model, _) = tests::model();
    assert!(quits(&press(&mut model, KeyCode::Char('q'))));
}

#[test]
fn quitting_loses_no_text() {
    let mut model = running();
    let id = model.features.selected().unwrap().clone();
    model.drafts.keep(&id, "the total is missing".to_owned());
    press(&mut model, KeyCode::Char('q'));
    frame(&mut model);
    assert!(!quits(&press(&mut model, KeyCode::Char('y'))), "the draft is being saved");
    let problem = Problem::new("the disk is full", "");
    let ended = |outcome| Msg::JobEnded(model_id().into(), Job::SaveDraft, outcome);
    assert!(!quits(&update(&mut model, ended(Err(problem)))));
    assert!(
        model.message.as_ref().is_some_and(|said| said.text.contains("quitting again")),
        "{:?}",
        model.message
    );
    // After both warnings it tries once more, and asks no more.
    assert!(!quits(&press(&mut model, KeyCode::Char('q'))));
    let problem = Problem::new("the disk is full", "");
    assert!(quits(&update(&mut model, ended(Err(problem)))));
}

/// A comment, an answer or a reason that was left is in memory only.
#[test]
fn quitting_with_an_unfinished_text_warns_once() {
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    let words = |text: &str| Unfinished { text: text.to_owned(), before: None };
    model.drafts.keep_unfinished(&id, "/goals/0", words("too vague"));
    assert!(!quits(&press(&mut model, KeyCode::Char('q'))));
    assert!(
        model.message.as_ref().is_some_and(|said| said.text.contains("would be lost")),
        "{:?}",
        model.message
    );
    // The warning is gone with the next key.
    assert!(!quits(&press(&mut model, KeyCode::Char('j'))));
    assert!(!quits(&press(&mut model, KeyCode::Char('q'))));
    assert!(quits(&press(&mut model, KeyCode::Char('q'))));
    // A newer text, and none.
    model.drafts.keep_decision_note(&id, "abort", "not now".to_owned());
    assert!(!quits(&press(&mut model, KeyCode::Char('q'))));
    let (mut model, _) = tests::model();
    model.drafts.keep_unfinished(&id, "/goals/0", words(" "));
    assert!(quits(&press(&mut model, KeyCode::Char('q'))));
}

fn model_id() -> FeatureId {
    fixtures::view().id
}

pub(super) fn show(model: &mut Model, pane: PaneKey) {
    show_pane::show(model, pane);
    model.arrange();
}

#[test]
fn panes_do_not_suggest_a_run_that_is_in_progress() {
    use frieze_kernel::Need;
    let idle =
        RunView { state: "IDLE", needs: Some(Need::Start), score: None, iteration: 0, ..fixtures::view() };
    let at_work = RunView { state: "GENERATING", needs: None, score: None, ..fixtures::view() };
    let by = "process 7 on desk: frieze".to_owned();
    let check = |view: &RunView, held: Option<&String>, asks: bool| {
        let mut model = fixtures::model(view.clone());
        model.size = ratatui::layout::Size::new(200, 60);
        let held = held.map(|by| (by.clone(), fixtures::now()));
        update(
            &mut model,
            Msg::Detail(Arc::new(Detail { view: Ok(view.clone()), held_by: held, ..fixtures::detail() })),
        );
        for pane in PaneKey::ALL.iter().copied().filter(|pane| *pane != PaneKey::Feedback) {
            show(&mut model, pane);
            let shown = screen(&model);
            let is_asked = shown.contains("run the") || shown.contains("runs the");
            assert!(!is_asked || asks, "{pane:?} at {} asks for a run:\n{shown}", view.state);
        }
        let shown = screen(&model);
        assert_eq!(shown.contains("No score yet. r runs"), asks, "{shown}");
        assert!(shown.contains("No score yet"), "{shown}");
    };
    check(&idle, None, true);
    check(&idle, Some(&by), false);
    check(&at_work, None, false);
    check(&at_work, Some(&by), false);
    // Actions are possible where the run is.
    let mut model = fixtures::model(at_work.clone());
    let held = Some((by, fixtures::now()));
    update(
        &mut model,
        Msg::Detail(Arc::new(Detail { view: Ok(at_work), held_by: held, ..fixtures::detail() })),
    );
    let shown = screen(&model);
    assert!(shown.contains("there    abort") && !shown.contains("you may"), "{shown}");
}

#[test]
fn recent_input_means_presence_unless_the_terminal_reports_the_focus() {
    let (mut model, _) = model();
    let later = |model: &mut Model, seconds: i64| {
        model.now = fixtures::now() + jiff::SignedDuration::from_secs(seconds);
        model.is_person_here()
    };
    assert!(later(&mut model, 10) && !later(&mut model, 60));
    press(&mut model, KeyCode::Char('j'));
    assert!(later(&mut model, 80) && !later(&mut model, 120));
    update(&mut model, Msg::Focused(true));
    assert!(later(&mut model, 900));
    update(&mut model, Msg::Focused(false));
    press(&mut model, KeyCode::Char('j'));
    assert!(!later(&mut model, 901));
}

#[test]
fn a_second_click_on_a_feature_opens_it() {
    let (mut model, _) = model();
    model.size = ratatui::layout::Size::new(80, 24);
    model.arrange();
    let click = |row| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        Msg::Mouse(MouseEvent { kind, column: 10, row, modifiers: KeyModifiers::NONE })
    };
    // The first row has the heads of the columns.
    update(&mut model, click(4));
    assert_eq!((model.focus, model.features.selected().unwrap().as_str()), (PaneKey::Features, "refunds"));
    update(&mut model, click(12));
    assert_eq!(model.focus, PaneKey::Features, "that line is empty");
    update(&mut model, click(4));
    assert_eq!(model.focus, PaneKey::Critique);
}

#[test]
fn without_a_workspace_no_pane_mentions_features() {
    let (mut model, _) = model();
    model.features.list(&[]);
    model.modal = Some(Modal::Welcome(crate::tui::modal::welcome::Welcome::new("/somewhere".into())));
    model.arrange();
    let shown = screen(&model);
    assert!(shown.contains("make one with features to try") && !shown.contains("No features yet"), "{shown}");
}

#[test]
fn completions_take_as_many_lines_as_they_need() {
    let (mut model, _) = model();
    model.size = ratatui::layout::Size::new(80, 24);
    open_prompt(&mut model, crate::tui::modal::prompt::Purpose::NewFeature, "");
    let paths: Vec<String> = (1..=7).map(|n| format!("requirements-of-number-{n}.md")).collect();
    update(&mut model, Msg::Paths(String::new(), paths.clone()));
    let shown = screen(&model);
    for path in paths {
        assert!(shown.contains(&path), "{path} in\n{shown}");
    }
}

/// Reads a design with many parts for the selected feature.
pub(super) fn read_shop(model: &mut Model) -> FeatureId {
    let id = model.features.selected().unwrap().clone();
    let read = fixtures::design::detail(&fixtures::design::shop(), None);
    let detail = Detail { id: id.clone(), view: Ok(fixtures::view()), ..read };
    update(model, Msg::Detail(Arc::new(detail)));
    id
}

/// "It never takes a keystroke meant for something else": the most urgent feature is selected only until the first key for the
/// selected one, or the first click.
#[test]
fn a_feature_in_use_stays_selected() {
    let key = |code| Msg::Key(KeyEvent::new(code, KeyModifiers::NONE));
    let mouse = |kind| Msg::Mouse(MouseEvent { kind, column: 70, row: 20, modifiers: KeyModifiers::NONE });
    let after = |done: Vec<Msg>| {
        let mut model = fixtures::model(fixtures::view());
        let ids: [FeatureId; 2] = ["alpha".parse().unwrap(), "beta".parse().unwrap()];
        let card = |needs, state| {
            let view = RunView { state, ..fixtures::view() };
            Card { needs: Some(needs), ..Card::of(&view, Activity::Idle) }
        };
        model.features.list(&ids);
        let idle = |id: &FeatureId| (id.into(), card(Attention::Start, "IDLE"));
        update(&mut model, Msg::RunsChanged(ids.iter().map(idle).collect()));
        assert_eq!(model.features.selected(), Some(&ids[0]));
        for msg in done {
            update(&mut model, msg);
        }
        update(
            &mut model,
            Msg::RunsChanged(vec![(ids[1].clone().into(), card(Attention::Decision, "CANDIDATE"))]),
        );
        model.features.selected().unwrap().to_string()
    };
    assert_eq!(after(Vec::new()), "beta");
    // Keys for the list or for no feature do not count.
    assert_eq!(after(vec![key(KeyCode::Char('?')), key(KeyCode::Esc)]), "beta");
    assert_eq!(after(vec![mouse(MouseEventKind::Moved)]), "beta");
    for pressed in [
        key(KeyCode::Char('0')),
        key(KeyCode::Tab),
        key(KeyCode::Char('r')),
        key(KeyCode::Char('Z')),
        mouse(MouseEventKind::ScrollDown),
        mouse(MouseEventKind::Down(MouseButton::Left)),
    ] {
        let name = format!("{pressed:?}");
        assert_eq!(after(vec![pressed]), "alpha", "{name}");
    }
    let typed = [key(KeyCode::Char(':'))].into_iter().chain("log".chars().map(|c| key(KeyCode::Char(c))));
    assert_eq!(after(typed.chain([key(KeyCode::Enter)]).collect()), "alpha");
}
