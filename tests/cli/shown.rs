//! Text from a model, a brief, a file name or an argument reaches the terminal as text: control and hidden characters are
//! shown, never sent (promise P11). `cli_support` checks every run for that; here are the hostile inputs.

#![expect(
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "a test's own parts say what went wrong by panicking"
)]

use std::fs;

use crate::cli_support::{CHECKOUT, Place, Said, acting};
use crate::gate_support::{PROMPT, Terminal};
use frieze_data::digest::Digest;
use serde_json::{Value, json};

/// "Checksum verification MUST occur on every load of frozen design": FROZEN shows the frozen design, whatever happens to
/// the working copy, and reports the difference.
#[test]
fn a_frozen_feature_shows_the_frozen_design() {
    const WORKING: &str = "features/checkout/design/intent.json";
    let place = Place::candidate();
    crate::gate_support::freeze(&place, "checkout");
    let said = "design/intent.json is another design than the frozen one";
    let before = place.done(&["show", "checkout"]).out;
    assert!(!before.contains(said), "{before}");
    let frozen = place.read(WORKING);
    let mut other: Value = serde_json::from_str(&frozen).unwrap();
    other["title"] = "Nobody approved this".into();
    for working in [other.to_string(), "no JSON".to_owned()] {
        place.write(WORKING, &working);
        let shown = place.done(&["show", "checkout"]).out;
        assert!(shown.contains(said) && shown.contains("FROZEN.md to unfreeze it"), "{shown}");
        let without: Vec<&str> = shown.lines().filter(|line| !line.starts_with("! ")).collect();
        assert_eq!(without, before.lines().collect::<Vec<_>>(), "something else changed");
        assert!(place.json(&["show", "checkout", "--json"])["workingCopy"].as_str().unwrap().contains(said));
        assert_eq!(
            place.done(&["diff", "checkout", "1"]).out,
            place.done(&["diff", "checkout", "1..frozen"]).out
        );
        place.done(&["verify"]);
    }
    place.write(WORKING, &frozen);
    assert_eq!(place.done(&["show", "checkout"]).out, before);
    // The critique of another design does not apply to the frozen one.
    let path = "features/checkout/design/critique.json";
    let hash = place.done(&["hash", WORKING]).out;
    place.write(path, place.read(path).replace(hash.trim(), &"0".repeat(64)));
    assert!(place.read(path).contains("0000"), "its hash was not there");
    // The frozen iteration keeps its own; the different one is reported.
    let reports = |problem: &str| {
        let said = place.run(&["show", "checkout"]);
        assert_eq!(said.code, 2, "{said:?}");
        let shown = said.out;
        assert!(shown.contains(&format!("! {path} {problem}")), "{shown}");
        let without: Vec<&str> = shown.lines().filter(|line| !line.starts_with("! ")).collect();
        assert_eq!(without, before.lines().collect::<Vec<_>>(), "something else changed");
    };
    reports("was changed since the approval");
    fs::remove_file(place.at(path)).unwrap();
    reports("is missing");
    let critique = || {
        let said = place.run(&["show", "checkout", "--json"]);
        assert_eq!(said.code, 2, "{said:?}");
        serde_json::from_str::<Value>(&said.out).unwrap()["critique"].clone()
    };
    let shown = critique();
    assert_eq!(shown["inputSha256"], hash.trim(), "{shown}");
    fs::remove_file(place.at("features/checkout/design/iterations/1/critique.json")).unwrap();
    assert!(critique().is_null());
    // A changed frozen design is not shown as if it were frozen.
    place.write("features/checkout/design/final/intent.json", other.to_string());
    let said = place.run(&["show", "checkout"]);
    assert!(said.out.contains("FAILED") && !said.out.contains("Nobody approved this"), "{said:?}");
    // Nor compared as if it were, although its seal is gone.
    for range in ["frozen", "1..frozen", "frozen..1"] {
        place.stopped(2, "final/intent.json is not shown: ", &["diff", "checkout", range]);
    }
    place.write("features/checkout/design/final/intent.json", &frozen);
    assert_eq!(place.json(&["diff", "checkout", "1..frozen", "--json"])["changes"], json!([]));
}

#[test]
fn an_edit_by_hand_is_shown_as_barred_and_after_the_approval() {
    let place = Place::candidate();
    let path = "features/checkout/design/intent.json";
    let generated = place.read(path);
    let was_edited = "edited by hand before the approval";
    place.write(path, "no JSON");
    let shown = place.run(&["show", "checkout"]).out;
    assert!(shown.contains("approve ✗ not now: design/intent.json is not a valid intent"), "{shown}");
    let listed = place.done(&["status"]).out;
    assert!(listed.contains("broken, needs decision"), "{listed}");
    let mut design: Value = serde_json::from_str(&generated).unwrap();
    design["title"] = "A checkout".into();
    place.write(path, design.to_string());
    let shown = place.done(&["show", "checkout"]).out;
    assert!(!shown.contains(was_edited), "{shown}");
    crate::gate_support::freeze(&place, "checkout");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains(was_edited), "{shown}");
}

/// The command line compares with the same versions as the screen: the last rejection, the last freeze, an iteration.
#[test]
fn changes_since_the_last_rejection_or_freeze_are_shown() {
    let place = Place::candidate();
    let none =
        [("rejected", "no iteration of checkout was rejected yet"), ("frozen", "has not been frozen yet")];
    for (base, words) in none {
        place.stopped(1, words, &["diff", "checkout", base]);
    }
    reject(&place, "Rename \"Cart\" to \"Basket\".\n");
    place.run(&["run", "checkout"]);
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("the generator says: "), "{shown}");
    let since = place.done(&["diff", "checkout", "rejected"]).out;
    assert_eq!(since, place.done(&["diff", "checkout", "1..2"]).out);
    assert_eq!(since, place.done(&["diff", "checkout", "1"]).out);
    assert!(since.contains("Basket"), "{since}");
    crate::gate_support::freeze(&place, "checkout");
    assert_eq!(place.done(&["diff", "checkout", "rejected..frozen"]).out, since);
    fs::remove_file(place.at("features/checkout/design/final/FROZEN.md")).unwrap();
    place.done(&["unfreeze", "checkout", "--reason", "more to do"]);
    let edited = place.read("features/checkout/design/intent.json").replace("Basket", "Trolley");
    place.write("features/checkout/design/intent.json", edited);
    let since = place.done(&["diff", "checkout", "frozen"]).out;
    assert!(since.contains("Trolley"), "{since}");
    assert_eq!(place.json(&["diff", "checkout", "2..frozen", "--json"])["changes"], json!([]));
    // Answers of today are not those of the frozen design.
    place.done(&["answer", "checkout", "1", "The delivery address."]);
    let since = place.json(&["diff", "checkout", "frozen..2", "--json"]);
    assert_eq!(since["answers"], json!([]), "{since}");
}

/// Rejects the candidate in these words.
pub fn reject(place: &Place, words: &str) {
    place.write("words.md", words);
    let mut reject = Terminal::start(place, &["reject", "checkout", "--feedback", "words.md"]);
    reject.wait_for(PROMPT).send("checkout\r");
    let (code, screen) = reject.end();
    assert_eq!(code, 0, "{screen}");
}

/// The rejected version includes the person's own edits.
#[test]
fn a_manual_edit_is_part_of_the_rejected_design() {
    const WORKING: &str = "features/checkout/design/intent.json";
    let place = Place::candidate();
    let mut design: Value = serde_json::from_str(&place.read(WORKING)).unwrap();
    design["title"] = "Checkout by hand".into();
    place.write(WORKING, design.to_string());
    place.done(&["show", "checkout"]);
    reject(&place, "Rename \"Cart\" to \"Basket\".\n");
    let since = |base: &str| place.json(&["diff", "checkout", base, "--json"])["changes"].clone();
    assert_eq!(since("rejected"), json!([]), "nothing came after it");
    assert_eq!(since("1").as_array().unwrap().len(), 1, "the agent's own is still the iteration");
}

/// Unreadable is reported; it is not treated as missing.
#[test]
fn unreadable_files_are_reported() {
    let place = Place::candidate();
    let folder = "features/checkout/design/iterations/1";
    reject(&place, "Rename \"Cart\" to \"Basket\".\n");
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let outcome =
        |place: &Place| place.json(&["show", "checkout", "--json"])["feedback"][0]["outcome"].clone();
    assert_eq!(outcome(&place), "changed");
    let previous = "features/checkout/design/iterations/2/previous.json";
    let before = place.read(previous);
    place.write(previous, "no JSON");
    assert_eq!(outcome(&place), "not-known");
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("unknown: ") && shown.contains("previous.json cannot be used"), "{shown}");
    fs::remove_file(place.at(previous)).unwrap();
    // Without it the history is lost: the design is compared with the rejected one.
    assert_eq!(outcome(&place), "changed");
    place.write(previous, before);
    // A folder where a file belongs.
    fs::remove_file(place.at(&format!("{folder}/feedback.md"))).unwrap();
    fs::create_dir(place.at(&format!("{folder}/feedback.md"))).unwrap();
    let said = place.run(&["show", "checkout"]);
    assert!(said.err.contains("the last rejection is unknown: "), "{said:?}");
    place.write("features/checkout/design/intent.json", "no JSON");
    let said = place.run(&["show", "checkout"]);
    assert!(said.err.contains("design/intent.json cannot be used: "), "{said:?}");
    place.stopped(1, "design/intent.json cannot be used: ", &["diff", "checkout", "1"]);
}

/// An iteration that only missed the threshold does not clear the earlier requests.
#[test]
fn requests_are_shown_until_the_next_rejection() {
    let answer = Place::candidate().read("features/checkout/design/intent.json");
    let mut poor: Value = serde_json::from_str(&answer).unwrap();
    for list in ["components", "interactions", "userFlows"] {
        for item in poor[list].as_array_mut().unwrap() {
            for key in ["description", "response", "name", "trigger"] {
                if let Some(text) = item.get_mut(key) {
                    *text = "some nice stuff etc.".into();
                }
            }
        }
    }
    poor["goals"] = json!(["be good"]);
    poor["summary"] = "some nice stuff etc.".into();
    poor["dataModel"]["entities"] = json!([]);
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let root = place.root().display().to_string();
    let counted = "echo x >> asked; n=$(wc -l < asked)";
    place
        .write("agent.sh", format!("cd {root}\n{counted}\n[ $n -ne 2 ] && cat good.json || cat poor.json\n"));
    place.write("good.json", &answer);
    place.write("poor.json", poor.to_string());
    let yaml =
        format!("generator: prog\nagents: {{prog: {{kind: command, command: [sh, {root}/agent.sh]}}}}\n");
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    reject(&place, "/components/0: say what it holds\n");
    let asked = |place: &Place| place.json(&["show", "checkout", "--json"])["feedback"].clone();
    assert_eq!(asked(&place)[0]["outcome"], "waiting");
    let said = place.run(&["run", "checkout"]);
    assert_eq!((said.code, &place.row("checkout")["iteration"]), (3, &Value::from(3)), "{said:?}");
    let requests = asked(&place);
    assert_eq!(
        (&requests[0]["words"], &requests[0]["outcome"]),
        (&"/components/0: say what it holds".into(), &"changed".into())
    );
    assert!(place.done(&["show", "checkout"]).out.contains("Requests of the last rejection"));
    let words = Digest::of(requests[0]["words"].as_str().unwrap().as_bytes());
    let mark = json!({ "folder": 1, "wordsSha256": words, "by": "Ana", "at": "2026-11-21T12:00:00Z" });
    let marks = json!({ "schemaVersion": 1, "featureId": "checkout", "done": [mark] });
    place.write("features/checkout/design/feedback-done.json", marks.to_string());
    assert!(place.done(&["show", "checkout"]).out.contains("marked done by Ana"));
    assert_eq!(asked(&place)[0]["markedDoneBy"], "Ana");
    reject(&place, "another thing\n");
    assert_eq!(asked(&place)[0]["words"], "another thing");
}

const HOSTILE: [&str; 18] = [
    "\x1b[31mred\x1b[0m",
    "\x1b]0;owned\x07",
    "\x1b]0;owned\x1b\\",
    "\x1b]8;;http://x\x07link\x1b]8;;\x07",
    "\x1b]52;c;ZXZpbA==\x07",
    "\x1bP1$r0m\x1b\\",
    "\x1b[2J\x1b[H",
    "\x1b[?1049h",
    "\x1bc",
    "\u{9b}31m",
    "\u{9d}0;owned\u{9c}",
    "\x08\x08\x08hidden",
    "safe\rover",
    "\u{202e}gnp.exe",
    "\u{2066}\u{2069}\u{200b}\u{feff}\u{2060}",
    "\u{e0041}\u{e0042}",
    "\u{7f}\u{85}\u{0c}\u{0b}",
    "\x05\x0e\x0f\x18\x1a",
];

fn marks() -> String {
    format!("e{}", "\u{301}".repeat(100) + &"\u{302}".repeat(100))
}

fn all() -> String {
    HOSTILE.join(" ") + &marks()
}

/// Nothing acts, nothing hides, nothing piles up; the terminal is unchanged afterwards.
#[track_caller]
fn harmless(said: &Said, raw: bool) {
    for text in [&said.out, &said.err] {
        if !raw {
            assert_eq!(acting(text), None, "{said:?}");
        }
        let mut longest = 0;
        let mut run = 0;
        for c in text.chars() {
            run = if ('\u{300}'..='\u{36f}').contains(&c) { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        assert!(longest <= 8, "{longest} marks on one character: {said:?}");
        let side = |n: u16| std::num::NonZeroU16::new(n).unwrap();
        let mut terminal = vt100::Parser::new(side(50), side(200), 0);
        let before = terminal.screen().state_formatted();
        terminal.process(text.replace('\n', "\r\n").as_bytes());
        let screen = terminal.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
        assert_eq!((screen.fgcolor(), screen.bgcolor()), (vt100::Color::Default, vt100::Color::Default));
        terminal.process(b"\x1b[H\x1b[2J\x1b[H");
        assert_eq!(terminal.screen().state_formatted().len(), before.len(), "{said:?}");
    }
}

fn hostile_brief() -> String {
    let mut brief = CHECKOUT.replace("# Checkout", &format!("# Checkout {}", HOSTILE[13]));
    for text in HOSTILE.iter().chain([&marks().as_str()]) {
        // A line end is not part of a line.
        let text = text.replace(['\r', '\u{85}', '\u{0c}', '\u{0b}'], "");
        brief.push_str(&format!("\n- The shopper can see the {text} label of an order.\n"));
    }
    brief
}

#[test]
fn p11_hostile_briefs_and_intents_are_shown_by_every_verb_as_text() {
    let place = Place::workspace();
    place.write("brief.md", hostile_brief());
    let said = place.run(&["new", "checkout", "--brief", "brief.md"]);
    assert_eq!(said.code, 0, "{said:?}");
    harmless(&place.run(&["run", "checkout"]), false);
    // Then a design in which every text is hostile.
    let path = "features/checkout/design/intent.json";
    let mut intent: Value = serde_json::from_str(&place.read(path)).unwrap();
    spoil(&mut intent, "");
    place.write(path, intent.to_string());
    place.write("old.json", intent.to_string());
    intent["title"] = Value::from(format!("other {}", all()));
    place.write("new.json", intent.to_string());
    let mut invalid = intent.clone();
    invalid["title"] = Value::from(7);
    invalid[all()] = Value::from(all());
    place.write("invalid.json", invalid.to_string());
    for arguments in [
        &["show", "checkout"][..],
        &["show", "checkout", "--all"],
        &["status"],
        &["log", "checkout"],
        &["log", "checkout", "--json"],
        &["status", "--json"],
        &["show", "checkout", "--json"],
        &["diff", "old.json", "new.json"],
        &["diff", "old.json", "new.json", "--json"],
        &["score", "new.json"],
        &["score", "new.json", "--json"],
        &["validate", "invalid.json"],
        &["score", "invalid.json"],
        &["doctor"],
        &["verify"],
        &[],
    ] {
        let said = place.run(arguments);
        assert!(!said.out.is_empty() || !said.err.is_empty());
        harmless(&said, false);
    }
    // At the gate too, which prints the whole design.
    let mut terminal = Terminal::start(&place, &["approve", "checkout", "--full"]);
    terminal.wait_for(PROMPT).send("\x03");
    let (code, screen, raw) = terminal.ended();
    let raw = String::from_utf8_lossy(&raw).replace("\r\n", "\n");
    assert_eq!(code, 1, "{screen}");
    // Only text and the switches of bracketed paste are sent.
    let rest = raw.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "").replace('\r', "");
    assert_eq!(acting(&rest), None, "{rest:?}");
}

/// Appends hostile text to every free text of the schema.
fn spoil(value: &mut Value, key: &str) {
    match value {
        Value::String(text)
            if matches!(
                key,
                "title"
                    | "summary"
                    | "description"
                    | "action"
                    | "goals"
                    | "goal"
                    | "outcome"
                    | "openQuestions"
            ) =>
        {
            // If all steps said the same, the design would not reach the gate.
            text.push_str(&if key == "action" { HOSTILE[0].to_owned() } else { all() });
        }
        Value::Array(items) => items.iter_mut().for_each(|item| spoil(item, key)),
        Value::Object(fields) => {
            for (key, item) in fields.iter_mut() {
                spoil(item, key);
            }
        }
        _ => {}
    }
}

#[test]
fn p11_hostile_arguments_and_file_names_are_shown_as_text() {
    let place = Place::candidate();
    for text in HOSTILE.iter().map(|t| (*t).to_owned()).chain([marks().chars().take(100).collect()]) {
        let name = text.replace('/', "");
        place.write(&name, CHECKOUT);
        for arguments in [
            &["new", "other", "--brief", &name][..],
            &["hash", &name],
            &["validate", &name],
            &["score", &name],
            &["diff", &name, &name],
            &["show", &name],
            &["run", &name],
            &["reset", &name],
            &["verify", &name],
            &["-C", &name, "status"],
            &[&name],
            &["log", "checkout", "-n", &name],
            &["completions", &name],
            &["config", "--set", &name],
            &["config", "--set", &format!("threshold={name}")],
            &["config", "--set", &format!("user={name}")],
            &["init", &format!("new-{name}")],
            &["unfreeze", "checkout", "--reason", &name],
            &["hash", &format!("gone {name}")],
        ] {
            harmless(&place.run(arguments), false);
        }
        harmless(&place.run_in(&format!("new-{name}"), &["config", "--json"]), false);
        harmless(&place.run_in(&format!("new-{name}"), &["doctor"]), false);
        harmless(&place.run_env(&[("FRIEZE_USER", &name)], &["config"]), false);
        harmless(&place.run_env(&[("FRIEZE_THRESHOLD", &name)], &["config"]), false);
        let _ = fs::remove_dir_all(place.at("features/other"));
    }
}

#[test]
fn p11_hostile_names_of_people_and_answers_of_files_are_shown_as_text() {
    let place = Place::workspace();
    let config = format!("[user]\n\tname = \"Ada {}\"\n", "\u{1b}[31m\u{202e}");
    fs::write(place.home().join("gitconfig"), config).unwrap();
    place.write("brief.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "brief.md"]);
    place.run(&["run", "checkout"]);
    harmless(&place.run(&["log", "checkout"]), false);
    harmless(&place.run(&["show", "checkout"]), false);
    // A journal, a record and a configuration that somebody else wrote.
    let journal = "features/checkout/design/journal.jsonl";
    place.write(journal, format!("{}{}\n", place.read(journal), all()));
    harmless(&place.run(&["log", "checkout"]), false);
    harmless(&place.run(&["log", "checkout", "--json"]), false);
    place.write(
        "features/checkout/design/state.json",
        format!("{{\"{}\": 1}}", all().replace(['\x1b', '"', '\\'], "")),
    );
    for arguments in [
        &["status"][..],
        &["show", "checkout"],
        &["doctor"],
        &["verify"],
        &["status", "--json"],
        &["verify", "--json"],
    ] {
        harmless(&place.run(arguments), false);
    }
    place.write("frieze.yaml", format!("\"{}\": 1\n", "\u{202e}\u{200b}\u{9b}31m"));
    for arguments in [&["config"][..], &["doctor"], &["run", "checkout"]] {
        harmless(&place.run(arguments), false);
    }
    // Names of folders among the features.
    for text in HOSTILE {
        fs::create_dir_all(place.at("features").join(text.replace('/', ""))).unwrap();
    }
    harmless(&place.run(&["doctor"]), false);
    harmless(&place.run(&["doctor", "--json"]), false);
    harmless(&place.run(&["status"]), false);
}

#[test]
fn pipes_plain_and_no_color_get_no_escape_sequence() {
    let place = Place::demo();
    for arguments in [
        &["status"][..],
        &["show", "ideas", "--all"],
        &["diff", "ideas"],
        &["log", "ideas"],
        &["doctor"],
        &["verify"],
    ] {
        // A pipe, with and without NO_COLOR.
        for colour in ["", "1"] {
            let said = place.run_env(&[("NO_COLOR", colour)], arguments);
            assert!(!said.out.contains('\x1b') && !said.err.contains('\x1b'), "{arguments:?}");
        }
        // A terminal: with --plain, NO_COLOR or TERM=dumb there is none either.
        let plain = [&["--plain"], arguments].concat();
        for (variables, arguments) in [
            (&[("NO_COLOR", "")][..], plain.as_slice()),
            (&[("NO_COLOR", "1")][..], arguments),
            (&[("NO_COLOR", ""), ("TERM", "dumb")][..], arguments),
        ] {
            let (_, _, raw) = Terminal::start_with(&place, variables, arguments).ended();
            assert!(!raw.is_empty());
            assert!(!raw.contains(&0x1b), "{arguments:?}: {}", String::from_utf8_lossy(&raw));
        }
    }
    // With colours enabled there are some: the check above can fail.
    let (_, _, raw) = Terminal::start_with(&place, &[("NO_COLOR", "")], &["show", "ideas"]).ended();
    assert!(raw.contains(&0x1b));
}

#[test]
fn p11_a_critique_that_somebody_else_wrote_is_shown_as_text() {
    let place = Place::workspace();
    place.write("features/idea/brief.md", "# Idea\n\nThere must be something nice for everybody.\n");
    let said = place.run(&["run", "idea", "--set", "threshold=95", "--set", "maxIterations=1"]);
    assert!(said.code == 2 && place.state("idea") == "FAILED", "{said:?}");
    let path = "features/idea/design/critique.json";
    let mut critique: Value = serde_json::from_str(&place.read(path)).unwrap();
    assert!(critique["findings"][0]["check"].is_string(), "{critique}");
    critique["findings"][0]["check"] = Value::from(all());
    place.write(path, critique.to_string());
    let said = place.run(&["show", "idea", "--all"]);
    assert_eq!(said.code, 0, "{said:?}");
    harmless(&said, false);
}
