//! Interface 1 for every furthest phase, every target and every set of artifacts (C9, C16).

use std::collections::BTreeSet;

use frieze_chain::phase::FeaturePhase as P;
use frieze_chain::phase::{Transition, validate_transition};

/// The requirement's rules, written out: 9 furthest phases, 8 targets, 16 sets of artifacts.
#[test]
fn every_transition_is_as_the_rules_have_it() {
    let names =
        ["brainstorm", "specify", "design", "create-plan", "create-tasks", "implement", "verify", "finish"];
    let of_sets = [P::Specify, P::Design, P::CreatePlan, P::CreateTasks];
    let all: Vec<P> = P::all().collect();
    let mut counts = [0; 3];
    for furthest in std::iter::once(None).chain((0..8).map(Some)) {
        for target in 0..8 {
            for set in 0..16_u8 {
                let has = |bit: u8| set & (1 << bit) != 0;
                let on_disk = of_sets.iter().zip(0..).filter(|(_, bit)| has(*bit)).map(|(phase, _)| *phase);
                let artifacts: BTreeSet<P> = on_disk.collect();
                let found = validate_transition(furthest.map(|at: usize| all[at]), all[target], &artifacts);
                let begin = furthest.map_or(0, |at| at + 1);
                let expected = match names[target] {
                    "implement" if !has(0) => {
                        let text =
                            "spec.md required before implementation. Run `frieze chain specify` first.";
                        Transition::Blocked(P::Specify, text.to_owned())
                    }
                    "create-tasks" if !has(2) => {
                        let text =
                            "plan.md required before task creation. Run `frieze chain create-plan` first.";
                        Transition::Blocked(P::CreatePlan, text.to_owned())
                    }
                    _ if target > begin => {
                        let skipped = names[begin..target].join(", ");
                        Transition::Warning(format!("Skipping {skipped}. This may reduce artifact quality."))
                    }
                    _ => Transition::Proceed,
                };
                assert_eq!(found, expected, "{furthest:?} → {}, artifacts {set:04b}", names[target]);
                counts[match found {
                    Transition::Proceed => 0,
                    Transition::Warning(_) => 1,
                    Transition::Blocked(..) => 2,
                }] += 1;
            }
        }
    }
    assert_eq!(counts.iter().sum::<i32>(), 9 * 8 * 16);
    assert_eq!(counts[2], 9 * 8 * 2);
}

#[test]
fn phases_are_known_by_the_names_of_other_tools() {
    for (name, phase) in [
        ("create-plan", Some(P::CreatePlan)),
        ("createPlan", Some(P::CreatePlan)),
        ("CREATE_TASKS", Some(P::CreateTasks)),
        ("Specify", Some(P::Specify)),
        ("plan", None),
        ("", None),
    ] {
        assert_eq!(P::named(name), phase, "{name}");
    }
    assert_eq!(P::all().filter(|phase| phase.artifact().is_some()).count(), 7);
}
