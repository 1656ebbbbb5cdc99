//! Files changed by other programs: another shell, an editor, a checkout. The screen shows it automatically.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ESC, Terminal};

const MARKER: &str = "features/checkout/design/final/FROZEN.md";

#[test]
fn a_deleted_marker_shows_as_idle_and_its_question_takes_no_keys() {
    let place = Place::candidate();
    let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", "checkout"]);
    approve.wait_for("first 6 digits").keys("checkout\r");
    assert_eq!(approve.ended(), 0);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("frozen");
    fs::remove_file(place.at(MARKER)).unwrap();
    terminal.wait_for("why?");
    assert_eq!(place.state("checkout"), "IDLE");
    let journal = place.read("features/checkout/design/journal.jsonl");
    assert!(journal.contains("FROZEN.md was deleted"), "{journal}");
    // The question is open, and no dialog has the keys: j moves the selection and is no letter of a reason.
    terminal.keys("jk").keys("d");
    terminal.wait_for("unfrozen?").keys("the price was wrong\r");
    terminal.wait_gone("why?");
    assert!(place.read("features/checkout/design/state.json").contains("the price was wrong"));
    terminal.quit();
}

/// Both say where the words are.
#[test]
fn an_answer_from_another_shell_is_not_replaced_by_one_that_was_begun_before() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE").keys("2").settle().keys("a").dialog("saves the answer");
    terminal.keys("Mine.").wait_for("Mine.");
    place.done(&["answer", "checkout", "1", "Theirs."]);
    terminal
        .settle()
        .keys("\r")
        .wait_for("changed elsewhere meanwhile, to “Theirs.”")
        .wait_for("yours is kept");
    let saved = place.read("features/checkout/answers.md");
    assert!(saved.contains("Theirs.") && !saved.contains("Mine."), "{saved}");
    // The words that were not saved are not lost either.
    terminal.keys("q").wait_for("would be lost").settle();
    terminal.quit();
}

#[test]
fn a_tampered_frozen_design_shows_as_an_integrity_failure() {
    let place = Place::candidate();
    let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", "checkout"]);
    approve.wait_for("first 6 digits").keys("checkout\r");
    assert_eq!(approve.ended(), 0);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("frozen");
    let path = "features/checkout/design/final/intent.json";
    let sealed = place.done(&["hash", path]).out;
    place.write(path, place.read(path).replacen("checkout", "chekkout", 1));
    terminal.wait_for("tampered");
    assert_eq!(place.state("checkout"), "FAILED");
    // The expected and the actual hash, by which a person finds the version in their history.
    let found = place.done(&["hash", path]).out;
    for hash in [sealed, found] {
        terminal.wait_for(&hash.trim()[..12]);
    }
    // The instruction is read to its end.
    terminal.wait_for("then `:reset checkout`");
    // After the restoration the screen confirms it and says what to do next.
    place.write(path, place.read(path).replacen("chekkout", "checkout", 1));
    terminal.wait_for("the frozen files are restored");
    let status = place.done(&["status", "--json"]).out;
    assert!(status.contains("the frozen files are restored") && status.contains("FAILED"), "{status}");
    terminal.quit();
}

/// FROZEN shows the frozen design; a different working copy is reported, and `o` opens the frozen page.
#[test]
fn the_frozen_design_is_shown_whatever_the_working_copy_is() {
    let place = Place::candidate();
    let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", "checkout"]);
    approve.wait_for("first 6 digits").keys("checkout\r");
    assert_eq!(approve.ended(), 0);
    place.write("browser", "#!/bin/sh\necho \"$1\" > \"$OPENED\"\n");
    fs::set_permissions(place.at("browser"), fs::Permissions::from_mode(0o755)).unwrap();
    let (browser, opened) = (place.at("browser"), place.at("opened"));
    let variables = [("BROWSER", browser.to_str().unwrap()), ("OPENED", opened.to_str().unwrap())];
    let mut terminal = Terminal::open_with(&place, 200, 60, &variables, &[]);
    terminal.wait_for("checkout");
    terminal.go_to("checkout");
    terminal.keys(":preview\r").wait_until("the page", |_| {
        place.exists("opened") && place.read("opened").contains("design/final/preview.html")
    });
    let path = "features/checkout/design/intent.json";
    let frozen = place.read(path);
    let title =
        serde_json::from_str::<serde_json::Value>(&frozen).unwrap()["title"].as_str().unwrap().to_owned();
    place.write(path, frozen.replacen(&title, "Nobody approved this", 1));
    terminal.wait_for("design/intent.json is another design").keys("5").settle();
    let shown = terminal.text();
    assert!(shown.contains(&title) && !shown.contains("Nobody approved this"), "{shown}");
    place.write(path, &frozen);
    terminal.wait_gone("design/intent.json is another design");
    // A page that is not the approved one is not opened in its place.
    fs::remove_file(place.at("opened")).unwrap();
    place.write("features/checkout/design/final/preview.html", "<h1>Another page</h1>");
    terminal.keys(":preview\r").wait_for("The frozen preview of checkout is not opened");
    assert!(!place.exists("opened"));
    terminal.quit();
}

/// Changes made while no screen was open show without a selection, and lead to the same actions as changes while one is.
#[test]
fn changes_while_no_screen_was_open_show_by_themselves() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    for id in ["first", "frozen-1", "edited-1", "marked-1", "repaired-1"] {
        place.done(&["new", id, "--brief", "brief.md"]);
        assert_eq!(place.run(&["run", id]).code, 3);
    }
    let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", "frozen-1"]);
    approve.wait_for("first 6 digits").keys("frozen-1\r");
    assert_eq!(approve.ended(), 0);
    let edit = |path: &str| {
        let mut intent: serde_json::Value = serde_json::from_str(&place.read(path)).unwrap();
        intent["summary"] = "A fast, user-friendly, appropriate checkout, etc.".into();
        place.write(path, serde_json::to_vec_pretty(&intent).unwrap());
    };
    // An invalid candidate is recognised, then repaired.
    let intent = place.read("features/repaired-1/design/intent.json");
    place.write("features/repaired-1/design/intent.json", "{");
    assert!(place.done(&["show", "repaired-1"]).out.contains("not a valid intent"));
    place.write("features/repaired-1/design/intent.json", intent);
    place.write(
        "features/marked-1/design/final/FROZEN.md",
        place.read("features/frozen-1/design/final/FROZEN.md"),
    );
    edit("features/frozen-1/design/final/intent.json");
    edit("features/edited-1/design/intent.json");
    let before = place.row("first")["score"].to_string().replace('"', "");
    let mut terminal = Terminal::open(&place, 120, 36);
    // The selected feature is not replaced by a more urgent one.
    terminal.go_to("first").wait_until("what happened meanwhile", |screen| {
        // Rows of the list, without the panes next to it.
        let list = screen.lines().filter_map(|line| line.split("││").next());
        let row = |id: &str| list.clone().find(|line| line.contains(&format!(" {id} "))).unwrap_or_default();
        ["frozen-1", "marked-1"].iter().all(|id| row(id).contains("tampered"))
            && !row("edited-1").contains(&before)
            && row("repaired-1").contains("decide")
            && row("first").contains(&before)
    });
    let screen = terminal.text();
    assert!(screen.contains(" first ─ CANDIDATE"), "another one was selected:\n{screen}");
    for (id, state) in [("frozen-1", "FAILED"), ("marked-1", "FAILED"), ("edited-1", "CANDIDATE")] {
        assert_eq!(place.state(id), state, "{id}");
    }
    let journal = place.read("features/edited-1/design/journal.jsonl");
    assert!(journal.contains("was edited by hand and now scores"), "{journal}");
    terminal.quit();
}

#[test]
fn features_that_come_and_go_show_by_themselves() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout");
    place.write("refunds.md", "# Refunds\n\nA clerk MUST be able to refund an order.\n");
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    terminal.wait_for("refunds").wait_for("idle");
    place.run(&["run", "refunds"]);
    // While the screen shows it: reading must not create its folder again.
    fs::remove_dir_all(place.at("features/refunds")).unwrap();
    terminal.wait_gone("refunds").settle();
    assert!(!place.exists("features/refunds"));
    terminal.quit();
}

#[test]
fn a_hand_edit_of_a_candidate_shows_and_is_scored_again() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("decide");
    let path = "features/checkout/design/intent.json";
    let before = place.row("checkout")["score"].clone();
    let generated = place.read(path);
    let mut intent: serde_json::Value = serde_json::from_str(&generated).unwrap();
    intent["summary"] = "A fast, user-friendly, appropriate checkout, etc.".into();
    place.write(path, serde_json::to_vec_pretty(&intent).unwrap());
    let journal = || place.read("features/checkout/design/journal.jsonl");
    terminal.wait_until("the edit in the journal", |_| journal().contains("edited"));
    assert_ne!(place.row("checkout")["score"], before);
    terminal.wait_for("edited by hand").go_to("checkout").keys("8").wait_for("✎ edited by hand");
    // Put back, it is no edit any more.
    place.write(path, generated);
    terminal.wait_gone("intent.json was edited by hand").wait_gone("✎ edited by hand");
    assert_eq!(place.row("checkout")["score"], before);
    assert!(journal().contains("is again as it was generated"), "{}", journal());
    terminal.quit();
}

/// A program that answers after a signal.
pub fn slow_generator(place: &Place, answer: &str) {
    place.write("answer.json", answer);
    // A first line makes the status longer than any pane, so that it always takes two lines.
    let script = "cat > /dev/null; echo; while [ ! -e go ]; do sleep 0.05; done; cat answer.json";
    let yaml = format!(
        "generator: slow\nagents:\n  slow: {{kind: command, command: [sh, -c, \"{script}\"], folder: .}}\n"
    );
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
}

/// One screen works on a feature; a second one on the same workspace says who works, changes nothing, and shows the result
/// automatically.
#[test]
fn a_second_screen_only_reads_while_the_first_one_works() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    slow_generator(&place, &Place::candidate().read("features/checkout/design/intent.json"));
    let mut first = Terminal::open(&place, 120, 36);
    first.wait_for("checkout ─ IDLE").keys("r").wait_for("gen 1");
    let worker = first.processes()[1];
    let mut second = Terminal::open(&place, 120, 36);
    second.wait_for("⠿ checkout").wait_for("gen 1").wait_for("Running elsewhere since");
    second.wait_for(&format!("process {worker} on "));
    // It starts nothing, stops nothing and decides nothing; each key gives the reason.
    let record = place.read("features/checkout/design/state.json");
    for (keys, says) in
        [("r", "process"), ("p", "process"), ("d", "has nothing to decide"), ("u", "has not failed")]
    {
        second.settle().keys(keys);
        second.wait_for(says);
        assert!(second.text().contains("⠿ checkout"), "{keys}:\n{}", second.text());
    }
    assert_eq!(place.read("features/checkout/design/state.json"), record);
    assert!(first.text().contains("gen 1"), "the first one works on:\n{}", first.text());
    // Both show the result.
    place.write("go", "");
    for terminal in [&mut first, &mut second] {
        terminal.wait_for("checkout ─ CANDIDATE").wait_for("◆ checkout").wait_gone("Running elsewhere");
    }
    // The candidate releases the lease: either may decide now, and the other one shows it.
    second.go_to("checkout").decide("checkout").keys("x").dialog("abort checkout");
    second.typing("the shop is sold").keys("\r").dialog("to abort, press y").keys("y");
    second.wait_for("checkout ─ FAILED");
    first.wait_for("✗ checkout").wait_for("aborted");
    first.quit();
    second.quit();
}

/// Two windows write feedback on one feature: each shows the other's words, and the file has all of them.
#[test]
fn feedback_from_two_windows_is_all_kept() {
    const DRAFT: &str = "features/checkout/design/feedback-draft.md";
    let place = Place::candidate();
    let (mut one, mut two) = (Terminal::open(&place, 120, 36), Terminal::open(&place, 120, 36));
    for terminal in [&mut one, &mut two] {
        terminal.go_to("checkout").decide("checkout").keys("r").dialog("reject checkout");
    }
    one.typing("words of the first").wait_for("draft saved");
    two.wait_for("words of the first").keys("\x1b[F\r").typing("words of the second");
    one.wait_for("words of the second").typing(" and more of them");
    two.wait_for("words of the first and more of them");
    let draft = place.read(DRAFT);
    for words in ["words of the first and more of them", "words of the second"] {
        assert_eq!(draft.matches(words).count(), 1, "{words} in {draft:?}");
    }
    // A comment made in one is added to the draft in the other.
    two.keys(ESC).dialog("Decide on").keys(ESC).wait_gone("Decide on");
    two.keys("5jjj")
        .settle()
        .keys("c")
        .wait_for("comment on ")
        .typing("shorter")
        .keys("\r")
        .wait_for("Saved for the next");
    one.wait_for(": shorter").typing("!");
    let draft = || place.read(DRAFT);
    one.wait_until("all of it in the file", |_| {
        draft().contains("of them!") && draft().contains(": shorter") && draft().contains("of the second")
    });
    one.keys(ESC).dialog("Decide on").keys(ESC).wait_gone("Decide on").settle();
    one.quit();
    two.quit();
}

/// Without its brief, a design would be frozen and invalid at once: list and gate say so, and approving is not possible.
#[test]
fn a_lost_brief_is_seen_in_the_list_and_at_the_gate() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("◆ checkout").wait_for("decide");
    let brief = place.read("features/checkout/brief.md");
    fs::remove_file(place.at("features/checkout/brief.md")).unwrap();
    terminal.wait_for("! checkout").wait_for("brief?").wait_for("brief.md is missing");
    terminal.decide("checkout").wait_for("✗ not now: features/checkout/brief.md is");
    place.write("features/checkout/brief.md", brief);
    terminal.wait_for("Freezes the design").keys(ESC).wait_for("◆ checkout");
    terminal.quit();
}
