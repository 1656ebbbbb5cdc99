//! Tests of the gate dialog in a window that is too small, and in two windows with one draft.

use crossterm::event::KeyCode;

use super::test_screen::{NAME, TestScreen, detail_of, gate_of, reading, run_view};
use crate::tui::msg::{Job, Msg};

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
    // A confirmation goes back to the feedback, to be read again.
    let shown = screen.keys("^s").draw();
    assert!(shown.contains("to reject, type checkout"), "{shown}");
    screen.take_commands();
    screen.send(Msg::DraftMerged(NAME.parse().unwrap(), "mine too\n".to_owned()));
    let shown = screen.draw();
    assert!(!shown.contains("to reject, type") && shown.contains("read it again"), "{shown}");
}
