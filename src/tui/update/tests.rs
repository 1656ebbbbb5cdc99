//! What keys and news do to the whole screen.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::*;
use crate::domain::id::FeatureId;
use crate::tui::detail::{Detail, Stated};
use crate::tui::panes::{machine, sample};
use crate::tui::update::actions::ROUND;

/// A screen with a candidate that was read, and another feature.
pub(super) fn model() -> (Model, FeatureId) {
    let mut model = sample::model(sample::view());
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
fn nothing_of_one_feature_is_shown_as_another_ones() {
    let (mut model, other) = model();
    show(&mut model, PaneKey::Journal);
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    let cmds = press(&mut model, KeyCode::Char(']'));
    assert!(matches!(cmds.as_slice(), [Cmd::Load(id, None)] if *id == other), "{cmds:?}");
    assert!(model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
    press(&mut model, KeyCode::Char('c'));
    assert!(model.modal.is_none(), "a comment on an element of the other feature");
    let detail = Detail { id: other, ..sample::detail() };
    update(&mut model, Msg::Detail(Arc::new(detail)));
    assert!(!model.panes.list(PaneKey::Journal).unwrap().rows().is_empty());
}

#[test]
fn every_key_does_something_or_says_why_not() {
    use crate::tui::keys::TABLE;
    use crate::{kernel::Call, tui::features::Card};
    // Those that bring what is there already, or move where there is nowhere to go.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other key is held to the rule")]
    let at_home = |action: Action, pane: PaneKey| match action {
        Action::Show(shown) => shown == pane,
        Action::Down | Action::Up | Action::PageDown | Action::PageUp | Action::Top | Action::Bottom => {
            pane != PaneKey::Scores
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
        let all = [
            Call::Tampered,
            Call::Decision,
            Call::Reason,
            Call::Reset,
            Call::Start,
            Call::Repair,
            Call::Newer,
            Call::Stuck,
        ];
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
    let unreadable = Detail {
        draft: Err("feedback-draft.md is longer than 262144 bytes".to_owned()),
        view: Ok(sample::view()),
        ..sample::detail()
    };
    update(&mut model, Msg::Detail(Arc::new(unreadable)));
    let id = model.features.selected().unwrap().clone();
    let purpose = crate::tui::modal::prompt::Purpose::Comment {
        feature: id,
        pointer: "/goals/0".to_owned(),
        called: "a goal".to_owned(),
    };
    let cmds = typed::typed(&mut model, purpose, "too vague");
    assert!(cmds.is_empty(), "{cmds:?}");
    let told = model.message.unwrap();
    assert!(told.is_trouble && told.text.contains("feedback-draft.md is longer"), "{told:?}");
}

#[test]
fn a_feature_that_another_process_holds_says_who_and_is_looked_at_again() {
    let (mut model, _) = model();
    let by = "process 7 on desk, since 2026-11-21 09:00:00 UTC: frieze run checkout";
    let held =
        Detail { held: Some((by.to_owned(), sample::now())), view: Ok(sample::view()), ..sample::detail() };
    update(&mut model, Msg::Detail(Arc::new(held)));
    let shown = sample::drawn(120, 10, |area, buffer| _ = machine::draw(&model, area, buffer));
    for part in ["another frieze is at work", "by `frieze run checkout` (process 7 on desk, since 09:00)"] {
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

pub(super) fn screen(model: &Model) -> String {
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
    let told = model.message.clone().unwrap().text;
    assert!(told.contains("frieze.yaml: no") && told.contains("keeps what was set"), "{told}");
    // Once it is corrected, nothing says that it is not.
    update(&mut model, Msg::Set(Ok(settings.clone())));
    assert_eq!(model.message, None);
    // Who is asked in a run, and a key that another action misses now, are told too.
    let keys = Keys::of(&[("quit".to_owned(), "r".to_owned())].into_iter().collect()).unwrap();
    let budget = crate::tui::settings::Budget { max_calls: 7, ..model.budget.clone() };
    update(&mut model, Msg::Set(Ok(Settings { keys, budget, ..settings })));
    let told = model.message.clone().unwrap().text;
    assert!(told.contains("r is the key of quit: run has no key now"), "{told}");
    assert_eq!(model.budget.max_calls, 7);
}

pub(super) fn show(model: &mut Model, pane: PaneKey) {
    actions::show(model, pane);
    model.arrange();
}

#[test]
fn a_candidate_is_given_up_at_the_gate_and_nowhere_else() {
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    press(&mut model, KeyCode::Char('x'));
    assert!(model.modal.is_none(), "there is no gate in this reading, and no other question is asked: {id}");
    let cmds = command::command(&mut model, "abort not what was meant");
    assert!(cmds.is_empty(), "{cmds:?}");
    let told = model.message.take().unwrap().text;
    assert!(told.contains("waits for your decision: d opens it"), "{told}");
    // A run is aborted with the words behind the command, or is asked about.
    let mut model = running();
    let cmds = command::command(&mut model, "abort not what was meant");
    assert!(
        matches!(cmds.as_slice(), [Cmd::Order(_, crate::kernel::Order::Stop { reason })] if reason == "not what was meant")
    );
    command::command(&mut model, "abort");
    assert!(matches!(model.modal, Some(Modal::Prompt(_))));
}

#[test]
fn panes_do_not_ask_for_a_run_that_is_under_way() {
    use crate::kernel::{Need, RunView};
    let idle =
        RunView { state: "IDLE", needs: Some(Need::Start), score: None, iteration: 0, ..sample::view() };
    let at_work = RunView { state: "GENERATING", needs: None, score: None, ..sample::view() };
    let by = "process 7 on desk: frieze".to_owned();
    let check = |view: &RunView, held: Option<&String>, asks: bool| {
        let mut model = sample::model(view.clone());
        model.size = ratatui::layout::Size::new(200, 60);
        let held = held.map(|by| (by.clone(), sample::now()));
        update(
            &mut model,
            Msg::Detail(Arc::new(Detail { view: Ok(view.clone()), held, ..sample::detail() })),
        );
        for pane in ROUND.into_iter().filter(|pane| *pane != PaneKey::Feedback) {
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
    // What may be done is done where the run is.
    let mut model = sample::model(at_work.clone());
    let held = Some((by, sample::now()));
    update(&mut model, Msg::Detail(Arc::new(Detail { view: Ok(at_work), held, ..sample::detail() })));
    let shown = screen(&model);
    assert!(shown.contains("there    abort") && !shown.contains("you may"), "{shown}");
}

#[test]
fn who_was_just_heard_of_looks_here_unless_the_terminal_says_otherwise() {
    let (mut model, _) = model();
    let later = |model: &mut Model, seconds: i64| {
        model.now = sample::now() + jiff::SignedDuration::from_secs(seconds);
        model.is_attended()
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
    update(&mut model, click(3));
    assert_eq!((model.focus, model.features.selected().unwrap().as_str()), (PaneKey::Features, "refunds"));
    update(&mut model, click(12));
    assert_eq!(model.focus, PaneKey::Features, "nothing stands on that line");
    update(&mut model, click(3));
    assert_eq!(model.focus, PaneKey::Critique);
}

#[test]
fn before_there_is_a_workspace_nothing_speaks_of_features() {
    let (mut model, _) = model();
    model.features.list(&[]);
    model.modal = Some(Modal::Welcome(crate::tui::modal::welcome::Welcome::new("/somewhere".into())));
    model.arrange();
    let shown = screen(&model);
    assert!(shown.contains("make one with features to try") && !shown.contains("No features yet"), "{shown}");
}

#[test]
fn what_a_line_may_go_on_to_is_told_on_as_many_lines_as_it_takes() {
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

#[test]
fn words_are_found_in_a_pane_and_enter_alone_goes_on() {
    use crate::tui::listing::Row;
    let (mut model, _) = model();
    actions::show(&mut model, PaneKey::Journal);
    model.arrange();
    let list = model.panes.list_mut(PaneKey::Journal).unwrap();
    list.set(vec![
        Row::head("the cart"),
        Row::head("a payment that"),
        Row::text("    goes wrong"),
        Row::head("another Payment"),
    ]);
    list.select(0);
    let mut find = |words: &str| {
        typed::typed(&mut model, crate::tui::modal::prompt::Purpose::Find, words);
        (model.panes.list(PaneKey::Journal).unwrap().selected(), model.message.take().map(|told| told.text))
    };
    assert!(find("").1.unwrap().starts_with("nothing was typed, so nothing was sought"));
    let told = |nth: u8| Some(format!("\"payment\": {nth} of 2"));
    assert_eq!(find("payment"), (1, told(1)));
    assert_eq!(find(""), (3, told(2)));
    assert_eq!(find(""), (1, told(1)), "behind the last comes the first");
    assert_eq!(find("that goes  WRONG").0, 1);
    let (at, told) = find("basket");
    assert!(
        at == 1 && told.as_ref().is_some_and(|told| told.contains("\"basket\" is nowhere here")),
        "{told:?}"
    );
    // The key asks in panes with lines, and filters in the list.
    press(&mut model, KeyCode::Char('f'));
    assert!(matches!(&model.modal, Some(Modal::Prompt(_))));
    press(&mut model, KeyCode::Esc);
    actions::show(&mut model, PaneKey::Machine);
    press(&mut model, KeyCode::Char('f'));
    assert!(model.modal.is_none() && model.message.is_some());
}
