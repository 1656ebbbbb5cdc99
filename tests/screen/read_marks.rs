//! Read marks, kept in the person's own folder after the screen ends: parts read yesterday count as read, later changes are
//! marked, and can be compared with what was read.

use std::fs;
use std::path::PathBuf;

use crate::cli_support::{CHECKOUT, Place, snapshot};
use crate::terminal::{ESC, Terminal};

const INTENT: &str = "features/checkout/design/intent.json";

/// A screen large enough for a whole design.
fn look_at_all(place: &Place) {
    let mut terminal = Terminal::open(place, 200, 700);
    terminal.go_to("checkout").keys("5").settle().keys("z").settle();
    seen(&mut terminal, "All ");
    terminal.quit();
}

/// How much the gate reports as read.
fn seen(terminal: &mut Terminal, words: &str) {
    terminal.decide("checkout").keys("a").dialog("to approve, type checkout");
    terminal.wait_for(words);
    terminal.keys(ESC).dialog("Decide on checkout").keys(ESC).wait_gone("Decide on");
}

/// The file with the read marks.
fn kept(place: &Place) -> PathBuf {
    kept_of(place, "checkout")
}

fn kept_of(place: &Place, id: &str) -> PathBuf {
    let root = place.root().canonicalize().unwrap();
    let workspace = frieze_data::digest::Digest::of(root.as_os_str().as_encoded_bytes());
    let folder = place.home().join(".local/state/frieze/workspaces").join(workspace.to_string());
    folder.join(format!("features/{id}/looked.json"))
}

/// Changes words in a design, as a person would.
fn edit(place: &Place, path: &str, title: &str) {
    let mut intent: serde_json::Value = serde_json::from_str(&place.read(path)).unwrap();
    intent["title"] = title.into();
    place.write(path, serde_json::to_vec_pretty(&intent).unwrap());
}

#[test]
fn parts_read_yesterday_count_today_for_the_same_design() {
    let place = Place::candidate();
    let before = snapshot(&place.at("features/checkout/design/iterations"));
    look_at_all(&place);
    assert!(kept(&place).is_file(), "in the person's own folder");
    let workspace = snapshot(&place.root());
    assert!(!workspace.iter().any(|(name, _)| name.contains("looked")), "and not in the workspace");
    assert_eq!(snapshot(&place.at("features/checkout/design/iterations")), before);
    let open = |words: &str| {
        let mut terminal = Terminal::open(&place, 120, 36);
        seen(terminal.go_to("checkout"), words);
        terminal.quit();
    };
    open("All ");
    // Only what changed is unread.
    edit(&place, INTENT, "Something that nobody has seen");
    open("1 of ");
}

#[test]
fn keys_write_nothing_when_everything_was_read() {
    let place = Place::candidate();
    look_at_all(&place);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.go_to("checkout").keys("5").settle();
    let written = || fs::metadata(kept(&place)).unwrap().modified().unwrap();
    let before = written();
    for keys in ["j", "j", "G", "g", "2", "5", "k"] {
        terminal.keys(keys).calm(15);
    }
    terminal.quit();
    assert_eq!(written(), before);
}

#[test]
fn damaged_read_marks_count_as_none() {
    let place = Place::candidate();
    look_at_all(&place);
    let whole = fs::read(kept(&place)).unwrap();
    for damaged in
        [&b""[..], b"\0\xff{", &whole[..whole.len() / 2], b"{\"schemaVersion\":1}", &[b'['; 100_000]]
    {
        fs::write(kept(&place), damaged).unwrap();
        let mut terminal = Terminal::open(&place, 120, 36);
        seen(terminal.go_to("checkout").keys("5").settle(), "parts unread");
        terminal.quit();
        // The file is valid again, with the parts read now.
        let again: serde_json::Value = serde_json::from_slice(&fs::read(kept(&place)).unwrap()).unwrap();
        assert_eq!(again["featureId"], "checkout");
    }
}

#[test]
fn unsaved_read_marks_are_reported_and_stop_nothing() {
    let place = Place::candidate();
    // A file in the place of the folder.
    fs::create_dir_all(place.home().join(".local/state/frieze")).unwrap();
    fs::write(place.home().join(".local/state/frieze/workspaces"), "mine").unwrap();
    let mut terminal = Terminal::open(&place, 120, 36);
    seen(terminal.go_to("checkout"), "parts unread");
    terminal.quit();
    fs::remove_file(place.home().join(".local/state/frieze/workspaces")).unwrap();
    look_at_all(&place);
    fs::remove_file(kept(&place)).unwrap();
    fs::create_dir_all(kept(&place).join("in the way")).unwrap();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.go_to("checkout").keys("5").wait_for("Read marks are not saved");
    seen(&mut terminal, "parts unread");
    terminal.quit();
}

#[test]
fn a_design_changed_since_it_was_read_is_marked_and_compared() {
    let place = Place::candidate();
    place.write("refunds.md", CHECKOUT.replace("Checkout", "Refunds"));
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    place.run(&["run", "refunds"]);
    let path = "features/refunds/design/intent.json";
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE").keys("5").settle().go_to("refunds").go_to("checkout");
    assert!(!terminal.text().contains('Δ'), "{}", terminal.text());
    terminal.quit();
    // While no screen is open.
    edit(&place, path, "Refunds, and more");
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE").wait_for("◆ refunds Δ");
    let rows = |terminal: &Terminal| {
        let screen = terminal.text();
        let row = |id: &str| screen.lines().find(|line| line.contains(id)).map(|line| line.find("decide"));
        [row("◆ refunds").unwrap().is_some(), row("◆ checkout").unwrap().is_some()]
    };
    assert_eq!(rows(&terminal), [true, true], "the columns stay");
    // Reading the score's reasons is not reading the design.
    terminal.keys("2").go_to("refunds").wait_for("refunds Δ").keys("5").wait_gone("refunds Δ");
    terminal.keys(":diff looked\r");
    terminal.wait_for("against the version shown before").wait_for("and more");
    // The design is in the run's file, linked under a second name.
    assert!(terminal.text().contains("the version shown before (iteration"), "{}", terminal.text());
    terminal.quit();
    // The design read last was edited by hand; another edit replaced it.
    edit(&place, path, "Refunds, and even more");
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("◆ refunds Δ").go_to("refunds").keys(":diff looked\r");
    terminal.wait_for("no file has another version of refunds that was shown to you");
    terminal.quit();
}

/// Its record still names the design before the edit: that is no change since it was read.
#[test]
fn reading_an_edited_failed_design_does_not_mark_it() {
    let place = Place::demo();
    edit(&place, "features/ideas/design/intent.json", "Ideas, and more");
    let mut terminal = Terminal::open(&place, 120, 36);
    for _ in 0..2 {
        terminal.go_to("ideas").wait_for("ideas ─ FAILED").keys("5").settle().go_to("checkout");
        assert!(!terminal.text().contains("ideas Δ"), "{}", terminal.text());
        terminal.quit();
        assert!(fs::read_to_string(kept_of(&place, "ideas")).unwrap().contains("recordSha256"));
        // Nor the next day.
        terminal = Terminal::open(&place, 120, 36);
        terminal.wait_for("✗ ideas").settle();
        assert!(!terminal.text().contains("ideas Δ"), "{}", terminal.text());
    }
    terminal.quit();
}
