//! Providers: the built-in agents from a frozen design, and configured agents whose answers become response files.

use std::collections::BTreeMap;
use std::path::Path;

use frieze_kernel::{Cause, Event, Key, Need, Order};
use frieze_session::phase::Phase;
use frieze_session::record::Status;
use frieze_session::warnings;

use crate::world::{BUNDLE, INTENT, MARKER, PASS, World};

/// The excellent designs of the rubric's ladders.
fn designs() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(Path::new("../rubric/tests/fixtures/ladders")).unwrap() {
        found.extend(std::fs::read(entry.unwrap().path().join("1-excellent.json")));
    }
    found
}

/// Acceptance 10: from a frozen design to COMPLETE with three approvals.
#[test]
fn the_built_in_agents_complete_a_session() {
    assert!(designs().len() > 2);
    for design in designs() {
        let mut world = World::empty();
        let checksum = world.freeze(&design);
        world
            .begin(&["feature=checkout", "planner=built-in", "generator=built-in", "reviewer=built-in"])
            .unwrap();
        assert_eq!(world.record.metadata.frieze.design, Some(checksum));
        let mut approvals = 0;
        for _ in 0..30 {
            match (world.phase(), world.view().needs) {
                (Phase::Complete, _) => break,
                (_, Some(Need::Decision)) => {
                    world.decide("approve").unwrap();
                    approvals += 1;
                }
                (_, needs) => {
                    assert_eq!(needs, Some(Need::Step));
                    world.step().unwrap();
                }
            }
        }
        assert_eq!((world.phase(), approvals, world.record.current_iteration), (Phase::Complete, 3, 1));
        let intent = frieze_intent::read(&design).unwrap().intent;
        let acceptance = world.file("iteration-1/code/acceptance.feature").unwrap();
        assert!(
            intent
                .requirements
                .iter()
                .all(|requirement| acceptance.contains(&format!("@{}", requirement.id)))
        );
        assert!(world.file("planning-prompt.md").unwrap().contains("=== intent.json ==="));
    }
}

/// The built-in reviser adds what a review of edited files names.
#[test]
fn the_built_in_reviser_repairs_what_the_review_names() {
    let mut world = World::empty();
    let words = ["planner", "generator", "reviewer", "reviser"].map(|role| format!("{role}=built-in"));
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.push("feature=checkout");
    world.freeze(&designs().remove(0));
    world.begin(&words).unwrap();
    for _ in 0..40 {
        if world.phase() == Phase::Complete {
            break;
        }
        if world.phase() == Phase::Generated && world.decision_due().is_some() {
            world.put("iteration-1/code/schema.sql", "-- nothing\n");
        }
        match world.decision_due() {
            Some(_) => world.decide("approve").unwrap(),
            None => world.step().unwrap(),
        }
    }
    assert_eq!((world.phase(), world.record.current_iteration), (Phase::Complete, 2));
    assert!(world.file("iteration-2/code/schema.sql").unwrap().contains("CREATE TABLE"));
}

#[test]
fn without_a_frozen_design_the_built_in_agents_answer_nothing() {
    let mut world = World::empty();
    world.begin(&["feature=checkout", "planner=built-in"]).unwrap();
    world.step().unwrap();
    let refusal = world.step().unwrap_err();
    assert_eq!(refusal.rule, "no-design");
    assert!(refusal.why.contains(INTENT) && refusal.why.contains("frozen"), "{}", refusal.why);
    // A design that nobody froze is none.
    world.disk.insert(INTENT.to_owned(), designs().remove(0));
    assert!(world.step().unwrap_err().why.contains(INTENT));
    let checksum = world.freeze(&designs().remove(0));
    world.step().unwrap();
    assert_eq!(world.record.metadata.frieze.design, Some(checksum), "what is made from it begins with it");
}

/// Every phase of a session about the feature `checkout`, with its files: by hand, or by the built-in agents.
fn in_every_phase(providers: &str) -> Vec<World> {
    let mut world = World::empty();
    world.freeze(&designs().remove(0));
    let words = ["planner", "generator", "reviewer", "reviser"].map(|role| format!("{role}={providers}"));
    let words: Vec<&str> = words.iter().map(String::as_str).chain(["feature=checkout"]).collect();
    world.begin(&words).unwrap();
    let mut all = vec![world.clone()];
    while world.phase() != Phase::Complete {
        match (providers, world.phase(), world.decision_due()) {
            ("manual", phase, _) => world.forward(if phase == Phase::Reviewing { PASS } else { "" }),
            (_, _, Some(_)) => world.decide("approve").unwrap(),
            (_, _, None) => world.step().unwrap(),
        }
        all.push(world.clone());
        assert!(all.len() < 40, "{} is not left", world.phase());
    }
    all
}

/// A prompt, an answer and an approval are all about the design that the session began with.
#[test]
fn another_design_than_at_the_beginning_stops_every_phase() {
    let design = String::from_utf8(designs().remove(0)).unwrap();
    let changed = design.replacen("\"title\": \"", "\"title\": \"Another ", 1);
    assert_ne!(design, changed);
    for mut world in in_every_phase("built-in").into_iter().chain(in_every_phase("manual")) {
        let sound = world.clone();
        let decision = world.decision_due().map(|_| world.decision("approve"));
        assert_eq!(warnings::changed(&world.record, &world, false), []);
        let check = |world: &mut World, words: &str| {
            let said = warnings::changed(&world.record, &*world, false).remove(0).text;
            assert!(said.contains(words), "{said}");
            let view = world.view();
            if world.phase() == Phase::Complete {
                assert_eq!((view.needs, view.next_command, view.is_over), (None, None, true));
                assert!(view.reason.unwrap().contains(words));
                return;
            }
            // Without a marker, there is nothing to verify; of another design, nothing is wrong.
            let next = match world.disk.contains_key(MARKER) {
                true if words == "the session began with" => "frieze session close t1",
                true => "frieze verify checkout",
                false => "frieze run design/checkout",
            };
            assert_eq!(view.next_command.as_deref(), Some(next));
            assert_eq!(view.needs, Some(Need::Restore));
            assert!(view.reason.unwrap().contains(words));
            assert!(view.gates.iter().all(|gate| gate.possible().next().is_none()), "nothing can be chosen");
            let before = world.disk.clone();
            let refusal = match &decision {
                Some(decision) => world.send(decision).unwrap_err(),
                None => world.step().unwrap_err(),
            };
            assert_eq!(refusal.rule, "design-changed", "{refusal:?}");
            assert!(
                refusal.why.contains(words) && refusal.hint.contains("begin a new session"),
                "{refusal:?}"
            );
            let is_response = |path: &String| path.ends_with("-response.md") || path.ends_with("-prompt.md");
            let made =
                |disk: &BTreeMap<String, Vec<u8>>| disk.keys().filter(|path| is_response(path)).count();
            assert_eq!(made(&world.disk), made(&before));
        };
        world.disk.insert(INTENT.to_owned(), changed.clone().into_bytes());
        check(&mut world, "not the design that was frozen");
        world.disk.remove(MARKER);
        check(&mut world, "not frozen any more");
        world = sound.clone();
        world.disk.remove(MARKER);
        check(&mut world, "not frozen any more");
        world.freeze(changed.as_bytes());
        check(&mut world, "the session began with");
        world.freeze(design.as_bytes());
        if world.phase() != Phase::Complete {
            match world.decision_due() {
                Some(_) => world.decide("approve").unwrap(),
                None => world.step().unwrap(),
            }
        }
    }
}

/// No prompt quotes a design that is not frozen; the session that began without one begins with the first that is.
#[test]
fn by_hand_a_session_may_begin_before_its_design_is_frozen() {
    let design = designs().remove(0);
    let mut world = World::empty();
    world.disk.insert(INTENT.to_owned(), design.clone());
    world.begin(&["feature=checkout"]).unwrap();
    world.step().unwrap();
    assert!(!world.file("planning-prompt.md").unwrap().contains("=== intent.json ==="));
    assert_eq!(world.record.metadata.frieze.design, None);
    world.put("planning-response.md", "the plan\n");
    world.step().unwrap();
    let checksum = world.freeze(&design);
    world.decide("approve").unwrap();
    assert!(world.file("iteration-1/generating-prompt.md").unwrap().contains("=== intent.json ==="));
    assert_eq!(world.record.metadata.frieze.design, Some(checksum));
}

fn asked() -> World {
    let mut world = World::empty();
    world.begin(&["planner=claude"]).unwrap();
    world.step().unwrap();
    assert_eq!((world.asked(), world.view().needs), (None, Some(Need::Step)));
    world.step().unwrap();
    world
}

/// The answer is the response file, and the next step moves.
#[test]
fn an_agents_answer_becomes_the_response() {
    let mut world = asked();
    assert_eq!(world.asked(), Some((Key("planner/1".to_owned()), "claude".to_owned())));
    assert_eq!(world.view().needs, None);
    let record = world.record.clone();
    world.step().unwrap();
    assert_eq!(world.record, record, "a step while the agent works");
    world.answer("its plan").unwrap();
    assert_eq!(world.file("planning-response.md"), Some("its plan"));
    assert_eq!((world.phase(), world.view().needs), (Phase::Planning, Some(Need::Step)));
    world.step().unwrap();
    assert_eq!((world.phase(), world.record.metadata.frieze.spent.calls), (Phase::Planned, 1));
}

/// A person may be faster; the response file stays as it is.
#[test]
fn an_answer_never_overwrites_a_response() {
    let mut world = asked();
    world.put("planning-response.md", "by hand");
    world.answer("its plan").unwrap();
    assert_eq!(world.file("planning-response.md"), Some("by hand"));
    world.step().unwrap();
    assert_eq!(world.phase(), Phase::Planned);
}

#[test]
fn a_fault_keeps_the_phase_and_a_step_asks_again() {
    let mut world = asked();
    world.fault("it is ill").unwrap();
    let view = world.view();
    assert_eq!(
        (world.phase(), world.record.status, view.cause),
        (Phase::Planning, Status::Error, Some(Cause::Agent))
    );
    assert!(view.reason.unwrap().contains("it is ill") && view.hint.unwrap().contains("asks again"));
    assert_eq!(world.file("exchange/planner/1/partial.txt"), Some("half"));
    world.step().unwrap();
    let (key, _) = world.asked().unwrap();
    assert_eq!(key, Key("planner/2".to_owned()));
    let calls = world.record.metadata.frieze.spent.calls;
    world.send(&Event::AskedAgain { key: key.clone() }).unwrap();
    assert_eq!(world.asked().unwrap().0, key, "its folder stays, and an answer that came meanwhile is taken");
    assert_eq!(world.record.metadata.frieze.spent.calls, calls + 1);
    world.send(&Event::Ordered(Order::Stop { reason: "late".to_owned() })).unwrap();
    assert_eq!((world.asked(), world.record.status), (None, Status::InProgress));
}

#[test]
fn a_budget_of_calls_is_kept() {
    let mut world = asked();
    world.terms.max_calls = Some(1);
    let (key, _) = world.asked().unwrap();
    world.send(&Event::AskedAgain { key }).unwrap();
    assert_eq!((world.asked(), world.record.status), (None, Status::Error));
    assert_eq!(world.step().unwrap_err().rule, "budget");
    world.put("planning-response.md", BUNDLE);
    world.step().unwrap();
    assert_eq!(world.phase(), Phase::Planned);
}
