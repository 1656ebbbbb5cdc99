//! What the command line says is so: after a reset, about answers and next steps, about files that are not what was approved.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use crate::cli_support::{CHECKOUT, Place};
use crate::gate_support::{PROMPT, Terminal, freeze};
use crate::shown::reject;

const DESIGN: &str = "features/checkout/design";

/// A feature whose run failed in its last iteration with the worse of two designs: the first was rejected.
fn failed_after_a_rejection() -> Place {
    let answer = Place::candidate().read("features/checkout/design/intent.json");
    let mut poor: Value = serde_json::from_str(&answer).expect("a design");
    poor["goals"] = json!(["be good"]);
    poor["summary"] = "some nice stuff etc.".into();
    poor["userFlows"][0]["name"] = "Some nice stuff".into();
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let root = place.root().display().to_string();
    let count = "echo x >> asked; n=$(wc -l < asked)";
    place.write("agent.sh", format!("cd {root}\n{count}\n[ $n -ne 2 ] && cat good.json || cat poor.json\n"));
    place.write("good.json", &answer);
    place.write("poor.json", poor.to_string());
    let yaml = format!(
        "generator: prog\nmaxIterations: 2\nagents: {{prog: {{kind: command, command: [sh, {root}/agent.sh]}}}}\n"
    );
    fs::create_dir_all(place.home().join("config/frieze")).expect("a folder");
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).expect("a file");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    reject(&place, "/userFlows/0: name it better\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 2);
    place
}

fn feedback(place: &Place) -> Value {
    place.json(&["show", "checkout", "--json"])["feedback"][0].clone()
}

#[test]
fn after_a_reset_to_the_best_design_its_score_is_shown_with_its_iteration() {
    let place = failed_after_a_rejection();
    let best = place.json(&["show", "checkout", "--json"])["scores"][0][1].clone();
    assert_ne!(place.row("checkout")["score"], best, "the last iteration is the worse one");
    let said = place.done(&["reset", "checkout", "--from-best"]);
    assert!(said.out.contains(&format!("the best iteration, 1 with {best}")), "{said:?}");
    assert_eq!(place.row("checkout")["score"], best);
    let listed = place.done(&["status"]).out;
    assert!(listed.contains(&format!("{best} in iteration 1")), "{listed}");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains(&format!("{best} / 80 in iteration 1")), "{shown}");
    // The next run has no score yet, and its own then.
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let shown = place.done(&["show", "checkout"]).out;
    assert!(!shown.contains("in iteration"), "{shown}");
}

/// The design has nothing of the iteration that answered the rejection.
#[test]
fn after_a_reset_no_change_is_claimed_that_the_design_lacks() {
    let place = failed_after_a_rejection();
    assert_eq!(feedback(&place)["outcome"], "changed");
    place.done(&["reset", "checkout", "--from-best"]);
    let item = feedback(&place);
    assert_eq!(item["outcome"], "no-change-found");
    assert!(item["why"].as_str().is_some_and(|why| why.contains("an earlier design")), "{item}");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    assert_eq!(feedback(&place)["outcome"], "no-change-found");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("started again since"), "{shown}");
}

/// A reset keeps a copy of a design that a person edited, and of no other.
#[test]
fn a_reset_keeps_only_what_a_person_edited() {
    let replaced = format!("{DESIGN}/iterations/2/intent-replaced.json");
    let place = failed_after_a_rejection();
    place.done(&["reset", "checkout", "--from-best"]);
    assert!(!place.exists(&replaced));
    let place = failed_after_a_rejection();
    let path = format!("{DESIGN}/intent.json");
    let edited = place.read(&path).replace("some nice stuff", "what a shopper needs");
    place.write(&path, &edited);
    place.done(&["reset", "checkout", "--from-best"]);
    assert_eq!(place.read(&replaced), edited);
}

#[test]
fn an_answered_question_is_marked() {
    let place = Place::candidate();
    place.done(&["answer", "checkout", "1", "The clerk ships the order, and it is closed."]);
    let shown = place.done(&["show", "checkout"]).out;
    assert_eq!(shown.matches("\n  ✓ ").count(), 1, "{shown}");
    assert!(shown.contains("\n    answered: The clerk ships the order"), "{shown}");
    assert!(shown.contains("\n  ? "), "{shown}");
}

#[test]
fn next_steps_are_steps_and_only_what_waited_was_interrupted() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("next    GENERATING (run)\n"), "{shown}");
    place.run(&["run", "checkout"]);
    reject(&place, "Rename \"Cart\" to \"Basket\".\n");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(!shown.contains("interrupted") && shown.contains("ready since"), "{shown}");
    assert!(shown.contains(": `frieze run checkout` continues"), "{shown}");
}

/// A line is one request, whatever marks it begins with.
#[test]
fn a_line_with_a_mark_has_one_fate() {
    let place = Place::candidate();
    reject(&place, "# tidy things up\n");
    place.run(&["run", "checkout"]);
    let item = feedback(&place);
    assert_eq!(item["outcome"], "no-change-found", "{item}");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("not done: Start with a verb") && !shown.contains("does not report"), "{shown}");
}

/// The version number differs in every design, and is no change that is counted.
#[test]
fn the_version_is_no_counted_change() {
    let place = Place::candidate();
    reject(&place, "Rename screen \"Cart page\" to \"Basket\".\n");
    place.run(&["run", "checkout"]);
    let said = place.done(&["diff", "checkout"]).out;
    assert!(said.starts_with("components: 1 renamed\n\n→ renamed component"), "{said}");
    assert!(said.contains("\"version\": \"1.1.0\""), "the text has it: {said}");
    assert_eq!(place.json(&["diff", "checkout", "--json"])["changes"].as_array().map(Vec::len), Some(2));
    let other = place.read(&format!("{DESIGN}/intent.json"));
    place.write("other.json", other.replace("\"version\": \"1.1.0\"", "\"version\": \"1.2.0\""));
    let said = place.done(&["diff", &format!("{DESIGN}/intent.json"), "other.json"]).out;
    assert!(said.starts_with("only the version number changed\n"), "{said}");
}

#[test]
fn a_chain_replaces_a_damaged_record_that_has_no_folder() {
    let place = Place::workspace();
    place.write("features/b2b/brief.md", CHECKOUT);
    place.write("features/b2b/.meta.json", "{");
    let said = place.done(&["chain", "start", "b2b", "--mode", "standard", "--set-aside"]);
    assert!(said.err.contains("the damaged .meta.json is kept in features/b2b/chain/damaged"), "{said:?}");
    assert_eq!(place.row("b2b")["due"], "chain/b2b");
}

#[test]
fn a_linked_feature_is_named_as_a_link() {
    let place = Place::candidate();
    symlink(place.at("features/checkout"), place.at("features/shop")).expect("a link");
    for verb in ["show", "log", "diff"] {
        let said = place.run(&[verb, "shop"]);
        said.complains(said.code, "features/shop is a symlink");
        assert!(said.err.contains("move what is there out of the way"), "{said:?}");
    }
}

/// An older freeze is intact, but not the last one: as for `verify`, it does not count for `show`, sessions and chains.
#[test]
fn a_freeze_that_was_rolled_back_is_used_nowhere() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    let first: Vec<(String, Vec<u8>)> =
        place.snapshot().into_iter().filter(|(path, _)| path.starts_with("features/")).collect();
    fs::remove_file(place.at(&format!("{DESIGN}/final/FROZEN.md"))).expect("a marker");
    place.done(&["unfreeze", "checkout", "--reason", "more to do"]);
    place.run(&["run", "checkout"]);
    freeze(&place, "checkout");
    place.done(&["verify"]);
    place.done(&["session", "new", "--feature", "checkout"]);
    fs::remove_dir_all(place.at("features")).expect("the features");
    first.iter().for_each(|(path, bytes)| place.write(path, bytes));
    let words = "an older freeze was restored";
    assert!(place.run(&["verify"]).out.contains(words));
    place.stopped(2, words, &["show", "checkout"]);
    place.stopped(1, words, &["session", "step", "checkout-1"]);
    place.done(&["chain", "start", "checkout", "--mode", "hotfix"]);
    place.stopped(2, words, &["chain", "design", "checkout", "--proceed"]);
}

/// As `show` does: the run that is due comes next, and no session that is there already.
#[test]
fn an_approval_names_what_is_due() {
    let place = Place::candidate();
    place.done(&["session", "new", "tier", "--feature", "checkout"]);
    let mut approve = Terminal::start(&place, &["approve", "design/checkout"]);
    approve.wait_for(PROMPT).send("checkout\r");
    let (code, screen) = approve.end();
    assert!(code == 0 && screen.contains("next: frieze session step tier"), "{screen}");
}

/// Only a run that somebody works on can be interrupted.
#[test]
fn a_killed_run_was_interrupted() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    fs::create_dir_all(place.home().join("config/frieze")).expect("a folder");
    let yaml = "generator: slow\nagents: {slow: {kind: command, command: [sleep, \"60\"]}}\n";
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).expect("a file");
    let mut run = place.started(&["run", "checkout"]);
    while place.state("checkout") != "GENERATING" {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    run.kill().and_then(|()| run.wait()).expect("it ends");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("interrupted, waiting for the generator: "), "{shown}");
}

/// Without the numbers of the freezes that were seen, nothing counts as frozen.
#[test]
fn a_session_sees_damaged_freeze_numbers() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    place.done(&["session", "new", "tier", "--feature", "checkout"]);
    let home = place.home();
    let seen = crate::cli_support::snapshot(&home);
    let path = seen.iter().find(|(path, _)| path.ends_with("freezes.json")).map(|(path, _)| home.join(path));
    fs::write(path.expect("the numbers"), "{").expect("a file");
    assert_eq!(place.run(&["verify"]).code, 2);
    place.stopped(1, "freezes.json", &["session", "step", "tier"]);
    place.stopped(2, "freezes.json", &["show", "checkout"]);
}

/// The words of a rejection whose run was aborted are in no prompt.
#[test]
fn words_of_an_aborted_run_are_not_called_waiting() {
    let place = failed_after_a_rejection();
    place.done(&["reset", "checkout", "--from-best"]);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    reject(&place, "/goals/0: say how fast\n");
    // The agent is lost, which pauses the run.
    place.write("agent.sh", "exit 1\n");
    place.run(&["run", "checkout"]);
    let waits = |is: bool| {
        let said = place.done(&["show", "checkout"]).out;
        assert_eq!(said.contains("no new design yet"), is, "{said}");
        said
    };
    assert!(!waits(true).contains("Of an earlier run"));
    let mut abort = Terminal::start(&place, &["abort", "checkout", "--reason", "not now"]);
    abort.wait_for("to abort its run").send("checkout\r");
    let (code, screen) = abort.end();
    assert_eq!(code, 0, "{screen}");
    assert!(waits(false).contains("no run gets these words any more; reject with them again"));
    place.done(&["reset", "checkout"]);
    assert!(waits(false).contains("! Of an earlier run. The next run replaces this critique."));
}

/// The decision is written before the files of a freeze: where these cannot be written, nothing claims that it was approved.
#[test]
fn an_approval_that_was_not_saved_is_not_claimed() {
    let place = Place::candidate();
    let in_the_way = place.at(&format!("{DESIGN}/final/intent.json"));
    fs::create_dir_all(&in_the_way).expect("a folder");
    let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r");
    let (code, screen) = terminal.end();
    assert_eq!((code, place.state("checkout").as_str()), (2, "CANDIDATE"), "{screen}");
    let log = place.done(&["log", "checkout"]).out;
    assert!(!log.contains(" approved "), "{log}");
    assert!(
        log.contains(" decided to approve ") && log.contains("not carried out: could not write"),
        "{log}"
    );
    fs::remove_dir(&in_the_way).expect("a folder");
    freeze(&place, "checkout");
    assert!(place.done(&["log", "checkout"]).out.contains("CANDIDATE → FROZEN: Ada Lovelace"));
    place.done(&["verify"]);
}

/// The reason can still be given when the next run has begun.
#[test]
fn a_reason_is_missed_until_it_is_given() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    fs::remove_file(place.at(&format!("{DESIGN}/final/FROZEN.md"))).expect("a marker");
    place.run(&["run", "checkout"]);
    let said = place.done(&["unfreeze", "design/checkout"]).out;
    assert!(said.contains("is CANDIDATE: FROZEN.md was deleted, and no reason is recorded yet"), "{said}");
    place.done(&["unfreeze", "checkout", "--reason", "more to do"]);
    assert!(place.done(&["unfreeze", "checkout"]).out.contains("no reason is needed"));
}
