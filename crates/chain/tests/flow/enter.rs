//! Entering phases: order, hard blocks, warnings, partial phases (C1, C9, C10, C12, C16).

use frieze_chain::flow::ChainPhase;
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::{Event, Need, NoteKind, Order};

use crate::world::{World, YES};

/// Acceptance 1.
#[test]
fn start_makes_the_requirements_file() {
    let world = World::offline("Standard");
    let text = world.file(".meta.json").unwrap();
    assert!(text.starts_with(
        "{\n  \"id\": \"a\",\n  \"name\": \"a\",\n  \"mode\": \"standard\",\n  \"status\": \"active\","
    ));
    assert!(text.contains("\"currentPhase\": null") && text.contains("\"frieze\": {"));
    let view = world.view();
    assert_eq!((view.state, view.needs), ("READY", Some(Need::Step)));
    assert_eq!(view.next_command.as_deref(), Some("frieze chain brainstorm a"));
    let mut none = World::empty();
    assert_eq!(none.view().needs, Some(Need::Start));
    assert_eq!(none.verb("specify", &[]).unwrap_err().rule, "no-chain");
    for words in [&["mode=fast"][..], &["colour=red"], &["mode"], &["worktree=/tmp"], &["name="]] {
        assert_eq!(none.verb("start", words).unwrap_err().rule, "start", "{words:?}");
    }
    none.verb("start", &["mode=full", "worktree=../wt", "name=Checkout"]).unwrap();
    let meta = &none.record.meta;
    assert_eq!((meta.worktree().as_deref(), meta.name().as_deref()), (Some("../wt"), Some("Checkout")));
    assert_eq!(none.verb("start", &[]).unwrap_err().rule, "exists");
}

/// Acceptance 2: a hard block changes nothing.
#[test]
fn a_hard_block_is_a_refusal() {
    let mut world = World::offline("standard");
    let before = world.disk.clone();
    let refusal = world.verb("implement", &["proceed"]).unwrap_err();
    assert_eq!(refusal.why, "spec.md required before implementation. Run `frieze chain specify` first.");
    assert_eq!(refusal.hint, "frieze chain specify a");
    let refusal = world.verb("create-tasks", &[]).unwrap_err();
    assert!(refusal.why.starts_with("plan.md required before task creation."));
    assert_eq!(world.disk, before);
}

/// Acceptance 3.
#[test]
fn skipping_phases_is_asked_about() {
    let mut world = World::offline("standard");
    world.verb("design", &[]).unwrap();
    let view = world.view();
    assert_eq!((view.state, view.needs), ("ASKING", Some(Need::Decision)));
    assert!(view.gate().unwrap().question.contains("Skipping brainstorm, specify."));
    assert_eq!(
        view.gate().unwrap().choices.iter().map(|one| one.name).collect::<Vec<_>>(),
        ["proceed", "leave"]
    );
    world.verb("design", &[]).unwrap();
    assert_eq!(world.at(), ChainPhase::Asking, "without an answer it stays open");
    assert_eq!(world.verb("specify", &[]).unwrap_err().rule, "question");
    world.verb("design", &["proceed"]).unwrap();
    assert_eq!(world.at(), ChainPhase::Producing);
    world.send(&Event::Ordered(Order::Stop { reason: "late".to_owned() })).unwrap();
    assert_eq!(world.at(), ChainPhase::Ready);
    world.verb("brainstorm", &[]).unwrap();
    let state = world.phase(P::Brainstorm);
    assert!(state.completed.is_some() && world.file("brainstorm.md").is_some(), "{state:?}");
}

#[test]
fn a_question_is_left_or_answered_at_the_gate() {
    let mut world = World::agents("standard");
    world.verb("create-plan", &[]).unwrap();
    world.decide("leave").unwrap();
    assert_eq!(world.at(), ChainPhase::Ready);
    let left = |world: &World| {
        let mut decisions = world.notes.iter().filter(|(kind, _)| *kind == NoteKind::Decision);
        decisions.any(|(_, text)| text == "left without an answer")
    };
    assert!(left(&world), "other windows say who decided: {:?}", world.notes);
    assert!(!world.phase(P::CreatePlan).is_partial());
    world.verb("create-plan", &[]).unwrap();
    world.verb("leave", &[]).unwrap();
    assert!(left(&world), "{:?}", world.notes);
    world.verb("create-plan", &[]).unwrap();
    world.decide("proceed").unwrap();
    assert_eq!(world.role(), "planner");
    assert_eq!(world.verb("accept", &[]).unwrap_err().rule, "no-question");
    assert_eq!(world.verb("specify", &[]).unwrap_err().rule, "under-way");
    assert_eq!(world.verb("create-plan", &["nonsense"]).unwrap_err().rule, "word");
    world.verb("leave", &[]).unwrap();
    assert_eq!(world.at(), ChainPhase::Ready);
    assert!(world.phase(P::CreatePlan).is_partial());
}

/// Acceptance 5: a phase that was begun and not completed.
#[test]
fn a_partial_phase_asks_how_to_go_on() {
    for (answer, role, iteration) in
        [("continue", "brainstormer", 2), ("fresh", "brainstormer", 1), ("review", "chain-reviewer", 2)]
    {
        for by_word in [true, false] {
            let mut world = World::agents("standard");
            world.verb("brainstorm", &[]).unwrap();
            world.answer("# First\n");
            world.answer(crate::world::NO);
            // The process ended while the executor worked.
            world.verb("brainstorm", &[]).unwrap();
            let question = world.view().gate().unwrap().clone();
            assert!(question.question.starts_with("brainstorm was started and not completed."));
            match by_word {
                true => world.verb("brainstorm", &[answer]).unwrap(),
                false => world.decide(answer).unwrap(),
            }
            assert_eq!(world.role(), role);
            let active = world.record.own.active.clone().unwrap();
            assert_eq!(active.iteration, iteration, "{answer}");
            let has_draft = world.prompt().contains("draft\n| # First");
            assert_eq!(has_draft, answer == "continue", "{}", world.prompt());
            assert_eq!(world.prompt().contains("R2 is unclear."), answer == "continue");
            world.play(&[]);
            assert!(!world.phase(P::Brainstorm).is_partial());
            let kept =
                world.disk.iter().any(|(path, text)| path.contains("/chain/rounds/") && text == b"# First\n");
            assert!(kept, "the old artifact is kept");
        }
    }
}

#[test]
fn a_run_that_goes_on_by_itself_asks_again() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    let (key, _) = world.asked().unwrap();
    world.send(&Event::Ordered(Order::Start)).unwrap();
    assert_eq!(world.asked().unwrap().0, key, "an order to go on does not ask twice");
    world.send(&Event::AskedAgain { key: key.clone() }).unwrap();
    assert_eq!(world.asked().unwrap().0, key, "an answer that came meanwhile is taken");
    assert_eq!(world.record.own.spent.calls, 2);
}

#[test]
fn next_enters_the_phases_in_order() {
    let mut world = World::agents("quick");
    for phase in [P::Brainstorm, P::Specify] {
        world.verb("next", &[]).unwrap();
        assert_eq!(world.record.own.active.as_ref().unwrap().phase, phase);
        world.play(&[]);
    }
    world.put("design.md", "# Design\n");
    world.order("design", &[], Some("# Design\n")).unwrap();
    world.play(&[]);
    for phase in [P::CreatePlan, P::CreateTasks] {
        world.send(&Event::Ordered(Order::Start)).unwrap();
        assert_eq!(world.record.own.active.as_ref().unwrap().phase, phase);
        world.play(&[]);
    }
    world.order("implement", &[], Some("# Implementation\n")).unwrap();
    world.play(&[]);
    world.verb("next", &[]).unwrap();
    world.play(&[]);
    let refusal = world.verb("next", &[]).unwrap_err();
    assert_eq!(
        (refusal.rule, &*refusal.hint),
        ("finish", "`frieze chain finish a --outcome OUTCOME` ends it")
    );
    assert!(world.view().next_command.unwrap().starts_with("frieze chain finish a --outcome OUTCOME"));
    for phase in P::all().filter(|phase| *phase < P::Finish) {
        assert!(world.phase(phase).verified, "{phase:?} is verified");
    }
}

/// While a question is open, no other phase is entered: its answer leads to `leave` first, and then to what is missing.
#[test]
fn each_hint_is_a_command_that_works() {
    let mut world = World::agents("hotfix");
    world.verb("specify", &["proceed"]).unwrap();
    world.play(&[]);
    world.verb("create-plan", &["proceed"]).unwrap();
    world.play(&[]);
    world.verb("create-tasks", &[]).unwrap();
    world.verb("leave", &[]).unwrap();
    world.verb("create-tasks", &[]).unwrap();
    world.disk.remove("features/a/plan.md");
    let refusal = world.verb("create-tasks", &["continue"]).unwrap_err();
    assert_eq!((refusal.rule, &*refusal.hint), ("blocked", "frieze chain leave a"));
    world.verb("leave", &[]).unwrap();
    let refusal = world.send(&Event::Ordered(Order::Attempt { what: "approve" })).unwrap_err();
    assert_eq!(refusal.hint, "frieze chain create-plan a");
    // An answer is for the phase that is next, and for no other one.
    let refusal = world.order("next", &[], Some("# Tasks\n")).unwrap_err();
    assert_eq!((refusal.rule, &*refusal.hint), ("blocked", "frieze chain create-plan a"));
    world.verb("next", &[]).unwrap();
    assert_eq!(world.role(), "planner", "what the lists name");
    let mut empty = World::offline("hotfix");
    empty.disk.remove("features/a/brief.md");
    let refusal = empty.verb("design", &["proceed"]).unwrap_err();
    assert!(refusal.hint.ends_with("frieze chain specify a --from FILE"), "{refusal:?}");
    empty.order("specify", &["proceed"], Some("# Spec\n")).unwrap();
}

/// The next command would be refused for the same file.
#[test]
fn an_artifact_that_cannot_be_read_is_to_be_replaced() {
    let mut world = World::offline("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.put("spec.md", "\0unreadable");
    for words in [&[][..], &["review"], &["fresh"]] {
        let refusal = world.verb("specify", words).unwrap_err();
        assert!(
            refusal.why.contains("spec.md") && refusal.hint.contains("put a text in its place"),
            "{refusal:?}"
        );
    }
}

/// Hole 3: going back proceeds, and what was made from the old text is stale.
#[test]
fn going_back_makes_later_artifacts_stale() {
    let mut world = World::agents("standard");
    for verb in ["brainstorm", "specify"] {
        world.verb(verb, &[]).unwrap();
        world.play(&[]);
    }
    assert!(!world.is_stale(P::Specify));
    world.verb("brainstorm", &[]).unwrap();
    assert_eq!(world.role(), "brainstormer");
    world.play(&[]);
    assert_eq!(world.record.meta.furthest(), Some(P::Specify), "it moves forward only");
    assert!(world.is_stale(P::Specify));
    let sheet: Vec<String> = world.rows("chain");
    assert!(sheet.iter().any(|row| row.contains("stale")), "{sheet:?}");
    world.verb("specify", &[]).unwrap();
    world.answer("# Spec 2\n");
    world.answer(YES);
    assert!(!world.is_stale(P::Specify));
}

/// Its prompts quote the brief that is there.
#[test]
fn the_brief_of_a_design_that_is_being_made_is_not_replaced() {
    for (state, is_refused) in [("GENERATING", true), ("CANDIDATE", true), ("FAILED", false)] {
        let mut world = World::offline("hotfix");
        world.put("spec.md", "# Another\n");
        world.put("design/state.json", &format!("{{\"state\": \"{state}\"}}"));
        let refusal = world.verb("design", &["proceed", "take-spec"]).err().map(|refusal| refusal.why);
        assert_eq!(
            refusal.is_some_and(|why| why.contains("`frieze abort a` ends it")),
            is_refused,
            "{state}"
        );
        assert_eq!(world.file("brief.md") == Some("# Another\n"), !is_refused, "{state}");
    }
}
