//! Sheets: the same rows in the shell and on the screen.

use frieze_kernel::{Flow as _, RowLook};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;

use crate::world::{FAIL, World};

fn rows(world: &World, name: &str) -> Vec<String> {
    Session::sheet(&world.record, name, world).into_iter().map(|row| row.text).collect()
}

#[test]
fn the_files_show_what_is_approved_changed_or_not_hashed() {
    let mut world = World::at(Phase::Revising);
    world.put("iteration-1/code/A.java", "edited");
    world.remove("iteration-1/code/B.java");
    world.put("iteration-1/code/New.java", "new");
    let rows = Session::sheet(&world.record, "files", &world);
    let state = |name: &str| {
        let row = rows.iter().rev().find(|row| row.text.starts_with(name)).unwrap();
        (
            row.text.rsplit("  ").next().unwrap().split_once(' ').map_or("", |(_, state)| state).to_owned(),
            row.look,
        )
    };
    assert_eq!(state("standards-bundle.md"), ("approved".to_owned(), RowLook::Good));
    assert_eq!(state("planning-response.md"), ("approved".to_owned(), RowLook::Good));
    assert_eq!(state("planning-prompt.md"), ("not hashed".to_owned(), RowLook::Dim));
    assert_eq!(state("A.java"), ("changed since".to_owned(), RowLook::Warning));
    assert_eq!(state("New.java"), ("not hashed".to_owned(), RowLook::Dim));
    assert_eq!(rows.iter().rev().find(|row| row.text.starts_with("B.java")).unwrap().text, "B.java  missing");
    assert_eq!(rows[0].text, frieze_session::warnings::CODE_CHANGED);
    assert!(
        rows.iter().any(|row| row.opens.as_ref().is_some_and(|path| path.name() == "revising-prompt.md"))
    );
}

#[test]
fn plan_code_review_and_approvals_are_shown() {
    let mut world = World::at(Phase::Reviewed);
    world.decide("approve").unwrap();
    assert_eq!(rows(&world, "plan"), ["the plan"]);
    assert_eq!(rows(&world, "code"), ["A.java", "class A {}", "B.java", "class B {}"]);
    let review = rows(&world, "review");
    assert_eq!(review[0], "fail: 1 issues, 0 critical, 0 missing inputs");
    assert!(review.len() > FAIL.lines().count());
    let approvals = rows(&world, "approvals");
    assert!(approvals[0].contains("REVIEWED by Ada, iteration 1") && approvals.len() == 7, "{approvals:?}");
    world.put(
        "iteration-1/reviewing-response.md",
        r#"{"verdict":"pass","issues":[{"severity":"minor","description":"x"}],"summary":"y"}"#,
    );
    assert_eq!(
        rows(&world, "review"),
        ["pass: 1 issues, 0 critical, 0 missing inputs", "y", "minor: x (no place)"]
    );
    world.put("iteration-1/reviewing-response.md", "none");
    assert!(rows(&world, "review")[0].contains("no verdict"));
    assert_eq!(rows(&world, "none of these"), [""; 0]);
    assert_eq!(rows(&World::empty(), "plan"), ["planning-response.md is not there"]);
}

/// Files of others have any length.
#[test]
fn sheets_are_bounded() {
    let mut world = World::at(Phase::Generated);
    world.put("planning-response.md", &"x\n".repeat(20_000));
    assert_eq!(rows(&world, "plan").len(), 5_001);
    world.put("planning-response.md", &"ä".repeat(20_000));
    assert_eq!(rows(&world, "plan")[0].chars().count(), 2_001);
    for number in 0..20 {
        world.put(&format!("iteration-1/code/{number}.x"), &"x\n".repeat(2_000));
    }
    assert_eq!(rows(&world, "code").len(), 5_001);
}
