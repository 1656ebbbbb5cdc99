//! Messages about agents, through the real binary: who found what, whether a critic repeats itself, what is trusted, why a
//! candidate cannot be rejected, and no secrets.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;
use std::io::{BufRead, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;

use crate::cli_support::{CHECKOUT, Place, Said};
use crate::gate_support::{PROMPT, Terminal};
use serde_json::Value;

const INTENT: &str = "features/checkout/design/intent.json";

/// A workspace with a brief and a user's configuration.
fn place(user: &str) -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    // The user's own file names its programs by their whole paths.
    let user = user.replace("[./", &format!("[{}/", place.root().display()));
    fs::write(place.home().join("config/frieze/config.yaml"), user).unwrap();
    place
}

fn script(place: &Place, name: &str, text: &str) {
    place.write(name, format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(place.at(name), fs::Permissions::from_mode(0o755)).unwrap();
}

const EYES: &str =
    "critic: eyes\nagents: {eyes: {kind: command, command: [./critic.sh], model: sharp-1, folder: .}}\n";

/// A workspace whose critic is a program.
fn judged_by(text: &str, settings: &str) -> Place {
    let place = place(&format!("{settings}{EYES}"));
    script(&place, "critic.sh", text);
    place
}

fn says(severity: &str) -> String {
    format!(
        "echo '{{\"findings\": [{{\"check\": \"clarity/judgement\", \"pointer\": \"/userFlows/0\", \"severity\": \"{severity}\", \
         \"message\": \"It says little.\", \"suggestion\": \"Say more.\"}}]}}'"
    )
}

#[test]
fn findings_are_grouped_by_who_found_them() {
    let place = judged_by(&says("minor"), "");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let critique: Value =
        serde_json::from_str(&place.read("features/checkout/design/critique.json")).unwrap();
    let findings = critique["findings"].as_array().unwrap();
    let of_critic: Vec<_> = findings.iter().filter(|f| f.get("critic").is_some()).collect();
    assert_eq!(of_critic.len(), 1, "{critique}");
    assert_eq!(
        (of_critic[0]["critic"].as_str(), of_critic[0]["check"].as_str(), of_critic[0]["points"].as_f64()),
        (Some("eyes"), Some("clarity/judgement"), Some(0.5))
    );
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("Found by the critic eyes: 1, -0.50 points"), "{shown}");
    assert_eq!(shown.contains("Found by the rubric: "), findings.len() > 1, "{shown}");
    // The contract of `score`: only the rubric, with exactly these keys.
    let scored = place.json(&["score", INTENT, "--json"]);
    let keys: Vec<_> = scored.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["dimensions", "findings", "inputSha256", "overall", "rubric"]);
    for finding in scored["findings"].as_array().unwrap() {
        let keys: Vec<_> = finding.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            ["check", "dimension", "message", "pointer", "points", "severity", "suggestion"],
            "{finding}"
        );
    }
    assert!(!place.done(&["score", INTENT]).out.contains("Found by"));
    // A critique of an earlier version names no critic and is still read.
    let path = "features/checkout/design/critique.json";
    let unnamed = place.read(path).replace("\"critic\": \"eyes\",", "");
    for path in [path, "features/checkout/design/iterations/1/critique.json"] {
        place.write(path, &unnamed);
    }
    let said = place.done(&["show", "checkout", "--all"]);
    assert!(!said.err.contains("cannot be used") && said.out.contains("clarity/judgement"), "{said:?}");
    assert!(!said.out.contains("Found by"), "{said:?}");
}

/// The prompt lists the checks. A valid answer names an id of the list, or describes a fault under a dimension. An unusable
/// item is reported and costs nothing.
#[test]
fn a_valid_critique_costs_points() {
    let said = |check: &str| {
        format!(
            "{{\"check\": \"{check}\", \"pointer\": \"/userFlows/0\", \"severity\": \"major\", \"message\": \"It says little.\", \
             \"suggestion\": \"Say more.\"}}"
        )
    };
    // It takes the id from its prompt; without the list it finds nothing.
    let listed = said("'$id'");
    let own = said("frameworkAgnosticism/tied-to-paper");
    let none = said("usability/dull");
    let place = judged_by(
        &format!(
            "id=$(grep -o '^coherence/judgement: ' | tr -d ': ')\n[ -n \"$id\" ] || exit 1\n\
             echo '{{\"findings\": [{listed}, {own}, {none}]}}'"
        ),
        "",
    );
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let critique = place.json(&["show", "checkout", "--json"])["critique"].clone();
    let priced: Vec<_> = critique["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["critic"] == "eyes")
        .map(|finding| (finding["check"].as_str().unwrap(), finding["points"].as_f64().unwrap()))
        .collect();
    assert_eq!(priced, [("agnosticism/judgement", 3.0), ("coherence/judgement", 3.0)]);
    let alone = ["score", INTENT, "--brief", "features/checkout/brief.md", "--json"];
    let alone = place.json(&alone)["overall"].as_f64().unwrap();
    assert!((alone - 6.0 - critique["overall"].as_f64().unwrap()).abs() < 0.011, "{alone}: {critique}");
    assert_eq!(critique["notUsed"].as_array().map(Vec::len), Some(1), "{critique}");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("Findings of the critic that were not used: 1"), "{shown}");
    assert!(shown.contains("\"usability/dull\" is not a check"), "{shown}");
    let log = place.done(&["log", "checkout"]).out;
    assert!(log.contains("1 finding of the critic cannot be used"), "{log}");
    // The record names the prompt's version.
    let state: Value = serde_json::from_str(&place.read("features/checkout/design/state.json")).unwrap();
    let critic = &state["run"]["pins"]["critic"];
    assert_eq!(critic["promptTemplatePath"], "built-in:templates/prompts/design-critic-v2.0.0.txt");
    assert_eq!(critic["promptTemplateVersion"], "2.0.0");
}

/// Counts its calls in `n`.
const COUNTING: &str = "n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n > n";

#[test]
fn a_consistent_critic_is_confirmed() {
    let place = judged_by(&format!("{COUNTING}\n{}", says("major")), "");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    place.write("n", "0");
    let before = files(&place);
    let said = place.run(&["score", INTENT, "--again"]);
    assert_eq!(said.code, 0, "{said:?}");
    for words in [
        "judged twice by the rubric and the critic eyes (sharp-1): the same,",
        "the critic used 2 calls; this is part of no run",
        "Found by the critic eyes: 1, -3.00 points",
    ] {
        assert!(said.out.contains(words), "{words}: {said:?}");
    }
    assert!(said.err.contains("asking the critic eyes for the second time"), "{said:?}");
    assert_eq!(
        (place.read("n").trim(), files(&place)),
        ("2", before),
        "it was asked twice, and no record knows"
    );
    let report = place.json(&["score", INTENT, "--again", "--json"]);
    assert_eq!((&report["same"], &report["critic"]["name"]), (&true.into(), &"eyes".into()), "{report}");
    assert_eq!(
        (&report["critic"]["spent"]["calls"], &report["critic"]["countedInARun"], &report["critic"]["brief"]),
        (&2.into(), &false.into(), &true.into()),
        "{report}"
    );
    assert_eq!(report["first"], report["second"]);
}

/// All files of the features.
fn files(place: &Place) -> Vec<(String, Vec<u8>)> {
    place.snapshot().into_iter().filter(|(name, _)| name.starts_with("features")).collect()
}

#[test]
fn an_inconsistent_critic_is_shown_with_the_difference() {
    let script =
        format!("{COUNTING}\nif [ $n = 1 ]; then\n{}\nelse\n{}\nfi", says("minor"), says("critical"));
    let place = judged_by(&script, "");
    place.write("intent.json", Place::candidate().read(INTENT));
    let said = place.run(&["score", "intent.json", "--again"]);
    assert_eq!(said.code, 2, "{said:?}");
    for words in [
        "- clarity/judgement /userFlows/0 (critic eyes): It says little.",
        "+ clarity/judgement /userFlows/0 (critic eyes): It says little.",
        "  Clarity: ",
        "sharp-1): ",
        " and ",
    ] {
        assert!(said.out.contains(words), "{words}: {said:?}");
    }
    fs::remove_file(place.at("n")).unwrap();
    let report = place.run(&["score", "intent.json", "--again", "--json"]);
    let value: Value = serde_json::from_str(&report.out).unwrap();
    assert_eq!((report.code, &value["same"]), (2, &false.into()));
    assert_ne!(value["first"]["overall"], value["second"]["overall"]);
}

#[test]
fn a_critic_that_fails_the_second_time_is_a_failure() {
    for (script, settings, words, calls) in [
        ("exit 3".to_owned(), "", "the Design Critic did not answer", 1),
        ("echo no".to_owned(), "repairAttempts: 1\n", "not valid after 2 attempts", 2),
        (says("minor"), "maxCalls: 1\n", "reached its limit of calls (maxCalls: 1)", 1),
        (format!("{COUNTING}\n[ $n = 1 ] && {}", says("minor")), "", "the Design Critic did not answer", 2),
    ] {
        let place = judged_by(&script, settings);
        place.write("intent.json", Place::candidate().read(INTENT));
        let said = place.run(&["score", "intent.json", "--again"]);
        said.complains(2, words);
        let plural = if calls == 1 { "call" } else { "calls" };
        assert!(said.err.contains(&format!("the critic used {calls} {plural};")), "{said:?}");
    }
    // Sending an answer back costs one more call.
    let place = judged_by(&format!("{COUNTING}\n[ $n = 1 ] && echo no || {}", says("minor")), "");
    place.write("intent.json", Place::candidate().read(INTENT));
    let said = place.done(&["score", "intent.json", "--again"]);
    assert!(said.out.contains("the critic used 3 calls"), "{said:?}");
}

/// Recorded answers belong to their runs; a second judgement is refused with the reason.
#[test]
fn a_replayed_critic_is_not_asked_twice() {
    let place = place("critic: again\nagents: {again: {kind: replay, from: checkout}}\n");
    place.write("intent.json", Place::candidate().read(INTENT));
    let said = place.run(&["score", "intent.json", "--again"]);
    said.complains(1, "the critic again replays the answers of a run, and has none for this request");
    assert!(said.err.contains("--set critic=built-in") && !place.exists("opinions"), "{said:?}");
    let said = place.done(&["score", "intent.json", "--again", "--set", "critic=built-in"]);
    assert!(said.out.contains("judged twice by the rubric: the same, "), "{said:?}");
}

/// Reads standard error until a line has these words. An answer that is there before frieze looks for it is not waited for, and
/// the line is missing.
#[track_caller]
fn reads_until(words: &str, err: &mut impl BufRead) -> String {
    let mut text = String::new();
    while !text.contains(words) {
        assert_ne!(err.read_line(&mut text).unwrap(), 0, "it ended without {words:?}: {text}");
    }
    text
}

/// A person answers twice in a new folder, which is kept and named in the output.
#[test]
fn a_person_judges_twice_and_the_answers_are_saved() {
    let place = place("critic: desk\nagents: {desk: {kind: files}}\n");
    place.write("intent.json", Place::candidate().read(INTENT));
    let before = files(&place);
    for (number, words) in
        [(1, "judged twice by the rubric and the critic desk"), (2, "the critic used 2 calls")]
    {
        let mut asking = place.started(&["score", "intent.json", "--again"]);
        let mut reader = BufReader::new(asking.stderr.take().unwrap());
        for time in 1..=2 {
            let folder = format!("opinions/{number}/{time}/1");
            reads_until(&format!("waiting for {folder}/response.md"), &mut reader);
            place.write(&format!("{folder}/response.md"), "{\"findings\": []}");
        }
        let mut err = String::new();
        reader.read_to_string(&mut err).unwrap();
        let said = asking.wait_with_output().unwrap();
        let out = String::from_utf8(said.stdout).unwrap();
        assert_eq!(said.status.code(), Some(0), "{err}");
        assert!(out.contains(words), "{out}");
        assert!(err.contains(&format!("prompts and answers are saved in opinions/{number}\n")), "{err}");
        assert_eq!(place.read(&format!("opinions/{number}/2/1/response.md")), "{\"findings\": []}");
    }
    assert_eq!(files(&place), before, "no run knows of it");
}

#[test]
fn without_a_critic_the_rubric_judges_twice() {
    for place in [place(""), Place::empty()] {
        place.write("intent.json", Place::candidate().read(INTENT));
        let said = place.done(&["score", "intent.json", "--again"]);
        assert!(said.out.contains("judged twice by the rubric: the same, "), "{said:?}");
        let report = place.json(&["score", "intent.json", "--again", "--json"]);
        assert!(report["same"] == true && report.get("critic").is_none(), "{report}");
    }
}

const THREE: &str = "agents:\n  one: {kind: command, command: [./one]}\n  two: {kind: command, command: [./two]}\n  \
     three: {kind: openai, model: m, url: 'http://localhost:1/v1'}\n";

/// Each process reads what was trusted, adds its own entry and writes the whole file.
#[test]
fn simultaneous_trust_entries_are_all_kept() {
    let names: Vec<String> = (0..8).map(|n| format!("a{n}")).collect();
    let entries = names.iter().map(|name| format!("  {name}: {{kind: command, command: [./{name}]}}\n"));
    let place = Place::workspace();
    place.write("frieze.yaml", format!("agents:\n{}", entries.collect::<String>()));
    let listed = place.run(&["trust"]).out;
    let hashes: Vec<&str> = listed.lines().filter_map(|line| line.trim().strip_prefix("SHA-256 ")).collect();
    assert_eq!(hashes.len(), names.len());
    let started: Vec<_> = names
        .iter()
        .zip(&hashes)
        .map(|(name, hash)| place.started(&["trust", name, "--sha256", hash]))
        .collect();
    for child in started {
        let ended = child.wait_with_output().unwrap();
        assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    }
    let said = place.done(&["trust"]);
    assert_eq!(said.out.matches(": trusted").count(), names.len(), "{said:?}");
}

/// Without a terminal nothing is asked: the definitions are shown, with the command that trusts each.
#[test]
fn trust_asks_nothing_without_a_terminal() {
    let place = Place::workspace();
    place.write("frieze.yaml", THREE);
    let mut terminal = Terminal::in_shell(&place, "\"$FRIEZE\" trust 2> asked.txt");
    terminal.wait_for("agents.two: not trusted");
    let (code, screen) = terminal.end();
    assert_eq!(code, 1, "{screen}");
    let asked = place.read("asked.txt");
    assert!(asked.contains("one, three, two are not trusted") && !asked.contains("Type "), "{asked}");
}

#[test]
fn trust_without_names_shows_all_and_says_what_to_do() {
    let place = Place::workspace();
    place.write("frieze.yaml", THREE);
    let said = place.run(&["trust"]);
    said.complains(1, "one, three, two are not trusted");
    for words in
        ["agents.one: not trusted", "agents.two: not trusted", "agents.three: not trusted", "runs ./two"]
    {
        assert!(said.out.contains(words), "{words}: {said:?}");
    }
    let hashes: Vec<&str> =
        said.out.lines().filter_map(|line| line.trim().strip_prefix("SHA-256 ")).collect();
    assert_eq!(hashes.len(), 3);
    for (name, hash) in ["one", "three", "two"].iter().zip(&hashes) {
        assert!(said.err.contains(&format!("`frieze trust {name} --sha256 {hash}`")), "{said:?}");
    }
    place.done(&["trust", "one", "--sha256", hashes[0]]);
    place.run(&["trust"]).complains(1, "three, two are not trusted");
    place.stopped(1, "two is not trusted", &["trust", "one", "two"]);
}

#[test]
fn trust_at_a_terminal_is_typed() {
    let place = Place::workspace();
    place.write("frieze.yaml", THREE);
    let mut terminal = Terminal::start(&place, &["trust"]);
    terminal.wait_for("Type one to trust it: ").send("one\r");
    terminal.wait_for("Type three to trust it: ").send("yes\r");
    terminal.wait_for("Type two to trust it: ").send("two\r");
    let (code, screen) = terminal.end();
    assert!(code == 1 && screen.contains("three is not trusted"), "{code}: {screen}");
    // Leaving ends the questions; a paste decides nothing.
    for keys in ["\x1b", "\x03", "\x1b[200~three\x1b[201~\x04"] {
        let mut terminal = Terminal::start(&place, &["trust"]);
        terminal.wait_for("Type three to trust it: ").send(keys);
        let (code, screen) = terminal.end();
        assert!(code == 1 && screen.contains("agents.one: trusted"), "{keys:?}: {code}: {screen}");
    }
    let mut terminal = Terminal::start(&place, &["trust", "three"]);
    terminal.wait_for("Type three to trust it: ").send("three\r");
    assert_eq!(terminal.end().0, 0);
    place.done(&["trust"]);
}

const WORKSPACE: &str =
    "generator: prog\nagents: {prog: {kind: command, command: [./agent.sh], folder: .}}\n";

/// A candidate whose generator is described in the workspace and trusted.
fn candidate_of_prog() -> Place {
    let place = place("");
    script(&place, "agent.sh", "cat answer.json");
    place.write("answer.json", Place::candidate().read(INTENT));
    place.write("frieze.yaml", WORKSPACE);
    trust_all(&place);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    place
}

fn trust_all(place: &Place) {
    let said = place.run(&["trust"]);
    let hash = said.out.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
    place.done(&["trust", "prog", "--sha256", &hash]);
}

fn distrust(place: &Place) {
    fs::remove_file(place.home().join("config/frieze/trusted.json")).unwrap();
}

/// Tries to reject at a terminal.
fn reject(place: &Place) -> (i32, String) {
    reject_with(place, "Say what happens when the payment fails.\n")
}

fn reject_with(place: &Place, words: &str) -> (i32, String) {
    place.write("words.md", words);
    let mut terminal = Terminal::start(place, &["reject", "checkout", "--feedback", "words.md"]);
    terminal.wait_for_either(PROMPT, "frieze: ");
    terminal.send("checkout\r");
    terminal.end()
}

/// A program does not report its changes. Each request is compared with the two designs.
#[test]
fn the_outcome_of_each_request_is_read_from_the_designs() {
    let place = candidate_of_prog();
    let mut design: Value = serde_json::from_str(&place.read("answer.json")).unwrap();
    let attributes = design["dataModel"]["entities"][0]["attributes"].as_array_mut().unwrap();
    let at = attributes.len();
    attributes.push(serde_json::json!({ "name": "day of payment", "type": "date", "required": false }));
    let words = "- /dataModel/entities/0: the day on which it was paid is missing\n- /userFlows/0: too long\n- be bolder\n";
    assert_eq!(reject_with(&place, words).0, 0);
    let asked = |place: &Place| place.json(&["show", "checkout", "--json"])["feedback"].clone();
    let waiting = asked(&place);
    assert!(waiting.as_array().unwrap().iter().all(|item| item["outcome"] == "waiting"), "{waiting}");
    place.write("answer.json", design.to_string());
    assert_eq!(place.run(&["run", "checkout"]).code, 3);

    let report = asked(&place);
    let outcomes: Vec<_> =
        report.as_array().unwrap().iter().map(|item| item["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["changed", "no-change-found", "not-told"], "{report}");
    let pointer = format!("/dataModel/entities/0/attributes/{at}");
    assert_eq!(report[0]["places"][0]["pointer"], pointer.as_str(), "{report}");
    assert_eq!(report[1]["why"], "nothing changed at /userFlows/0", "{report}");
    let shown = place.done(&["show", "checkout"]).out;
    for part in [
        "Requests of the last rejection",
        &format!("changed at {pointer}: added attribute"),
        "not done: nothing changed at",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn a_rejection_without_its_generator_keeps_the_candidate() {
    let place = candidate_of_prog();
    for (what, yaml, trusted, words) in [
        ("trust was taken back", WORKSPACE, false, "`frieze trust prog`"),
        ("described otherwise", &WORKSPACE.replace("agent.sh", "other.sh"), true, "`frieze trust prog`"),
        ("not described any more", "generator: prog\n", true, "no agent has that name"),
        ("not configured any more", "", true, "the generator's agent was"),
    ] {
        place.write("frieze.yaml", yaml);
        if !trusted {
            distrust(&place);
        }
        let (code, screen) = reject(&place);
        assert!(code == 1 && screen.replace("\n", "").contains(words), "{what}: {code}: {screen}");
        assert_eq!(place.state("checkout"), "CANDIDATE", "{what}");
        let shown = place.run(&["show", "checkout"]);
        let report = format!("{} {}", shown.out, shown.err).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(report.contains(words), "{what}: {shown:?}");
        if !trusted {
            trust_all(&place);
        }
    }
    // Once repaired, the candidate is rejected. Revoking the trust then stops the run.
    place.write("frieze.yaml", WORKSPACE);
    let (code, screen) = reject(&place);
    assert_eq!((code, place.state("checkout").as_str()), (0, "REVISING"), "{screen}");
    distrust(&place);
    let refused: Said = place.run(&["run", "checkout"]);
    refused.complains(1, "you have not trusted");
    assert_eq!(place.state("checkout"), "REVISING");
    trust_all(&place);
    let said = place.run(&["run", "checkout"]);
    assert_eq!((said.code, place.state("checkout").as_str()), (3, "CANDIDATE"), "{said:?}");
}

/// P20: arguments of programs, in output and in files.
#[test]
fn secrets_in_arguments_are_neither_shown_nor_saved() {
    const ARGUMENTS: &str = "[./agent.sh, --api-key, canary-one, TOKEN=canary-two, sk-canary-three, -H, 'Authorization: Bearer canary-four', canary-five]";
    let place = place(&format!(
        "generator: prog\nagents: {{prog: {{kind: command, command: {ARGUMENTS}, folder: .}}, m: {{kind: openai, model: m, \
         key: {{command: [pass, --password, canary-six]}}}}}}\n"
    ));
    script(&place, "agent.sh", "cat answer.json");
    place.write("answer.json", Place::candidate().read(INTENT));
    let variable = [("MY_SECRET", "canary-five")];
    let ran = place.run_env(&variable, &["run", "checkout"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    for verb in [&["config"][..], &["config", "--json"], &["doctor"], &["show", "checkout", "--json"]] {
        let said = place.run_env(&variable, verb);
        assert!(!format!("{said:?}").contains("canary"), "{verb:?}: {said:?}");
    }
    let report = place.run_env(&variable, &["config"]).out;
    assert!(report.contains("/agent.sh") && report.contains("[hidden]"), "{report}");
    for (name, bytes) in files(&place) {
        assert!(!String::from_utf8_lossy(&bytes).contains("canary"), "{name}");
    }
    // In a shell without that variable the run stays the same.
    let shown = place.done(&["show", "checkout"]).out;
    assert!(!shown.contains("was command") && shown.contains("Sends your feedback"), "{shown}");
}

#[test]
fn a_key_in_the_wrong_setting_is_not_shown() {
    let place = Place::workspace();
    for (yaml, words) in [
        (
            "agents:\n  one:\n    kind: openai\n    model: m\n    api_key: sk-canary-1\n",
            "line 5, column 5: agents.one: unknown key 'api_key'",
        ),
        ("sk-canary-1: x\n", "line 1, column 1: unknown key"),
        ("threshold: sk-canary-1\n", "line 1, column 12: threshold: "),
        ("user: \"sk-canary-1\n", "line "),
        ("threshold: *sk-canary-1\n", "line 1, column 12: "),
    ] {
        place.write("frieze.yaml", yaml);
        for verb in ["config", "doctor", "trust"] {
            let said = place.run(&[verb]);
            assert!(said.code > 0 && !format!("{said:?}").contains("canary"), "{said:?}");
        }
        place.stopped(1, words, &["config"]);
    }
}
