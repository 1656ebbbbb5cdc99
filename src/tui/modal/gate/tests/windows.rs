//! Tests of the gate dialog in a window that is too small, and in two windows with one draft.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::test_screen::{NAME, TestScreen, detail_of, gate_of, reading, run_view};
use crate::tui::model::detail::{Approval, Detail};
use crate::tui::msg::{Job, Msg};
use frieze_engine::past::PastIteration;
use frieze_kernel::RunView;

/// An open gate takes no key while the window is too small to draw it, nor before it is drawn again.
#[test]
fn a_gate_that_is_not_drawn_decides_nothing() {
    let mut screen = TestScreen::at_80();
    screen.keys("d a");
    screen.send(Msg::Resized(40, 10));
    assert!(screen.draw().contains("Enlarge the window"));
    screen.keys("\"checkout\" enter enter");
    screen.send(Msg::Pasted("checkout".to_owned()));
    screen.send(Msg::Resized(80, 24));
    screen.send(Msg::Key(KeyCode::Char('x').into()));
    assert!(screen.draw().contains("to approve, type checkout"), "{}", screen.draw());
    screen.keys("enter");
    assert_eq!(screen.take_commands(), [""; 0]);
    // Nor does a key open the gate.
    let mut screen = TestScreen::at_80();
    screen.send(Msg::Resized(59, 24));
    screen.keys("d a \"checkout\" enter");
    screen.send(Msg::Resized(80, 24));
    screen.draw();
    assert!(!screen.is_open() && screen.take_commands().is_empty());
    screen.keys("d a \"checkout\" enter");
    assert_eq!(screen.take_commands().len(), 1);
}

/// The brief and the `approval` setting may change while the dialog is open: it shows what an approval would mean now.
#[test]
fn an_approval_under_changed_terms_is_confirmed_again() {
    let read = |remark: Option<&str>, signed: &str| {
        let gate = gate_of(reading("0.1.0").sha256);
        let reason = remark.map(str::to_owned);
        let view = RunView { reason, ..run_view("CANDIDATE", Some(gate)) };
        let detail = Arc::into_inner(detail_of(view, reading("0.1.0"), "")).unwrap();
        let approval = Approval { by: "Ana".to_owned(), signed: signed.to_owned(), is_signed: false };
        Msg::Detail(Arc::new(Detail { approval, ..detail }))
    };
    for (remark, signed) in [(Some("brief.md was changed"), "not signed"), (None, "signed with ana.pub")] {
        let mut screen = TestScreen::at_80();
        screen.send(read(None, "not signed"));
        screen.keys("d a \"checkout\"");
        screen.send(read(None, "not signed"));
        assert!(!screen.draw().contains("has changed"), "{}", screen.draw());
        screen.send(read(remark, signed));
        screen.send(Msg::Key(KeyCode::Enter.into()));
        let shown = screen.draw();
        for part in ["What you approve has changed.", signed, remark.unwrap_or_default()] {
            assert!(shown.contains(part), "{part}: {shown}");
        }
        screen.keys("enter");
        assert_eq!(screen.take_commands(), [""; 0], "it was typed under other terms");
        screen.keys("\"checkout\" enter");
        assert_eq!(screen.decisions().len(), 1);
    }
}

/// Two windows write feedback for one feature: both show all of it, and nothing is lost.
#[test]
fn feedback_from_another_window_is_merged() {
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"mine\"");
    assert_eq!(screen.take_commands(), ["keep \"m\""]);
    screen.send(Msg::DraftMerged(NAME.parse().unwrap(), "m\ntheirs\n".to_owned()));
    let shown = screen.draw();
    assert!(shown.contains("│ mine") && shown.contains("│ theirs"), "{shown}");
    assert!(shown.contains("Another window changed the draft"), "{shown}");
    assert_eq!(screen.take_commands(), ["keep \"mine\\ntheirs\\n\""]);
    screen.ended(Job::SaveDraft, Ok(""));
    // The cursor stays in its place.
    screen.keys("\" too\"");
    assert!(screen.draw().contains("│ mine too"), "{}", screen.draw());
    screen.ended(Job::SaveDraft, Ok("")).ended(Job::SaveDraft, Ok(""));
    // The other window writes more, this one nothing: its text is taken over.
    let mut read = |draft: &str| {
        let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
        screen.send(Msg::Detail(detail_of(view, reading("0.1.0"), draft)));
        screen.draw()
    };
    read("mine too\ntheirs\n");
    let shown = read("mine too\ntheirs, and more\n");
    assert!(shown.contains("│ theirs, and more") && shown.contains("Its text was added here"), "{shown}");
    // What another window wrote is not sent before it was on the screen.
    screen.take_commands();
    screen.send(Msg::DraftMerged(NAME.parse().unwrap(), "mine too\n".to_owned()));
    screen.send(Msg::Key(KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL)));
    assert!(screen.decisions().is_empty());
}

/// Who decided, and what, by the journal.
#[test]
fn a_decision_of_another_window_is_named() {
    use frieze_kernel::journal::{self, Note, Tip};
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"mine\"");
    let note = |kind: &str, by: &str, text: &str| Note {
        at: "2026-11-21T12:02:07Z".to_owned(),
        kind: kind.to_owned(),
        by: by.to_owned(),
        text: text.to_owned(),
        data: serde_json::Value::Null,
    };
    let notes = [
        note("decision", "Ana <ana@example.org>", "Ana <ana@example.org> rejected iteration 3"),
        note("transition", "engine", "REVISING → GENERATING: iteration 4 starts with findings and feedback"),
    ];
    let journal = Ok((journal::read(&Tip::genesis().continued(&notes).0), true));
    let detail = Arc::into_inner(detail_of(run_view("GENERATING", None), reading("0.1.0"), "")).unwrap();
    screen.send(Msg::Detail(Arc::new(Detail { journal, ..detail })));
    let shown = screen.draw().replace(['│', '\n'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        shown.contains("There is nothing to decide. Ana rejected iteration 3, in another window or a shell."),
        "{shown}"
    );
}

/// A window without words of its own goes on in a line of its own.
#[test]
fn words_of_two_windows_are_not_one_line() {
    let mut screen = TestScreen::at_80();
    screen.keys("d r");
    let view = || run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
    screen.send(Msg::Detail(detail_of(view(), reading("0.1.0"), "")));
    screen.send(Msg::Detail(detail_of(view(), reading("0.1.0"), "alpha one")));
    screen.keys("\"beta two\"");
    let shown = screen.draw();
    assert!(shown.contains("│ alpha one ") && shown.contains("│ beta two "), "{shown}");
}

/// Feedback that waits to be saved is not sent by the key that returns to the gate.
#[test]
fn a_return_to_the_gate_sends_nothing() {
    for back in ["^o", "esc", "d"] {
        let mut screen = TestScreen::at_80();
        screen.keys("d r \"m\" ^s");
        assert!(screen.draw().contains("sent as soon as it is saved"), "{}", screen.draw());
        screen.keys("^o").ended(Job::SaveDraft, Ok(""));
        screen.keys(back);
        assert!(screen.is_open() && screen.decisions().is_empty(), "{back}: {:?}", screen.decisions());
        screen.keys("^s");
        assert_eq!(screen.decisions(), ["decide reject \"m\""], "{back}");
    }
}

/// A draft that was sent already, or cannot be read any more, changes nothing in the editor.
#[test]
fn a_return_to_the_gate_takes_in_no_sent_or_lost_draft() {
    let detail = |draft: Result<&str, &str>, sent: Option<&str>| {
        let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
        let detail = Arc::into_inner(detail_of(view, reading("0.1.0"), "")).unwrap();
        let rejected = |sent: &str| PastIteration {
            folder: 2,
            design: None,
            edited: None,
            previous: None,
            feedback: Some(Ok(sent.to_owned())),
            report: None,
        };
        let past = Ok(sent.map(rejected).into_iter().collect());
        let draft = draft.map(str::to_owned).map_err(str::to_owned);
        Msg::Detail(Arc::new(Detail { draft, past, ..detail }))
    };
    let mut screen = TestScreen::at_80();
    screen.send(detail(Ok("larger buttons\n"), Some("larger buttons")));
    assert!(!screen.keys("d r").draw().contains("larger buttons"), "{}", screen.draw());
    assert!(!screen.keys("^o ^o").draw().contains("larger buttons"), "{}", screen.draw());
    let mut screen = TestScreen::at_80();
    screen.send(detail(Ok("larger buttons\n"), None));
    assert!(screen.keys("d r").draw().contains("larger buttons"), "{}", screen.draw());
    screen.keys("^o").send(detail(Err("permission denied"), None));
    assert!(screen.keys("^o").draw().contains("larger buttons"), "{}", screen.draw());
    // What another window wrote meanwhile is taken in.
    screen.keys("^o").send(detail(Ok("larger buttons\nno pictures\n"), None));
    assert!(screen.keys("^o").draw().contains("no pictures"), "{}", screen.draw());
}

/// The folder of the feature is moved away, as by a git checkout: another design would be next to its gate.
#[test]
fn a_gate_closes_when_its_feature_is_gone() {
    let other = || "refunds".parse().unwrap();
    for keys in ["d a", "d r \"mine\"", "d r \"mine\" ^o"] {
        let mut screen = TestScreen::new((120, 36), "");
        screen.send(Msg::Listed(Ok(vec![NAME.parse().unwrap(), other()])));
        screen.keys(keys);
        screen.send(Msg::Listed(Ok(vec![other()])));
        let shown = screen.draw();
        assert!(!screen.is_open() && !shown.contains("approve checkout"), "{keys}: {shown}");
        assert_eq!(
            shown.contains("checkout is not in this workspace any more"),
            !keys.contains("^o"),
            "{shown}"
        );
        // What was meant for the dialog is no order for another feature, also after a thought.
        screen.take_commands();
        screen.model.now += jiff::SignedDuration::from_secs(5);
        screen.keys("\"checkout are\" enter \"era\" ^s");
        assert!(screen.decisions().is_empty(), "{keys}");
        if !keys.contains("^o") {
            assert!(screen.take_commands().is_empty() && !screen.is_open(), "{keys}");
        }
    }
}

/// On a wide screen the design stays readable next to the gate; on a narrow one a key swaps them.
#[test]
fn the_design_is_read_next_to_the_gate() {
    for (size, both) in [((80, 24), false), ((120, 36), true), ((200, 60), true)] {
        let mut screen = TestScreen::new(size, "");
        screen.keys("5");
        let shown = screen.keys("d r \"words\"").draw();
        assert!(shown.contains("reject checkout") && shown.contains("words"), "{size:?}: {shown}");
        assert_eq!(shown.contains("Requirements"), both, "{size:?}: {shown}");
        // The panes take the keys, and the words stay.
        let shown = screen.keys("^o j j").draw();
        assert!(shown.contains("Requirements"), "{size:?}: {shown}");
        assert_eq!(shown.contains("reject checkout"), both, "{size:?}: {shown}");
        assert!(!screen.is_open() && screen.decisions().is_empty());
        for back in ["^o", "^o d", "^o esc"] {
            let shown = screen.keys(back).draw();
            assert!(screen.is_open(), "{back}");
            assert!(shown.contains("reject checkout") && shown.contains("words"), "{back}: {shown}");
        }
        screen.keys("esc esc");
        assert!(!screen.is_open());
    }
}
