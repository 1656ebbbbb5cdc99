//! Tests of the command line.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::*;
use crate::tui::modal::Modal;
use crate::tui::model::detail::{Base, Detail};
use crate::tui::model::feature_list::Card;
use crate::tui::msg::Msg;
use crate::tui::panes::fixtures;
use crate::tui::update::tests::{model, press};
use crate::tui::update::update;
use frieze_engine::past::PastIteration;
use frieze_kernel::RunView;

/// The message after a command.
fn message(model: &mut Model, line: &str) -> String {
    let cmds = command(model, line);
    assert!(cmds.is_empty(), "{line}: {cmds:?}");
    model.message.take().map(|message| message.text).unwrap_or_default()
}

#[test]
fn a_mistyped_word_is_reported_with_a_suggestion() {
    let (mut model, _) = model();
    for (line, part) in [
        ("aprove", "did you mean approve?"),
        ("dance", "abort answer approve"),
        ("show chekout", "did you mean checkout?"),
        ("run checkout refund", "did you mean refunds?"),
        ("diff refund", "did you mean refunds?"),
        ("show zzz", "tab completes the names"),
        ("help rejcet", "did you mean reject?"),
    ] {
        let said = message(&mut model, line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

#[test]
fn verbs_and_options_of_the_shell_are_run_as_there() {
    let (mut model, _) = model();
    for (line, expected) in [
        ("validate x.json", "frieze validate x.json"),
        ("frieze doctor", "frieze doctor"),
        ("show checkout --json", "frieze show checkout --json"),
        ("prompt", "frieze prompt checkout"),
        ("prompt refunds", "frieze prompt refunds"),
    ] {
        let cmds = command(&mut model, line);
        let [Cmd::Program(sheet, typed)] = cmds.as_slice() else { panic!("{line}: {cmds:?}") };
        assert_eq!(typed, expected, "{line}");
        let printed = format!("{line} printed\n\u{1b}[2Jmore");
        let lines = printed.lines().map(|line| (line.to_owned(), None)).collect();
        update(&mut model, Msg::SheetRead(*sheet, lines));
        let shown = crate::tui::update::shown(&model);
        assert!(shown.contains(&format!("{line} printed")) && !shown.contains('\u{1b}'), "{shown}");
        assert!(matches!(press(&mut model, KeyCode::Esc).as_slice(), [Cmd::EndProgram]));
        // What it prints after that is not shown, in a sheet of the same line neither.
        let late = || vec![("late".to_owned(), None)];
        update(&mut model, Msg::SheetRead(*sheet, late()));
        assert!(model.modal.is_none());
        command(&mut model, line);
        update(&mut model, Msg::SheetRead(*sheet, late()));
        assert!(!crate::tui::update::shown(&model).contains("late"), "{line}");
        press(&mut model, KeyCode::Esc);
    }
    for (line, expected) in [
        ("trust local", "frieze trust local"),
        ("use claude --role critic", "frieze use claude --role critic"),
        ("reject --feedback 'my words.md'", "frieze reject --feedback 'my words.md' checkout"),
        ("approve refunds --full", "frieze approve refunds --full"),
        ("answer --edit", "frieze answer --edit checkout"),
    ] {
        let cmds = command(&mut model, line);
        assert!(matches!(cmds.as_slice(), [Cmd::OnTerminal(typed)] if typed == expected), "{line}: {cmds:?}");
        assert!(model.modal.is_none());
    }
    // A hint of the shell can be typed here.
    model.report(&Problem::new("local is not trusted", "`frieze trust local` shows what it does, and asks"));
    let said = model.message.take().unwrap();
    assert!(said.text.ends_with("hint: `:trust local` shows what it does, and asks"), "{said:?}");
    for (line, part) in [
        ("pause checkout --nonsense", "pause takes no --nonsense"),
        ("help diff", "diff [ID] [A | A..B"),
        ("show checkout refunds", "takes one feature"),
    ] {
        let said = message(&mut model, line);
        assert!(said.contains(part), "{line}: {said}");
    }
}

/// As for other actions that cannot be undone.
#[test]
fn a_word_that_cannot_be_taken_back_is_asked_about() {
    let mut model = fixtures::other_model();
    let run = model.features.selected_run().cloned().unwrap();
    let card = Card::of(&RunView::new(run.id.clone(), "letter", "SENT"), frieze_engine::Activity::Idle);
    update(&mut model, Msg::RunsChanged(vec![(run, card)]));
    assert!(matches!(command(&mut model, "seal red").as_slice(), [Cmd::Order(..)]));
    for typed in ["seal never", "seal t1 never"] {
        assert!(command(&mut model, typed).is_empty(), "{typed}");
        model.arrange();
        update(&mut model, Msg::Drawn(Vec::new()));
        let shown = crate::tui::update::shown(&model);
        let asked = ["seal never: letter/t1?", "It stays open.", "This cannot be undone."];
        assert!(asked.iter().all(|words| shown.contains(words)), "{shown}");
        assert!(press(&mut model, KeyCode::Enter).is_empty());
        let cmds = press(&mut model, KeyCode::Char('y'));
        let [Cmd::Order(_, Order::Verb { verb: "seal", words, .. })] = cmds.as_slice() else {
            panic!("{cmds:?}")
        };
        assert_eq!(words, &["never"]);
    }
    // The shell itself would ask nothing.
    for typed in ["letter seal t1 never", "letter seal t1 --how=never"] {
        assert!(command(&mut model, typed).is_empty(), "{typed}");
        model.arrange();
        update(&mut model, Msg::Drawn(Vec::new()));
        let shown = crate::tui::update::shown(&model);
        let asked = [&format!("{typed}?"), "It stays open.", "This cannot be undone."];
        assert!(asked.iter().all(|words| shown.contains(words)), "{shown}");
        let cmds = press(&mut model, KeyCode::Char('y'));
        let [Cmd::Program(_, line)] = cmds.as_slice() else { panic!("{cmds:?}") };
        assert_eq!(*line, format!("frieze {typed}"));
        assert!(matches!(model.modal, Some(Modal::Sheet(_))), "what it prints is shown");
        press(&mut model, KeyCode::Esc);
    }
    assert!(matches!(command(&mut model, "letter seal t1 red").as_slice(), [Cmd::Program(..)]));
}

#[test]
fn a_search_goes_to_the_element_of_another_feature() {
    let (mut model, other) = model();
    press(&mut model, KeyCode::Char('1'));
    press(&mut model, KeyCode::Char('F'));
    update(&mut model, Msg::Pasted("voucher".to_owned()));
    let cmds = press(&mut model, KeyCode::Enter);
    let [Cmd::Search(sheet, words)] = cmds.as_slice() else { panic!("{cmds:?}") };
    assert_eq!(words, "voucher");
    let hit = ("refunds  component: Voucher code".to_owned(), Some("show refunds /components/4".to_owned()));
    update(&mut model, Msg::SheetRead(*sheet, vec![("1 hit".to_owned(), None), hit]));
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.features.selected(), Some(&other));
    let read = fixtures::design::detail(&fixtures::design::shop(), None);
    update(&mut model, Msg::Detail(Arc::new(Detail { id: other, view: Ok(fixtures::view()), ..read })));
    assert_eq!(model.focus, PaneKey::Intent);
    let row = model.panes.intent.list.row().unwrap();
    assert_eq!(row.pointer.as_deref(), Some("/components/4"));
}

#[test]
fn every_verb_is_carried_out() {
    for verb in verbs::names() {
        let (mut model, _) = model();
        command(&mut model, verb);
        let said = model.message.take().map(|message| message.text).unwrap_or_default();
        assert!(!said.contains("Unknown command"), "{verb}: {said}");
    }
    let (mut model, _) = model();
    assert!(message(&mut model, "dance").contains("Unknown command"));
    assert!(message(&mut model, "dance --into x").contains("Unknown command"));
    model.others = fixtures::other_model().others;
    let flow = model.others[0].name;
    assert!(message(&mut model, "dance").split_whitespace().any(|word| word.trim_end_matches(')') == flow));
}

#[test]
fn the_forms_of_the_shell_work() {
    let (mut model, other) = model();
    let all = |keys: &[RunKey]| keys.iter().map(RunKey::to_string).collect::<Vec<_>>().join(" ");
    let done = |model: &mut Model, line: &str| match command(model, line).as_slice() {
        [Cmd::Create(id, path)] => format!("{id} from {path}"),
        [Cmd::Program(_, line)] => line.clone(),
        [Cmd::RunAll(keys)] => format!("run {}", all(keys)),
        other => format!("{other:?}"),
    };
    for (line, cmd) in [
        ("new shop --brief 'my notes.md'", "shop from my notes.md"),
        ("new 'my notes.md' shop", "shop from my notes.md"),
        ("new my notes.md shop", "shop from my notes.md"),
        ("new notes/shop.md", "shop from notes/shop.md"),
        ("frieze verify refunds", "frieze verify refunds"),
        ("verify", "frieze verify"),
        ("run checkout refunds", "run checkout refunds"),
    ] {
        assert_eq!(done(&mut model, line), cmd, "{line}");
    }
    model.message = None;
    command(&mut model, "log refunds");
    assert_eq!((model.features.selected(), model.focus), (Some(&other), PaneKey::Journal));
}

#[test]
fn a_reason_follows_the_name_of_a_feature() {
    let (mut model, other) = model();
    let here = model.features.selected().unwrap().clone();
    let mut card = Card::of(&fixtures::view(), frieze_engine::Activity::Stepping);
    card.needs = None;
    model.features.update([(here.clone(), card.clone()), (other.clone(), card)]);
    // Another feature is selected, and the words wait in the prompt.
    assert!(command(&mut model, "abort refunds too big").is_empty());
    assert_eq!(model.features.selected(), Some(&other));
    assert!(matches!(model.modal.take(), Some(Modal::Prompt(_))));
    // The words are the reason, also in the form of the shell.
    for line in [
        "abort refunds too big",
        "abort refunds checkout is too big",
        "abort refunds --reason \"too big\"",
        "abort --reason=too big",
    ] {
        assert!(command(&mut model, line).is_empty(), "{line}");
        let cmds = press(&mut model, KeyCode::Enter);
        let [Cmd::Order(id, Order::Stop { reason })] = cmds.as_slice() else {
            unreachable!("{line}: {cmds:?}")
        };
        assert!(*id == other && reason.ends_with("too big"), "{line}");
    }
    // A name that is misspelt is no reason for the selected feature.
    for (line, hint) in [
        ("abort chekout bad idea", "did you mean checkout?"),
        ("abort too big", "tab completes the names"),
        ("unfreeze chekout bad idea", "did you mean checkout?"),
    ] {
        let said = message(&mut model, line);
        assert!(said.contains("No feature") && said.contains(hint), "{line}: {said}");
        assert!(model.features.selected() == Some(&other) && model.modal.is_none(), "{line}");
    }
    assert!(command(&mut model, "unfreeze refunds --reason 'a typo'").is_empty(), "no reason is needed");
    let mut card = Card::of(&fixtures::view(), frieze_engine::Activity::Idle);
    card.needs = Some(Attention::Reason);
    model.features.update([(other.clone(), card)]);
    assert!(command(&mut model, "unfreeze refunds --reason 'a typo'").is_empty());
    let cmds = press(&mut model, KeyCode::Enter);
    assert!(
        matches!(cmds.as_slice(), [Cmd::Order(_, Order::Explain { reason })] if reason == "a typo"),
        "{cmds:?}"
    );
    assert!(command(&mut model, "unfreeze refunds").is_empty() && model.modal.is_some());
}

/// Two iterations of a second run, after two of the first run.
fn second_run(id: &FeatureId) -> Detail {
    let past = |folder, feedback: Option<&str>| PastIteration {
        folder,
        design: Some(Ok(frieze_data::digest::Digest::of(&[u8::try_from(folder).unwrap()]))),
        edited: None,
        previous: None,
        feedback: feedback.map(|words| Ok(words.to_owned())),
        report: None,
    };
    let past = vec![past(1, Some("no")), past(2, None), past(3, Some("no")), past(4, None)];
    let view = RunView { folder: 4, iteration: 2, ..fixtures::view() };
    Detail { id: id.clone(), view: Ok(view), past: Ok(past), ..fixtures::detail() }
}

#[test]
fn iterations_are_numbered_as_in_the_shell() {
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    update(&mut model, Msg::Detail(Arc::new(second_run(&id))));
    let cmds = command(&mut model, "diff 1..2");
    assert!(
        matches!(cmds.as_slice(), [Cmd::Compare(_, Base::Iteration(3), Some(Base::Iteration(4)))]),
        "{cmds:?}"
    );
    let cmds = command(&mut model, "diff rejected");
    assert!(matches!(cmds.as_slice(), [Cmd::Compare(_, Base::Rejected(3), None)]), "{cmds:?}");
    assert!(message(&mut model, "diff 3").contains("its last run has 1 to 2"));
    let detail = second_run(&id);
    let names: Vec<String> = detail.bases().iter().map(|base| detail.name_of(base)).collect();
    assert_eq!(
        names,
        [
            "the last rejection (iteration 1)",
            "iterations/2, of an earlier run",
            "iterations/1, of an earlier run"
        ]
    );
}

/// Only designs are compared: from another run of the feature, the command goes to its design.
#[test]
fn diff_of_another_run_is_that_of_its_feature() {
    let (mut model, _) = model();
    let design = model.features.selected_run().unwrap().clone();
    let chain = RunKey { flow: "letter", id: design.id.clone() };
    let view = RunView::new(design.id.clone(), "letter", "DRAFT");
    model.features.update([(chain.clone(), Card::of(&view, frieze_engine::Activity::Idle))]);
    model.features.select_run(&chain);
    command(&mut model, "diff 1..2");
    assert_eq!(model.features.selected_run(), Some(&design));
}

#[test]
fn a_command_about_another_feature_waits_until_that_is_read_unless_a_key_comes_first() {
    let (mut model, other) = model();
    let type_diff = |model: &mut Model| {
        let prompt = Purpose::Command;
        open_prompt(model, prompt, "");
        for c in "diff refunds 1".chars() {
            press(model, KeyCode::Char(c));
        }
        let cmds = press(model, KeyCode::Enter);
        assert!(matches!(cmds.as_slice(), [Cmd::Load(id)] if *id == other), "{cmds:?}");
    };
    type_diff(&mut model);
    let cmds = update(&mut model, Msg::Detail(Arc::new(second_run(&other))));
    assert!(matches!(cmds.as_slice(), [Cmd::Compare(_, Base::Iteration(3), None)]), "{cmds:?}");
    let here: FeatureId = "checkout".parse().unwrap();
    model.features.select(&here);
    update(&mut model, Msg::Focused(true));
    model.detail = None;
    type_diff(&mut model);
    press(&mut model, KeyCode::Char('1'));
    let cmds = update(&mut model, Msg::Detail(Arc::new(second_run(&other))));
    assert!(cmds.is_empty(), "{cmds:?}");
}

#[test]
fn a_verb_of_the_runs_workflow_is_completed_and_refused_in_other_phases() {
    use crate::tui::command_line::verbs::{completions, line_usage};
    let mut model = fixtures::other_model();
    let own = model.other_flow().unwrap().verbs;
    assert_eq!(completions("sea", &model.features, &model.others, own), ["seal "]);
    assert_eq!(line_usage("seal r", own).unwrap(), "seal colour · Seals it.");
    assert!(command(&mut model, "seal red").is_empty());
    let said = model.message.take().unwrap().text;
    assert!(said.contains("letter/t1 is DRAFT, and seal is not possible there"), "{said}");
    assert!(said.contains("possible in SENT"), "{said}");
    let key = model.features.selected_run().cloned().unwrap();
    let sent = RunView::new("t1".parse().unwrap(), "letter", "SENT");
    model.features.update([(key.clone(), Card::of(&sent, frieze_engine::Activity::Idle))]);
    let cmds = command(&mut model, "seal t1 red");
    let [Cmd::Order(run, Order::Verb { verb: "seal", words, text: None })] = cmds.as_slice() else {
        panic!("{cmds:?}")
    };
    assert!(*run == key && words == &["red"], "{cmds:?}");
    // Without such a run it is no verb, and the workflow's name is that of its verbs in the shell.
    command(&mut model, "show checkout");
    assert!(command(&mut model, "seal red").is_empty());
    assert!(model.message.take().unwrap().text.contains("Unknown command"));
    for (typed, run) in [
        ("letter list", "frieze letter list"),
        ("letter new --feature checkout --json", "frieze letter new --feature checkout --json"),
        ("help letter seal", "frieze letter seal --help"),
    ] {
        let cmds = command(&mut model, typed);
        assert!(matches!(cmds.as_slice(), [Cmd::Program(_, line)] if line == run), "{typed}: {cmds:?}");
    }
    let complete = |line: &str| completions(line, &model.features, &model.others, &[]);
    assert_eq!(complete("let"), ["letter "]);
    assert_eq!(complete("letter "), ["letter seal"]);
    assert_eq!(complete("letter seal "), ["letter seal t1"], "checkout has no letter");
    command(&mut model, "dance");
    assert!(model.message.take().unwrap().text.contains(" letter"));
}

/// `verify` means the same whichever run is selected.
#[test]
fn a_verb_of_a_workflow_hides_none_of_the_shell() {
    use frieze_kernel::Flow as _;
    let mut model = fixtures::other_model();
    for verbs in [frieze_chain::flow::Chain::VERBS, frieze_session::flow::Session::VERBS] {
        model.others[0].verbs = verbs;
        for verb in verbs.iter().filter(|verb| verbs::is_of_shell(verb.name)) {
            let cmds = command(&mut model, verb.name);
            assert!(!cmds.iter().any(|cmd| matches!(cmd, Cmd::Order(..))), "{}: {cmds:?}", verb.name);
        }
    }
    let cmds = command(&mut model, "verify");
    assert!(matches!(cmds.as_slice(), [Cmd::Program(_, typed)] if typed == "frieze verify"), "{cmds:?}");
}
