//! Who may enter what: blocked, warned, asked, and what a person answers.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::chains::Chain;
use crate::cli_support::{CHECKOUT, Place};

/// Acceptance 1.
#[test]
fn a_feature_with_a_mode_has_a_chain() {
    let chain = Chain::new("standard");
    let meta = chain.meta();
    assert_eq!((&meta["mode"], &meta["status"]), (&"standard".into(), &"active".into()), "{meta}");
    assert!(meta["currentPhase"].is_null() && meta["worktree"].is_null(), "{meta}");
    let without = Place::workspace();
    without.write("b.md", CHECKOUT);
    without.done(&["new", "a", "--brief", "b.md"]);
    assert!(!without.exists("features/a/.meta.json") && !without.exists("features/a/chain"));
    let said = without.stopped(1, "has no chain", &["chain", "next", "a"]);
    assert!(said.err.contains("frieze chain start a"), "{said:?}");
    without.done(&["chain", "start", "a", "--mode", "hotfix"]);
    assert!(without.read("features/a/.meta.json").contains("hotfix"));
    without.stopped(1, "chain", &["chain", "start", "a"]);
    without.stopped(1, "nosuch", &["chain", "start", "nosuch"]);
}

/// Acceptance 2.
#[test]
fn a_phase_without_its_prerequisite_is_blocked() {
    let chain = Chain::new("standard");
    for (verb, words, next) in [
        ("implement", "spec.md required before implementation", "frieze chain specify a"),
        ("create-tasks", "plan.md required before task creation", "frieze chain create-plan a"),
    ] {
        let before = chain.files();
        let said = chain.ends(1, verb, &[]);
        assert!(said.err.contains(words) && said.err.contains(next), "{said:?}");
        assert_eq!(chain.files(), before, "{verb} changed something");
        let said = chain.ends(1, verb, &["--proceed"]);
        assert!(said.err.contains(words), "a block is no question: {said:?}");
    }
    assert_eq!(chain.place.read("features/a/chain/journal.jsonl").matches("required before").count(), 4);
    let said = chain.ends(1, "implement", &["--json"]);
    let shown: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&shown["type"], &shown["next"]),
        (&"blocked".into(), &"frieze chain specify a".into()),
        "{shown}"
    );
    assert!(
        shown["message"].as_str().unwrap().starts_with("spec.md required before implementation"),
        "{shown}"
    );
    for (verb, more) in
        [("accept", &["--json"][..]), ("leave", &["--json"]), ("finish", &["--outcome", "pr", "--json"])]
    {
        let said = chain.ends(1, verb, more);
        let shown: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        assert_eq!(shown["type"], "blocked", "{shown}");
        assert!(said.err.contains(shown["message"].as_str().unwrap()), "{said:?}");
        assert!(shown["rule"].as_str().is_some_and(|rule| rule != "blocked"), "{shown}");
    }
    // What is to be done before a command is in the message, and is no next command.
    chain.place.write("features/a/spec.md", [0xff]);
    let said = chain.ends(1, "create-plan", &["--proceed", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!((&shown["rule"], &shown["next"]), (&"unreadable".into(), &serde_json::Value::Null), "{shown}");
    assert!(shown["message"].as_str().unwrap().contains("; put a text in its place, then "), "{shown}");
}

/// Makes something with a name.
type Make<'a> = &'a dyn Fn(&Path);

/// Something else with the name of a document is no document: a link, a folder, a pipe, and bytes that are no text.
#[test]
fn a_prerequisite_that_is_no_text_is_refused() {
    let chain = Chain::new("hotfix")
        .with_agents(&[("coder", "implementer", "echo '# Code'"), ("tasker", "tasker", "echo '# Tasks'")]);
    let settings = chain.place.home().join("config/frieze/config.yaml");
    let described = fs::read_to_string(&settings).unwrap();
    fs::write(&settings, format!("{described}chain:\n  implement: agent\n")).unwrap();
    let feature = chain.place.at("features/a");
    let kinds: [(&str, Make<'_>); 7] = [
        ("link", &|path| symlink("/etc/passwd", path).unwrap()),
        ("dangling", &|path| symlink("nowhere", path).unwrap()),
        ("folder", &|path| fs::create_dir(path).unwrap()),
        ("pipe", &|path| {
            let made = Command::new("mkfifo").arg(path).status().unwrap();
            assert!(made.success());
        }),
        ("zeros", &|path| fs::write(path, vec![0; 1000]).unwrap()),
        ("latin-1", &|path| fs::write(path, b"# Caf\xe9\n").unwrap()),
        ("blank", &|path| fs::write(path, "\n \n").unwrap()),
    ];
    for (kind, make) in kinds {
        for (verb, name) in [("implement", "spec.md"), ("create-tasks", "plan.md"), ("implement", "tasks.md")]
        {
            if (kind, name) == ("blank", "tasks.md") {
                continue;
            }
            let before = chain.files();
            if name == "tasks.md" {
                fs::write(feature.join("spec.md"), "# Specification\n").unwrap();
            }
            make(&feature.join(name));
            let said = chain.ends(1, verb, &["--proceed"]);
            assert!(
                said.err.contains(&format!("features/a/{name}")) && said.err.contains("hint: "),
                "{said:?}"
            );
            for name in ["spec.md", "plan.md", "tasks.md"].map(|name| feature.join(name)) {
                let _ = fs::remove_file(&name).or_else(|_| fs::remove_dir(&name));
            }
            assert_eq!(chain.files(), before, "{kind}: {verb} changed something");
        }
    }
    assert_eq!((chain.calls("coder"), chain.calls("tasker")), (0, 0));
}

/// The design that the end of the feature left behind needs nobody, in all places of `--json`.
#[test]
fn a_discarded_feature_needs_nothing() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "finish", &["--outcome", "discard", "--proceed"]);
    let shown = chain.place.json(&["show", "a", "--json"])["feature"].clone();
    for row in [chain.place.row("a"), shown] {
        assert_eq!(
            (&row["needs"], &row["flows"][0]["needs"]),
            (&serde_json::Value::Null, &serde_json::Value::Null),
            "{row}"
        );
    }
}

#[test]
fn doctor_names_the_journal_of_a_chain_that_was_cut_or_taken_away() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    let path = "features/a/chain/journal.jsonl";
    let text = chain.place.read(path);
    assert_eq!(chain.place.run(&["doctor"]).code, 0);
    let first = text.lines().next().unwrap().to_owned() + "\n";
    for kept in [&first, ""] {
        chain.place.write(path, kept);
        let said = chain.place.run(&["doctor"]);
        assert!(said.code == 2 && said.out.contains("NOT OK chain/a: "), "{kept:?}: {said:?}");
    }
}

/// A phase that only `currentPhase` names is missing: the end of the feature asks about it.
#[test]
fn a_finish_asks_about_phases_that_were_never_completed() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    let meta = chain.read(".meta.json");
    let edited = meta.replace("\"currentPhase\": \"brainstorm\"", "\"currentPhase\": \"verify\"");
    assert_ne!(meta, edited);
    chain.place.write("features/a/.meta.json", edited);
    for outcome in ["pr", "merge"] {
        let said = chain.ends(1, "finish", &["--outcome", outcome]);
        assert!(said.err.contains("not completed: specify, ") && said.err.contains("--proceed"), "{said:?}");
    }
    chain.ends(0, "finish", &["--outcome", "pr", "--proceed"]);
}

/// The built-in agents of a session work from a frozen design: without one no session begins that could only stop.
#[test]
fn an_implementation_by_built_in_agents_needs_a_frozen_design() {
    let chain = Chain::new("hotfix");
    chain.ends(0, "specify", &["--proceed"]);
    let before = chain.files();
    for words in [&[][..], &["--proceed"]] {
        let said = chain.ends(1, "implement", words);
        assert!(said.err.contains("the built-in agents of its session need a frozen design"), "{said:?}");
        assert!(said.err.contains("hint: frieze chain design a"), "{said:?}");
    }
    assert_eq!(chain.files(), before, "nothing was begun");
    // A person's own work needs no session.
    chain.place.write("own.md", "# Implementation\n\nBy hand.\n");
    // What is offered after the tasks is what is not refused.
    for verb in ["create-plan", "create-tasks"] {
        chain.ends(0, verb, &["--proceed", "--from", "own.md"]);
    }
    let next = "frieze chain design a";
    assert_eq!(chain.place.json(&["status", "--json"])["features"][0]["next"], next);
    assert_eq!(chain.place.json(&["chain", "show", "a", "--json"])["next"], next);
    let shown = chain.ends(0, "show", &[]);
    assert!(shown.out.contains(next) && !shown.out.contains("chain implement"), "{shown:?}");
    chain.ends(0, "implement", &["--proceed", "--from", "own.md"]);
}

/// Acceptance 3.
#[test]
fn skipping_phases_asks_first() {
    let chain = Chain::new("standard");
    let said = chain.ends(3, "design", &[]);
    assert!(said.out.contains("brainstorm") && said.out.contains("specify"), "{said:?}");
    assert!(!chain.exists("design.md"));
    // What asks names the commands that answer: the same command alone would ask again.
    for shown in [said, chain.place.run(&["run", "chain/a"]), chain.ends(0, "show", &[])] {
        assert!(shown.out.contains("frieze chain design a --proceed: The phase begins"), "{shown:?}");
        assert!(shown.out.contains("frieze chain leave a: Nothing begins."), "{shown:?}");
        assert!(!shown.out.contains("next: frieze chain design a\n"), "{shown:?}");
    }
    let said = chain.ends(3, "design", &["--proceed"]);
    assert!(said.out.contains("waits for design/a to be frozen"), "{said:?}");
    assert!(chain.phase("design")["started"].is_string() && chain.phase("design")["completed"].is_null());

    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    let phase = chain.phase("brainstorm");
    assert!(phase["completed"].is_string() && phase["iterations"] == 1, "{phase}");
    assert!(chain.exists("brainstorm.md"));
    assert_eq!(chain.meta()["currentPhase"], "brainstorm");
    // Backwards it proceeds.
    chain.ends(0, "specify", &[]);
    chain.ends(0, "brainstorm", &[]);
    assert_eq!(chain.meta()["currentPhase"], "specify", "the furthest phase is never lower");
}

#[test]
fn a_question_can_be_left() {
    let chain = Chain::new("standard");
    chain.ends(3, "create-plan", &[]);
    let said = chain.ends(0, "leave", &[]);
    assert!(said.out.contains("READY"), "{said:?}");
    chain.ends(1, "leave", &[]);
    chain.ends(1, "accept", &[]);
}

/// A document of one's own is the artifact, and is reviewed.
#[test]
fn a_persons_document_is_the_artifact() {
    let chain = Chain::new("hotfix");
    chain.place.write("own.md", "# Specification\n\n## Requirements\n\n- R1 A shopper can pay.\n");
    let said = chain.ends(0, "specify", &["--from", "own.md", "--proceed"]);
    assert!(chain.read("spec.md").contains("A shopper can pay."), "{said:?}");
    assert!(said.err.contains("features/a/spec.md is written"), "{said:?}");
    assert_eq!(chain.phase("specify")["iterations"], 1);
    chain.place.write("bad.md", b"# \xff");
    let said = chain.ends(1, "specify", &["--from", "bad.md"]);
    assert!(said.err.contains("UTF-8"), "{said:?}");
    chain.ends(1, "specify", &["--from", "missing.md"]);
}

#[test]
fn wrong_usage_is_64() {
    let chain = Chain::new("standard");
    for words in [
        &["chain", "finish", "a"][..],
        &["chain", "specify", "a", "--fresh", "--review"],
        &["chain", "start", "a", "--mode", "slow"],
    ] {
        assert_eq!(chain.place.run(words).code, 64, "{words:?}");
    }
}

/// `approve` without the name of a run means the one that can be approved.
#[test]
fn an_approval_is_not_meant_for_a_question() {
    let chain = Chain::new("standard");
    chain.place.run(&["run", "design/a"]);
    chain.ends(3, "design", &[]);
    let said = chain.place.run(&["approve", "a"]);
    assert!(!said.err.contains("chain/a") && said.err.contains("terminal"), "{said:?}");
}

/// What nobody has reviewed is no part of the end, unless a person accepts it.
#[test]
fn a_finish_asks_about_documents_that_were_edited_since_their_review() {
    let chain = Chain::new("hotfix");
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "specify", &[]);
    chain.place.write("features/a/spec.md", chain.read("spec.md") + "\nBy hand.\n");
    let merge = ["--outcome", "merge"];
    let said = chain.ends(1, "finish", &merge);
    assert!(said.err.contains("edited since the review: spec.md; not completed: design"), "{said:?}");
    assert!(said.err.contains("frieze chain specify a --review"), "{said:?}");
    assert!(said.err.contains("frieze chain finish a --outcome merge --proceed"), "{said:?}");
    // The command that it names has it reviewed.
    chain.ends(0, "specify", &["--review"]);
    let said = chain.ends(1, "finish", &merge);
    assert!(!said.err.contains("spec.md") && said.err.contains("not completed: design"), "{said:?}");
    chain.place.write("features/a/spec.md", chain.read("spec.md") + "\nAgain.\n");
    chain.ends(0, "finish", &["--outcome", "merge", "--proceed"]);
}

/// A person's document is not lost without a word, and not taken before it can be used.
#[test]
fn a_document_that_cannot_be_taken_is_refused_at_once() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    let before = chain.files();
    // An editor may begin an empty file with a byte order mark.
    for text in [" \n", "\u{feff}\n"] {
        chain.place.write("empty.md", text);
        let said = chain.ends(1, "specify", &["--from", "empty.md"]);
        assert!(said.err.contains("empty.md is empty"), "{said:?}");
    }
    assert_eq!(chain.phase("specify"), serde_json::Value::Null);
    chain.place.write("nul.md", "# Plan\0\n");
    let said = chain.ends(1, "specify", &["--from", "nul.md"]);
    assert!(said.err.contains("nul.md is no text in UTF-8"), "{said:?}");
    chain.place.write("own.md", "# Plan\n\n## Steps\n\n- P-1 Begin.\n");
    chain.ends(3, "create-plan", &[]);
    for verb in ["create-plan", "next"] {
        let said = chain.ends(1, verb, &["--from", "own.md"]);
        assert!(
            said.err.contains("Skipping specify") && said.err.contains("together with --from"),
            "{said:?}"
        );
    }
    chain.ends(0, "create-plan", &["--from", "own.md", "--proceed"]);
    assert!(chain.read("plan.md").contains("P-1 Begin."));
    assert!(before.iter().all(|(path, _)| chain.place.exists(path)));
}

/// The question was true when it was asked.
#[test]
fn a_question_about_a_difference_that_is_gone_is_not_asked_any_more() {
    for verb in ["design", "next"] {
        let chain = Chain::new("quick");
        chain.ends(0, "brainstorm", &[]);
        chain.ends(0, "specify", &[]);
        let spec = chain.read("spec.md") + "\n- FR-9: The shop MUST log errors.\n";
        chain.place.write("features/a/spec.md", &spec);
        for _ in 0..2 {
            let said = chain.ends(3, "design", &[]);
            assert!(said.out.contains("brief.md and spec.md differ"), "{said:?}");
        }
        chain.place.write("features/a/brief.md", &spec);
        let listed = chain.place.done(&["status"]).out;
        assert!(listed.contains("chain/a needs step") && !listed.contains("differ"), "{listed}");
        let shown = chain.place.done(&["chain", "show", "a"]).out;
        assert!(shown.contains("next: frieze chain design a") && !shown.contains("differ"), "{shown}");
        let said = chain.ends(3, verb, &[]);
        assert!(said.out.contains("waits for design/a to be frozen"), "{said:?}");
        assert_eq!(chain.read("brief.md"), spec);
        let journal = chain.read("chain/journal.jsonl");
        assert!(!journal.contains("\"choice\""), "nobody decided: {journal}");
    }
}

#[test]
fn a_document_that_is_missing_is_not_shown_as_complete() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "specify", &[]);
    fs::remove_file(chain.place.at("features/a/spec.md")).unwrap();
    let shown = chain.place.done(&["chain", "show", "a"]).out;
    let strip = shown.lines().find(|line| line.contains("brainstorm 1")).unwrap();
    assert!(strip.contains("✓ brainstorm 1") && strip.contains("✗ specify 1"), "{shown}");
    assert!(shown.contains("✗ specify  spec.md is missing, 1 iteration, completed"), "{shown}");
}

/// Nobody revises a person's text without an agent, and a new text was never verified.
#[test]
fn an_edited_document_is_reviewed_as_it_is() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    chain.place.write("features/a/brainstorm.md", "My words.\n");
    let said = chain.ends(0, "brainstorm", &["--review"]);
    assert!(said.out.contains("concerns"), "{said:?}");
    assert_eq!(chain.read("brainstorm.md"), "My words.\n");
}
