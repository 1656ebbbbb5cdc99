//! A window that is too small for the gate, and two windows that write on one feature.

use crossterm::event::KeyCode;

use super::story::{NAME, Story, detail_of, gate_of, reading, run_view};
use crate::tui::msg::{Errand, Msg};

/// A gate that stands open takes no key while the window is too small to draw it, nor before it is drawn again.
#[test]
fn what_is_not_drawn_decides_nothing() {
    let mut story = Story::at_80();
    story.keys("d a");
    story.tell(Msg::Resized(40, 10));
    assert!(story.draw().contains("takes no key"));
    story.keys("\"checkout\" enter enter");
    story.tell(Msg::Pasted("checkout".to_owned()));
    story.tell(Msg::Resized(80, 24));
    story.tell(Msg::Key(KeyCode::Char('x').into()));
    assert!(story.draw().contains("to approve, type checkout"), "{}", story.draw());
    story.keys("enter");
    assert_eq!(story.trail(), [""; 0]);
    // Nor one that would open it.
    let mut story = Story::at_80();
    story.tell(Msg::Resized(59, 24));
    story.keys("d a \"checkout\" enter");
    story.tell(Msg::Resized(80, 24));
    story.draw();
    assert!(!story.is_open() && story.trail().is_empty());
    story.keys("d a \"checkout\" enter");
    assert_eq!(story.trail().len(), 1);
}

/// Two windows write on one feature: no word of either is lost, and both have them in front of them.
#[test]
fn what_another_window_wrote_stands_beside_what_is_written_here() {
    let mut story = Story::at_80();
    story.keys("d r \"mine\"");
    assert_eq!(story.trail(), ["keep \"m\""]);
    story.tell(Msg::Joined(NAME.parse().unwrap(), "m\ntheirs\n".to_owned()));
    let shown = story.draw();
    assert!(shown.contains("│ mine") && shown.contains("│ theirs"), "{shown}");
    assert!(shown.contains("another window changed the draft"), "{shown}");
    assert_eq!(story.trail(), ["keep \"mine\\ntheirs\\n\""]);
    story.ended(Errand::KeepDraft, Ok(""));
    // The cursor stays where it is written.
    story.keys("\" too\"");
    assert!(story.draw().contains("│ mine too"), "{}", story.draw());
    story.ended(Errand::KeepDraft, Ok("")).ended(Errand::KeepDraft, Ok(""));
    // They write on, and nothing here is newer: it stands here by itself.
    let mut read = |draft: &str| {
        let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
        story.tell(Msg::Detail(detail_of(view, reading("0.1.0"), draft)));
        story.draw()
    };
    read("mine too\ntheirs\n");
    let shown = read("mine too\ntheirs, and more\n");
    assert!(shown.contains("│ theirs, and more") && shown.contains("its words stand here, too"), "{shown}");
    // Who was about to send the words reads them again.
    let shown = story.keys("^s").draw();
    assert!(shown.contains("to reject, type checkout"), "{shown}");
    story.trail();
    story.tell(Msg::Joined(NAME.parse().unwrap(), "mine too\n".to_owned()));
    let shown = story.draw();
    assert!(!shown.contains("to reject, type") && shown.contains("read them again"), "{shown}");
}
