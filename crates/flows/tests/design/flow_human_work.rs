//! Tests that a person's work is not lost when a run ends or an answer replaces it: hand-written designs and unanswered
//! feedback.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_flows::design::{Design, DesignRecord};
use frieze_kernel::RequestKind;
use frieze_kernel::{Event, Flow as _, Order};
use frieze_testkit::worlds::{World, design, story};

const WORDS: &str = "rename Notes to Cards";

fn edited(world: &World) -> Vec<u8> {
    serde_json::to_vec(&design(&world.id, "Mine")).unwrap()
}

fn sends_feedback(world: &World) -> bool {
    Design::wants(&world.record).iter().any(|request| match &request.kind {
        RequestKind::Agent(ask) => ask.material.iter().any(|(name, _)| *name == "feedback"),
        RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => {
            false
        }
    })
}

#[test]
fn a_hand_written_design_is_saved_when_an_answer_replaces_it() {
    // Before the first run; after a failed one; while the generator works.
    for (before, folder) in [("", 1), ("start · design A · slow · reset", 2), ("start", 1)] {
        let mut world = World::after(before);
        let mine = edited(&world);
        world.put("design/intent.json", &mine);
        if world.state() == "IDLE" {
            world.play("start");
        }
        world.play("design B");
        let kept = format!("design/iterations/{folder}/intent-replaced.json");
        assert_eq!(world.file(&kept), Some(mine.as_slice()), "{before}");
        let noted = world.noted("human-edit");
        assert!(noted.iter().any(|note| note.text.contains(&kept)), "{before}: {noted:?}");
    }
}

#[test]
fn a_design_of_the_run_is_not_saved_twice() {
    for script in ["start · design A · score 81 · design B", "start · design A · clean · reject x · design B"]
    {
        let world = World::after(script);
        let twice = world.disk.keys().find(|path| path.ends_with("intent-replaced.json"));
        assert_eq!(twice, None, "{script}");
    }
}

#[test]
fn unanswered_feedback_goes_into_the_next_run() {
    let mut world = story(&format!("start · design A · clean · reject {WORDS}"), "IGECRG");
    assert!(sends_feedback(&world) && world.prompt().contains(WORDS));
    // The run ends by its rules before the generator has answered.
    world.terms.pins.generator.agent = "other: files".to_owned();
    world.play("design B");
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "determinism-violation"));
    world.play("reset · start");
    assert!(sends_feedback(&world), "{:?}", world.refusals);
    assert!(world.prompt().contains(WORDS), "{}", world.prompt());
    let rejected = world.file("design/iterations/1/intent.json");
    assert_eq!(
        world.file("design/iterations/3/previous.json"),
        rejected,
        "it starts from the rejected design"
    );
    assert!(world.noted("feedback").iter().any(|note| note.text.contains("Ada")));
    // Answered feedback is not sent again.
    world.play("design B · score 81");
    assert!(!sends_feedback(&world));
    world.play("stop enough · reset · start");
    assert!(!world.prompt().contains(WORDS));
}

/// After an undone edit, the rejected design is not the last evaluation.
#[test]
fn feedback_on_a_design_with_an_undone_edit_is_not_lost() {
    let mut world = World::after("start · design A · clean");
    let original = world.file("design/intent.json").unwrap().to_vec();
    world.play("edit B · look");
    world.put("design/intent.json", &original);
    world.play(&format!("look · reject {WORDS} · slow · reset · start"));
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert!(sends_feedback(&world) && world.prompt().contains(WORDS), "{}", world.prompt());
}

#[test]
fn an_abort_drops_the_feedback() {
    let script = format!("start · design A · clean · reject {WORDS} · stop enough · reset · start");
    let world = World::after(&script);
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert!(!sends_feedback(&world) && !world.prompt().contains(WORDS));
}

/// The frozen design answered the feedback, but the next run starts from the brief, without that design.
#[test]
fn feedback_goes_into_the_run_after_an_unfreeze() {
    let script = format!(
        "start · design A · clean · reject {WORDS} · design B · clean · reject be brief · design C · clean · approve · delete design/final/FROZEN.md"
    );
    for ending in [" · look · start", " · look · start · slow · reset · start"] {
        let world = World::after(&format!("{script}{ending}"));
        assert_eq!(world.state(), "GENERATING", "{ending}: {:?}", world.refusals);
        let prompt = world.prompt();
        assert!(sends_feedback(&world) && prompt.contains(WORDS) && prompt.contains("be brief"), "{ending}");
        assert!(!prompt.contains("PREVIOUS DESIGN"), "{ending}: it begins from the brief");
        assert!(
            world.noted("feedback").iter().any(|note| note.text.contains("starts from the brief")),
            "{ending}"
        );
        assert!(world.noted("unfreeze").iter().any(|note| note.text.contains("2 rejections")), "{ending}");
    }
    // Without the files the run starts too, with a note.
    let mut world = World::after(&format!("{script} · look"));
    world.delete("design/iterations/1/feedback.md");
    world.play("start");
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert!(!world.prompt().contains(WORDS) && world.prompt().contains("be brief"));
    assert!(world.noted("feedback").iter().any(|note| note.text.contains("starts without it")));
}

/// The record's feedback is bounded, even after many freezes.
#[test]
fn only_the_last_rejections_go_into_the_next_run() {
    let mut world = World::after(&format!(
        "start · design A · clean · reject {WORDS} · design B · clean · approve · delete design/final/FROZEN.md · look"
    ));
    let given = world.record.feedback[0].clone();
    world.record.feedback = vec![given; 180];
    world.play("start");
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert_eq!(world.record.feedback.len(), 50);
    assert!(
        world.noted("feedback").iter().any(|note| note.text.contains("without that of 130 earlier ones"))
    );
}

/// Earlier feedback is in every prompt of its run, and of the run that continues it.
#[test]
fn earlier_feedback_survives_a_run_that_ends_by_its_rules() {
    let begun = format!("start · design A · clean · reject {WORDS} · design B · clean · reject be brief");
    for ending in ["", " · slow · reset · start", " · slow · reset · start · slow · reset · start"] {
        let world = World::after(&format!("{begun}{ending}"));
        let prompt = world.prompt();
        assert!(prompt.contains(WORDS) && prompt.contains("be brief"), "{ending}: {prompt}");
        assert!(prompt.contains("PREVIOUS DESIGN"), "{ending}: it goes on from the rejected design");
    }
}

/// Ruling 27.
#[test]
fn an_undone_reset_leaves_the_record_as_it_was() {
    let rejected = format!("start · design A · clean · reject {WORDS}");
    for script in [
        "start · slow".to_owned(),
        "start · design A · clean · abort enough".to_owned(),
        format!("{rejected} · stop enough"),
        format!("{rejected} · slow"),
        format!("{rejected} · design B · clean · abort enough"),
    ] {
        let failed = World::after(&script);
        let mut world = failed.clone();
        world.play("reset");
        let view = Design::view(&world.record);
        assert!(view.next.contains(&("FAILED", "undo")), "{script}: {:?}", view.next);
        assert!(view.hint.is_none() && view.cause.is_none(), "{script}: {view:?}");
        world.play("undo");
        // It failed when it failed.
        let DesignRecord { revision, history, journal, .. } = world.record.clone();
        let expected = DesignRecord { revision, history, journal, ..failed.record.clone() };
        assert_eq!(world.record, expected, "{script}");
        assert!(world.noted("reset").iter().any(|note| note.text.contains("undid the reset")), "{script}");
        // The next run is as it would have been.
        let mut other = failed;
        other.play("reset · start");
        world.play("reset · start");
        assert_eq!(world.prompt(), other.prompt(), "{script}");
    }
    let tampered = "start · design A · clean · approve";
    let mut tampered = World::after(tampered);
    let intact = tampered.file("design/final/intent.json").unwrap().to_vec();
    tampered.put("design/final/intent.json", b"{}");
    tampered.play("look");
    tampered.put("design/final/intent.json", &intact);
    tampered.play("reset");
    let others =
        ["", "start · slow · reset · start", "start · design A · score 85 · stop enough · reset best"];
    for mut world in others.map(World::after).into_iter().chain([tampered]) {
        let undo = Order::Verb { verb: "undo", words: Vec::new(), text: None };
        let refused = world.send(&Event::Ordered(undo)).unwrap_err();
        assert!(refused.why.contains("has no reset to undo"), "{refused:?}");
        assert_eq!(refused.why.contains("from the best design is final"), world.record.seed_folder.is_some());
        assert!(refused.hint.contains("can be undone until the next run"), "{refused:?}");
        assert!(!Design::view(&world.record).next.iter().any(|(_, trigger)| *trigger == "undo"));
    }
}

/// A person sees that words are used again, and can withdraw them as the view says.
#[test]
fn words_that_the_next_run_gets_can_be_withdrawn() {
    let reason = |world: &World| Design::view(&world.record).reason.unwrap_or_default();
    let unanswered = format!("start · design A · clean · reject {WORDS} · slow · reset");
    let mut world = World::after(&unanswered);
    assert!(
        reason(&world).ends_with("a rejection again; to withdraw them, abort that run"),
        "{}",
        reason(&world)
    );
    world.play("start · stop enough · reset");
    assert_eq!(reason(&world), "");
    world.play("start");
    assert!(!sends_feedback(&world));
    let answered = format!(
        "start · design A · clean · reject {WORDS} · design B · clean · approve · delete design/final/FROZEN.md · look · explain x"
    );
    let mut world = World::after(&answered);
    assert!(reason(&world).ends_with("delete feedback.md in design/iterations/1"), "{}", reason(&world));
    assert_eq!(world.view_under_terms().reason, Design::view(&world.record).reason);
    world.delete("design/iterations/1/feedback.md");
    assert_eq!(world.view_under_terms().reason, None);
    world.play("start");
    assert!(world.state() == "GENERATING" && !sends_feedback(&world), "{:?}", world.refusals);
}

#[test]
fn a_run_does_not_start_without_its_unanswered_feedback() {
    let mut world = World::after(&format!("start · design A · clean · reject {WORDS} · slow · reset"));
    world.delete("design/iterations/1/feedback.md");
    let refused = world.send(&Event::Ordered(Order::Start)).unwrap_err();
    assert_eq!(refused.rule, "feedback-changed", "{refused:?}");
    world.put("design/iterations/1/feedback.md", WORDS.as_bytes());
    world.play("start");
    assert!(world.prompt().contains(WORDS));
}

/// The pause does not count as waiting.
#[test]
fn a_continued_run_waits_since_the_repeated_request() {
    let mut world = World::after("start");
    let begun = world.record.since.unwrap();
    world.play("again");
    assert!(world.record.since.unwrap() > begun, "{:?}", world.record.since);
}
