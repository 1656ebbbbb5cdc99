//! Tests of the preview server of a candidate, as scripts (ruling 12).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_data::digest::Digest;
use frieze_design::critique::CritiqueFile;
use frieze_flows::design::{Design, Previewer};
use frieze_kernel::{Event, Fault, Flow, Order};
use frieze_testkit::worlds::{World, story};

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

fn preview_text(world: &World) -> String {
    Design::view(&world.record).preview.unwrap_or_default()
}

#[test]
fn without_a_server_nobody_is_asked() {
    let world = story("start · design A · clean", "IGEC");
    assert_eq!((world.asked(), preview_text(&world)), (None, String::new()));
}

#[test]
fn the_drawn_page_replaces_the_built_in_one() {
    let mut world = candidate();
    let calls = world.record.run.as_ref().unwrap().spent.calls;
    assert_eq!(calls, 3, "the call is counted before it is made");
    assert!(!page(&world).contains("Drawn") && preview_text(&world).contains("stitch is drawing"));
    assert!(preview_text(&world).contains("a decision cancels that"), "{}", preview_text(&world));
    assert_eq!(world.asked().unwrap().1, "previewer");
    assert!(world.prompt().contains("\"views\""));
    world.answer(DRAWN).unwrap();
    assert!(page(&world).contains("<h1>Drawn</h1>") && !page(&world).contains("<script"));
    let sha256 = world.record.candidate.as_ref().unwrap().intent_sha256;
    assert!(page(&world).contains(&format!("name=\"frieze-intent-sha256\" content=\"{sha256}\"")));
    assert_eq!((preview_text(&world), world.asked()), ("drawn by stitch".into(), None));
    // An inspection asks nobody; a deleted page is rebuilt from the saved answer.
    let drawn = page(&world);
    world.play("look · delete design/preview.html · look");
    assert_eq!((page(&world), world.asked()), (drawn, None));
    // Without that answer, the server is asked again.
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

#[test]
fn the_page_compares_the_design_with_its_brief_and_is_restored_byte_for_byte() {
    for is_drawn in [false, true] {
        let mut world = candidate();
        if is_drawn {
            world.answer(DRAWN).unwrap();
        }
        let critique = CritiqueFile::read(world.file("design/critique.json").unwrap()).unwrap();
        let words = critique.fidelity.unwrap().in_words();
        let before = page(&world);
        assert!(before.contains(&words), "{words}");
        world.play("delete design/preview.html · look");
        assert_eq!(page(&world), before);
        world.play("approve");
        assert_eq!(world.state(), "FROZEN");
    }
}

#[test]
fn a_page_of_an_older_version_is_restored_as_it_was() {
    let mut world = World::new();
    world.play("start · design A · clean");
    let reading = frieze_intent::read(world.file("design/intent.json").unwrap()).unwrap();
    let old = frieze_preview::render(&reading.intent, reading.sha256, None);
    assert_ne!(page(&world), old);
    let recorded = world.record.preview.as_mut().unwrap();
    (recorded.compared, recorded.sha256) = (None, Digest::of(old.as_bytes()));
    world.put("design/preview.html", old.as_bytes());
    world.play("look");
    assert_eq!(page(&world), old, "it is not replaced");
    world.play("delete design/preview.html · look");
    assert_eq!(page(&world), old);
    world.play("approve");
    assert_eq!(world.state(), "FROZEN");
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
        assert!(preview_text(&world).starts_with("built-in; stitch failed: "), "{}", preview_text(&world));
        assert!(world.noted("preview").last().unwrap().text.contains("the built-in preview is used"));
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
        assert!(preview_text(&world).starts_with("built-in; stitch failed: "), "{}", preview_text(&world));
    }
}

#[test]
fn a_postponed_answer_is_requested_later_and_counted() {
    let mut world = candidate();
    for times in 1..3 {
        world.fault(Fault::TryLater { after_ms: Some(1000), why: "HTTP 429".into() }).unwrap();
        assert_eq!(world.record.run.as_ref().unwrap().spent.calls, 3 + times);
        assert!(preview_text(&world).contains("asked again at"), "{}", preview_text(&world));
    }
    world.fault(Fault::TryLater { after_ms: Some(1000), why: "HTTP 429".into() }).unwrap();
    assert_eq!(world.asked(), None);
}

const PARTLY: &str = r#"{"server":"S","pages":[{"title":"Cart","html":"<h1>Drawn</h1>"}],"missing":["Payment: too slow","Receipt: not asked for"]}"#;

/// Missing screens are requested when the page is rebuilt. Until then, and after a failure, the partial page is used.
#[test]
fn missing_screens_are_requested_when_the_page_is_rebuilt() {
    let mut world = candidate();
    world.answer(PARTLY).unwrap();
    let partly = page(&world);
    assert!(
        partly.contains("Payment: too slow") && preview_text(&world).contains("2 screens were not drawn")
    );
    world.play("look · look");
    assert_eq!((world.asked(), page(&world) == partly), (None, true), "an inspection requests nothing");
    for fault in [Fault::Failed { why: "HTTP 500".into() }, Fault::TimedOut { limit_ms: 5000 }] {
        let calls = world.record.run.as_ref().unwrap().spent.calls;
        world.play("delete design/preview.html · look");
        assert_eq!((world.asked().unwrap().1, page(&world) == partly), ("previewer", true));
        assert_eq!(world.record.run.as_ref().unwrap().spent.calls, calls + 1);
        assert!(
            preview_text(&world).contains("in part")
                && preview_text(&world).contains("drawing the missing screens")
        );
        world.fault(fault).unwrap();
        assert_eq!((world.asked(), page(&world) == partly), (None, true));
        assert!(
            preview_text(&world).starts_with("drawn by stitch; some screens were not drawn"),
            "{}",
            preview_text(&world)
        );
    }
    world.play("delete design/preview.html · look");
    world.answer(DRAWN).unwrap();
    assert_eq!((preview_text(&world), world.asked()), ("drawn by stitch".into(), None));
    let whole = page(&world);
    world.play("delete design/preview.html · look");
    assert_eq!((world.asked(), page(&world) == whole), (None, true), "nothing is missing any more");
}

/// "It never blocks the gate": a decision drops a pending request.
#[test]
fn a_decision_does_not_wait() {
    let mut world = candidate();
    world.play("approve");
    assert_eq!((world.state(), world.asked()), ("FROZEN", None));
    assert!(preview_text(&world).contains("decided before stitch answered"));
    for words in ["reject make it shorter", "abort enough"] {
        let mut world = candidate();
        world.play(words);
        assert!(world.asked().is_none_or(|(_, role)| role == "generator"), "{words}");
    }
}

#[test]
fn an_edit_and_a_new_iteration_make_a_new_request() {
    let mut world = candidate();
    let first = world.asked().unwrap().0;
    world.play("edit B · look");
    let second = world.asked().unwrap().0;
    assert_ne!(first, second);
    assert_eq!(
        world
            .send(&Event::Answered { key: first, answer: frieze_kernel::Answer::of(DRAWN, "m") })
            .unwrap_err()
            .rule,
        "unasked"
    );
    world.answer(DRAWN).unwrap();
    assert!(page(&world).contains("Drawn"));
    // An answer for a design that was edited since is not used.
    world.play("edit C · look · edit D");
    world.answer(DRAWN).unwrap();
    assert!(!page(&world).contains("Drawn") && preview_text(&world).contains("changed in the meantime"));
    // An invalid design is not drawn.
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
    assert!(preview_text(&world).contains("reached its limit of calls"), "{}", preview_text(&world));
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
