//! From an idea to the finish.

use crate::chains::Chain;
use crate::gate_support::freeze;

/// Acceptance 7 and 8: offline, a person approves the design and the session.
#[test]
fn a_feature_goes_the_whole_way_offline() {
    let chain = Chain::new("standard");
    let place = &chain.place;
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    assert!(chain.exists("brainstorm.md") && chain.exists("spec.md"));
    let said = chain.ends(3, "next", &[]);
    let said = if said.out.contains("brief.md and spec.md differ") {
        chain.ends(3, "design", &["--keep-brief"])
    } else {
        said
    };
    assert!(said.out.contains("waits for the design to be frozen"), "{said:?}");
    assert_eq!(place.run(&["run", "a"]).code, 3);
    freeze(place, "a");
    chain.ends(0, "next", &[]);
    let checksum = place.done(&["hash", "features/a/design/final/intent.json"]).out;
    assert!(chain.read("design.md").contains(checksum.trim()), "{}", chain.read("design.md"));
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    assert!(chain.exists("plan.md") && chain.exists("tasks.md"));
    let said = chain.ends(3, "next", &[]);
    assert!(said.out.contains("session a-1"), "{said:?}");
    // The session: every step is built in, a person approves.
    for _ in 0..20 {
        if place.json(&["session", "show", "a-1", "--json"])["phase"] == "complete" {
            break;
        }
        place.run(&["run", "session/a-1"]);
        place.run(&["session", "approve", "a-1"]);
    }
    assert_eq!(place.json(&["session", "show", "a-1", "--json"])["phase"], "complete");
    chain.ends(0, "next", &[]);
    assert!(chain.read("implementation.md").contains("a-1"));
    chain.ends(0, "next", &[]);
    assert!(chain.exists("verification.md"));
    // Every requirement of the specification is found again.
    let ids: Vec<String> = requirement_ids(&chain.read("verification.md"));
    assert!(!ids.is_empty());
    assert!(ids.len() > 5, "{ids:?}");
    for file in ["plan.md", "tasks.md"] {
        let text = chain.read(file);
        let lost: Vec<&String> = ids.iter().filter(|id| !has_word(&text, id)).collect();
        assert!(lost.is_empty(), "{file} lacks {lost:?}");
    }
    let said = chain.ends(1, "next", &[]);
    assert!(said.err.contains("finish"), "{said:?}");
    let said = chain.ends(0, "finish", &["--outcome", "merge"]);
    assert!(said.out.contains("git merge"), "{said:?}");
    let meta = chain.meta();
    assert!(meta["status"] == "completed" && meta["completed"].is_string(), "{meta}");
    assert!(!chain.exists(".review-history.md"));
    for verb in ["next", "specify", "verify"] {
        chain.ends(1, verb, &[]);
    }
    chain.ends(1, "finish", &["--outcome", "merge"]);
}

/// The ids in the first column of the table of requirements.
fn requirement_ids(verification: &str) -> Vec<String> {
    let rows = verification.lines().filter_map(|line| line.strip_prefix("| R"));
    let id = |row: &str| row.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default().to_owned();
    rows.map(id).filter(|id| !id.is_empty()).map(|id| format!("R{id}")).collect()
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|one| one == word)
}

#[test]
fn finishing_early_asks_and_keeping_changes_nothing() {
    let chain = Chain::new("standard");
    chain.ends(0, "brainstorm", &[]);
    let said = chain.ends(1, "finish", &["--outcome", "pr"]);
    assert!(said.err.contains("--proceed"), "{said:?}");
    chain.ends(0, "finish", &["--outcome", "keep"]);
    assert_eq!(chain.meta()["status"], "active");
    chain.ends(0, "finish", &["--outcome", "discard"]);
    assert_eq!(chain.meta()["status"], "abandoned");
}

/// `status` shows active features, their phase and the next command.
#[test]
fn the_list_says_what_comes_next() {
    let chain = Chain::new("standard");
    let rows = chain.place.json(&["status", "--json"]);
    let row = &rows["features"][0];
    assert_eq!(row["next"], "frieze chain brainstorm a", "{row}");
    chain.ends(0, "brainstorm", &[]);
    let shown = chain.place.json(&["chain", "show", "a", "--json"]);
    assert_eq!(shown["next"], "frieze chain specify a", "{shown}");
    let text = chain.place.done(&["chain", "show", "a"]).out;
    assert!(text.contains("✓ brainstorm 1"), "{text}");
}

/// Two flows at once leave each other's files alone.
#[test]
fn the_design_is_as_without_a_chain() {
    let chain = Chain::new("standard");
    chain.ends(3, "design", &["--proceed"]);
    chain.place.run(&["run", "a"]);
    let alone = crate::cli_support::Place::workspace();
    alone.write("b.md", crate::cli_support::CHECKOUT);
    alone.done(&["new", "a", "--brief", "b.md"]);
    alone.run(&["run", "a"]);
    for file in ["design/intent.json", "design/preview.html", "brief.md"] {
        assert_eq!(chain.read(file), alone.read(&format!("features/a/{file}")), "{file}");
    }
}
