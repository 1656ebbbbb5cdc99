//! An agent fails once at every point of the way: the run waits, nothing is lost, and the calls are counted exactly.

use frieze_chain::flow::ChainPhase;
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::Cause;

use crate::world::{NO, World, YES};

const PHASES: [(&str, P); 5] = [
    ("brainstorm", P::Brainstorm),
    ("specify", P::Specify),
    ("create-plan", P::CreatePlan),
    ("create-tasks", P::CreateTasks),
    ("verify", P::Verify),
];

/// Each phase in two rounds: executor, no, executor, yes. The call with this number fails.
fn way(failing: u64) -> World {
    let mut world = World::agents("standard");
    for (verb, phase) in PHASES {
        world.verb(verb, &["proceed"]).unwrap();
        for _ in 0..10 {
            let Some((_, role)) = world.asked() else { break };
            if world.record.own.spent.calls == failing {
                world.fault();
                assert_eq!((world.at(), world.view().cause), (ChainPhase::Ready, Some(Cause::Agent)));
                assert!(world.phase(phase).is_partial());
                assert!(world.view().reason.unwrap().contains("it is ill"));
                world.verb(verb, &[if role == "chain-reviewer" { "review" } else { "continue" }]).unwrap();
                assert_eq!(world.role(), role, "the same role is asked again");
                continue;
            }
            let iteration = world.record.own.active.as_ref().unwrap().iteration;
            match role {
                "chain-reviewer" => world.answer(if iteration == 1 { NO } else { YES }),
                _ => world.answer(&format!("# {verb} {iteration}\n")),
            }
        }
        let state = world.phase(phase);
        assert_eq!((state.iterations, state.is_partial(), state.reviewer_notes.len()), (Some(2), false, 0));
        assert_eq!(world.file(phase.artifact().unwrap()), Some(format!("# {verb} 2\n").as_str()));
    }
    world
}

#[test]
fn an_agent_may_fail_at_every_point() {
    let calls = way(u64::MAX).record.own.spent.calls;
    assert_eq!(calls, 20);
    for failing in 1..=calls {
        let world = way(failing);
        assert_eq!(world.record.own.spent.calls, calls + 1, "call {failing}");
        assert_eq!(world.history().len(), 10);
        let halves = world.disk.values().filter(|bytes| bytes.as_slice() == b"half").count();
        assert_eq!(halves, 1, "what came until the fault is kept");
    }
}
