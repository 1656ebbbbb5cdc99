//! Tests of the messages after a decision: carried out, or refused.

use jiff::Timestamp;

use super::test_screen::{TestScreen, detail_of, gate_of, reading, run_key, run_view};
use crate::tui::model::feature_list::{Card, Sort};
use crate::tui::msg::{Job, Msg};
use frieze_data::id::FeatureId;
use frieze_engine::Activity;

#[test]
fn a_refused_decision_keeps_the_feedback_and_shows_the_reason() {
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"more\"").ended(Job::SaveDraft, Ok("")).ended(Job::SaveDraft, Ok(""));
    screen.keys("^s");
    screen.take_commands();
    screen.ended(Job::Decide, Err("checkout is held by process 7"));
    assert!(screen.is_open());
    let shown = screen.draw();
    assert!(shown.contains("held by process 7") && shown.contains("more"), "{shown}");
    assert_eq!(screen.take_commands(), [""; 0], "the draft is not emptied");
    screen.keys("enter");
    assert_eq!(screen.decisions().len(), 0, "nothing is sent again by itself");
}

#[test]
fn a_message_names_the_decision_and_what_follows() {
    for (keys, state, says) in [
        ("d a \"checkout\" enter", "FROZEN", "checkout: approved"),
        ("d r \"more\"", "REVISING", "checkout: rejected; iteration 4 begins"),
        ("d x \"sold\" enter y", "FAILED", "checkout: aborted"),
    ] {
        let mut screen = TestScreen::at_80();
        screen.keys(keys);
        if state == "REVISING" {
            screen.ended(Job::SaveDraft, Ok("")).ended(Job::SaveDraft, Ok(""));
            screen.keys("^s");
        }
        let card = Card::of(&run_view(state, None), Activity::Idle);
        screen.send(Msg::RunsChanged(vec![(run_key(), card)]));
        let message = screen.model.message.as_ref().map(|message| message.text.as_str());
        assert_eq!((screen.is_open(), message), (false, Some(says)), "{state}");
    }
}

/// The next one in the order of the list, not the first, and not where the decided one went.
#[test]
fn the_next_feature_that_needs_the_person_is_selected_after_a_decision() {
    let waits = |since| {
        let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
        let since = Some(Timestamp::from_second(since).unwrap());
        Card { since, ..Card::of(&view, Activity::Idle) }
    };
    let frozen = Card::of(&run_view("FROZEN", None), Activity::Idle);
    let generated = Card { iteration: 4, ..waits(9) };
    let newest = Card { since: waits(9).since, ..frozen.clone() };
    for (sort, keys, becomes, has_later, next) in [
        (Sort::Need, "d a \"checkout\" enter", frozen.clone(), true, "cart"),
        (Sort::Need, "d a \"checkout\" enter", frozen, false, "search"),
        (Sort::Need, "d r \"more\" ^s", generated, true, "cart"),
        // It moves to the top.
        (Sort::Recent, "d a \"checkout\" enter", newest, true, "search"),
    ] {
        let mut screen = TestScreen::at_80();
        screen.model.features.set_sort(sort);
        let [first, later]: [FeatureId; 2] = ["search", "cart"].map(|id| id.parse().unwrap());
        screen.model.features.list(&[first.clone(), run_key().id, later.clone()]);
        screen.model.features.select_run(&run_key());
        let cards = vec![(first.into(), waits(1)), (run_key(), waits(2))];
        let later = has_later.then(|| (later.into(), waits(3)));
        screen.send(Msg::CardsRead(cards.into_iter().chain(later).collect()));
        screen.keys(keys).ended(Job::SaveDraft, Ok("")).ended(Job::SaveDraft, Ok(""));
        assert_eq!(screen.decisions().len(), 1, "{keys}");
        screen.send(Msg::RunsChanged(vec![(run_key(), becomes)]));
        let selected = screen.model.features.selected().map(FeatureId::as_str);
        assert_eq!((screen.is_open(), selected), (false, Some(next)), "{keys}");
    }
}

/// Its place counts no more once the person goes elsewhere.
#[test]
fn after_a_refused_decision_the_next_feature_is_the_one_after_the_cursor() {
    let mut screen = TestScreen::at_80();
    let ids: [FeatureId; 2] = ["search", "cart"].map(|id| id.parse().unwrap());
    screen.model.features.list(&[ids[0].clone(), run_key().id, ids[1].clone()]);
    let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
    let cards = [(1, ids[0].clone()), (2, run_key().id), (3, ids[1].clone())].map(|(since, id)| {
        let since = Some(Timestamp::from_second(since).unwrap());
        (id.into(), Card { since, ..Card::of(&view, Activity::Idle) })
    });
    screen.send(Msg::CardsRead(cards.into()));
    screen.model.features.select_run(&run_key());
    screen.keys("d a \"checkout\" enter").ended(Job::SaveDraft, Ok("")).ended(Job::SaveDraft, Ok(""));
    assert_eq!(screen.decisions().len(), 1);
    screen.ended(Job::Decide, Err("locked"));
    screen.model.features.select(&ids[1]);
    assert!(screen.model.features.select_next_needing_person());
    assert_eq!(screen.model.features.selected(), Some(&ids[0]));
}

#[test]
fn the_words_of_an_abort_that_is_typed_are_its_reason_at_the_gate() {
    for typed in ["abort checkout sold out", "abort --reason 'sold out'"] {
        let mut screen = TestScreen::at_80();
        screen.keys(&format!(": \"{typed}\" enter"));
        assert!(screen.is_open() && screen.decisions().is_empty());
        screen.keys("x y");
        assert_eq!(screen.decisions(), ["decide abort \"sold out\""], "{typed}");
    }
    // Words that are there already stay, and are not repeated.
    let mut screen = TestScreen::at_80();
    screen.model.drafts.keep_decision_note(&run_key().id, "abort", "not now:".to_owned());
    for _ in 0..2 {
        screen.keys(": \"abort checkout sold out\" enter esc");
    }
    screen.keys("d x y");
    assert_eq!(screen.decisions(), ["decide abort \"not now: sold out\""]);
}

#[test]
fn a_refusal_is_shown_once_and_replaced_by_a_change() {
    let mut screen = TestScreen::at_80();
    screen.keys("d a \"checkout\" enter");
    screen.ended(Job::Decide, Err("nothing waits for gate/3 any more"));
    assert!(screen.draw().matches("nothing waits for gate/3").count() == 1);
    let reading = reading("0.2.0");
    screen.send(Msg::Detail(detail_of(run_view("CANDIDATE", Some(gate_of(reading.sha256))), reading, "")));
    let shown = screen.draw();
    assert!(shown.contains("Nothing was decided.") && shown.contains("The pane Diff shows"), "{shown}");
    assert!(!shown.contains("nothing waits for gate/3"), "{shown}");
}

#[test]
fn somebody_elses_decision_is_not_reported_as_ours() {
    let mut screen = TestScreen::at_80();
    screen.keys("d a \"checkout\" enter");
    let card = Card::of(&run_view("REVISING", None), Activity::Idle);
    screen.send(Msg::RunsChanged(vec![(run_key(), card)]));
    assert!(screen.is_open(), "the engine has not answered yet");
    screen.ended(Job::Decide, Err("nothing was decided"));
    assert!(screen.draw().contains("nothing was decided"));
}
