//! Sheets and `--json`: the same facts in the shell and on the screen.

use frieze_chain::flow::{Chain, ChainPhase};
use frieze_chain::phase::FeaturePhase as P;
use frieze_kernel::{Flow as _, RowLook};

use crate::world::{NO, World, YES};

impl World {
    pub fn rows(&self, name: &str) -> Vec<String> {
        Chain::sheet(&self.record, &self.view(), name, self)
            .into_iter()
            .map(|row| row.text.replace('\u{a0}', " "))
            .collect()
    }
}

#[test]
fn the_strip_shows_all_phases() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.play(&[false]);
    world.verb("specify", &[]).unwrap();
    let rows = world.rows("chain");
    assert!(rows[0].starts_with("✓ brainstorm 2  ▶ specify  · design  ·"), "{}", rows[0]);
    let strip = &Chain::sheet(&world.record, &world.view(), "chain", &world)[0].text;
    assert_eq!(strip.split(' ').filter(|part| !part.is_empty()).count(), 8, "no line ends after a sign");
    assert_eq!(rows[1], "next: frieze chain next a", "what the command line shows when it begins");
    assert!(rows[2].ends_with("2 iterations, completed"), "{}", rows[2]);
    let at = Chain::sheet(&world.record, &world.view(), "chain", &world)[2].at;
    assert_eq!(at.map(|at| at.to_string()), world.phase(P::Brainstorm).completed, "front ends show the time");
    let (begun, look) = (&rows[3], Chain::sheet(&world.record, &world.view(), "chain", &world)[3].look);
    assert!(*begun == "▶ specify  under way, started" && look == RowLook::Text, "{begun}");
    assert!(rows[4].ends_with("not begun"));
    world.record.own.state = ChainPhase::Ready;
    // The look has a sign of its own.
    assert_eq!(world.rows("chain")[3], "specify  not completed, started");
    assert!(world.rows("chain")[0].starts_with("✓ brainstorm 2  ! specify  · design"), "one sign for both");
    world.put("brainstorm.md", "# edited\n");
    assert!(world.rows("chain").iter().any(|row| row == "edited since its review"));
}

/// A list names the phase that messages name, not only the furthest.
#[test]
fn a_phase_that_was_left_or_is_asked_about_is_the_one_in_lists() {
    let mut world = World::agents("hotfix");
    let named = |world: &World| {
        let view = world.view();
        (view.measure.unwrap(), view.stage.or(view.ended_stage).unwrap())
    };
    world.verb("brainstorm", &[]).unwrap();
    world.play(&[]);
    world.verb("create-plan", &[]).unwrap();
    assert_eq!(named(&world), ("create-plan".to_owned(), "create-plan"));
    world.verb("leave", &[]).unwrap();
    assert_eq!(named(&world), ("brainstorm".to_owned(), "brainstorm"));
    world.verb("specify", &[]).unwrap();
    world.verb("leave", &[]).unwrap();
    assert_eq!(named(&world), ("specify".to_owned(), "specify"));
}

#[test]
fn what_makes_an_artifact_stale_is_named() {
    let mut world = World::agents("hotfix");
    for verb in ["brainstorm", "specify"] {
        world.verb(verb, &[]).unwrap();
        world.play(&[]);
    }
    let has = |world: &World, row: &str| world.rows("chain").iter().any(|one| one == row);
    world.put("brainstorm.md", "# Other\n");
    assert!(has(&world, "stale: brainstorm.md has changed since"), "{:?}", world.rows("chain"));
    world.disk.remove("features/a/brainstorm.md");
    assert!(has(&world, "stale: brainstorm.md is missing"), "{:?}", world.rows("chain"));
}

#[test]
fn rounds_and_artifacts_are_shown() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.play(&[false]);
    assert_eq!(
        world.rows("rounds"),
        [
            "brainstorm round 2",
            "reviewer: approved. Good.",
            "brainstorm round 1",
            "reviewer: not approved. ",
            "warning: R2 is unclear. (R2)",
        ]
    );
    assert_eq!(world.rows("spec"), ["spec.md is not there"]);
    world.put("plan.md", &"x\n".repeat(20_000));
    assert_eq!(world.rows("plan").len(), 5_001);
    world.put("tasks.md", &"ä".repeat(20_000));
    assert_eq!(world.rows("tasks")[0].chars().count(), 2_001);
    world.put("chain/rounds/brainstorm/2/review.json", "7");
    assert_eq!(world.rows("rounds")[1], "review.json is no review");
    assert_eq!(world.rows("none of these"), [""; 0]);
}

#[test]
fn the_details_have_the_designs_fields() {
    let mut world = World::agents("standard");
    world.verb("brainstorm", &[]).unwrap();
    world.answer("# x\n");
    world.answer(NO);
    world.answer("# y\n");
    world.answer(YES);
    let details = Chain::details(&world.record, &world.view(), &world);
    for (field, value) in [
        ("schemaVersion", "1"),
        ("id", "\"a\""),
        ("mode", "\"standard\""),
        ("phase", "\"brainstorm\""),
        ("state", "\"READY\""),
        ("iteration", "2"),
        ("maxIterations", "3"),
        ("type", "\"proceed\""),
        ("message", "\"Phase complete (2 iterations)\""),
        ("approved", "true"),
        ("issues", "[]"),
        ("next", "\"frieze chain specify a\""),
    ] {
        assert_eq!(details[field].to_string(), value, "{field}");
    }
    assert_eq!(details["phases"].as_array().unwrap().len(), 8);
    world.verb("create-plan", &[]).unwrap();
    assert_eq!(Chain::details(&world.record, &world.view(), &world)["type"], "warning");
}

#[test]
fn a_history_of_another_tool_is_shown() {
    let mut world = World::agents("standard");
    assert_eq!(world.rows("rounds"), [""; 0]);
    world.put(".review-history.md", "## Iteration 1\nPASS\n- [note] typo\n");
    assert_eq!(world.rows("rounds"), ["## Iteration 1", "PASS", "- [note] typo"]);
    world.put(".review-history.md", "Freely\nwritten.\n");
    assert_eq!(world.rows("rounds"), ["Freely", "written."]);
}
