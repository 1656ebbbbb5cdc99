//! A feature whose brief is gone: what is made from it is not made without it.

use std::fs;

use crate::chains::Chain;
use crate::cli_support::CHECKOUT;

fn without_a_brief() -> Chain {
    let chain = Chain::new("standard");
    fs::remove_file(chain.place.at("features/a/brief.md")).unwrap();
    chain
}

/// Whether a phase's document is stale.
fn is_stale(chain: &Chain, phase: &str) -> bool {
    let shown = chain.place.json(&["chain", "show", "a", "--json"]);
    let phases = shown["phases"].as_array().cloned().unwrap_or_default();
    phases.iter().any(|one| one["phase"] == phase && one["stale"] == true)
}

#[test]
fn the_built_in_players_say_that_the_brief_is_missing() {
    let chain = without_a_brief();
    let before = chain.files();
    for (verb, words) in [
        ("next", &[][..]),
        ("next", &[]),
        ("brainstorm", &[]),
        ("specify", &["--proceed"]),
        ("design", &["--proceed"]),
    ] {
        let said = chain.ends(1, verb, words);
        assert!(said.err.contains("brief.md") && said.err.contains("hint: "), "{verb}: {said:?}");
        assert_eq!(chain.files(), before, "{verb} wrote something");
    }
    // A document of a person's own needs none.
    chain.place.write("own.md", "# Brainstorm\n\nAn idea.\n");
    let said = chain.ends(1, "next", &[]);
    assert!(said.err.contains("frieze chain brainstorm a --from FILE"), "{said:?}");
    chain.ends(0, "brainstorm", &["--from", "own.md"]);
    let said = chain.ends(1, "specify", &[]);
    assert!(said.err.contains("frieze chain specify a --from FILE"), "{said:?}");
    assert!(!chain.exists("spec.md"));
}

/// A blank specification says nothing that could be designed.
#[test]
fn a_blank_specification_is_no_brief() {
    let chain = without_a_brief();
    chain.place.write("features/a/spec.md", " \n");
    let said = chain.ends(1, "design", &["--proceed"]);
    assert!(said.err.contains("spec.md is empty"), "{said:?}");
    assert!(!chain.exists("brief.md"));
    chain.place.write("features/a/brief.md", CHECKOUT);
    let said = chain.ends(1, "design", &["--proceed", "--take-spec"]);
    assert!(said.err.contains("spec.md is empty"), "{said:?}");
    assert_eq!(chain.read("brief.md"), CHECKOUT);
}

#[test]
fn a_text_that_comes_later_makes_a_document_stale() {
    let chain = without_a_brief();
    chain.place.write("own.md", "# Brainstorm\n\nAn idea.\n");
    chain.ends(0, "brainstorm", &["--from", "own.md"]);
    assert!(!is_stale(&chain, "brainstorm"));
    chain.place.write("features/a/brief.md", CHECKOUT);
    assert!(is_stale(&chain, "brainstorm"), "the brief came back");
    chain.ends(0, "brainstorm", &["--review"]);
    assert!(!is_stale(&chain, "brainstorm"), "read with the brief");
    chain.ends(0, "specify", &[]);
    assert!(!is_stale(&chain, "specify"));
}

/// A specification that becomes the brief was not made without it.
#[test]
fn a_specification_that_becomes_the_brief_is_not_stale() {
    let chain = without_a_brief();
    chain.place.write("own.md", CHECKOUT);
    chain.ends(0, "specify", &["--proceed", "--from", "own.md"]);
    // The design cannot begin without a brief: due is the step that brings it.
    let said = chain.place.done(&["run", "a"]);
    assert!(said.out.contains("waits for design/a to be frozen"), "{said:?}");
    assert_eq!(chain.read("brief.md"), chain.read("spec.md"));
    assert!(!is_stale(&chain, "specify"));
}

/// What a person adds below the index belongs to the specification, and the index is no part of a brief.
#[test]
fn lines_below_the_index_are_part_of_the_specification() {
    let chain = Chain::new("quick");
    chain.place.write(
        "features/a/brief.md",
        "# Notes\n\nThe shop must keep each note.\n\nThe shop must list all notes.\n",
    );
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "specify", &[]);
    let spec = chain.read("spec.md");
    assert!(spec.contains("Traceability") && spec.ends_with("End of the traceability.\n"), "{spec}");
    let added = "The shop must export the notes as CSV.\n";
    chain.place.write("features/a/spec.md", format!("{spec}\n{added}"));
    let said = chain.ends(3, "design", &[]);
    assert!(said.out.contains("brief.md and spec.md differ"), "{said:?}");
    chain.ends(3, "design", &["--take-spec"]);
    let brief = chain.read("brief.md");
    assert!(brief.ends_with(added) && !brief.contains("Traceability"), "{brief}");
}
