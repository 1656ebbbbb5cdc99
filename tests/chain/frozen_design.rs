//! A chain over a frozen design: the approval is for the brief and the answers that were there, too.

use std::fs;

use crate::chains::Chain;
use crate::gate_support::{Terminal, freeze};

const BRIEF: &str = "features/a/brief.md";
const SPEC: &str = "features/a/spec.md";

/// A feature whose design is made, and frozen.
fn freeze_the_design(chain: &Chain) {
    assert_eq!(chain.place.run(&["run", "design/a"]).code, 3);
    freeze(&chain.place, "a");
}

/// A chain with a specification that asks for more than the brief.
fn asking_for_more() -> Chain {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "specify", &[]);
    let spec = chain.read("spec.md") + "\n- FR-9: The shop MUST log errors.\n";
    chain.place.write(SPEC, spec);
    chain
}

/// Taking the specification is refused, and the brief stays as it was approved.
#[track_caller]
fn keeps_its_brief(chain: &Chain) {
    let (place, brief) = (&chain.place, chain.read("brief.md"));
    for words in [&["--take-spec"][..], &["--fresh", "--take-spec"]] {
        let said = chain.ends(1, "design", words);
        let how = "delete features/a/design/final/FROZEN.md, then `frieze unfreeze a --reason TEXT`";
        assert!(said.err.contains("frozen") && said.err.contains(how), "{said:?}");
        assert!(!said.err.contains("PRODUCING"), "nothing was begun: {said:?}");
        assert_eq!(chain.read("brief.md"), brief, "{words:?}");
    }
    place.done(&["verify"]);
}

#[test]
fn the_specification_does_not_become_the_brief_of_a_frozen_design() {
    let chain = asking_for_more();
    freeze_the_design(&chain);
    let said = chain.ends(3, "design", &[]);
    assert!(said.out.contains("brief.md and spec.md differ"), "{said:?}");
    let said = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("take-spec is not possible now: the design is frozen with this brief.md"),
        "{said}"
    );
    let shown = chain.place.json(&["show", "chain/a", "--json"]);
    let choices = shown["gates"][0]["choices"].as_array().cloned().unwrap_or_default();
    let take = choices.iter().find(|choice| choice["name"] == "take-spec").unwrap();
    assert!(take["barred"].as_str().is_some_and(|why| why.contains("FROZEN.md")), "{shown}");
    keeps_its_brief(&chain);
    chain.ends(0, "design", &["--keep-brief"]);
    assert!(chain.exists("design.md"));
    // Back to the design.
    keeps_its_brief(&chain);
}

/// The question was open when the design was frozen. Unfrozen, the specification can be taken.
#[test]
fn an_older_question_does_not_replace_the_brief_either() {
    let chain = asking_for_more();
    chain.ends(3, "design", &[]);
    freeze_the_design(&chain);
    keeps_its_brief(&chain);
    fs::remove_file(chain.place.at("features/a/design/final/FROZEN.md")).unwrap();
    chain.place.done(&["unfreeze", "a", "--reason", "more is asked for"]);
    chain.ends(3, "design", &["--take-spec"]);
    assert_eq!(chain.read("brief.md"), chain.read("spec.md"));
}

#[test]
fn the_missing_brief_of_a_frozen_design_is_to_be_restored() {
    let chain = asking_for_more();
    freeze_the_design(&chain);
    let brief = chain.read("brief.md");
    fs::remove_file(chain.place.at(BRIEF)).unwrap();
    let said = chain.ends(1, "design", &[]);
    assert!(said.err.contains("brief.md is missing") && said.err.contains("version control"), "{said:?}");
    assert!(!chain.exists("brief.md"));
    chain.place.write(BRIEF, brief);
    chain.place.done(&["verify"]);
    chain.ends(0, "design", &["--keep-brief"]);
}

/// What `frieze verify` does not accept, no later phase goes on with.
#[test]
fn a_changed_brief_or_new_answers_stop_every_later_phase() {
    let chain = asking_for_more();
    let place = &chain.place;
    freeze_the_design(&chain);
    chain.ends(0, "design", &["--keep-brief"]);
    chain.ends(0, "create-plan", &[]);
    chain.ends(0, "create-tasks", &[]);
    let brief = chain.read("brief.md");
    let answers = "features/a/answers.md";
    assert!(!place.exists(answers));
    for (path, text) in [(BRIEF, format!("{brief}\n- More.\n")), (answers, "## Which?\n\nNone.\n".to_owned())]
    {
        place.write(path, text);
        assert_eq!(place.run(&["verify", "a"]).code, 2, "{path}");
        for words in [&["status"][..], &["chain", "list"], &["chain", "show", "a"]] {
            let said = place.done(words).out;
            assert!(said.contains("needs restore") && said.contains(path), "{said}");
            assert!(!said.contains("next: "), "nothing that is refused is named: {said}");
        }
        for verb in ["next", "create-plan", "create-tasks", "implement"] {
            let said = chain.ends(1, verb, &[]);
            assert!(said.err.contains(path) && said.err.contains("frieze verify a"), "{said:?}");
        }
        assert!(!place.exists(".aiwf"), "no session is begun");
        place.write(BRIEF, &brief);
        let _ = fs::remove_file(place.at(answers));
    }
    chain.ends(3, "next", &[]);
    assert!(place.exists(".aiwf/sessions/a-1/session.json"));
}

/// An approval of the candidate would be for another brief than it was made from.
#[test]
fn the_specification_does_not_become_the_brief_of_a_design_that_waits_for_a_decision() {
    let chain = asking_for_more();
    assert_eq!(chain.place.run(&["run", "design/a"]).code, 3);
    let brief = chain.read("brief.md");
    let said = chain.ends(3, "design", &[]);
    let why = "a design of this brief.md waits for a decision; `frieze abort a` ends it";
    assert!(said.out.contains(&format!("take-spec is not possible now: {why}")), "{said:?}");
    let said = chain.ends(1, "design", &["--take-spec"]);
    assert!(said.err.contains(why), "{said:?}");
    assert_eq!(chain.read("brief.md"), brief);
    let mut terminal = Terminal::start(&chain.place, &["abort", "a", "--reason", "more is asked for"]);
    terminal.wait_for("digits of the hash").send("a\r");
    assert_eq!(terminal.end().0, 0);
    chain.ends(3, "design", &["--take-spec"]);
    assert_eq!(chain.read("brief.md"), chain.read("spec.md"));
}

/// The approval was killed before its record was written: the chain waits until it is completed.
#[test]
fn an_approval_that_was_cut_short_is_completed_before_the_chain_goes_on() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "specify", &[]);
    chain.ends(3, "design", &[]);
    assert_eq!(chain.place.run(&["run", "design/a"]).code, 3);
    let record = "features/a/design/state.json";
    let before = chain.place.read(record);
    freeze(&chain.place, "a");
    chain.place.write(record, before);
    assert_eq!(chain.place.run(&["verify", "a"]).code, 2);
    chain.place.run(&["chain", "next", "a"]);
    assert!(!chain.exists("design.md"), "made of a design that is not frozen yet");
    // Its next thing is the approval.
    let said = chain.place.run(&["run", "a"]);
    assert_eq!(chain.place.run(&["verify", "a"]).code, 0, "{said:?} {:?}", chain.place.run(&["status"]));
    chain.place.run(&["chain", "next", "a"]);
    assert!(chain.exists("design.md"));
}

/// Another process writes an answer while a chain is shown.
#[test]
fn a_chain_sweeps_no_temporary_file_of_others() {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    let theirs = "features/a/.answers.md.abcdefgh.tmp";
    let own = "features/a/.brainstorm.md.abcdefgh.tmp";
    chain.place.write(theirs, "half an answer");
    chain.place.write(own, "half a text");
    chain.place.done(&["chain", "show", "a"]);
    assert!(chain.place.exists(theirs), "of another process");
    assert!(!chain.place.exists(own), "of a killed one");
}

/// A chain with a plan, over a frozen design.
fn planned() -> Chain {
    let chain = Chain::new("quick");
    chain.ends(0, "brainstorm", &[]);
    chain.ends(0, "specify", &[]);
    chain.ends(3, "design", &[]);
    freeze_the_design(&chain);
    chain.place.run(&["chain", "next", "a"]);
    chain.ends(0, "create-plan", &[]);
    chain
}

/// Nothing is planned or finished from a design that is not frozen any more.
#[test]
fn an_unfrozen_design_leads_back_to_its_phase() {
    let chain = planned();
    let plan = chain.read("plan.md");
    fs::remove_file(chain.place.at("features/a/design/final/FROZEN.md")).unwrap();
    chain.place.done(&["unfreeze", "a", "--reason", "more is asked for"]);
    let shown = chain.place.done(&["chain", "show", "a"]).out;
    assert!(shown.contains("next: frieze chain design a"), "{shown}");
    let refusals =
        [&["create-plan", "a", "--fresh"][..], &["finish", "a", "--outcome", "merge", "--proceed"]];
    for words in refusals {
        let said = chain.place.run(&[&["chain"], words].concat());
        assert_eq!(said.code, 1, "{said:?}");
        assert!(
            said.err.contains("not frozen any more") && said.err.contains("frieze chain design a"),
            "{said:?}"
        );
    }
    assert_eq!(chain.read("plan.md"), plan);
}

/// A chain that waits for its session, over a frozen design.
fn implementing() -> Chain {
    let chain = planned();
    chain.ends(0, "create-tasks", &[]);
    chain.ends(3, "implement", &[]);
    chain.place.run(&["run", "session/a-1"]);
    chain
}

fn unfreeze(chain: &Chain) {
    fs::remove_file(chain.place.at("features/a/design/final/FROZEN.md")).unwrap();
    chain.place.done(&["unfreeze", "a", "--reason", "more is asked for"]);
}

/// The approval is for the brief that was there: its completion would find another one.
#[test]
fn an_approval_that_was_cut_short_keeps_its_brief() {
    let chain = asking_for_more();
    assert_eq!(chain.place.run(&["run", "design/a"]).code, 3);
    let record = "features/a/design/state.json";
    let before = chain.place.read(record);
    freeze(&chain.place, "a");
    chain.place.write(record, before);
    let brief = chain.read("brief.md");
    let said = chain.ends(1, "design", &["--take-spec"]);
    assert!(
        said.err.contains("frozen") && said.err.contains("`frieze show a` completes the approval"),
        "{said:?}"
    );
    assert_eq!(chain.read("brief.md"), brief);
    chain.place.run(&["show", "a"]);
    chain.place.done(&["verify", "a"]);
}

/// The confirmation has the name of the run that is decided about.
#[test]
fn a_wrong_confirmation_names_the_session() {
    let chain = implementing();
    let mut terminal = Terminal::start(&chain.place, &["approve", "a"]);
    terminal.wait_for("digits of the hash").send("a\r");
    let (code, screen) = terminal.end();
    assert!(code == 1 && screen.contains("type a-1 or the first 6 digits of the hash"), "{screen}");
}

/// What the chain waits for comes before an older session of its feature.
#[test]
fn the_session_that_a_chain_waits_for_is_the_next_thing() {
    let chain = implementing();
    chain.ends(3, "implement", &["--fresh"]);
    let listed = chain.place.json(&["status", "--json"]);
    assert_eq!(listed["features"][0]["due"], "session/a-2", "{listed}");
    let said = chain.place.run(&["run", "a"]);
    assert!(said.out.contains("session/a-2  PLANNED") && !said.out.contains("a-1"), "{said:?}");
    let shown = chain.place.done(&["chain", "show", "a"]).out;
    assert!(shown.contains("frieze session approve a-2"), "{shown}");
}

/// Each next command that is shown after an unfreeze works, until the design is frozen again.
#[test]
fn an_unfreeze_during_the_implementation_leads_back_by_commands_that_work() {
    let chain = implementing();
    let place = &chain.place;
    unfreeze(&chain);
    let next =
        |place: &crate::cli_support::Place| place.json(&["chain", "show", "a", "--json"])["next"].clone();
    assert_eq!(next(place), "frieze chain leave a");
    place.done(&["session", "close", "a-1"]);
    let said = chain.run("next", &[]);
    let shown = place.done(&["chain", "show", "a"]).out;
    assert!(!format!("{said:?}{shown}").contains("frieze chain implement a"), "refused: {said:?} {shown}");
    assert_eq!(next(place), "frieze run a", "the design is entered: {shown}");
    assert_eq!(place.json(&["status", "--json"])["features"][0]["due"], "design/a");
    assert!(place.run(&["run", "a"]).out.contains("CANDIDATE"));
}

/// The same with the session as it is: its row says what it lacks, and is not in the way.
#[test]
fn a_session_of_an_unfrozen_design_does_not_stop_the_design() {
    let chain = implementing();
    unfreeze(&chain);
    chain.ends(0, "leave", &[]);
    let said = chain.ends(3, "design", &[]);
    assert!(said.out.contains("next: frieze run"), "{said:?}");
    let said = chain.place.run(&["run", "a"]);
    assert!(said.out.contains("CANDIDATE"), "{said:?}");
}

/// What `frieze verify` says to do is said where it stops a chain or a session.
#[test]
fn the_hint_of_a_verification_is_passed_on() {
    let chain = implementing();
    chain.place.write(BRIEF, chain.read("brief.md") + "\n- More.\n");
    let hint = "restore the brief from version control; to use the new one, delete design/final/FROZEN.md";
    let refused = |words: &[&str]| {
        let said = chain.place.run(words);
        assert!(said.code == 1 && said.err.contains(hint), "{said:?}");
        assert!(said.err.contains("`frieze verify a` compares the design"), "{said:?}");
        assert!(!said.err.contains("put the approved files back"), "{said:?}");
    };
    refused(&["session", "step", "a-1"]);
    chain.ends(0, "leave", &[]);
    refused(&["chain", "create-plan", "a", "--fresh"]);
}

/// Approves the session of the chain until it is complete.
fn complete_the_session(chain: &Chain) {
    let is_complete = (0..20).any(|_| {
        chain.place.run(&["run", "session/a-1"]);
        chain.place.run(&["session", "approve", "a-1"]);
        chain.place.json(&["session", "show", "a-1", "--json"])["phase"] == "complete"
    });
    assert!(is_complete);
}

/// Freezes another design after an unfreeze.
fn freeze_another(chain: &Chain) {
    chain.place.done(&["answer", "a", "1", "--", "A shop for small orders, for its customers."]);
    assert_eq!(chain.place.run(&["run", "design/a"]).code, 3);
    freeze(&chain.place, "a");
}

/// What was planned, implemented and verified is of the design before.
#[test]
fn a_finish_asks_about_what_was_made_from_another_design() {
    let chain = implementing();
    complete_the_session(&chain);
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    let merge = ["--outcome", "merge"];
    // Something begun and left is no part of what was verified.
    chain.ends(3, "implement", &["--fresh"]);
    chain.ends(0, "leave", &[]);
    let said = chain.ends(1, "finish", &merge);
    assert!(said.err.contains("not completed: implement"), "{said:?}");
    unfreeze(&chain);
    assert_eq!(chain.place.json(&["chain", "show", "a", "--json"])["next"], "frieze chain design a");
    freeze_another(&chain);
    let said = chain.ends(1, "finish", &merge);
    let made = "stale: design.md, plan.md, tasks.md, implementation.md, verification.md";
    assert!(
        said.err.contains(made) && said.err.contains("`frieze chain design a` makes it again"),
        "{said:?}"
    );
    chain.ends(0, "design", &[]);
    let said = chain.ends(1, "finish", &merge);
    assert!(said.err.contains("`frieze chain create-plan a` makes it again"), "{said:?}");
    chain.ends(0, "finish", &["--outcome", "merge", "--proceed"]);
}

/// After the last phase a person says how it ends.
#[test]
fn a_run_that_has_nothing_more_to_do_asks_how_it_ends() {
    let chain = implementing();
    complete_the_session(&chain);
    chain.ends(0, "next", &[]);
    chain.ends(0, "next", &[]);
    unfreeze(&chain);
    // What the list names, a run does.
    assert_eq!(chain.place.json(&["status", "--json"])["features"][0]["next"], "frieze chain design a");
    let said = chain.place.done(&["run", "a"]);
    assert!(said.out.contains("waits for design/a to be frozen"), "{said:?}");
    assert_eq!(chain.place.run(&["run", "a"]).code, 3);
    freeze(&chain.place, "a");
    let said = chain.place.run(&["run", "a"]);
    assert!(said.code == 3 && said.out.contains("finish"), "{said:?}");
    assert!(chain.phase("design")["completed"].is_string());
}

/// What is refused is offered nowhere, and a list says the same as what it names before and after somebody looks closer.
#[test]
fn a_phase_whose_session_is_closed_goes_on_by_commands_that_work() {
    let chain = implementing();
    let place = &chain.place;
    place.done(&["session", "close", "a-1"]);
    let listed = [place.done(&["status"]).out, chain.place.done(&["chain", "list"]).out];
    assert!(listed[0].contains("chain/a needs step") && listed[0].contains("READY"), "{listed:?}");
    place.done(&["chain", "show", "a"]);
    assert_eq!([place.done(&["status"]).out, place.done(&["chain", "list"]).out], listed);
    let said = chain.ends(3, "implement", &[]);
    let why = "  continue is not possible now: the session a-1 was closed before it was complete";
    assert!(said.out.contains(why) && said.out.contains("implement a --fresh: The phase"), "{said:?}");
    let shown = place.json(&["show", "chain/a", "--json"]);
    let choices = shown["gates"][0]["choices"].as_array().cloned().unwrap_or_default();
    let barred: Vec<_> = choices.iter().filter(|choice| choice["barred"].is_string()).collect();
    assert!(barred.len() == 2 && barred[0]["name"] == "continue", "{barred:?}");
    place.done(&["session", "reopen", "a-1"]);
    chain.ends(3, "implement", &["--continue"]);
    assert!(place.run(&["run", "a"]).out.contains("session/a-1  PLANNED"));
}

/// An older session is complete.
#[test]
fn a_verification_names_the_session_that_was_left() {
    let chain = implementing();
    complete_the_session(&chain);
    chain.ends(0, "next", &[]);
    chain.ends(3, "implement", &["--fresh"]);
    chain.ends(0, "leave", &[]);
    let (goes_on, open) = ("`frieze chain implement a --continue` goes on with it", "session/a-2 is open");
    let said = chain.ends(0, "verify", &[]);
    assert!(said.out.contains(&format!("[blocker] {open}: {goes_on}")), "{said:?}");
    assert!(!chain.read("verification.md").contains("no session is complete"));
    let said = chain.ends(1, "finish", &["--outcome", "merge"]);
    assert!(said.err.contains(open) && said.err.contains(&format!("hint: {goes_on}")), "{said:?}");
    // What would be refused is not named.
    chain.place.done(&["session", "close", "a-2"]);
    let reopens = "`frieze session reopen a-2`, then `frieze chain implement a --continue`, goes on";
    let said = chain.ends(0, "verify", &[]);
    assert!(said.out.contains(reopens) && !said.out.contains(open), "{said:?}");
    let said = chain.ends(1, "finish", &["--outcome", "merge"]);
    assert!(said.err.contains("hint: the session a-2 was closed") && said.err.contains(reopens), "{said:?}");
    chain.place.done(&["session", "reopen", "a-2"]);
    chain.ends(3, "implement", &["--continue"]);
    assert!(chain.place.run(&["run", "a"]).out.contains("session/a-2"));
}

/// A refusal names the command that goes on.
#[test]
fn a_session_of_an_unfrozen_design_names_the_command_that_freezes_it() {
    let chain = implementing();
    unfreeze(&chain);
    let said = chain.place.run(&["run", "a"]);
    let how = "freeze the same design again (`frieze run design/a`, then `frieze approve design/a`)";
    assert!(said.code == 1 && said.err.contains(how), "{said:?}");
    assert!(chain.place.run(&["run", "design/a"]).out.contains("CANDIDATE"));
    freeze(&chain.place, "a");
    let said = chain.place.run(&["run", "a"]);
    assert!(said.code == 3 && said.out.contains("session/a-1  PLANNED"), "{said:?}");
}

/// The command that is named works, and the chain goes on from there.
#[test]
fn an_unfinished_session_of_another_design_is_closed() {
    let chain = implementing();
    let place = &chain.place;
    unfreeze(&chain);
    freeze_another(&chain);
    let shown = place.json(&["session", "show", "a-1", "--json"]);
    assert_eq!(shown["nextCommand"], "frieze session close a-1", "{shown}");
    place.done(&["session", "close", "a-1"]);
    chain.ends(3, "implement", &["--fresh"]);
    assert!(place.run(&["run", "a"]).out.contains("session/a-2  PLANNED"));
}

/// Its code is of the design before.
#[test]
fn a_complete_session_of_another_design_implements_nothing() {
    let chain = implementing();
    complete_the_session(&chain);
    unfreeze(&chain);
    freeze_another(&chain);
    let said = format!("{:?}{:?}", chain.run("next", &[]), chain.run("show", &[]));
    assert!(said.contains("another design was frozen after the session a-1 had begun"), "{said}");
    assert!(!chain.exists("implementation.md"), "{said}");
}

/// An answer about a text that is missing is not taken as the other one.
#[test]
fn a_missing_text_is_neither_kept_nor_taken() {
    let chain = asking_for_more();
    chain.ends(3, "design", &[]);
    for (file, word) in [("brief.md", "--keep-brief"), ("spec.md", "--take-spec")] {
        let (path, text) = (format!("features/a/{file}"), chain.read(file));
        fs::remove_file(chain.place.at(&path)).unwrap();
        let said = chain.ends(1, "design", &[word]);
        assert!(said.err.contains(&format!("{path} is missing")), "{said:?}");
        assert!(!chain.exists(file) && !chain.exists("design/state.json"), "{said:?}");
        chain.place.write(&path, text);
    }
}
