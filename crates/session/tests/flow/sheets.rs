//! Sheets: the same rows in the shell and on the screen.

use frieze_kernel::{Flow as _, RowLook};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;

use crate::world::{FAIL, PASS, World};

fn rows(world: &World, name: &str) -> Vec<String> {
    Session::sheet(&world.record, &world.view(), name, world).into_iter().map(|row| row.text).collect()
}

#[test]
fn the_files_show_what_is_approved_changed_or_only_hashed() {
    let mut world = World::at(Phase::Revising);
    world.put("iteration-1/code/A.java", "edited");
    world.remove("iteration-1/code/B.java");
    world.put("iteration-1/code/New.java", "new");
    let rows = Session::sheet(&world.record, &world.view(), "files", &world);
    let state = |name: &str| {
        let row = rows.iter().rev().find(|row| row.text.starts_with(name)).unwrap();
        (
            row.text.rsplit("  ").next().unwrap().split_once(' ').map_or("", |(_, state)| state).to_owned(),
            row.look,
        )
    };
    assert_eq!(state("standards-bundle.md"), ("unchanged".to_owned(), RowLook::Good));
    assert_eq!(state("planning-response.md"), ("approved".to_owned(), RowLook::Good));
    assert_eq!(state("planning-prompt.md"), (String::new(), RowLook::Dim));
    assert_eq!(state("A.java"), ("changed since".to_owned(), RowLook::Warning));
    assert_eq!(state("New.java"), (String::new(), RowLook::Dim));
    assert_eq!(rows.iter().rev().find(|row| row.text.starts_with("B.java")).unwrap().text, "B.java  missing");
    let changed = "iteration-1/code/A.java, iteration-1/code/B.java, iteration-1/code/New.java";
    assert_eq!(rows[0].text, format!("Code changed since approval ({changed})"));
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
    assert_eq!(review[0], "fail: 1 issue, 0 critical, 0 missing inputs");
    assert!(review.len() > FAIL.lines().count());
    let approvals = rows(&world, "approvals");
    assert!(approvals[0] == "REVIEWED by Ada, iteration 1" && approvals.len() == 7, "{approvals:?}");
    let at = Session::sheet(&world.record, &world.view(), "approvals", &world)[0].at;
    assert_eq!(
        at,
        Some(world.record.metadata.frieze.approvals.last().unwrap().at),
        "front ends show the time"
    );
    world.put(
        "iteration-1/reviewing-response.md",
        r#"{"verdict":"pass","issues":[{"severity":"minor","description":"x"}],"summary":"y"}"#,
    );
    assert_eq!(
        rows(&world, "review"),
        ["pass: 1 issue, 0 critical, 0 missing inputs", "y", "minor: x (no place)"]
    );
    // The file has nothing more than the summary.
    world.put("iteration-1/reviewing-response.md", r#"{"verdict":"pass","issues":[],"summary":"y"}"#);
    assert_eq!(rows(&world, "review"), ["pass: 0 issues, 0 critical, 0 missing inputs", "y"]);
    world.put("iteration-1/reviewing-response.md", "none");
    assert!(rows(&world, "review")[0].contains("no verdict"));
    assert_eq!(rows(&world, "none of these"), [""; 0]);
    assert_eq!(rows(&World::empty(), "plan"), ["planning-response.md is not there"]);
}

/// While an iteration has no review, the one before is shown: it says what to revise.
#[test]
fn the_review_before_is_shown_until_there_is_another() {
    for phase in [Phase::Revising, Phase::Revised] {
        let review = rows(&World::at(phase), "review");
        assert_eq!(review[..2], ["of iteration 1", "fail: 1 issue, 0 critical, 0 missing inputs"], "{phase}");
    }
    let mut world = World::at(Phase::Revised);
    world.decide("approve").unwrap();
    world.step().unwrap();
    world.put("iteration-2/reviewing-response.md", PASS);
    assert!(rows(&world, "review")[0].starts_with("pass"));
    let critical = PASS.replace("issues_critical: 0", "issues_critical: 2");
    world.put("iteration-2/reviewing-response.md", &critical);
    assert_eq!(rows(&world, "review")[1], "The review says PASS, and counts 2 critical issues");
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
