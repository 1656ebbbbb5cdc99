//! What helps a person on the command line: hints for other programs' words, completion, paging, texts without repetition.

use crate::cli_support::{CHECKOUT, Place};
use crate::gate_support::{Terminal, freeze};

#[test]
fn words_of_other_programs_lead_to_the_verb_here() {
    let place = Place::workspace();
    for (verb, meant) in
        [("list", "frieze status"), ("export", "frieze show ID"), ("version", "frieze --version")]
    {
        let said = place.run(&[verb]);
        assert_eq!(said.code, 64, "{said:?}");
        assert!(said.err.contains("hint: ") && said.err.contains(meant), "{said:?}");
    }
    let said = place.run(&["run"]);
    assert!(said.code == 64 && said.err.contains("frieze run [OPTIONS] --all"), "{said:?}");
}

#[test]
fn a_name_that_is_almost_an_id_is_suggested_as_one() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    place.stopped(1, "such as gift-cards", &["new", "Gift Cards", "--brief", "brief.md"]);
    place.write("poem.md", "# A poem\n\nRoses are red.\n");
    let said = place.done(&["new", "poem", "--brief", "poem.md", "--as-prose"]).out;
    assert!(said.contains("next: frieze use claude, then frieze run poem"), "{said}");
    for path in ["../Search", "a/B", ""] {
        let said = place.run(&["show", path]);
        assert!(!said.err.contains("such as"), "{said:?}");
    }
}

#[test]
fn the_shell_completes_verbs_features_and_settings() {
    let place = Place::candidate();
    let completed = |words: &[&str]| {
        let output = place.command(words).env("COMPLETE", "fish").output().unwrap();
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (words, known) in [
        (&["--", "frieze", ""][..], "approve"),
        (&["--", "frieze", "show", ""], "checkout"),
        (&["--", "frieze", "--set", ""], "threshold="),
    ] {
        let found = completed(words);
        assert!(found.lines().any(|line| line.starts_with(known)), "{words:?}: {found}");
    }
    let new = completed(&["--", "frieze", "new", ""]);
    assert!(!new.contains("checkout"), "a new feature has a new name: {new}");
}

#[test]
fn configuration_and_doctor_need_no_workspace() {
    let place = Place::empty();
    assert!(place.done(&["config"]).out.contains("threshold"));
    let said = place.done(&["doctor"]);
    assert!(said.out.contains("none here") && said.out.contains("frieze init"), "{said:?}");
    assert_eq!(place.json(&["doctor", "--json"])["ok"], true);
    assert!(place.json(&["config", "--json"])["workspace"].is_null());
}

/// An agent that nobody asks is described, and is no failure.
#[test]
fn an_agent_without_a_role_does_not_fail_the_doctor() {
    let place = Place::workspace();
    let agents = "agents:\n  spare: {kind: command, command: [no-such-program]}\n";
    place.write("frieze.yaml", agents);
    let said = place.done(&["doctor"]);
    assert!(said.out.contains("no role uses it"), "{said:?}");
    place.write("frieze.yaml", format!("{agents}generator: spare\n"));
    let said = place.run(&["doctor"]);
    assert!(said.code == 2 && !said.out.contains("no role uses it"), "{said:?}");
}

/// A failed feature is no failure of the workspace, but not all is well.
#[test]
fn doctor_says_of_a_failed_feature_what_status_says() {
    let place = Place::demo();
    let said = place.done(&["doctor"]).out;
    let row = place.row("ideas");
    let line = format!("note   feature ideas: FAILED, needs reset: {}", row["reason"].as_str().unwrap());
    assert!(said.contains(&line), "{said}");
    // What has a hint is not simply all right.
    for (line, next) in said.lines().zip(said.lines().skip(1)) {
        assert!(!(line.starts_with("ok ") && next.trim_start().starts_with("hint: ")), "{said}");
    }
}

#[test]
fn the_log_says_a_move_once() {
    let place = Place::candidate();
    let log = place.done(&["log", "checkout"]).out;
    assert_eq!(log.matches("run started: ").count(), 1, "{log}");
    let all = place.json(&["log", "checkout", "--json"]).to_string();
    assert_eq!(all.matches("run started: ").count(), 2, "{all}");
}

#[test]
fn findings_of_one_check_are_shown_together() {
    let place = Place::candidate();
    let shown = place.done(&["show", "checkout", "--all"]).out;
    let critique = place.json(&["show", "checkout", "--json"]);
    assert!(shown.contains(" findings"), "no check has several findings: {shown}");
    for finding in critique["critique"]["findings"].as_array().into_iter().flatten() {
        let check = finding["check"].as_str().unwrap_or_default();
        let heads = shown.lines().filter(|line| line.split(' ').any(|word| word == check)).count();
        assert_eq!(heads, 1, "{check}: {shown}");
    }
    // Of equal price, the second step comes before the tenth.
    let place = Place::demo();
    let shown = place.done(&["show", "checkout", "--all"]).out;
    let steps = |step: usize| shown.find(&format!("-0.17 /userFlows/4/steps/{step}: "));
    assert!(steps(2).is_some() && steps(2) < steps(9) && steps(9) < steps(10), "{shown}");
}

#[test]
fn a_frozen_feature_says_what_comes_next() {
    let place = Place::candidate();
    freeze(&place, "checkout");
    assert!(place.done(&["show", "checkout"]).out.contains("frieze session new --feature checkout"));
}

#[test]
fn a_long_text_goes_through_the_pager_of_a_terminal() {
    let place = Place::candidate();
    let paged = |arguments: &[&str]| {
        let terminal = Terminal::start_with(&place, &[("PAGER", "sed s/^/paged:/")], arguments);
        let (code, screen, _) = terminal.ended();
        assert_eq!(code, 0, "{screen}");
        screen.contains("paged:")
    };
    assert!(paged(&["log", "checkout"]) && paged(&["show", "checkout"]));
    assert!(!paged(&["log", "checkout", "--no-pager"]));
    assert!(!paged(&["log", "checkout", "--json"]));
    assert!(!paged(&["--plain", "log", "checkout"]));
    let terminal = Terminal::start_with(&place, &[("PAGER", "no-such-program")], &["log", "checkout"]);
    let (code, screen, _) = terminal.ended();
    assert!(code == 0 && screen.contains("IDLE → GENERATING"), "exit code {code}: {screen}");
    // The words are split as a shell does, and a pager that fails loses nothing.
    for (pager, words) in [("sh -c \"echo 'of a shell'; cat\"", "of a shell"), ("cat \"", "IDLE")] {
        let terminal = Terminal::start_with(&place, &[("PAGER", pager)], &["log", "checkout"]);
        let (code, screen, _) = terminal.ended();
        assert!(
            code == 0 && screen.contains(words) && screen.contains("IDLE → GENERATING"),
            "{pager}: {screen}"
        );
    }
}
