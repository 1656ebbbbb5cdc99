//! The machine pane at many sizes, with flows that are not the design flow.

use super::*;
use crate::domain::digest::Digest;
use crate::engine::Doing;
use crate::kernel::{Binding, By, Choice, Gate, Harm, Key, Need, RunView, Wording};
use crate::tui::features::Card;
use crate::tui::machine::{Edge, Machine};
use crate::tui::panes::sample;

fn shown(model: &mut Model, width: u16, height: u16) -> String {
    model.machine.arrange(width);
    sample::drawn(width, height, |area, buffer| _ = draw(model, area, buffer))
}

fn check(view: RunView, width: u16, height: u16, parts: &[&str]) {
    let text = shown(&mut sample::model(view), width, height);
    for part in parts {
        assert!(text.contains(part), "{part:?} at {width}x{height} in\n{text}");
    }
}

#[test]
fn it_says_where_it_is_what_may_follow_and_who_is_waited_for() {
    let parts = [
        "▐CANDIDATE▌",
        "◆ waiting for you since 14:02 (2 min): d decides",
        "approve → FROZEN · reject → REVISING · abort → FAILED",
        "IDLE → GENERATING → EVALUATING → CANDIDATE 14:02",
    ];
    check(sample::view(), 82, 8, &parts);
    check(sample::view(), 78, 8, &parts);
    check(sample::view(), 78, 6, &parts[..3]);
    check(sample::view(), 120, 30, &["14:02 EVALUATING → CANDIDATE  CANDIDATE was due"]);
    // What nobody here can do anything about is for who has the whole screen for it.
    let mut model = sample::model(sample::view());
    let apart = [
        "on disk  marker found ┄ FROZEN",
        "besides  IDLE ┄ FAILED: integrity violation · FROZEN ┄ IDLE: marker deleted",
    ];
    for zoomed in [false, true] {
        model.zoomed = zoomed;
        for (width, height) in [(78, 8), (120, 30)] {
            let text = shown(&mut model, width, height);
            let is_there = zoomed && height == 30;
            assert!(apart.iter().all(|part| text.contains(part) == is_there) || height == 8, "{text}");
            assert!(zoomed || !text.contains("marker found"), "{text}");
        }
    }
}

/// What there is no room for is scrolled to, line by line, and nothing of it is left out.
#[test]
fn what_does_not_fit_is_scrolled_to_and_its_extent_is_told() {
    let mut model = sample::model(tampered());
    let (width, height) = (60, 8);
    let whole = shown(&mut model, width, 60);
    let last = last_top(&model, width, height);
    assert!(last > 0, "{whole}");
    let mut seen = String::new();
    for top in 0..=last + 1 {
        model.panes.machine_top = top;
        let area = Rect::new(0, 0, width, height);
        let extent = draw(&model, area, &mut Buffer::empty(area)).unwrap().told();
        let top = top.min(last);
        assert_eq!(extent, format!("{}–{} of {}", top + 1, top + 8, last + 8));
        seen.push_str(&shown(&mut model, width, height));
    }
    let lines: Vec<&str> = whole.lines().filter(|line| line.starts_with("   ")).collect();
    assert!(lines.len() > 5 && lines.iter().all(|line| seen.contains(line)), "{whole}\nand\n{seen}");
    model.panes.machine_top = 0;
    let area = Rect::new(0, 0, width, 60);
    assert_eq!(draw(&model, area, &mut Buffer::empty(area)), None, "all of it is there");
}

/// A tampered design, as it is told where there is little room.
fn tampered() -> RunView {
    let (expected, found) = ("6".repeat(64), "b".repeat(64));
    RunView {
        state: "FAILED",
        needs: Some(Need::Reset),
        harm: Some(Harm::Tampered),
        reason: Some(format!(
            "integrity violation: final/intent.json is not the design that was frozen (expected {expected}, found {found})"
        )),
        hint: Some(
            "find out who changed the file (git log, backups) and restore it; or give that freeze up: delete \
             design/final/FROZEN.md where it is still there, then `frieze reset checkout`"
                .to_owned(),
        ),
        ..sample::view()
    }
}

#[test]
fn what_a_person_must_do_is_never_cut_and_every_cut_has_its_mark() {
    let told = |model: &mut Model, width, height| {
        let text = shown(model, width, height);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (width, height) in [(76, 8), (58, 9), (78, 20), (120, 30)] {
        let text = told(&mut sample::model(tampered()), width, height);
        for part in [
            "look into it, then u takes it back",
            "not the design that was frozen",
            "delete design/final/FROZEN.md where it is still there, then u",
        ] {
            assert!(text.contains(part), "{part:?} at {width}x{height} in\n{text}");
        }
    }
    let text = told(&mut sample::model(tampered()), 76, 8);
    assert!(
        text.contains("expected 666666666666…, found bbbbbbbbbbbb…") && text.contains("reset → IDLE"),
        "{text}"
    );
    // The rest of a reason gives way to that, and says so.
    let long = RunView { reason: Some("it was changed by somebody again ".repeat(20)), ..tampered() };
    for (width, height) in [(76, 8), (58, 9)] {
        let text = shown(&mut sample::model(long.clone()), width, height);
        let reason =
            text.lines().rfind(|line| line.contains("changed by") || line.contains("somebody again"));
        assert!(reason.is_some_and(|line| line.ends_with('…')), "{text}");
        assert!(text.contains("then u") && !text.contains("666"), "{text}");
    }
    // Where not even that has room, the last line says that there is more.
    let text = shown(&mut sample::model(tampered()), 58, 4);
    assert!(text.lines().last().is_some_and(|line| line.ends_with('…')), "{text}");
}

#[test]
fn what_an_agent_says_it_does_gives_way_to_what_has_come_and_to_the_key() {
    use crate::engine::Seen;
    use crate::ports::{Progress, Stage};
    let view = RunView {
        state: "GENERATING",
        needs: None,
        waiting_for: Some("the generator".to_owned()),
        ..sample::view()
    };
    let mut model = sample::model(view.clone());
    let progress =
        Progress { stage: Stage::Says("works slowly ".repeat(9)), received: 120_000, ..Progress::default() };
    let seen = Seen {
        view,
        doing: Doing::Asking("generator"),
        since: sample::now(),
        progress: Some(progress),
        noted: std::collections::VecDeque::new(),
    };
    let id = model.features.selected().unwrap().clone();
    model.features.update([(id.clone(), Card::live(&seen))]);
    model.live.insert(id, std::sync::Arc::new(seen));
    for width in [58, 76, 120] {
        let text = shown(&mut model, width, 8);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("120.0 kB; p pauses"), "{width}: {text}");
        assert!(text.contains("works slowly"), "{width}: {text}");
    }
}

/// Ruling 12: "When the configured Stitch server fails … the screen, the journal and state.json say so"; and what was refused in
/// the middle of a run.
#[test]
fn ruling_12_whose_preview_it_is_stands_beside_the_picture() {
    let told = "preview: built-in; stitch failed: HTTP 403";
    let refused = "threshold 90 is refused in the middle of a run";
    let view = RunView {
        preview: Some("built-in; stitch failed: HTTP 403".to_owned()),
        refused: vec![refused.to_owned()],
        ..sample::view()
    };
    let sealed = RunView { state: "FROZEN", needs: None, is_sealed: true, ..view.clone() };
    check(sealed, 120, 30, &[told, refused]);
    let at_the_gate = RunView { gate: Some(gate()), ..view.clone() };
    for (width, height) in [(82, 8), (78, 8), (120, 30)] {
        check(at_the_gate.clone(), width, height, &[told, refused]);
    }
    // Another iteration is under way: what is said is of the one before.
    let on_its_way = RunView { state: "GENERATING", needs: None, ..view };
    assert!(!shown(&mut sample::model(on_its_way), 120, 30).contains(told));
}

/// An open gate; what it is about is of no matter here.
fn gate() -> Gate {
    let binding = Binding { feature: sample::view().id, iteration: 1, sha256: Digest::of(b"design") };
    Gate { key: Key("gate/1".to_owned()), question: String::new(), binding, choices: Vec::new() }
}

/// A screen whose only feature stands like this, as the last look at its files told.
fn harmed(view: &RunView, harm: Harm, why: &str) -> Model {
    let mut model = sample::model(view.clone());
    let mut card = Card::of(view, Doing::Resting);
    (card.harm, card.reason) = (Some(harm), Some(why.into()));
    model.features.update([(view.id.clone(), card)]);
    model
}

#[test]
fn what_cannot_be_done_with_damaged_files_is_not_offered() {
    let why = "design/intent.json: it ends in the middle of a text";
    let mut view = RunView { reason: Some("edited by hand".to_owned()), folder: 2, ..sample::view() };
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
            view.gate = Some(Gate { choices, ..gate() });
        }
        for (width, height) in [(78, 8), (82, 8), (120, 30)] {
            let text = shown(&mut harmed(&view, Harm::Damaged, why), width, height);
            for part in [
                "! cannot be approved; d rejects or aborts; waiting since 14:02 (2 min)",
                why,
                "or put design/intent.json back as it was; what was made is in",
                "design/iterations/2",
                "reject → REVISING · abort → FAILED",
            ] {
                assert!(text.contains(part), "{part:?} at {width}x{height} in\n{text}");
            }
            assert!(!text.contains("approve →"), "{text}");
        }
    }
    let idle = RunView { state: "IDLE", needs: Some(Need::Start), reason: None, ..sample::view() };
    let text = shown(&mut harmed(&idle, Harm::Missing, "features/checkout/brief.md is missing"), 120, 30);
    assert!(text.contains("brief.md is missing") && !text.contains("you may"), "{text}");
    assert!(shown(&mut sample::model(idle), 120, 30).contains("you may  run → GENERATING"));
}

#[test]
fn a_failure_says_what_to_do_in_keys() {
    let hint = "say more, then `frieze reset checkout`".to_owned();
    let view = RunView {
        state: "FAILED",
        needs: Some(Need::Reset),
        hint: Some(hint),
        reason: Some("enough".to_owned()),
        ..sample::view()
    };
    check(view, 82, 8, &["hint: say more, then u"]);
}

#[test]
fn a_failure_says_why_and_what_to_do_before_anything_else() {
    let mut view = sample::view();
    view.state = "FAILED";
    view.needs = Some(Need::Reset);
    view.reason = Some("the Design Generator did not answer within 120 s ".repeat(3));
    view.hint = Some("look at the network".to_owned());
    for (width, height) in [(82, 8), (78, 8), (78, 6), (60, 7), (120, 30)] {
        check(
            view.clone(),
            width,
            height,
            &["✗ failed since 14:02", "did not answer", "hint: look at", "▐FAILED▌"],
        );
    }
}

#[test]
fn what_an_engine_waits_for_and_what_is_paused_are_told_apart() {
    let mut view = sample::view();
    (view.state, view.needs) = ("GENERATING", None);
    view.waiting_for = Some("the generator".to_owned());
    check(view.clone(), 82, 8, &["‖ paused since 14:02", "waiting for the generator: r goes on"]);
    let mut model = sample::model(view.clone());
    model.features.update([(view.id.clone(), Card::of(&view, Doing::Asking("generator")))]);
    let text = shown(&mut model, 82, 8);
    assert!(text.contains("waiting for the generator since 14:02 (2 min); p pauses"), "{text}");
}

#[test]
fn a_flow_that_fits_on_no_line_is_told_on_one() {
    let names = ["DRAFTING", "PLANNING", "PLANNED", "GENERATED", "REVIEWED", "APPROVED", "PUBLISHED", "DONE"];
    let edge = |from, to| Edge { from, to, by: By::Engine, trigger: "goes on", law: "" };
    let edges = names.windows(2).map(|pair| edge(pair[0], pair[1])).collect();
    let mut view = sample::view();
    view.state = "REVIEWED";
    let mut model = sample::model_of(Machine::new(names.to_vec(), edges), view);
    let text = shown(&mut model, 60, 8);
    assert!(text.contains("GENERATED → ▐REVIEWED▌ → APPROVED"), "{text}");
    assert!(text.contains("… → ") && text.contains("APPROVED …"), "{text}");
    model.zoomed = true;
    let text = shown(&mut model, 60, 8);
    assert!(text.contains("engine   goes on → APPROVED"), "{text}");
    model.zoomed = false;
    let text = shown(&mut model, 140, 8);
    assert!(text.contains("GENERATED ──"), "{text}");
}

#[test]
fn no_size_is_too_small_and_no_text_breaks_the_frame() {
    for text in sample::HOSTILE.iter().map(|text| (*text).to_owned()).chain([sample::endless()]) {
        let mut view = sample::view();
        view.state = "FAILED";
        view.needs = Some(Need::Reset);
        (view.reason, view.hint, view.waiting_for) =
            (Some(text.clone()), Some(text.clone()), Some(text.clone()));
        view.path.iter_mut().for_each(|step| step.why.clone_from(&text));
        let mut paused = view.clone();
        (paused.state, paused.needs) = ("REVISING", None);
        for view in [view, paused] {
            let mut model = sample::model(view);
            for (width, height) in [(0, 0), (1, 1), (3, 9), (20, 4), (58, 6), (78, 8), (82, 8), (200, 60)] {
                shown(&mut model, width, height);
            }
        }
    }
}
