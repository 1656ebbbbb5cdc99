//! What a person wrote is not lost when a run ends or an answer takes its place: designs written by hand, and the words
//! of a rejection that no design has answered.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod flow_world;

use flow_world::{World, design, story};
use frieze::kernel::Want;
use frieze::kernel::{Event, Flow as _, Order};

const WORDS: &str = "rename Notes to Cards";

fn edited(world: &World) -> Vec<u8> {
    serde_json::to_vec(&design(&world.id, "Mine")).unwrap()
}

fn sends_feedback(world: &World) -> bool {
    frieze::flows::design::Design::wants(&world.record).iter().any(|request| match &request.want {
        Want::Agent(errand) => errand.material.iter().any(|(name, _)| *name == "feedback"),
        Want::Gate(_) | Want::Watch(_) | Want::Proceed => false,
    })
}

#[test]
fn a_design_by_hand_is_kept_when_an_answer_takes_its_place() {
    // Before the first run; of a failed one; while the generator works.
    for (before, folder) in [("", 1), ("start · design A · dead gone · reset", 2), ("start", 1)] {
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
fn a_design_that_the_run_made_is_not_kept_twice() {
    for script in ["start · design A · score 81 · design B", "start · design A · clean · reject x · design B"]
    {
        let world = World::after(script);
        let twice = world.disk.keys().find(|path| path.ends_with("intent-replaced.json"));
        assert_eq!(twice, None, "{script}");
    }
}

#[test]
fn words_that_no_design_has_answered_go_into_the_next_run() {
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
    // Answered once, they are not sent again.
    world.play("design B · score 81");
    assert!(!sends_feedback(&world));
    world.play("stop enough · reset · start");
    assert!(!world.prompt().contains(WORDS));
}

/// An edit by hand that was undone stands in the ledger behind the design that was rejected.
#[test]
fn words_about_a_design_that_was_edited_and_put_back_are_not_lost() {
    let mut world = World::after("start · design A · clean");
    let original = world.file("design/intent.json").unwrap().to_vec();
    world.play("edit B · look");
    world.put("design/intent.json", &original);
    world.play(&format!("look · reject {WORDS} · slow · reset · start"));
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert!(sends_feedback(&world) && world.prompt().contains(WORDS), "{}", world.prompt());
}

#[test]
fn words_are_taken_back_by_an_abort() {
    let script = format!("start · design A · clean · reject {WORDS} · stop enough · reset · start");
    let world = World::after(&script);
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert!(!sends_feedback(&world) && !world.prompt().contains(WORDS));
}

/// The frozen design answered them; the run after it begins anew from the brief and has nothing of that design.
#[test]
fn words_go_into_the_run_after_an_unfreeze() {
    let script = format!(
        "start · design A · clean · reject {WORDS} · design B · clean · reject be brief · design C · clean · approve · delete design/final/FROZEN.md"
    );
    for ending in [" · look · start", " · look · start · dead gone · reset · start"] {
        let world = World::after(&format!("{script}{ending}"));
        assert_eq!(world.state(), "GENERATING", "{ending}: {:?}", world.refusals);
        let prompt = world.prompt();
        assert!(sends_feedback(&world) && prompt.contains(WORDS) && prompt.contains("be brief"), "{ending}");
        assert!(!prompt.contains("PREVIOUS DESIGN"), "{ending}: it begins from the brief");
        assert!(world.noted("feedback").iter().any(|note| note.text.contains("begins anew")), "{ending}");
        assert!(world.noted("unfreeze").iter().any(|note| note.text.contains("2 rejections")), "{ending}");
    }
    // Without the files it runs all the same, and says so.
    let mut world = World::after(&format!("{script} · look"));
    world.delete("design/iterations/1/feedback.md");
    world.play("start");
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert!(!world.prompt().contains(WORDS) && world.prompt().contains("be brief"));
    assert!(world.noted("feedback").iter().any(|note| note.text.contains("begins without them")));
}

/// However often a design is frozen and unfrozen, the record has room for the words that go along.
#[test]
fn of_very_many_rejections_the_last_go_along() {
    let mut world = World::after(&format!(
        "start · design A · clean · reject {WORDS} · design B · clean · approve · delete design/final/FROZEN.md · look"
    ));
    let given = world.record.feedback[0].clone();
    world.record.feedback = vec![given; 180];
    world.play("start");
    assert_eq!(world.state(), "GENERATING", "{:?}", world.refusals);
    assert_eq!(world.record.feedback.len(), 50);
    assert!(world.noted("feedback").iter().any(|note| note.text.contains("not those of 130 before")));
}

/// Words of earlier rejections stand in every prompt of their run, and in those of the run that goes on from it.
#[test]
fn earlier_words_do_not_drop_out_when_a_run_ends_by_its_rules() {
    let begun = format!("start · design A · clean · reject {WORDS} · design B · clean · reject be brief");
    for ending in
        ["", " · dead gone · reset · start", " · dead gone · reset · start · dead gone · reset · start"]
    {
        let world = World::after(&format!("{begun}{ending}"));
        let prompt = world.prompt();
        assert!(prompt.contains(WORDS) && prompt.contains("be brief"), "{ending}: {prompt}");
        assert!(prompt.contains("PREVIOUS DESIGN"), "{ending}: it goes on from the rejected design");
    }
}

#[test]
fn a_run_does_not_begin_without_the_words_it_owes() {
    let mut world = World::after(&format!("start · design A · clean · reject {WORDS} · dead gone · reset"));
    world.delete("design/iterations/1/feedback.md");
    let refused = world.send(&Event::Ordered(Order::Start)).unwrap_err();
    assert_eq!(refused.rule, "feedback-changed", "{refused:?}");
    world.put("design/iterations/1/feedback.md", WORDS.as_bytes());
    world.play("start");
    assert!(world.prompt().contains(WORDS));
}

/// An agent that is asked again has not been waited for since before the run was paused.
#[test]
fn a_run_that_goes_on_waits_since_it_was_asked_again() {
    let mut world = World::after("start");
    let begun = world.record.since.unwrap();
    world.play("again");
    assert!(world.record.since.unwrap() > begun, "{:?}", world.record.since);
}
