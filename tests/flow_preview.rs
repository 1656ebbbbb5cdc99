//! The preview by a server beside the gate of a candidate, told as stories (ruling 12).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod flow_world;

use flow_world::{World, story};
use frieze::domain::digest::Digest;
use frieze::flows::design::{Design, Previewer};
use frieze::kernel::{Event, Fault, Flow, Order};

const DRAWN: &str =
    r#"{"server":"S","pages":[{"title":"Cart","html":"<h1>Drawn</h1><script>x()</script>"}]}"#;

fn candidate() -> World {
    let mut world = World::new();
    world.terms.previewer = Some(Previewer { name: "stitch".into(), max_screens: 2 });
    world.play("start · design A · clean");
    assert_eq!(world.state(), "CANDIDATE");
    world
}

fn page(world: &World) -> String {
    String::from_utf8(world.file("design/preview.html").unwrap().to_vec()).unwrap()
}

fn said(world: &World) -> String {
    Design::view(&world.record).preview.unwrap_or_default()
}

#[test]
fn without_a_server_nobody_is_asked() {
    let world = story("start · design A · clean", "IGEC");
    assert_eq!((world.asked(), said(&world)), (None, String::new()));
}

#[test]
fn the_built_in_page_is_there_at_once_and_the_drawn_one_replaces_it() {
    let mut world = candidate();
    let calls = world.record.run.as_ref().unwrap().spent.calls;
    assert_eq!(calls, 3, "the call is counted before it is made");
    assert!(!page(&world).contains("Drawn") && said(&world).contains("stitch is drawing"));
    assert!(said(&world).contains("a decision drops"), "{}", said(&world));
    assert_eq!(world.asked().unwrap().1, "previewer");
    assert!(world.prompt().contains("\"views\""));
    world.answer(DRAWN).unwrap();
    assert!(page(&world).contains("<h1>Drawn</h1>") && !page(&world).contains("<script"));
    let sha256 = world.record.candidate.as_ref().unwrap().intent_sha256;
    assert!(page(&world).contains(&format!("name=\"frieze-intent-sha256\" content=\"{sha256}\"")));
    assert_eq!((said(&world), world.asked()), ("drawn by stitch".into(), None));
    // Looked at again, nothing is asked; deleted, it is made again from the answer that was kept.
    let drawn = page(&world);
    world.play("look · delete design/preview.html · look");
    assert_eq!((page(&world), world.asked()), (drawn, None));
    // Without that answer, the server is asked anew.
    world.play("delete design/preview.html");
    let kept = world.disk.keys().find(|path| path.ends_with("previewer-answer.json")).unwrap().clone();
    world.disk.remove(&kept);
    world.play("look");
    assert_eq!(world.asked().unwrap().1, "previewer");
    world.answer(DRAWN).unwrap();
    world.play("approve");
    assert_eq!(world.state(), "FROZEN");
    assert!(String::from_utf8_lossy(world.file("design/final/preview.html").unwrap()).contains("Drawn"));
    assert_eq!(Digest::of(page(&world).as_bytes()), world.record.frozen.as_ref().unwrap().preview_sha256);
}

/// Ruling 12: "When the configured Stitch server fails, the built-in renderer serves, and the screen, the journal and
/// state.json say so."
#[test]
fn ruling_12_a_failure_keeps_the_built_in_page_and_says_so() {
    let faults = [
        Fault::Failed { why: "HTTP 403".into() },
        Fault::TimedOut { limit_ms: 5000 },
        Fault::TryLater { after_ms: Some(10_000_000), why: "HTTP 429".into() },
    ];
    for fault in faults {
        let mut world = candidate();
        let before = page(&world);
        world.fault(fault).unwrap();
        assert_eq!((page(&world), world.asked(), world.state()), (before, None, "CANDIDATE"));
        assert!(said(&world).starts_with("built-in; stitch failed: "), "{}", said(&world));
        assert!(world.noted("preview").last().unwrap().text.contains("the built-in one serves"));
        let state = String::from_utf8(world.file("design/state.json").unwrap().to_vec()).unwrap();
        assert!(state.contains("\"fallback\": \"stitch failed: "), "{state}");
        world.play("look · approve");
        assert_eq!(world.state(), "FROZEN");
    }
    for answer in [
        "",
        "{}",
        r#"{"server":"S","pages":[]}"#,
        r#"{"server":"S","pages":[{"title":"x","html":"<script>"}]}"#,
    ] {
        let mut world = candidate();
        let before = page(&world);
        world.answer(answer).unwrap();
        assert_eq!((page(&world), world.asked()), (before, None), "{answer}");
        assert!(said(&world).starts_with("built-in; stitch failed: "), "{}", said(&world));
    }
}

#[test]
fn an_answer_that_is_put_off_is_asked_for_later_and_counted() {
    let mut world = candidate();
    for times in 1..3 {
        world.fault(Fault::TryLater { after_ms: Some(1000), why: "HTTP 429".into() }).unwrap();
        assert_eq!(world.record.run.as_ref().unwrap().spent.calls, 3 + times);
        assert!(said(&world).contains("asked again at"), "{}", said(&world));
    }
    world.fault(Fault::TryLater { after_ms: Some(1000), why: "HTTP 429".into() }).unwrap();
    assert_eq!(world.asked(), None);
}

const PARTLY: &str = r#"{"server":"S","pages":[{"title":"Cart","html":"<h1>Drawn</h1>"}],"missing":["Payment: too slow","Receipt: not asked for"]}"#;

/// What lacks screens is completed when its page is made anew: the page with what there is serves meanwhile, and after a
/// failure too.
#[test]
fn a_preview_that_lacks_screens_is_completed_when_it_is_made_anew() {
    let mut world = candidate();
    world.answer(PARTLY).unwrap();
    let partly = page(&world);
    assert!(partly.contains("Payment: too slow") && said(&world).contains("2 screens were not drawn"));
    world.play("look · look");
    assert_eq!((world.asked(), page(&world) == partly), (None, true), "it is not asked for by itself");
    for fault in [Fault::Failed { why: "HTTP 500".into() }, Fault::TimedOut { limit_ms: 5000 }] {
        let calls = world.record.run.as_ref().unwrap().spent.calls;
        world.play("delete design/preview.html · look");
        assert_eq!((world.asked().unwrap().1, page(&world) == partly), ("previewer", true));
        assert_eq!(world.record.run.as_ref().unwrap().spent.calls, calls + 1);
        assert!(said(&world).contains("in part") && said(&world).contains("drawing what is missing"));
        world.fault(fault).unwrap();
        assert_eq!((world.asked(), page(&world) == partly), (None, true));
        assert!(said(&world).starts_with("drawn by stitch; some screens were not drawn"), "{}", said(&world));
    }
    world.play("delete design/preview.html · look");
    world.answer(DRAWN).unwrap();
    assert_eq!((said(&world), world.asked()), ("drawn by stitch".into(), None));
    let whole = page(&world);
    world.play("delete design/preview.html · look");
    assert_eq!((world.asked(), page(&world) == whole), (None, true), "nothing is missing any more");
}

/// "It never blocks the gate": a decision drops what is under way.
#[test]
fn a_decision_does_not_wait() {
    let mut world = candidate();
    world.play("approve");
    assert_eq!((world.state(), world.asked()), ("FROZEN", None));
    assert!(said(&world).contains("decided before stitch answered"));
    for words in ["reject make it shorter", "abort enough"] {
        let mut world = candidate();
        world.play(words);
        assert!(world.asked().is_none_or(|(_, role)| role == "generator"), "{words}");
    }
}

#[test]
fn an_edit_and_a_new_iteration_ask_anew() {
    let mut world = candidate();
    let first = world.asked().unwrap().0;
    world.play("edit B · look");
    let second = world.asked().unwrap().0;
    assert_ne!(first, second);
    assert_eq!(
        world
            .send(&Event::Answered { key: first, answer: frieze::kernel::Answer::of(DRAWN, "m") })
            .unwrap_err()
            .rule,
        "unasked"
    );
    world.answer(DRAWN).unwrap();
    assert!(page(&world).contains("Drawn"));
    // An answer for a design that was edited and not yet looked at is not used.
    world.play("edit C · look · edit D");
    world.answer(DRAWN).unwrap();
    assert!(!page(&world).contains("Drawn") && said(&world).contains("changed meanwhile"));
    // What is no design is not drawn.
    world.put("design/intent.json", b"{");
    world.play("look");
    assert_eq!(world.asked(), None);
    world.play("edit D · look · reject again · design E · clean");
    assert_eq!((world.state(), world.asked().unwrap().1), ("CANDIDATE", "previewer"));
}

#[test]
fn the_budget_of_the_run_holds_for_previews() {
    let mut world = World::new();
    world.terms.previewer = Some(Previewer { name: "stitch".into(), max_screens: 2 });
    world.terms.max_calls = 2;
    world.play("start · design A · clean");
    assert_eq!((world.state(), world.asked()), ("CANDIDATE", None));
    assert!(said(&world).contains("no more is allowed"), "{}", said(&world));
    let mut world = candidate();
    world.terms.max_calls = 3;
    world.play("again");
    assert_eq!((world.state(), world.asked()), ("CANDIDATE", None));
}

#[test]
fn an_interrupted_run_asks_again_and_a_crash_loses_nothing() {
    let mut world = candidate();
    world.play("again");
    assert_eq!(world.record.run.as_ref().unwrap().spent.calls, 4);
    assert_eq!(world.noted("asked-again").len(), 1);
    world.answer(DRAWN).unwrap();
    assert!(page(&world).contains("Drawn"));
    assert!(world.send(&Event::Ordered(Order::Start)).is_err());
}
