//! Random orders of a person and of the disk: the promises in `World::check` hold, and nothing panics.

use frieze_kernel::{Event, Order, Record as _};
use proptest::prelude::*;

use crate::world::{CODE, FAIL, PASS, World};

fn act(world: &mut World, action: u8) {
    let iteration = world.record.current_iteration;
    let code = |name: &str| format!("iteration-{iteration}/code/{name}");
    let bring = |world: &mut World, text: &str| {
        if let Some(path) = world.response() {
            world.put(&path, text);
        }
    };
    match action {
        0..=4 => drop(world.step()),
        5..=8 => {
            let gate = world.view().gates.pop();
            if let Some(choice) =
                gate.and_then(|gate| gate.choices.into_iter().find(|one| one.barred.is_none()))
            {
                world.decide(choice.name).unwrap();
            }
        }
        9 if world.view().gate().is_some_and(|gate| gate.choices[1].barred.is_none()) => {
            let name = world.view().gates[0].choices[1].name;
            world.decide(name).unwrap();
        }
        10..=12 => bring(world, CODE),
        13 | 14 => bring(world, FAIL),
        15 => bring(world, PASS),
        16 => bring(world, "\0"),
        17 => {
            if let Some(path) = world.response() {
                world.remove(&path);
            }
        }
        18 => world.put(&code("A.java"), "edited"),
        19 => world.put(&code("New.java"), "added"),
        20 => world.remove(&code("B.java")),
        21 => world.put("standards-bundle.md", "changed"),
        22 => world.remove("planning-response.md"),
        23 => drop(world.verb("close")),
        24 => drop(world.verb("reopen")),
        25 => drop(world.send(&Event::Ordered(Order::Attempt { what: "approve" }))),
        _ => world.send(&Event::Inspected).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_orders_keep_the_promises(actions in prop::collection::vec(0_u8..28, 0..120)) {
        let mut world = World::new();
        for action in actions {
            act(&mut world, action);
            let view = world.view();
            prop_assert!(view.is_over || view.needs.is_some(), "{:?} needs nothing", world.phase());
            let content = String::from_utf8(world.record.bytes()).unwrap();
            prop_assert!(!content.contains("class A"), "content in session.json");
        }
    }
}
