//! Phases that other workflows play: the design and a session (C5–C6, K18).

use std::collections::BTreeMap;
use std::path::Path;

use frieze_chain::flow::{Artifact, Chain, ChainPhase, Player};
use frieze_chain::phase::FeaturePhase as P;
use frieze_chain::terms::ChainRole;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::{
    Begin, Event, Flow as _, Need, Order, Phase as _, Record as _, RequestKind, Until, advance,
};
use frieze_session::artifact::Artifact as CodeFile;
use frieze_session::phase::Phase;
use frieze_session::record::Record as Session;
use jiff::Timestamp;

use crate::world::{NO, World, YES};

/// A refusal whose only issue could be read as asking for more.
const MORE: &str = r#"{"approved": false, "issues": [{"severity": "warning", "description": "What about the open questions?"}]}"#;

/// The run that is wanted, and the file that is watched.
fn wanted(world: &World) -> (String, String, Vec<String>, String) {
    let mut found = (String::new(), String::new(), Vec::new(), String::new());
    for request in Chain::wants(&world.record) {
        match request.kind {
            RequestKind::Run { flow, id, begin } => {
                let Begin::Ensure(words) = begin;
                (found.0, found.1, found.2) = (flow.to_owned(), id.to_string(), words);
            }
            RequestKind::Watch(watch) => {
                let until = match watch.until {
                    Until::There => "there",
                    Until::Changed => "changed",
                    Until::Gone => "gone",
                };
                found.3 = format!("{} {until}", watch.path);
            }
            RequestKind::Agent(_) | RequestKind::Gate(_) | RequestKind::Proceed => {
                panic!("{:?}", request.key)
            }
        }
    }
    found
}

/// Freezes a design as the design workflow does.
pub fn freeze(world: &mut World) -> Digest {
    let bytes =
        std::fs::read(Path::new("../rubric/tests/fixtures/ladders/bike-repair/1-excellent.json")).unwrap();
    let (marker, checksum) = frieze_testkit::frozen::marker("a", 3, &bytes);
    world.put("design/final/FROZEN.md", &marker);
    world.disk.insert("features/a/design/final/intent.json".to_owned(), bytes);
    checksum
}

#[test]
fn the_design_phase_waits_for_a_frozen_design() {
    let mut world = World::offline("standard");
    world.verb("design", &["proceed"]).unwrap();
    let (flow, id, words, watch) = wanted(&world);
    assert_eq!((flow.as_str(), id.as_str(), words.len()), ("design", "a", 0));
    assert_eq!(watch, "features/a/design/final/FROZEN.md there");
    let view = world.view();
    assert_eq!((view.needs, view.measure.as_deref()), (Some(Need::Other), Some("design 1/3")));
    assert_eq!(view.waiting_for.map(|awaited| awaited.to_string()).as_deref(), Some("design/a"));
    assert_eq!(view.reason.as_deref(), Some("waits for design/a to be frozen"));
    assert!(!world.rows("chain").iter().any(|row| row.starts_with("next")), "it has no next step of its own");
    for verb in ["next", "design"] {
        world.verb(verb, &[]).unwrap();
        assert_eq!(world.at(), ChainPhase::Producing, "the counter does not move");
    }
    for (verb, words) in [("next", "proceed"), ("design", "take-spec"), ("design", "keep-brief")] {
        let refusal = world.verb(verb, &[words]).unwrap_err();
        assert_eq!(
            (refusal.rule, world.at()),
            ("no-question", ChainPhase::Producing),
            "no answer ends the wait"
        );
    }
    world.put("design/final/FROZEN.md", "not a marker");
    world.send(&Event::Inspected).unwrap();
    assert_eq!(world.at(), ChainPhase::Ready, "changed frozen files are said, not waited for");
    assert!(world.view().cause.is_some() && world.view().reason.is_some());
    freeze(&mut world);
    world.verb("design", &["continue"]).unwrap();
    world.settle();
    assert!(world.file("design.md").is_some());
    assert_eq!(world.record.own.artifacts[&P::Design].made_from.len(), 1, "made from the intent");
}

#[test]
fn the_design_is_made_from_the_specification_if_a_person_says_so() {
    for (answer, brief) in [("take-spec", "# Spec\n"), ("keep-brief", "# Checkout\n\nR1 A customer pays.\n")]
    {
        let mut world = World::offline("standard");
        world.put("spec.md", "# Spec\n");
        world.verb("design", &["proceed"]).unwrap();
        assert!(world.view().gate().unwrap().question.contains("brief.md and spec.md differ"));
        world.decide(answer).unwrap();
        assert_eq!((world.at(), world.file("brief.md")), (ChainPhase::Producing, Some(brief)));
    }
    let mut world = World::offline("standard");
    world.put("spec.md", "# Spec\n");
    world.disk.remove("features/a/brief.md");
    world.verb("design", &["proceed"]).unwrap();
    assert_eq!(world.file("brief.md"), Some("# Spec\n"), "absent: at once");
    // The index of the built-in specifier says nothing new.
    let mut indexed = World::offline("standard");
    indexed.verb("specify", &["proceed"]).unwrap();
    indexed.settle();
    assert_ne!(indexed.file("spec.md"), indexed.file("brief.md"));
    indexed.verb("design", &["proceed"]).unwrap();
    assert_eq!(indexed.at(), ChainPhase::Producing, "not asked");
    let mut none = World::offline("standard");
    none.disk.remove("features/a/brief.md");
    assert_eq!(none.verb("design", &["proceed"]).unwrap_err().rule, "no-brief");
}

/// The document that a person wants to have designed is larger than a brief may be, or a design is frozen already.
#[test]
fn taking_the_specification_says_what_is_in_its_way() {
    let mut world = World::offline("standard");
    world.put("spec.md", &format!("# Spec\n{}", "x".repeat(5 << 20)));
    let refusal = world.verb("design", &["proceed", "take-spec"]).unwrap_err();
    assert_eq!(refusal.rule, "too-large");
    assert!(refusal.why.contains("at most 4"), "{}", refusal.why);
    assert_eq!(world.at(), ChainPhase::Ready);
    world.put("spec.md", "# Spec\n");
    freeze(&mut world);
    let brief = world.file("brief.md").map(str::to_owned);
    assert_eq!(world.verb("design", &["proceed", "take-spec"]).unwrap_err().rule, "frozen");
    assert_eq!(world.file("brief.md"), brief.as_deref());
    world.verb("design", &["proceed", "keep-brief"]).unwrap();
    assert!(world.file("design.md").is_some(), "it waits for nothing: {:?}", world.view().reason);
}

/// Sessions of other people keep their names.
#[test]
fn a_session_gets_the_first_free_number() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    session(&mut world, 1, "complete");
    session(&mut world, 2, "generating");
    world.verb("implement", &["proceed"]).unwrap();
    assert_eq!(wanted(&world).1, "a-3");
    world.verb("leave", &[]).unwrap();
    world.verb("next", &["fresh"]).unwrap();
    assert_eq!(wanted(&world).1, "a-4");
}

/// The last number of all is taken once, and never a second time.
#[test]
fn the_numbers_of_sessions_end() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    world.record.own.sessions = u32::MAX;
    world.verb("implement", &["proceed"]).unwrap();
    assert_eq!(wanted(&world).1, format!("a-{}", u32::MAX));
    session(&mut world, u32::MAX, "complete");
    world.verb("leave", &[]).unwrap();
    let refusal = world.verb("implement", &["fresh"]).unwrap_err();
    assert!(refusal.why.contains("no number is left"), "{refusal:?}");
}

/// Too many sessions to be listed: the refusal says what makes room.
#[test]
fn too_many_sessions_are_to_be_moved_away() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    let order = Order::Verb { verb: "implement", words: vec!["proceed".to_owned()], text: None };
    let event = Event::Ordered(order);
    let mut facts = world.facts(&event);
    facts.lists.insert(RelPath::new(".aiwf/sessions"), Err("it has more than 2000 entries".to_owned()));
    let refusal = advance::<Chain>(&world.record, &event, &facts).unwrap_err();
    assert!(refusal.why.contains("move old sessions out of .aiwf/sessions"), "{refusal:?}");
}

/// A chain whose session was closed before it was complete.
fn after_closing_the_session() -> World {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    world.verb("implement", &["proceed"]).unwrap();
    let mut closed = record_of_session(1);
    closed.metadata.frieze.closed = true;
    world.disk.insert(".aiwf/sessions/a-1/session.json".to_owned(), closed.bytes());
    world.send(&Event::Inspected).unwrap();
    world
}

/// Nobody waits for a session that nobody wants to go on with.
#[test]
fn a_closed_session_stops_the_phase() {
    let mut world = after_closing_the_session();
    let view = world.view();
    assert_eq!(world.at(), ChainPhase::Ready);
    let reason = view.reason.unwrap();
    assert!(
        reason.contains("the session a-1 was closed") && reason.contains("frieze session reopen a-1"),
        "{reason}"
    );
    assert!(reason.contains("frieze chain implement a --continue"), "{reason}");
    assert!(world.phase(P::Implement).is_partial());
    let refusal = world.verb("implement", &["continue"]).unwrap_err();
    assert!(refusal.why.contains("frieze session reopen a-1"), "not waited for again: {refusal:?}");
    let mut reopened = world.clone();
    session(&mut reopened, 1, "generating");
    reopened.verb("implement", &["continue"]).unwrap();
    assert_eq!(wanted(&reopened).3, ".aiwf/sessions/a-1/session.json changed");
    world.verb("implement", &["fresh"]).unwrap();
    assert_eq!(wanted(&world).1, "a-2");
}

/// A session bars nothing in another phase, and a person's own document takes its place.
#[test]
fn a_closed_session_bars_only_its_own_phase() {
    let mut world = after_closing_the_session();
    let barred = |world: &World| {
        let gate = world.view().gate().unwrap().clone();
        gate.choices.into_iter().find(|choice| choice.name == "continue").unwrap().barred
    };
    let mut other = world.clone();
    other.verb("specify", &["proceed"]).unwrap();
    assert_eq!(barred(&other), None);
    world.verb("implement", &[]).unwrap();
    assert!(barred(&world).unwrap().contains("the session a-1 was closed"));
    world.put("implementation.md", "# By hand\n");
    assert_eq!(barred(&world), None);
    world.decide("continue").unwrap();
    assert!(world.phase(P::Implement).completed.is_some());
    assert_eq!(world.file("implementation.md"), Some("# By hand\n"));
}

/// Its start failed, and another phase was entered meanwhile.
#[test]
fn a_session_that_never_began_is_begun() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    world.verb("implement", &["proceed"]).unwrap();
    world.verb("leave", &[]).unwrap();
    world.verb("brainstorm", &[]).unwrap();
    let mut lost = world.clone();
    world.verb("implement", &["proceed", "continue"]).unwrap();
    assert_eq!((wanted(&world).0.as_str(), wanted(&world).1.as_str()), ("session", "a-1"));
    lost.disk.insert(".aiwf/sessions/a-1/iteration-1/code/A.java".to_owned(), b"A".to_vec());
    assert_eq!(lost.verb("implement", &["proceed", "continue"]).unwrap_err().rule, "session-lost");
}

/// Another session in its place would have none of its approvals.
#[test]
fn a_lost_session_is_not_begun_a_second_time() {
    let path = ".aiwf/sessions/a-1/session.json";
    for damage in [None, Some("{"), Some("\0unreadable")] {
        let mut world = World::offline("hotfix");
        world.put("spec.md", "# Spec\n");
        world.verb("implement", &["proceed"]).unwrap();
        world.send(&Event::Inspected).unwrap();
        assert_eq!(wanted(&world).1, "a-1", "an interruption before it was begun is no loss");
        session(&mut world, 1, "reviewed");
        world.send(&Event::Inspected).unwrap();
        assert_eq!(wanted(&world).1, "", "it is there");
        let approved = world.disk.remove(path).unwrap();
        world.disk.extend(damage.map(|text| (path.to_owned(), text.into())));
        world.send(&Event::Inspected).unwrap();
        let view = world.view();
        assert_eq!((view.needs, view.next_command), (Some(Need::Restore), None));
        let reason = view.reason.unwrap();
        for part in [path, "restore it from version control", "frieze chain implement a --fresh"] {
            assert!(reason.contains(part), "{reason}");
        }
        assert!(world.rows("chain").contains(&reason), "{:?}", world.rows("chain"));
        for (verb, words) in [("next", &[][..]), ("implement", &[]), ("implement", &["continue"])] {
            assert_eq!(world.verb(verb, words).unwrap_err().rule, "session-lost", "{verb} {words:?}");
        }
        assert_eq!(world.send(&Event::Ordered(Order::Start)).unwrap_err().rule, "session-lost");
        let mut another = world.clone();
        another.verb("implement", &["fresh"]).unwrap();
        assert_eq!(wanted(&another).1, "a-2");
        world.disk.insert(path.to_owned(), approved);
        assert_eq!(world.view().needs, Some(Need::Other), "restored");
        world.verb("next", &[]).unwrap();
    }
}

/// What was changed after its freeze is no ground for a plan, for tasks, for code and for their verification.
#[test]
fn later_phases_refuse_a_frozen_design_that_was_changed() {
    let mut world = World::offline("standard");
    for name in ["spec.md", "plan.md"] {
        world.put(name, "# Text\n");
    }
    freeze(&mut world);
    let mut changed = world.clone();
    let intent = "features/a/design/final/intent.json";
    let text = std::str::from_utf8(&world.disk[intent]).unwrap().replacen('a', "b", 1);
    changed.disk.insert(intent.to_owned(), text.clone().into());
    for verb in ["create-plan", "create-tasks", "implement", "verify"] {
        let refusal = changed.verb(verb, &["proceed", "fresh"]).unwrap_err();
        assert!(refusal.why.contains("not the design that was frozen"), "{verb}: {refusal:?}");
        assert!(refusal.hint.contains("frieze verify a"), "{verb}: {refusal:?}");
    }
    // No list names a command that is refused.
    changed.record.meta.0.put("currentPhase", &"verify");
    for at in ["verify", "design"] {
        changed.record.meta.0.put("currentPhase", &at);
        let view = changed.view();
        assert_eq!((view.needs, view.next_command), (Some(Need::Restore), None), "{at}");
        assert!(view.reason.is_some_and(|why| why.contains("frieze verify a")), "{at}");
    }
    // Also if it is changed or unfrozen while the phase waits.
    world.verb("implement", &["proceed"]).unwrap();
    session(&mut world, 1, "complete");
    let mut unfrozen = world.clone();
    unfrozen.put("design.md", "# Design\n");
    let made_from = BTreeMap::from([("intent.json".to_owned(), Digest::of(b""))]);
    let design = Artifact { sha256: Digest::of(b"# Design\n"), made_from };
    unfrozen.record.own.artifacts.insert(P::Design, design);
    unfrozen.disk.remove("features/a/design/final/FROZEN.md").unwrap();
    unfrozen.send(&Event::Inspected).unwrap();
    assert_eq!(unfrozen.view().next_command.as_deref(), Some("frieze chain leave a"));
    unfrozen.settle();
    assert!(unfrozen.file("implementation.md").is_none());
    assert!(unfrozen.view().reason.is_some_and(|why| why.contains("its design is not frozen any more")));
    world.disk.insert(intent.to_owned(), text.into());
    world.send(&Event::Inspected).unwrap();
    world.settle();
    assert!(world.file("implementation.md").is_none());
}

/// A session refuses to go on with another design than it began with: the chain says how to begin another session.
#[test]
fn a_design_that_is_frozen_again_stops_the_phase() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    world.verb("implement", &["proceed"]).unwrap();
    let mut begun = record_of_session(1);
    begun.phase = Phase::Planned;
    begun.metadata.frieze.design = Some(Digest::of(b"the design before"));
    world.disk.insert(".aiwf/sessions/a-1/session.json".to_owned(), begun.bytes());
    assert!(!Chain::has_come(&world.record, &world), "an unfrozen design may be frozen again as it was");
    freeze(&mut world);
    assert!(Chain::has_come(&world.record, &world), "lists show that it does not wait any more");
    world.send(&Event::Inspected).unwrap();
    let (state, reason) = (world.at(), world.view().reason.unwrap());
    assert_eq!(state, ChainPhase::Ready);
    assert!(reason.contains("another design was frozen after the session a-1 had begun"), "{reason}");
    assert!(reason.contains("`frieze chain implement a --fresh` begins another session"), "{reason}");
    assert_eq!(world.view().next_command.as_deref(), Some("frieze chain implement a"));
    world.verb("implement", &["fresh"]).unwrap();
    assert_eq!(wanted(&world).1, "a-2");
}

/// What was planned before it does not know it.
#[test]
fn a_design_that_comes_later_makes_the_plan_stale() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    world.order("create-plan", &["proceed"], Some("# Plan\n")).unwrap();
    assert!(!world.is_stale(P::CreatePlan));
    freeze(&mut world);
    assert!(world.is_stale(P::CreatePlan));
}

/// What it waited for is there: it is not paused, and waits for the person since then.
#[test]
fn a_frozen_design_makes_the_next_step_due() {
    for verb in ["next", "design"] {
        let mut world = World::offline("standard");
        world.verb("design", &["proceed"]).unwrap();
        freeze(&mut world);
        assert!(Chain::has_come(&world.record, &world));
        world.send(&Event::Inspected).unwrap();
        let view = world.view();
        assert_eq!((view.state, view.needs, view.since), ("PRODUCING", Some(Need::Step), Some(world.now)));
        world.verb(verb, &[]).unwrap();
        assert!(world.phase(P::Design).completed.is_some(), "{verb}: {:?}", world.view().reason);
    }
}

#[test]
fn a_design_that_was_frozen_before_is_taken_at_once() {
    let mut world = World::offline("standard");
    freeze(&mut world);
    world.verb("design", &["proceed"]).unwrap();
    assert!(world.file("design.md").is_some());
}

/// The record of a session with one file of code.
pub fn record_of_session(number: u32) -> Session {
    let id: FeatureId = format!("a-{number}").parse().unwrap();
    let mut record = Session::new(id, Timestamp::UNIX_EPOCH);
    let code =
        CodeFile::extracted("iteration-1/code/A.java".to_owned(), Phase::Generated, 1, Timestamp::UNIX_EPOCH);
    record.artifacts = vec![CodeFile { sha256: Some(Digest::of(b"A")), ..code }];
    record
}

pub fn session(world: &mut World, number: u32, phase: &str) {
    let phase = *Phase::ALL.iter().find(|one| one.saved() == phase).unwrap();
    let hash = Some(Digest::of(b"approved"));
    let record = record_of_session(number);
    let (plan_approved, review_approved) = (true, true);
    let bytes =
        Session { phase, plan_approved, plan_hash: hash, review_approved, review_hash: hash, ..record }
            .bytes();
    world.disk.insert(format!(".aiwf/sessions/a-{number}/session.json"), bytes);
}

#[test]
fn the_implement_phase_waits_for_a_session() {
    let mut world = World::offline("hotfix");
    world.put("spec.md", "# Spec\n");
    world.verb("implement", &["proceed"]).unwrap();
    let (flow, id, words, watch) = wanted(&world);
    assert_eq!((flow.as_str(), id.as_str()), ("session", "a-1"));
    assert_eq!(words, ["profile=contract", "feature=a"]);
    assert_eq!(watch, ".aiwf/sessions/a-1/session.json changed");
    for phase in ["generating", "reviewed"] {
        session(&mut world, 1, phase);
        world.send(&Event::Inspected).unwrap();
        assert_eq!(world.view().needs, Some(Need::Other));
        assert!(!Chain::has_come(&world.record, &world));
    }
    session(&mut world, 1, "complete");
    assert!(Chain::has_come(&world.record, &world), "lists do not inspect it");
    world.send(&Event::Inspected).unwrap();
    world.settle();
    assert!(world.file("implementation.md").is_some());
    assert!(world.phase(P::Implement).completed.is_some());
}

/// The final reviewer's concerns are asked about.
#[test]
fn final_concerns_are_addressed_or_accepted() {
    let concerns = r#"{"approved": false, "issues": [{"severity": "warning", "category": "missing", "requirement": "R2", "description": "No receipt."}]}"#;
    for choice in ["accept", "address", "leave"] {
        let mut world = World::agents("standard");
        world.put("spec.md", "# Spec\n");
        world.verb("implement", &["proceed"]).unwrap();
        session(&mut world, 1, "complete");
        let code = ".aiwf/sessions/a-1/iteration-1/code/A.java";
        world.disk.insert(code.to_owned(), b"class A {}".to_vec());
        world.send(&Event::Inspected).unwrap();
        world.settle();
        world.answer(YES);
        assert_eq!(world.role(), "final-reviewer");
        assert!(world.prompt().contains("| # Spec") && world.prompt().contains("= A.java\n| class A {}"));
        world.answer(concerns);
        let gate = world.view().gate().unwrap().clone();
        assert!(gate.question.contains("missing (R2): No receipt"), "{}", gate.question);
        world.decide(choice).unwrap();
        let state = world.phase(P::Implement);
        match choice {
            "accept" => assert_eq!(state.reviewer_notes, ["[warning] missing (R2): No receipt."]),
            "address" => {
                let (_, session, words, _) = wanted(&world);
                let concern = "context.concern-1=[warning] missing (R2): No receipt.".to_owned();
                assert!(session == "a-2" && words.contains(&concern), "{words:?}");
                let rows = world.rows("chain");
                assert!(rows.iter().any(|row| row.contains("No receipt")), "{rows:?}");
                assert_eq!(world.record.own.active.as_ref().unwrap().producer, Player::Session);
            }
            _ => assert!(state.is_partial()),
        }
    }
    let mut world = World::agents("hotfix");
    world.put("spec.md", "# Spec\n");
    world.order("implement", &["proceed"], Some("# Done\n")).unwrap();
    world.answer(YES);
    world.answer(MORE);
    assert_eq!(world.at(), ChainPhase::Asking, "a person weighs what asks for more");
    let mut world = World::agents("hotfix");
    world.put("spec.md", "# Spec\n");
    world.order("implement", &["proceed"], Some("# Done\n")).unwrap();
    world.answer(NO);
    world.answer(YES);
    assert_eq!(
        world.phase(P::Implement).reviewer_notes,
        ["[warning] R2 is unclear."],
        "the chain reviewer's stay"
    );
}

/// Without a model: every phase is completed in its turn, and the feature ends.
#[test]
fn the_whole_way_goes_without_a_model() {
    let mut world = World::offline("standard");
    world.put("brief.md", &std::fs::read_to_string("../../assets/demo/checkout.md").unwrap());
    for (phase, verb) in P::all().zip(["brainstorm", "specify", "design", "create-plan", "create-tasks"]) {
        world.verb(verb, &["keep-brief"]).unwrap();
        if phase == P::Design {
            freeze(&mut world);
            world.send(&Event::Inspected).unwrap();
            world.settle();
        }
        assert!(world.phase(phase).completed.is_some(), "{verb}: {:?}", world.view().reason);
    }
    let mut without = world.clone();
    without.record.meta.0.put("currentPhase", &"create-plan");
    for gone in ["design/final/FROZEN.md", "plan.md"] {
        without.disk.remove(&format!("features/a/{gone}")).unwrap();
        assert_eq!(without.view().next_command.as_deref(), Some("frieze chain design a"), "the earliest");
    }
    for (gone, verb) in [("design/final/FROZEN.md", "design"), ("spec.md", "specify")] {
        let mut without = world.clone();
        without.disk.remove(&format!("features/a/{gone}")).unwrap();
        assert!(without.verb("implement", &[]).is_err(), "{gone}");
        assert_eq!(without.view().next_command, Some(format!("frieze chain {verb} a")), "{gone}");
        without.verb(verb, &[]).unwrap();
    }
    world.verb("implement", &[]).unwrap();
    session(&mut world, 1, "complete");
    world.send(&Event::Inspected).unwrap();
    world.settle();
    world.verb("verify", &[]).unwrap();
    for phase in P::all().filter(|phase| *phase < P::Finish) {
        let state = world.phase(phase);
        assert!(state.completed.is_some() && !world.is_stale(phase), "{phase:?}");
    }
    assert!(world.view().needs.and_then(Need::words).is_some_and(|what| what.contains("finish")));
    let mut unfrozen = world.clone();
    unfrozen.disk.remove("features/a/design/final/FROZEN.md").unwrap();
    let view = unfrozen.view();
    assert_eq!((view.needs, view.next_command.as_deref()), (Some(Need::Step), Some("frieze chain design a")));
    let refusal = unfrozen.verb("finish", &["merge"]).unwrap_err();
    assert_eq!((refusal.rule, &*refusal.hint), ("unfrozen", "frieze chain design a"));
    // What is named is what a run does, in a folder of its own.
    unfrozen.send(&Event::Ordered(Order::Start)).unwrap();
    let active = unfrozen.record.own.active.as_ref().unwrap();
    assert_eq!((unfrozen.at(), active.phase), (ChainPhase::Producing, P::Design));
    let folder = format!("features/a/chain/rounds/design/{}/", active.folder);
    assert!(active.folder > 1 && !unfrozen.disk.keys().any(|path| path.starts_with(&folder)));
    // The verification is made from what was written about the design, too.
    let mut edited = world.clone();
    edited.put("design.md", "# Edited\n");
    assert!(edited.is_stale(P::Verify) && !edited.is_stale(P::Implement));
    // The frozen design of this world has none of the requirements.
    assert!(world.verb("finish", &["merge"]).unwrap_err().why.contains("[blocker]"));
    world.verb("finish", &["merge", "proceed"]).unwrap();
    assert_eq!(world.at(), ChainPhase::Completed);
}

/// `chain: {design: agent, implement: command}`: no run of another workflow is begun, and what a program leaves is the artifact.
#[test]
fn agents_play_the_phases_of_other_workflows_if_the_terms_say_so() {
    let mut world = World::agents("hotfix");
    world.terms.by_agent.extend([P::Design, P::Implement]);
    world.put("spec.md", "# Spec\n");
    world.verb("design", &["proceed"]).unwrap();
    assert_eq!((world.role(), world.prompt().contains("= spec.md\n| # Spec")), ("designer-notes", true));
    world.answer("# Design\n");
    world.answer(YES);
    assert!(world.phase(P::Design).completed.is_some() && world.file("design.md").is_some());
    let coder = world.terms.agents[&ChainRole::Tasker].clone();
    world.terms.agents.insert(ChainRole::Implementer, coder);
    world.verb("implement", &["proceed"]).unwrap();
    assert_eq!(world.role(), "implementer");
    world.put("implementation.md", "# Left\n");
    world.answer("done");
    assert_eq!((world.role(), world.file("implementation.md")), ("chain-reviewer", Some("# Left\n")));
    world.answer(YES);
    assert_eq!(world.role(), "final-reviewer");
}
