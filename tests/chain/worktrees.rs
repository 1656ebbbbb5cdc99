//! Where a feature is worked on. Acceptance 10.

use std::fs;

use crate::cli_support::{CHECKOUT, Place};

const WARNING: &str = "You are not in the feature worktree";

#[test]
fn being_elsewhere_is_warned_of_once() {
    let place = Place::workspace();
    place.write("b.md", CHECKOUT);
    place.done(&["new", "a", "--brief", "b.md", "--mode", "standard", "--worktree", "../wt"]);
    assert!(place.read("features/a/.meta.json").contains("\"../wt\""));
    let worktree = place.root().parent().unwrap().join("wt");
    fs::create_dir_all(&worktree).unwrap();
    let said = place.done(&["status"]);
    assert_eq!(said.err.matches(WARNING).count(), 1, "{said:?}");
    assert!(said.err.contains(&worktree.display().to_string()), "{said:?}");
    let mut command = place.command(&["-C", &place.root().display().to_string(), "status"]);
    let output = command.current_dir(&worktree).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !said.contains(WARNING), "{said}");
    let without = Place::workspace();
    without.write("b.md", CHECKOUT);
    without.done(&["new", "a", "--brief", "b.md", "--mode", "standard"]);
    assert!(!without.done(&["status"]).err.contains(WARNING));
}

#[test]
fn a_worktree_is_relative() {
    let place = Place::workspace();
    place.write("b.md", CHECKOUT);
    place.done(&["new", "a", "--brief", "b.md"]);
    for path in ["/elsewhere", "~/a", "C:\\a"] {
        place.stopped(1, "relative", &["chain", "start", "a", "--worktree", path]);
    }
    assert!(!place.exists("features/a/.meta.json"));
}

/// Printed commands can be copied into a shell, and none is about what a discarded feature leaves.
#[test]
fn the_path_of_a_printed_command_is_quoted() {
    for (outcome, is_printed) in [("merge", true), ("discard", false)] {
        let place = Place::workspace();
        place.write("b.md", CHECKOUT);
        place.done(&["new", "a", "--brief", "b.md", "--mode", "hotfix", "--worktree", "../my shop"]);
        let said = place.done(&["chain", "finish", "a", "--outcome", outcome, "--proceed"]);
        assert_eq!(said.out.contains("/../my shop' status --short"), is_printed, "{said:?}");
        assert_eq!(said.out.contains("git -C '/"), is_printed, "{said:?}");
        let shown = place.done(&["chain", "show", "a"]).out;
        assert_eq!(shown.contains("git -C '../my shop' status --short"), is_printed, "{shown}");
    }
}
