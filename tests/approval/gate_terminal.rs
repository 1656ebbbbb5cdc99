//! An approval is a deliberate human act on exactly the bytes shown (promise P9): the gate in a real
//! pseudo-terminal, key by key.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::cli_support::{GIT_NAME, Place};
use crate::gate_support::{PROMPT, Terminal, undecided};

const MARKER: &str = "features/checkout/design/final/FROZEN.md";

fn hash(place: &Place) -> String {
    place.done(&["hash", "features/checkout/design/intent.json"]).out.trim().to_owned()
}

/// Starts a command and types when it asks.
fn typed(place: &Place, arguments: &[&str], keys: &str) -> (i32, String) {
    let mut terminal = Terminal::start(place, arguments);
    terminal.wait_for(PROMPT).send(keys);
    terminal.end()
}

#[test]
fn p9_the_typed_name_freezes_and_the_marker_names_person_design_and_score() {
    let place = Place::candidate();
    let (hash, score) = (hash(&place), place.row("checkout")["score"].as_f64().unwrap());
    let (code, screen) = typed(&place, &["approve", "checkout", "--note", "ship it"], "checkout\r");
    assert_eq!(code, 0, "{screen}");
    assert!(screen.contains(&format!("checkout is FROZEN: {hash}")), "{screen}");
    let marker = place.read(MARKER);
    for words in [
        &hash,
        "**Quality Threshold:** 80/100",
        &format!("**Final Score:** {score:.2}/100"),
        "Ada Lovelace",
        "ada@example.org",
        "ship it",
        "approvedUnseen: true",
    ] {
        assert!(marker.contains(words), "{words} is not in\n{marker}");
    }
    assert_eq!(place.state("checkout"), "FROZEN");
    let verified = place.json(&["verify", "--json"]);
    assert_eq!((&verified[0]["ok"], verified[0]["actual"].as_str()), (&true.into(), Some(hash.as_str())));
    assert_eq!(verified[0]["expected"], verified[0]["actual"]);
    let log = place.json(&["log", "checkout", "--json"]);
    assert!(log.to_string().contains(GIT_NAME), "{log}");
    // Nothing approves, rejects or runs it again.
    for verb in ["approve", "reject", "abort"] {
        let (code, screen) = Terminal::start(&place, &[verb, "checkout"]).end();
        assert_eq!(code, 1, "{screen}");
    }
    assert_eq!(place.run(&["run", "checkout"]).code, 1);
    assert_eq!(place.read(MARKER), marker);
}

#[test]
fn p9_the_first_digits_of_the_hash_freeze_and_full_shows_everything() {
    let place = Place::candidate();
    let digits = hash(&place)[..6].to_owned();
    let (code, screen) = typed(&place, &["approve", "checkout", "--full"], &format!("{digits}\r"));
    assert_eq!(code, 0, "{screen}");
    assert!(place.read(MARKER).contains("approvedUnseen: false"));
}

#[test]
fn p9_nothing_else_that_is_typed_decides() {
    let place = Place::candidate();
    let hash = hash(&place);
    let five = format!("{}\r", &hash[..5]);
    let wrong = format!("{}\r", &hash[1..9]);
    let cases = [
        "\r",
        "\n\r",
        " \r",
        "y\r",
        "Y\r",
        "yes\r",
        "approve\r",
        "a\r",
        "Checkout\r",
        "checkou\r",
        "checkoutx\r",
        "ok\r",
        "\t\r",
        "\x1b[A\r",
        "checkout\x7f\r",
        "checkout\x1b",
        "checkout\x03",
        "checkout\x04",
        "\x1b",
        "\x03",
        "\x04",
        "\x1a\x03",
        "\x1c\x03",
        "çheckout\r",
        "checkout/\r",
        &five,
        &wrong,
    ];
    for keys in cases {
        let (code, screen) = typed(&place, &["approve", "checkout"], keys);
        assert_eq!(code, 1, "{keys:?}: {screen}");
        assert!(screen.contains("nothing was decided"), "{keys:?}: {screen}");
        undecided(&place, keys);
    }
    // A corrected name counts.
    let (code, screen) = typed(&place, &["approve", "checkout"], "chekc\x7f\x7fckout\r");
    assert_eq!(code, 0, "{screen}");
}

#[test]
fn p9_keys_typed_before_the_question_was_drawn_never_decide() {
    let place = Place::candidate();
    let hash = hash(&place);
    let digits = format!("{}\r", &hash[..8]);
    for verb in ["approve", "abort"] {
        for early in ["checkout\r", "checkout\n", "\rcheckout\rcheckout\r", "y\ry\rcheckout\n", &digits] {
            // A moment too late, an empty line is an empty reason, which ends the question.
            if verb == "abort" && early.starts_with('\r') {
                continue;
            }
            let mut terminal = Terminal::start(&place, &[verb, "checkout"]);
            terminal.send(early);
            if verb == "abort" {
                terminal.wait_for("why? ").send("a reason\r");
            }
            terminal.wait_for(PROMPT).send("\x03");
            let (code, screen) = terminal.end();
            assert_eq!(code, 1, "{verb} {early:?}: {screen}");
            undecided(&place, early);
        }
    }
}

#[test]
fn p9_a_paste_decides_nothing() {
    let place = Place::candidate();
    for keys in [
        &["\x1b[200~checkout\r\x1b[201~", "\r"][..],
        &["\x1b[200~checkout\x1b[201~", "\r"],
        &["\x1b[200~check", "out\r", "\x1b[201~", "\r"],
        &["check\x1b[200~out\r\x1b[201~", "\x03"],
        &["\x1b[200~\x1b[201~\x1b[200~checkout\n\x1b[201~\r"],
    ] {
        let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
        terminal.wait_for(PROMPT);
        for part in keys {
            terminal.send(part);
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let (code, screen) = terminal.end();
        assert_eq!(code, 1, "{keys:?}: {screen}");
        assert!(screen.contains("pasted text is ignored"), "{screen}");
        undecided(&place, "a paste");
    }
}

#[test]
fn p9_without_a_terminal_nothing_is_decided() {
    let place = Place::candidate();
    let hash = hash(&place);
    let before = place.snapshot();
    place.write("answer.txt", "checkout\n");
    place.write("why.md", "more\n");
    for arguments in [
        &["approve", "checkout"][..],
        &["approve", "checkout", "--full"],
        &["approve", "checkout", "--note", "checkout"],
        &["reject", "checkout", "--feedback", "why.md"],
        &["reject", "checkout"],
        &["abort", "checkout", "--reason", "enough"],
        &["approve", "checkout", "--set", "threshold=70"],
    ] {
        for stdin in ["", "checkout\n", "y\n", "yes\n", &hash, "\n\n\n"] {
            let said = place.run_with(stdin.as_bytes(), arguments);
            said.complains(1, "needs a person at a terminal");
        }
        let file = fs::File::open(place.at("answer.txt")).unwrap();
        let output = std::process::Command::new(assert_cmd::cargo::cargo_bin!("frieze"))
            .args(arguments)
            .current_dir(place.root())
            .env_clear()
            .envs(place.environment())
            .envs(
                ["YES", "FORCE", "APPROVE", "CONFIRM", "AUTO_APPROVE"]
                    .map(|n| (format!("FRIEZE_{n}"), "checkout")),
            )
            .env("CI", "1")
            .stdin(file)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
    }
    for flag in ["--yes", "-y", "--force", "-f", "--confirm", "--no-input", "--auto-approve", "--json"] {
        let said = place.run_with(b"checkout\n", &["approve", "checkout", flag]);
        assert_eq!(said.code, 64, "{flag}: {said:?}");
    }
    undecided(&place, "needs a person at a terminal");
    let after = place.snapshot();
    let kept = after.iter().filter(|(name, _)| name != "answer.txt" && name != "why.md");
    assert!(kept.eq(before.iter()), "a refusal changed something");
}

#[test]
fn p9_a_design_changed_after_it_was_shown_is_not_decided() {
    type Change = fn(&Place);
    let changes: [(&str, Change); 4] = [
        ("edited", |place| {
            let path = "features/checkout/design/intent.json";
            place.write(path, place.read(path).replacen("\"Checkout\"", "\"Checkout, changed\"", 1));
        }),
        ("no JSON", |place| place.write("features/checkout/design/intent.json", "{")),
        ("gone", |place| fs::remove_file(place.at("features/checkout/design/intent.json")).unwrap()),
        ("a symlink", |place| {
            fs::rename(place.at("features/checkout/design/intent.json"), place.at("other.json")).unwrap();
            std::os::unix::fs::symlink(
                place.at("other.json"),
                place.at("features/checkout/design/intent.json"),
            )
            .unwrap();
        }),
    ];
    for (name, change) in changes {
        for verb in ["approve", "abort"] {
            let place = Place::candidate();
            let mut terminal = Terminal::start(&place, &[verb, "checkout"]);
            if verb == "abort" {
                terminal.wait_for("why? ").send("enough\r");
            }
            terminal.wait_for(PROMPT);
            change(&place);
            terminal.send("checkout\r");
            let (code, screen) = terminal.end();
            assert_ne!(code, 0, "{name}: {screen}");
            assert!(screen.contains("hint: "), "{name}: {screen}");
            assert!(!place.exists(MARKER), "{name}: frozen");
            assert_ne!(place.state("checkout"), "FAILED", "{name}: aborted");
            assert!(screen.contains("nothing was decided"), "{name}: {screen}");
            assert!(screen.contains("changed since it was shown"), "{name}: {screen}");
            if name == "edited" {
                assert!(screen.contains("Checkout, changed"), "the change is shown: {screen}");
            }
        }
    }
}

/// What is approved is what was shown: brief and answers belong to it.
#[test]
fn p9_documents_changed_after_the_design_was_shown_are_shown_first() {
    let brief: fn(&Place) = |place| {
        let path = "features/checkout/brief.md";
        place.write(path, place.read(path) + "\n- As a customer I want to sing.\n");
    };
    let answer: fn(&Place) = |place| {
        place.done(&["answer", "checkout", "1", "The delivery address."]);
    };
    for (name, change) in [("brief.md", brief), ("answers.md", answer)] {
        let place = Place::candidate();
        let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
        terminal.wait_for(PROMPT);
        change(&place);
        terminal.send("checkout\r");
        let (code, screen) = terminal.end();
        assert_eq!(code, 1, "{name}: {screen}");
        assert!(
            screen.contains("nothing was decided: brief.md or answers.md of checkout changed"),
            "{screen}"
        );
        assert!(!place.exists(MARKER), "{name}: frozen");
        let (code, screen) = typed(&place, &["approve", "checkout"], "checkout\r");
        assert_eq!(code, 0, "{name}: {screen}");
        assert!(screen.contains(&format!("{name} was changed since this run")), "{screen}");
    }
}

const WORDS: &str = "Le client paie; é decomposed: e\u{301}.\n\n日本語の指摘: 支払い画面を分ける。 👩‍👩‍👧 🇫🇷\n\tindented, trailing spaces  \n- \"quotes\" \\ {{ braces }} <b>&amp;</b> %s $HOME `x`";

fn reached(place: &Place, words: &str) {
    assert_eq!(place.state("checkout"), "REVISING");
    assert_eq!(place.read("features/checkout/design/iterations/1/feedback.md"), words);
    let said = place.run(&["run", "checkout"]);
    assert!([2, 3].contains(&said.code), "{said:?}");
    let prompt = place.read("features/checkout/design/iterations/2/generator-prompt-1.txt");
    // Quoted with bars, like all text that is data (ruling 13).
    let quoted: String = words.lines().map(|line| format!("| {line}\n")).collect();
    assert!(prompt.contains(&quoted), "the words are not in the prompt as they were written:\n{prompt}");
}

#[test]
fn feedback_from_a_file_reaches_the_generator_byte_for_byte() {
    let place = Place::candidate();
    place.write("feedback.md", WORDS);
    let (code, screen) = typed(&place, &["reject", "checkout", "--feedback", "feedback.md"], "checkout\r");
    assert_eq!(code, 0, "{screen}");
    reached(&place, WORDS);
}

fn editor(place: &Place, script: &str) -> String {
    let path = place.home().join("my-editor");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

#[test]
fn feedback_from_the_editor_reaches_the_generator_byte_for_byte() {
    let place = Place::candidate();
    fs::write(place.home().join("words"), WORDS).unwrap();
    let editor = editor(&place, &format!("cat '{}' > \"$2\"", place.home().join("words").display()));
    // An empty variable counts as unset, and blanks in a path are quoted as in a shell.
    let spaced = format!("{}/my editors", place.home().display());
    fs::create_dir(&spaced).unwrap();
    fs::rename(&editor, format!("{spaced}/ed")).unwrap();
    let command = format!("'{spaced}/ed' --wait");
    let variables = [("VISUAL", ""), ("EDITOR", command.as_str())];
    let mut terminal = Terminal::start_with(&place, &variables, &["reject", "checkout"]);
    terminal.wait_for(PROMPT).send("checkout\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    reached(&place, WORDS);
}

#[test]
fn typed_feedback_reaches_the_generator_byte_for_byte() {
    let place = Place::candidate();
    let mut terminal = Terminal::start(&place, &["reject", "checkout"]);
    terminal.wait_for("What should change?");
    let words = WORDS.replace('\t', "  ");
    for line in words.lines() {
        terminal.send(line).send("\r");
    }
    terminal.send(".\r").wait_for(PROMPT).send("checkout\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    reached(&place, &words);
}

const DRAFT: &str = "features/checkout/design/feedback-draft.md";

#[test]
fn leaving_after_writing_keeps_the_draft() {
    let place = Place::candidate();
    // At the confirmation.
    place.write("feedback.md", WORDS);
    for keys in ["\x1b", "\x03", "no\r", "\r"] {
        let (code, screen) = typed(&place, &["reject", "checkout", "--feedback", "feedback.md"], keys);
        assert_eq!(code, 1, "{screen}");
        undecided(&place, keys);
        assert!(!place.exists(DRAFT), "words in a file need no draft");
    }
    fs::write(place.home().join("words"), WORDS).unwrap();
    let editor = editor(&place, &format!("cat '{}' > \"$1\"", place.home().join("words").display()));
    for keys in ["\x1b", "\x03", "no\r", "\r"] {
        let mut terminal = Terminal::start_with(&place, &[("VISUAL", &editor)], &["reject", "checkout"]);
        terminal.wait_for(PROMPT).send(keys);
        assert_eq!(terminal.end().0, 1);
        undecided(&place, keys);
        assert_eq!(place.read(DRAFT), WORDS, "{keys:?}");
    }
    let mut kept = format!("{WORDS}\n");
    // In the middle of typing lines: interrupt, hang-up, kill.
    for (name, words) in [("-INT", "first try"), ("-HUP", "second try"), ("-KILL", "third try 日本")] {
        let mut terminal = Terminal::start(&place, &["reject", "checkout"]);
        terminal.wait_for("What should change?").send(format!("{words}\rmore\r"));
        terminal.wait_for("more");
        // The draft is saved after each line; nothing on the screen shows that.
        for _ in 0..500 {
            if place.read(DRAFT).contains(&format!("{words}\nmore")) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        terminal.signal(name);
        terminal.end();
        undecided(&place, name);
        kept = format!("{kept}{words}\nmore\n");
        assert_eq!(place.read(DRAFT), kept, "{name}: added to what was there");
    }
    // The next time the draft is offered; without additions it is sent as it is.
    let mut terminal = Terminal::start(&place, &["reject", "checkout"]);
    terminal.wait_for("third try 日本").send(".\r").wait_for(PROMPT).send("checkout\r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 0, "{screen}");
    reached(&place, kept.trim());
    assert_eq!(place.read(DRAFT), "", "sent words are no draft");
}

#[test]
fn a_failed_editor_decides_nothing_and_keeps_the_draft() {
    let place = Place::candidate();
    let failing = editor(&place, "echo 'half a thought' > \"$1\"; exit 3");
    let empty = place.home().join("empty-editor");
    fs::write(&empty, "#!/bin/sh\n: > \"$1\"\n").unwrap();
    fs::set_permissions(&empty, fs::Permissions::from_mode(0o755)).unwrap();
    for (editor, words) in [
        (failing.as_str(), "ended with"),
        ("/nowhere/editor", "could not be started"),
        (empty.to_str().unwrap(), "needs feedback"),
    ] {
        let (code, screen) =
            Terminal::start_with(&place, &[("EDITOR", editor)], &["reject", "checkout"]).end();
        assert_eq!(code, 1, "{screen}");
        assert!(screen.contains(words) && screen.contains("nothing was decided"), "{screen}");
        undecided(&place, editor);
        if editor == failing {
            assert_eq!(place.read(DRAFT), "half a thought\n");
        }
    }
}

#[test]
fn an_abort_needs_a_reason_and_deletes_nothing() {
    let place = Place::candidate();
    let before = place.read("features/checkout/design/intent.json");
    let mut terminal = Terminal::start(&place, &["abort", "checkout"]);
    terminal.wait_for("why? ").send("  \r");
    let (code, screen) = terminal.end();
    assert_eq!(code, 1, "{screen}");
    undecided(&place, "no reason");
    let (code, screen) = typed(&place, &["abort", "checkout", "--reason", "superseded"], "checkout\r");
    assert_eq!(code, 0, "{screen}");
    let row = place.row("checkout");
    assert_eq!(row["state"], "FAILED");
    assert!(row["reason"].as_str().unwrap().contains("superseded"), "{row}");
    assert_eq!(place.read("features/checkout/design/intent.json"), before);
}

#[test]
fn the_terminal_is_given_back_after_every_end() {
    // `Terminal::end` compares the settings and checks that bracketed paste is off.
    let place = Place::candidate();
    for keys in ["\x03", "\x04", "\x1b", "wrong\r"] {
        assert_eq!(typed(&place, &["approve", "checkout"], keys).0, 1);
    }
    for name in ["-TERM", "-HUP", "-INT", "-QUIT"] {
        let mut terminal = Terminal::start(&place, &["approve", "checkout"]);
        terminal.wait_for(PROMPT).send("check").signal(name);
        let (code, screen) = terminal.end();
        assert_ne!(code, 0, "{name}: {screen}");
        undecided(&place, name);
    }
    assert_eq!(typed(&place, &["approve", "checkout"], "checkout\r").0, 0);
}

/// The reason of a failure and its hint are not cut, however narrow the terminal is.
#[test]
fn a_list_does_not_cut_why_a_feature_failed() {
    let place = Place::demo();
    let row = place.row("ideas");
    let reason = row["reason"].as_str().unwrap();
    assert!(reason.len() > 30, "{reason}");
    let (code, screen) = Terminal::in_shell(&place, "stty cols 50; $FRIEZE status").end();
    let words = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(code == 0 && words.contains(reason), "{reason}:\n{screen}");
}

#[test]
fn deciding_without_a_candidate_is_refused_before_any_question() {
    let place = Place::demo();
    for (verb, words) in [
        ("approve", "is not waiting for a decision"),
        ("reject", "is not waiting for a decision"),
        ("abort", "there is no run to abort"),
    ] {
        let (code, screen) = Terminal::start(&place, &[verb, "ideas"]).end();
        assert_eq!(code, 1, "{screen}");
        assert!(screen.contains(words) && screen.contains("hint: `frieze show ideas` lists"), "{screen}");
        let (code, screen) = Terminal::start(&place, &[verb, "nothing"]).end();
        assert_eq!(code, 1, "{screen}");
        assert!(screen.contains("there is no feature nothing"), "{screen}");
    }
}

/// The refusals in a feature's journal: state, what was attempted, by whom.
fn refusals(place: &Place, id: &str) -> Vec<(String, String, String)> {
    let log = place.json(&["log", id, "--json"]);
    let entries = log["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "refused");
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    entries
        .map(|entry| {
            assert!(!word(&entry["at"]).is_empty(), "{entry}");
            let (state, attempted) = (word(&entry["data"]["state"]), word(&entry["data"]["attempted"]));
            assert!(word(&entry["text"]).contains(" can't be "), "{entry}");
            (state, attempted, word(&entry["by"]))
        })
        .collect()
}

/// "Any attempt to transition to a forbidden state MUST be rejected"; "Rejected transitions MUST log violation and maintain
/// current state": with state, action, person and time; once per state.
#[test]
fn a_decision_that_the_state_does_not_allow_is_journalled_as_refused() {
    let place = Place::candidate();
    place.done(&["new", "ideas", "--brief", "checkout.md"]);
    crate::gate_support::freeze(&place, "checkout");
    for (id, state) in [("ideas", "IDLE"), ("checkout", "FROZEN")] {
        for verb in ["approve", "reject", "abort", "approve", "approve"] {
            let (code, screen) = Terminal::start(&place, &[verb, id]).end();
            assert!(code == 1 && screen.contains("hint: "), "{screen}");
        }
        let expected = ["approve", "reject", "abort"]
            .map(|verb| (state.to_owned(), verb.to_owned(), GIT_NAME.to_owned()));
        assert_eq!(refusals(&place, id), expected, "{id}");
        assert_eq!(place.state(id), state);
    }
    place.done(&["verify"]);
}

/// A barred choice of an open gate is refused like a choice that no gate offers.
#[test]
fn a_barred_choice_is_journalled_as_refused() {
    let place = Place::candidate();
    place.write("features/checkout/design/intent.json", "{}");
    for _ in 0..2 {
        let (code, screen) = Terminal::start(&place, &["approve", "checkout"]).end();
        assert!(code == 1 && screen.contains("cannot approve now"), "{screen}");
    }
    let refused = [("CANDIDATE".to_owned(), "approve".to_owned(), GIT_NAME.to_owned())];
    assert_eq!(refusals(&place, "checkout"), refused);
}
