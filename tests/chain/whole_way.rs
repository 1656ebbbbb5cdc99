//! From an idea to the finish.

use serde_json::Value;

use crate::chains::Chain;
use crate::gate_support::freeze;

/// Acceptance 7 and 8: offline, a person approves the design and the session. Every requirement of the brief is found again in what
/// is made of it.
#[track_caller]
fn goes_the_whole_way(file: &str, brief: &str) {
    let chain = Chain::of(file, brief, "standard");
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    verifies(&chain);
    found_again(&chain, file, brief);
    ends(&chain);
}

/// From `spec.md` to `verification.md`.
#[track_caller]
fn verifies(chain: &Chain) {
    let place = &chain.place;
    let said = chain.ends(3, "next", &[]);
    let said = if said.out.contains("brief.md and spec.md differ") {
        chain.ends(3, "design", &["--keep-brief"])
    } else {
        said
    };
    assert!(said.out.contains("waits for design/a to be frozen"), "{said:?}");
    assert_eq!(place.run(&["run", "a"]).code, 3);
    let listed = place.done(&["status"]).out;
    assert!(
        listed.contains("chain/a  PRODUCING  design 1/")
            && listed.contains("  waits for design/a to be frozen"),
        "{listed}"
    );
    freeze(place, "a");
    for command in [&["status"][..], &["chain", "show", "a"]] {
        let said = place.done(command).out;
        assert!(!said.contains("waits for design") && said.contains("needs step"), "{command:?}: {said}");
    }
    chain.ends(0, "next", &[]);
    let checksum = place.done(&["hash", "features/a/design/final/intent.json"]).out;
    assert!(chain.read("design.md").contains(checksum.trim()), "{}", chain.read("design.md"));
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    // The files of the session's profile, where the design says what is in them.
    let tasks = chain.read("tasks.md");
    assert!(tasks.contains("Files: acceptance.feature"), "{tasks}");
    assert!(
        !tasks.contains("Entity ") || tasks.contains("Files: schema.sql, types.ts, openapi.yaml"),
        "{tasks}"
    );
    let said = chain.ends(3, "next", &[]);
    assert!(said.out.contains("session/a-1"), "{said:?}");
    // The session: every step is built in, a person approves.
    for _ in 0..20 {
        if place.json(&["session", "show", "a-1", "--json"])["phase"] == "complete" {
            break;
        }
        place.run(&["run", "session/a-1"]);
        place.run(&["session", "approve", "a-1"]);
    }
    assert_eq!(place.json(&["session", "show", "a-1", "--json"])["phase"], "complete");
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("needs step") && !listed.contains("waits for session"), "{listed}");
    chain.ends(0, "next", &[]);
    assert!(chain.read("implementation.md").contains("a-1"));
    chain.ends(0, "next", &[]);
    let said = place.run(&["run", "a"]);
    assert!(said.code == 3 && said.out.contains("needs words"), "{said:?}");
    assert!(said.out.contains("frieze chain finish a --outcome"), "{said:?}");
}

#[track_caller]
fn ends(chain: &Chain) {
    let said = chain.ends(1, "next", &[]);
    assert!(said.err.contains("finish"), "{said:?}");
    let spec = chain.place.at("features/a/spec.md");
    let aside = chain.place.at("spec.md");
    std::fs::rename(&spec, &aside).unwrap();
    let said = chain.ends(1, "finish", &["--outcome", "merge"]);
    assert!(said.err.contains("missing: spec.md;") && said.err.contains("--proceed"), "{said:?}");
    std::fs::rename(&aside, &spec).unwrap();
    let said = chain.ends(0, "finish", &["--outcome", "merge"]);
    assert!(said.out.contains("git merge") && said.out.contains("tasks are not checked off"), "{said:?}");
    // The same commands are shown as long as it is there.
    let shown = chain.ends(0, "show", &[]).out;
    assert!(shown.contains("  git status --short") && shown.contains("git merge --no-ff a"), "{shown}");
    let meta = chain.meta();
    assert!(meta["status"] == "completed" && meta["completed"].is_string(), "{meta}");
    assert!(meta["phases"]["verify"]["verified"].is_null(), "no task is checked off: {meta}");
    assert!(!chain.exists(".review-history.md"));
    for verb in ["next", "specify", "verify"] {
        chain.ends(1, verb, &[]);
    }
    chain.ends(1, "finish", &["--outcome", "merge"]);
    let said = chain.place.run(&["run", "a"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("chain/a is COMPLETED: finished: merge"), "{said:?}");
    // The frozen design names no command that the ended chain refuses.
    let said = chain.place.run(&["show", "a"]);
    assert!(said.out.contains("next    nothing"), "{said:?}");
    // What is begun after the end needs somebody again.
    assert_eq!(chain.place.run(&["session", "new", "--feature", "a", "--planner", "built-in"]).code, 0);
    let said = chain.place.run(&["status"]);
    assert!(said.out.contains("session/a-2 needs step") && said.out.contains("1 needs you"), "{said:?}");
}

/// Each requirement of the brief in each of the documents: a table, and all of it.
#[track_caller]
fn found_again(chain: &Chain, file: &str, brief: &str) {
    let reading = frieze_design::brief::read_prose(file, brief.as_bytes()).unwrap();
    let letters =
        |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    let intent: Value = serde_json::from_str(&chain.read("design/final/intent.json")).unwrap();
    let designed: Vec<(String, String)> = intent["requirements"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|one| (letters(one["text"].as_str().unwrap()), one["id"].as_str().unwrap().to_owned()))
        .collect();
    let acceptance = chain.place.read(".aiwf/sessions/a-1/iteration-1/code/acceptance.feature");
    let documents = [
        ("spec.md", chain.read("spec.md")),
        ("plan.md", chain.read("plan.md")),
        ("tasks.md", chain.read("tasks.md")),
        ("acceptance.feature", acceptance),
    ];
    let spec = letters(&documents[0].1);
    let (mut used, mut lost) = (std::collections::BTreeSet::new(), Vec::new());
    for requirement in &reading.requirements {
        let text = letters(&requirement.text);
        let same = designed.iter().find(|(designed, id)| text.starts_with(designed) && !used.contains(id));
        let id = same.map(|(_, id)| id.clone()).unwrap_or_default();
        used.insert(id.clone());
        let mut found = vec![("intent", !id.is_empty())];
        found.extend(documents.iter().map(|(name, document)| match *name {
            "spec.md" => (*name, spec.contains(&text)),
            _ => (*name, !id.is_empty() && has_word(document, &id)),
        }));
        let cells: Vec<String> =
            found.iter().map(|(name, is)| format!("{name} {}", if *is { "✓" } else { "✗" })).collect();
        println!("{file} line {:>3} {id:>4}  {}", requirement.line, cells.join("  "));
        if found.iter().any(|(_, is)| !is) {
            lost.push((requirement.line, cells));
        }
    }
    assert!(reading.requirements.len() > 5 && lost.is_empty(), "{file}: {lost:?}");
    println!("{file}: {0} of {0} requirements in all five documents (100 %)", reading.requirements.len());
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|one| one == word)
}

#[test]
fn checkout_goes_the_whole_way_offline() {
    goes_the_whole_way("checkout.md", include_str!("../../assets/demo/checkout.md"));
}

#[test]
fn refunds_go_the_whole_way_offline() {
    goes_the_whole_way("refunds.md", include_str!("../../assets/demo/refunds.md"));
}

#[test]
fn loyalty_goes_the_whole_way_offline() {
    goes_the_whole_way("loyalty.txt", include_str!("../../assets/demo/loyalty.txt"));
}

#[test]
fn finishing_early_asks_and_keeping_changes_nothing() {
    let chain = Chain::new("standard");
    chain.ends(0, "brainstorm", &[]);
    let said = chain.ends(1, "finish", &["--outcome", "pr"]);
    assert!(said.err.contains("--proceed"), "{said:?}");
    let before = chain.read(".meta.json");
    chain.ends(0, "finish", &["--outcome", "keep"]);
    assert_eq!(chain.read(".meta.json"), before);
    chain.ends(0, "finish", &["--outcome", "discard"]);
    assert_eq!(chain.meta()["status"], "abandoned");
}

/// What the design needs is done although the chain has ended; a design that never began stays.
#[test]
fn an_ended_chain_does_not_hold_up_its_design() {
    let chain = Chain::new("standard");
    let place = &chain.place;
    chain.ends(0, "finish", &["--outcome", "discard"]);
    let said = place.done(&["run", "a"]);
    assert!(said.out.contains("`frieze run design/a` runs its design"), "{said:?}");
    let listed = place.json(&["run", "a", "--json"]);
    assert_eq!(
        (listed["features"][0]["id"].as_str(), listed["features"][0]["state"].as_str()),
        (Some("a"), Some("IDLE"))
    );
    assert_eq!(place.run(&["run", "design/a"]).code, 3);
    let said = place.run(&["run", "a"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.out.contains("CANDIDATE") && said.out.contains("chain/a is ABANDONED"), "{said:?}");
    assert!(!said.out.contains("runs its design"), "it waits for a decision: {said:?}");
    freeze(place, "a");
    let said = place.done(&["run", "a"]);
    assert!(said.out.contains("chain/a is ABANDONED") && !said.out.contains("runs its design"), "{said:?}");
}

/// "Only show active features": what is unfinished when a chain ends is listed as it is, and needs nobody.
#[test]
fn what_is_unfinished_in_an_ended_feature_needs_nobody() {
    let chain = waiting_for_the_design();
    let place = &chain.place;
    assert_eq!(place.run(&["run", "a"]).code, 3);
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("1 needs you") && listed.contains("needs decision"), "{listed}");
    chain.ends(0, "leave", &[]);
    place.done(&["session", "new", "side", "--feature", "a"]);
    assert_eq!(place.run(&["session", "step", "side"]).code, 3);
    let needs = |words: &[&str]| place.done(words).out.contains("needs ");
    assert!(needs(&["session", "list"]) && needs(&["session", "show", "side"]));
    let said = chain.ends(0, "finish", &["--outcome", "discard"]).out;
    assert!(said.contains("  design/a is left as it is, CANDIDATE"), "{said}");
    assert!(said.contains("  session/side is left as it is, PLANNING"), "{said}");
    assert!(!needs(&["session", "list"]) && !needs(&["session", "show", "side"]));
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("nothing needs you") && listed.contains("design/a  CANDIDATE"), "{listed}");
    assert!(!listed.contains("needs decision") && !listed.contains("ready to run"), "{listed}");
    let row = &place.json(&["status", "--json"])["features"][0];
    assert_eq!((row["due"].as_str(), row["next"].as_str()), (Some("chain/a"), None), "{row}");
    freeze(place, "a");
    let row = &place.json(&["status", "--json"])["features"][0];
    assert_eq!((row["due"].as_str(), row["state"].as_str()), (Some("design/a"), Some("FROZEN")), "{row}");
}

/// `status` shows active features, their phase and the next command.
#[test]
fn the_list_says_what_comes_next() {
    let chain = Chain::new("standard");
    let rows = chain.place.json(&["status", "--json"]);
    let row = &rows["features"][0];
    assert_eq!(row["next"], "frieze chain brainstorm a", "{row}");
    // `frieze run a` takes the chain.
    let shown = chain.place.json(&["show", "a", "--json"]);
    assert_eq!(
        (&shown["next"], &shown["feature"]["next"]),
        (&serde_json::json!([]), &row["next"]),
        "{shown}"
    );
    let shown = chain.place.done(&["show", "a"]).out;
    assert!(shown.contains("next    frieze chain brainstorm a\n"), "{shown}");
    // `frieze run design/a` takes the design.
    let shown = chain.place.done(&["show", "design/a"]).out;
    assert!(shown.contains("next    GENERATING (run)\n"), "{shown}");
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

/// A chain whose third phase waits for the design.
#[track_caller]
fn waiting_for_the_design() -> Chain {
    let chain = Chain::of("checkout.md", include_str!("../../assets/demo/checkout.md"), "quick");
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    chain.ends(3, "design", &["--keep-brief"]);
    chain
}

/// An order that comes while the run still waits in the same process is not lost. It was in one of four, on one core in two of three.
#[test]
fn a_waiting_chain_says_so_every_time() {
    let chain = waiting_for_the_design();
    for _ in 0..25 {
        chain.ends(3, "next", &[]);
    }
}

/// `run` does the one next thing: a person reads each document before the next one is made of it.
#[test]
fn run_completes_the_phase_that_waited_and_no_other() {
    let chain = waiting_for_the_design();
    assert_eq!(chain.place.run(&["run", "a"]).code, 3);
    // What it waits for needs a person: `run` would do nothing.
    for waiting in [&["chain", "next", "a"][..], &["show", "chain/a"]] {
        let said = chain.place.run(waiting);
        let next: Vec<&str> = said.out.lines().filter(|line| line.contains("next: ")).collect();
        assert!(matches!(next[..], [next] if next.ends_with("next: frieze show design/a")), "{said:?}");
    }
    freeze(&chain.place, "a");
    for (written, not_yet) in
        [("design.md", "plan.md"), ("plan.md", "tasks.md"), ("tasks.md", "implementation.md")]
    {
        let said = chain.place.run(&["run", "a"]);
        assert!(chain.exists(written) && !chain.exists(not_yet), "{written}: {said:?}");
    }
}

/// A requirement that only open questions name is found nowhere, and nobody ends the feature over that without a word.
#[test]
fn a_requirement_that_nothing_serves_is_not_found_and_stops_the_finish() {
    let chain = Chain::of("checkout.md", include_str!("../../assets/demo/checkout.md"), "quick");
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    let spec = chain.read("spec.md");
    let added = "- **FR-099**: The office manager MUST see a monthly report.\n- **FR-001**";
    chain.place.write("features/a/spec.md", spec.replacen("- **FR-001**", added, 1));
    chain.ends(0, "specify", &["--review"]);
    verifies(&chain);
    let verification = chain.read("verification.md");
    let row = verification.lines().find(|line| line.contains("FR-099")).unwrap();
    assert_eq!(row.matches("not found").count(), 5, "{verification}");
    let said = chain.ends(1, "finish", &["--outcome", "merge"]);
    assert!(said.err.contains("[blocker]") && said.err.contains("--proceed"), "{said:?}");
    chain.ends(0, "finish", &["--outcome", "merge", "--proceed"]);
}
