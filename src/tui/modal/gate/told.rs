//! What is told of a decision: that it was carried out and what follows, or that it was refused and why.

use super::story::{NAME, Story, detail_of, gate_of, reading, run_view};
use crate::engine::Doing;
use crate::tui::features::Card;
use crate::tui::msg::{Errand, Msg};

#[test]
fn a_refused_decision_keeps_the_words_and_says_why() {
    let mut story = Story::at_80();
    story.keys("d r \"more\"").ended(Errand::KeepDraft, Ok("")).ended(Errand::KeepDraft, Ok(""));
    story.keys("^s \"checkout\" enter");
    story.trail();
    story.ended(Errand::Decide, Err("checkout is held by process 7"));
    assert!(story.is_open());
    let shown = story.draw();
    assert!(shown.contains("held by process 7") && shown.contains("more"), "{shown}");
    assert_eq!(story.trail(), [""; 0], "the draft is not emptied");
    story.keys("enter");
    assert_eq!(story.decisions().len(), 0, "the confirmation is typed anew");
}

#[test]
fn a_decision_that_was_carried_out_says_what_it_was_and_what_follows() {
    for (keys, state, says) in [
        ("d a \"checkout\" enter", "FROZEN", "checkout: approved"),
        ("d r \"more\"", "REVISING", "checkout: rejected; iteration 4 begins"),
        ("d x \"sold\" enter \"checkout\" enter", "FAILED", "checkout: aborted"),
    ] {
        let mut story = Story::at_80();
        story.keys(keys);
        if state == "REVISING" {
            story.ended(Errand::KeepDraft, Ok("")).ended(Errand::KeepDraft, Ok(""));
            story.keys("^s \"checkout\" enter");
        }
        let card = Card::of(&run_view(state, None), Doing::Resting);
        story.tell(Msg::Ran(vec![(NAME.parse().unwrap(), card)]));
        let told = story.model.message.as_ref().map(|message| message.text.as_str());
        assert_eq!((story.is_open(), told), (false, Some(says)), "{state}");
    }
}

#[test]
fn a_refusal_is_said_once_and_gives_way_to_what_changed() {
    let mut story = Story::at_80();
    story.keys("d a \"checkout\" enter");
    story.ended(Errand::Decide, Err("nothing waits for gate/3 any more"));
    assert!(story.draw().matches("nothing waits for gate/3").count() == 1);
    let reading = reading("0.2.0");
    story.tell(Msg::Detail(detail_of(run_view("CANDIDATE", Some(gate_of(reading.sha256))), reading, "")));
    let shown = story.draw();
    assert!(shown.contains("Nothing was decided.") && shown.contains("Diff shows what changed"), "{shown}");
    assert!(!shown.contains("nothing waits for gate/3"), "{shown}");
}

#[test]
fn what_somebody_else_decided_is_not_said_to_be_what_was_chosen_here() {
    let mut story = Story::at_80();
    story.keys("d a \"checkout\" enter");
    let card = Card::of(&run_view("REVISING", None), Doing::Resting);
    story.tell(Msg::Ran(vec![(NAME.parse().unwrap(), card)]));
    assert!(story.is_open(), "what the engine says of it is still to come");
    story.ended(Errand::Decide, Err("nothing was decided"));
    assert!(story.draw().contains("nothing was decided"));
}
