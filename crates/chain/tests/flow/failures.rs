//! An agent fails once at every point of the whole way, in all its roles: the run waits or ends, nothing is lost, and the calls are
//! counted exactly.

use std::collections::BTreeSet;

use frieze_chain::flow::ChainPhase;
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::{Answer, Cause, Event, Fault};

use crate::others::{freeze, session};
use crate::world::{NO, World, YES};

const VERBS: [&str; 7] =
    ["brainstorm", "specify", "design", "create-plan", "create-tasks", "implement", "verify"];

/// The ways in which an agent fails.
const FAILURES: [&str; 5] = ["ended", "busy", "cut", "prose", "empty"];

/// Fails the call that is open. Returns whether the agent is asked again at once.
fn fail(world: &mut World, how: &str) -> bool {
    match how {
        "ended" => world.fault(),
        "busy" => world.fail(Fault::TryLater { after_ms: None, why: "it is ill".to_owned() }),
        "cut" => {
            let answer = Box::new(Answer::of("half", "m"));
            world.fail(Fault::Unusable { why: "it is ill".to_owned(), answer, again: true });
        }
        "prose" => world.answer("I would rather not."),
        _ => world.answer(""),
    }
    matches!(how, "prose" | "empty")
}

/// Each phase in two rounds, the first one refused. The call with this number fails. Returns the roles that were asked, and how many
/// calls are repeated because of the failure.
fn way(failing: u64, how: &str) -> (World, BTreeSet<&'static str>, u64) {
    let mut world = World::agents("standard");
    freeze(&mut world);
    let (mut roles, mut repeated) = (BTreeSet::new(), 0);
    for (verb, phase) in VERBS.into_iter().zip(P::all()) {
        world.verb(verb, &["proceed", "keep-brief"]).unwrap();
        if phase == P::Implement {
            session(&mut world, 1, "complete");
            world.send(&Event::Inspected).unwrap();
            world.settle();
        }
        for _ in 0..12 {
            let Some((_, role)) = world.asked() else { break };
            roles.insert(role);
            if world.record.own.spent.calls == failing && repeated == 0 {
                repeated = 1;
                if fail(&mut world, how) {
                    assert_eq!(world.role(), role, "{how}: the same role is asked again");
                    continue;
                }
                assert_eq!((world.at(), world.view().cause), (ChainPhase::Ready, Some(Cause::Agent)));
                assert!(world.phase(phase).is_partial() && world.view().next_command.is_some());
                assert!(world.view().reason.unwrap().contains("it is ill"));
                let is_review = role.ends_with("reviewer");
                world.verb(verb, &[if is_review { "review" } else { "continue" }]).unwrap();
                // A review begins with the chain reviewer.
                repeated += u64::from(role == "final-reviewer");
                assert!(world.role() == role || repeated == 2, "{how}: {role}, then {}", world.role());
                continue;
            }
            let iteration = world.record.own.active.as_ref().unwrap().iteration;
            match role {
                "chain-reviewer" => world.answer(if iteration == 1 { NO } else { YES }),
                "final-reviewer" => world.answer(YES),
                _ => world.answer(&format!("# {verb} {iteration}\n")),
            }
        }
        let state = world.phase(phase);
        assert_eq!((state.iterations, state.is_partial(), state.reviewer_notes.len()), (Some(2), false, 0));
        if !matches!(phase, P::Implement) {
            assert_eq!(world.file(phase.artifact().unwrap()), Some(format!("# {verb} 2\n").as_str()));
        }
    }
    world.verb("finish", &["merge"]).unwrap();
    (world, roles, repeated)
}

#[test]
fn an_agent_may_fail_at_every_point() {
    let (world, roles, _) = way(u64::MAX, "");
    let calls = world.record.own.spent.calls;
    // Five phases with two rounds of an executor and a reviewer; the design and the code are made by others.
    assert_eq!((calls, roles.len()), (5 * 4 + 3 + 3, 8), "{roles:?}");
    for how in FAILURES {
        for failing in 1..=calls {
            let (world, _, repeated) = way(failing, how);
            assert_eq!(world.record.own.spent.calls, calls + repeated, "call {failing}, {how}");
            assert_eq!(world.at(), ChainPhase::Completed);
            let halves = world.disk.values().filter(|bytes| bytes.as_slice() == b"half").count();
            assert_eq!(halves, usize::from(!matches!(how, "prose" | "empty")), "what came is kept");
        }
    }
}
