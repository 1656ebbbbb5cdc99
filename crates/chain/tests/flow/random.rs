//! Random orders, answers and edits: the promises in `World::check` hold, and nothing panics.

use frieze_kernel::{Event, Order};
use proptest::prelude::*;

use crate::world::{NO, World, YES};

const VERBS: [&str; 8] =
    ["brainstorm", "specify", "design", "create-plan", "create-tasks", "implement", "verify", "next"];
const WORDS: [&str; 6] = ["proceed", "continue", "fresh", "review", "take-spec", "keep-brief"];
const FILES: [&str; 5] = ["brainstorm.md", "spec.md", "plan.md", "tasks.md", "brief.md"];

fn act(world: &mut World, action: u8, which: u8) {
    let which = usize::from(which);
    let (verb, word) = (VERBS[which % 8], WORDS[which % 6]);
    match action {
        0..=3 => drop(world.verb(verb, &[])),
        4..=7 => drop(world.verb(verb, &["proceed", word])),
        8..=17 if world.asked().is_some() => {
            let is_review = world.role().ends_with("reviewer");
            world.answer(match (is_review, which % 5) {
                (_, 0) => "nonsense",
                (true, 1 | 2) => NO,
                (true, _) => YES,
                (false, 1) => "# One\n",
                (false, _) => "# Two\n\ntext\n",
            });
        }
        18 if world.asked().is_some() => world.fault(),
        19..=21 => {
            let gate = world.view().gates.pop();
            let open = gate
                .map(|gate| gate.choices.into_iter().filter(|one| one.barred.is_none()).collect::<Vec<_>>());
            if let Some(choices) = open {
                let _ = world.decide(choices[which % choices.len()].name);
            }
        }
        22 => world.put(FILES[which % 5], &format!("# Edited {which}\n")),
        23 => drop(world.disk.remove(&format!("features/a/{}", FILES[which % 5]))),
        24 => drop(world.send(&Event::Ordered(Order::Stop { reason: "late".to_owned() }))),
        25 => drop(world.order(verb, &["proceed"], Some("# Mine\n"))),
        26 => world.put(FILES[which % 5], "\0unreadable"),
        27 => drop(world.send(&Event::Ordered(Order::Start))),
        _ => world.send(&Event::Inspected).unwrap(),
    }
    world.settle();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_orders_keep_the_promises(actions in prop::collection::vec((0_u8..29, any::<u8>()), 0..80), offline: bool) {
        let mut world = if offline { World::offline("standard") } else { World::agents("quick") };
        for (action, which) in actions {
            act(&mut world, action, which);
            let view = world.view();
            prop_assert!(view.is_over || view.needs.is_some() || view.waiting_for.is_some(), "{:?}", world.at());
        }
    }
}
