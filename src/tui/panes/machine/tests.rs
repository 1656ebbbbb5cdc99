//! Tests of the Machine pane at many sizes, also with other flows than the design flow.

use std::sync::Arc;

use super::*;
use crate::tui::machine::{Edge, Machine};
use crate::tui::model::detail::Detail;
use crate::tui::model::feature_list::Card;
use crate::tui::panes::fixtures;
use frieze_data::digest::Digest;
use frieze_engine::{Activity, Seal};
use frieze_kernel::{
    Binding, By, Choice, FileProblem, Gate, GateKind, Key, Need, RunView, WaitingFor, Wording,
};

fn shown(model: &Model, width: u16, height: u16) -> String {
    fixtures::drawn(width, height, |area, buffer| _ = draw(model, area, buffer))
}

fn check(view: RunView, width: u16, height: u16, parts: &[&str]) {
    let text = shown(&fixtures::model(view), width, height);
    for part in parts {
        assert!(text.contains(part), "{part:?} at {width}x{height} in\n{text}");
    }
}

#[test]
fn it_shows_state_next_moves_and_history() {
    let parts = [
        "▐CANDIDATE▌",
        "◆ Waiting for you since 14:02 (2 min): d decides",
        "approve → FROZEN · reject → REVISING · abort → FAILED",
        "path     14:02 EVALUATING → CANDIDATE  CANDIDATE was due",
    ];
    check(fixtures::view(), 82, 8, &parts);
    check(fixtures::view(), 78, 8, &parts);
    check(fixtures::view(), 78, 6, &parts[..3]);
    check(fixtures::view(), 120, 30, &["14:00 IDLE → GENERATING  GENERATING was due"]);
    // Moves by the system are shown on the whole screen only.
    let mut model = fixtures::model(fixtures::view());
    let apart = [
        "on disk  marker found ┄ FROZEN",
        "other    IDLE ┄ FAILED: integrity violation · FROZEN ┄ IDLE: marker deleted",
    ];
    for zoomed in [false, true] {
        model.zoomed = zoomed;
        for (width, height) in [(78, 8), (120, 30)] {
            let text = shown(&model, width, height);
            let is_there = zoomed && height == 30;
            assert!(apart.iter().all(|part| text.contains(part) == is_there) || height == 8, "{text}");
            assert!(zoomed || !text.contains("marker found"), "{text}");
        }
    }
}

/// Scrolling shows every line.
#[test]
fn lines_that_do_not_fit_are_scrolled_to() {
    let mut model = fixtures::model(tampered());
    let (width, height) = (60, 8);
    let whole = shown(&model, width, 60);
    let last = last_top(&model, width, height);
    assert!(last > 0, "{whole}");
    let mut seen = String::new();
    for top in 0..=last + 1 {
        model.panes.machine_top = top;
        let area = Rect::new(0, 0, width, height);
        let extent = draw(&model, area, &mut Buffer::empty(area)).unwrap().text();
        let top = top.min(last);
        assert_eq!(extent, format!("{}–{} of {}", top + 1, top + 8, last + 8));
        seen.push_str(&shown(&model, width, height));
    }
    let lines: Vec<&str> = whole.lines().filter(|line| line.starts_with("   ")).collect();
    assert!(lines.len() > 5 && lines.iter().all(|line| seen.contains(line)), "{whole}\nand\n{seen}");
    model.panes.machine_top = 0;
    let area = Rect::new(0, 0, width, 60);
    assert_eq!(draw(&model, area, &mut Buffer::empty(area)), None, "everything is visible");
}

/// A tampered design with a long reason and hint.
fn tampered() -> RunView {
    let (expected, found) = ("6".repeat(64), "b".repeat(64));
    RunView {
        state: "FAILED",
        needs: Some(Need::Reset),
        file_problem: Some(FileProblem::Tampered),
        reason: Some(format!(
            "integrity violation: final/intent.json is not the design that was frozen (expected {expected}, found {found})"
        )),
        hint: Some(
            "find out who changed the file (git log, backups) and restore it; or give up that freeze: delete \
             design/final/FROZEN.md if it is still there, then `frieze reset checkout`"
                .to_owned(),
        ),
        ..fixtures::view()
    }
}

#[test]
fn reason_and_hint_of_a_failure_are_whole() {
    let words = |model: &Model, width, height| {
        let text = shown(model, width, height);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (width, height) in [(76, 8), (58, 10), (78, 20), (120, 30)] {
        let text = words(&fixtures::model(tampered()), width, height);
        for part in [
            "Find out why, then press u.",
            "not the design that was frozen (expected 666666666666…, found bbbbbbbbbbbb…)",
            "delete design/final/FROZEN.md if it is still there, then `:reset checkout`",
        ] {
            assert!(text.contains(part), "{part:?} at {width}x{height} in\n{text}");
        }
    }
    assert!(words(&fixtures::model(tampered()), 76, 8).contains("reset → IDLE"));
    // A very long reason is cut, with a mark.
    let long = RunView { reason: Some("it was changed by somebody again ".repeat(20)), ..tampered() };
    let text = shown(&fixtures::model(long), 76, 12);
    let reason = text.lines().rfind(|line| line.contains("changed by") || line.contains("somebody again"));
    assert!(reason.is_some_and(|line| line.ends_with('…')) && text.contains("hint: find out"), "{text}");
}

#[test]
fn an_agents_message_is_cut_before_the_received_size_and_the_key() {
    use frieze_engine::BoardEntry;
    use frieze_ports::{AgentStatus, Progress};
    let view = RunView {
        state: "GENERATING",
        needs: None,
        waiting_for: Some(WaitingFor { who: "the generator".into(), delay: None }),
        ..fixtures::view()
    };
    let mut model = fixtures::model(view.clone());
    let progress = Progress {
        status: AgentStatus::Says("works slowly ".repeat(9)),
        received: 120_000,
        ..Progress::default()
    };
    let seen = BoardEntry {
        view,
        activity: Activity::Asking("generator"),
        since: fixtures::now(),
        progress: Some(progress),
        notes: std::collections::VecDeque::new(),
    };
    let id = model.features.selected().unwrap().clone();
    model.features.update([(id.clone(), Card::live(&seen))]);
    model.live.insert(id.into(), Arc::new(seen));
    for width in [58, 76, 120] {
        let text = shown(&model, width, 8);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("120.0 kB; p pauses"), "{width}: {text}");
        assert!(text.contains("works slowly"), "{width}: {text}");
    }
}

/// The path that a person has to write is shown whole.
#[test]
fn what_a_person_has_to_do_for_an_agent_has_its_own_lines() {
    use frieze_engine::BoardEntry;
    use frieze_ports::{AgentStatus, Progress};
    let view = RunView {
        state: "EVALUATING",
        needs: None,
        waiting_for: Some(WaitingFor { who: "the critic".into(), delay: None }),
        ..fixtures::view()
    };
    let mut model = fixtures::model(view.clone());
    let path = "features/a-feature-with-a-name/design/iterations/2/critic-2/response.md";
    let status = AgentStatus::NeedsPerson(format!("waiting for {path}"));
    let seen = BoardEntry {
        view,
        activity: Activity::Asking("critic"),
        since: fixtures::now(),
        progress: Some(Progress { status, ..Progress::default() }),
        notes: std::collections::VecDeque::new(),
    };
    let id = model.features.selected().unwrap().clone();
    model.features.update([(id.clone(), Card::live(&seen))]);
    model.live.insert(id.into(), Arc::new(seen));
    for (width, height) in [(58, 8), (76, 4), (120, 4)] {
        let text = shown(&model, width, height).split_whitespace().collect::<String>();
        assert!(text.contains(path) && text.contains("ppauses"), "{width}: {text}");
    }
}

/// A queued request was not asked yet; once it is, its age begins then, not when the phase began.
#[test]
fn a_queued_request_has_no_age() {
    use frieze_engine::BoardEntry;
    use frieze_ports::{AgentStatus, Progress};
    let view = RunView {
        state: "GENERATING",
        needs: None,
        waiting_for: Some(WaitingFor { who: "the generator".into(), delay: None }),
        ..fixtures::view()
    };
    let mut model = fixtures::model(view.clone());
    let id = model.features.selected().unwrap().clone();
    for (status, words) in [
        (AgentStatus::Queued, "Waiting for the generator: queued; p pauses"),
        (AgentStatus::Silent, "Waiting for the generator since 14:04 (0 s); p pauses"),
    ] {
        let seen = BoardEntry {
            view: view.clone(),
            activity: Activity::Asking("generator"),
            since: fixtures::now(),
            progress: Some(Progress { status, ..Progress::default() }),
            notes: std::collections::VecDeque::new(),
        };
        model.features.update([(id.clone(), Card::live(&seen))]);
        model.live.insert(id.clone().into(), Arc::new(seen));
        let text = shown(&model, 120, 8);
        assert!(text.contains(words), "{text}");
    }
}

/// Ruling 12: "When the configured Stitch server fails … the screen, the journal and state.json say so"; the same for
/// changes that were refused during a run.
#[test]
fn ruling_12_the_source_of_the_preview_is_shown_below_the_picture() {
    let preview = "preview: built-in; stitch failed: HTTP 403";
    let refused = "threshold 90 is refused during a run";
    let view = RunView {
        preview: Some("built-in; stitch failed: HTTP 403".to_owned()),
        refused: vec![refused.to_owned()],
        ..fixtures::view()
    };
    let sealed = RunView { state: "FROZEN", needs: None, is_sealed: true, ..view.clone() };
    check(sealed, 120, 30, &[preview, refused]);
    let at_the_gate = RunView { gates: vec![gate()], ..view.clone() };
    for (width, height) in [(82, 8), (78, 8), (120, 30)] {
        check(at_the_gate.clone(), width, height, &[preview, refused]);
    }
    // During the next iteration the preview of the last one is not shown.
    let generating = RunView { state: "GENERATING", needs: None, ..view };
    assert!(!shown(&fixtures::model(generating), 120, 30).contains(preview));
}

/// An open gate for any design.
fn gate() -> Gate {
    let binding = Binding { feature: fixtures::view().id, iteration: 1, sha256: Digest::of(b"design") };
    Gate {
        key: Key("gate/1".to_owned()),
        kind: GateKind::Sealing,
        question: String::new(),
        what: "intent",
        binding,
        choices: Vec::new(),
    }
}

/// A screen with one feature that has this problem with its files.
fn damaged(view: &RunView, problem: FileProblem, why: &str) -> Model {
    let mut model = fixtures::model(view.clone());
    let mut card = Card::of(view, Activity::Idle);
    (card.file_problem, card.reason) = (Some(problem), Some(why.into()));
    model.features.update([(view.id.clone(), card)]);
    model
}

#[test]
fn moves_that_damaged_files_prevent_are_not_offered() {
    let why = "design/intent.json: it ends in the middle of a text";
    let mut view = RunView { reason: Some("edited by hand".to_owned()), folder: 2, ..fixtures::view() };
    for gated in [false, true] {
        if gated {
            let choice = |name, barred: Option<&str>| Choice {
                letter: 'a',
                name,
                effect: String::new(),
                wording: Wording::Optional("a note"),
                barred: barred.map(str::to_owned),
            };
            let choices = vec![choice("approve", Some(why)), choice("reject", None), choice("abort", None)];
            view.gates = vec![Gate { choices, ..gate() }];
        }
        for (width, height) in [(78, 8), (82, 8), (120, 30)] {
            let text = shown(&damaged(&view, FileProblem::Damaged, why), width, height);
            for part in [
                "! Cannot be approved or rejected; d aborts; waiting since 14:02 (2 min)",
                why,
                "Put design/intent.json back first; the original is in design/iterations/2",
                "abort → FAILED",
            ] {
                assert!(text.contains(part), "{part:?} at {width}x{height} in\n{text}");
            }
            assert!(!text.contains("approve →") && !text.contains("reject →"), "{text}");
        }
    }
    let idle = RunView { state: "IDLE", needs: Some(Need::Start), reason: None, ..fixtures::view() };
    let text = shown(&damaged(&idle, FileProblem::Missing, "features/checkout/brief.md is missing"), 120, 30);
    assert!(text.contains("brief.md is missing") && !text.contains("you may"), "{text}");
    assert!(shown(&fixtures::model(idle), 120, 30).contains("you may  run → GENERATING"));
}

#[test]
fn a_problem_of_the_approval_is_shown_once() {
    let why = "features/checkout/brief.md was changed since the approval";
    let view = RunView { state: "FROZEN", is_sealed: true, needs: None, ..fixtures::view() };
    let mut model = damaged(&RunView { reason: Some(why.into()), ..view.clone() }, FileProblem::Invalid, why);
    let detail = Detail { view: Ok(view), ..fixtures::detail() };
    let seal = Seal { remarks: Some(format!("{why} (restore it)")), ..detail.seal.clone() };
    model.detail = Some(Arc::new(Detail { seal, ..detail }));
    let text = shown(&model, 120, 30);
    assert_eq!(text.matches("was changed since").count(), 1, "{text}");
}

/// A question has the answers of its own gate, whatever moves lead out of its state.
#[test]
fn a_question_is_shown_with_its_possible_answers() {
    let choice = |name, barred: Option<&str>| Choice {
        letter: 'x',
        name,
        effect: String::new(),
        wording: Wording::Optional("a note"),
        barred: barred.map(str::to_owned),
    };
    let id = fixtures::view().id;
    let gate = Gate {
        key: Key("question/1".to_owned()),
        kind: GateKind::Plain,
        question: "Take it?".to_owned(),
        what: "spec.md",
        binding: Binding { feature: id, iteration: 1, sha256: Digest::of(b"") },
        choices: vec![choice("take-spec", None), choice("keep-brief", None), choice("review", Some("no"))],
    };
    let text = shown(&fixtures::model(RunView { gates: vec![gate], ..fixtures::view() }), 120, 30);
    assert!(text.contains("you may  take-spec · keep-brief") && !text.contains("review"), "{text}");
}

/// A run that waits for another one does nothing by being run.
#[test]
fn a_run_that_waits_for_another_says_so() {
    let waiting_for = Some(WaitingFor { who: "design/checkout".into(), delay: None });
    let view = RunView { needs: Some(Need::Other), waiting_for, ..fixtures::view() };
    let text = shown(&fixtures::model(view), 120, 30);
    assert!(text.contains("Waiting for design/checkout since 14:02"), "{text}");
    assert!(!text.contains("r runs it"), "{text}");
}

#[test]
fn the_hint_of_a_failure_has_the_commands_of_the_screen() {
    let hint = "say more, then `frieze reset checkout`".to_owned();
    let view = RunView {
        state: "FAILED",
        needs: Some(Need::Reset),
        hint: Some(hint),
        reason: Some("enough".to_owned()),
        ..fixtures::view()
    };
    check(view.clone(), 82, 8, &["hint: say more, then `:reset checkout`"]);
    let reason = Some("it waits; `frieze session decide a edit` goes on".to_owned());
    check(RunView { reason, ..view }, 82, 8, &["it waits; `:session decide a edit` goes on"]);
}

#[test]
fn reason_and_hint_of_a_failure_come_first() {
    let mut view = fixtures::view();
    view.state = "FAILED";
    view.needs = Some(Need::Reset);
    view.reason = Some("the Design Generator did not answer within 120 s ".repeat(3));
    view.hint = Some("look at the network".to_owned());
    for (width, height) in [(82, 8), (78, 8), (78, 6), (60, 7), (120, 30)] {
        check(
            view.clone(),
            width,
            height,
            &["✗ Failed since 14:02", "did not answer", "hint: look at", "▐FAILED▌"],
        );
    }
}

/// Nothing is done, and the step of its phase would be refused.
#[test]
fn a_closed_run_names_the_command_that_reopens_it_and_no_step() {
    let mut model = fixtures::other_model();
    let key = model.features.selected_run().cloned().unwrap();
    let open =
        RunView { since: fixtures::view().since, ..RunView::new(key.id.clone(), "letter", "CANDIDATE") };
    let closed = RunView {
        is_over: true,
        is_closed: true,
        next_command: Some("frieze letter reopen t1".to_owned()),
        ..open.clone()
    };
    let mut shown_with = |view: &RunView| {
        model.features.update([(key.clone(), Card::of(view, Activity::Idle))]);
        let card = model.features.card_of(&key).unwrap();
        (card.label().1, shown(&model, 82, 12))
    };
    let (_, text) = shown_with(&open);
    // The triggers of another workflow are no keys.
    assert!(text.contains("r continues") && !text.contains("you may"), "{text}");
    let (word, text) = shown_with(&closed);
    assert!(word == "closed" && text.contains("· Closed. :letter reopen t1 goes on with it."), "{text}");
    assert!(!text.contains("you may") && !text.contains("Done"), "{text}");
}

/// Its record knows what is left for the person.
#[test]
fn a_run_that_is_done_names_the_next_command() {
    let mut model = fixtures::other_model();
    let next_command = Some("frieze letter take t1 --into FOLDER".to_owned());
    let view = RunView { is_over: true, ..RunView::new("t1".parse().unwrap(), "letter", "FROZEN") };
    for (view, words) in [
        (view.clone(), "✓ Done. Nothing to do."),
        (RunView { next_command, ..view }, "✓ Done. `:letter take t1 --into FOLDER` goes on from here."),
    ] {
        let key = model.features.selected_run().cloned().unwrap();
        model.features.update([(key, Card::of(&view, Activity::Idle))]);
        model.detail = Some(Arc::new(Detail { view: Ok(view), ..fixtures::other_detail() }));
        let text = shown(&model, 82, 12);
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn waiting_and_paused_runs_differ() {
    use frieze_engine::BoardEntry;
    let mut view = fixtures::view();
    (view.state, view.needs) = ("GENERATING", None);
    view.waiting_for = Some(WaitingFor { who: "the generator".into(), delay: None });
    // Its phase began at 14:02; the files do not say when it was paused.
    check(view.clone(), 82, 8, &["‖ Paused, waiting for the generator: r continues"]);
    let mut model = fixtures::model(view.clone());
    model.features.update([(view.id.clone(), Card::of(&view, Activity::Asking("generator")))]);
    let text = shown(&model, 82, 8);
    assert!(text.contains("Waiting for the generator since 14:02 (2 min); p pauses"), "{text}");
    let paused = BoardEntry {
        view: view.clone(),
        activity: Activity::Idle,
        since: fixtures::now(),
        progress: None,
        notes: std::collections::VecDeque::new(),
    };
    model.features.update([(view.id.clone(), Card::live(&paused))]);
    let since = "‖ Paused since 14:04 (just now), waiting for the generator: r continues";
    assert!(shown(&model, 82, 8).contains(since), "{}", shown(&model, 82, 8));
    // The files are read again, and do not say more.
    model.features.update([(view.id.clone(), Card::of(&view, Activity::Idle))]);
    assert!(shown(&model, 82, 8).contains(since), "{}", shown(&model, 82, 8));
    // It went on and was paused elsewhere.
    let later = RunView { since: Some(fixtures::now()), ..view.clone() };
    model.features.update([(view.id.clone(), Card::of(&later, Activity::Idle))]);
    assert!(shown(&model, 82, 8).contains("‖ Paused, waiting"), "{}", shown(&model, 82, 8));
}

#[test]
fn a_flow_that_is_too_wide_is_cut_around_the_current_phase() {
    let names = ["DRAFTING", "PLANNING", "PLANNED", "GENERATED", "REVIEWED", "APPROVED", "PUBLISHED", "DONE"];
    let edge = |from, to| Edge { from, to, by: By::Engine, trigger: "goes on", law: "" };
    let edges = names.windows(2).map(|pair| edge(pair[0], pair[1])).collect();
    let mut view = fixtures::view();
    view.state = "REVIEWED";
    let mut model =
        fixtures::model_of(Machine::of(frieze_kernel::Transitions { phases: names.to_vec(), edges }), view);
    let text = shown(&model, 60, 8);
    assert!(text.contains("GENERATED → ▐REVIEWED▌ → APPROVED"), "{text}");
    assert!(text.contains("… → ") && text.contains("APPROVED …"), "{text}");
    model.zoomed = true;
    let text = shown(&model, 60, 8);
    assert!(text.contains("engine   goes on → APPROVED"), "{text}");
    model.zoomed = false;
    let text = shown(&model, 140, 8);
    assert!(text.contains("GENERATED ──"), "{text}");
}

#[test]
fn no_size_is_too_small_and_no_text_breaks_the_frame() {
    for text in fixtures::HOSTILE.iter().map(|text| (*text).to_owned()).chain([fixtures::endless()]) {
        let mut view = fixtures::view();
        view.state = "FAILED";
        view.needs = Some(Need::Reset);
        (view.reason, view.hint) = (Some(text.clone()), Some(text.clone()));
        view.waiting_for = Some(WaitingFor { who: "the generator".into(), delay: Some(text.clone()) });
        view.path.iter_mut().for_each(|step| step.why.clone_from(&text));
        let mut paused = view.clone();
        (paused.state, paused.needs) = ("REVISING", None);
        for view in [view, paused] {
            let model = fixtures::model(view);
            for (width, height) in [(0, 0), (1, 1), (3, 9), (20, 4), (58, 6), (78, 8), (82, 8), (200, 60)] {
                shown(&model, width, height);
            }
        }
    }
}
