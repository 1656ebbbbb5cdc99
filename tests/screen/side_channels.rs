//! Exchanges between the screen and its terminal other than the picture: key releases, the wheel, the clipboard, the bell
//! and desktop notifications; and actions beyond the screen.

use std::fs;

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, Terminal};
use crate::terminal_output;

fn fresh() -> Place {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place
}

#[test]
fn a_person_is_notified_once_in_each_way_while_the_window_has_no_focus() {
    for (looks, times) in [("\x1b[O", 1), ("\x1b[I", 0)] {
        let place = fresh();
        let mut terminal = Terminal::open(&place, 120, 36);
        terminal.wait_for("checkout ─ IDLE").keys(looks).settle().keys("r").wait_for("1 needs you").settle();
        let (bells, sequences) = terminal_output::bells_and_osc(&terminal.raw());
        let count = |note: &str| sequences.iter().filter(|each| *each == note).count();
        let called = [
            bells,
            count("9;checkout waits for your decision"),
            count("777;notify;frieze;checkout waits for your decision"),
        ];
        assert_eq!(called, [times; 3], "{looks:?}: {sequences:?}");
        terminal.quit();
    }
}

/// Terminals with the kitty protocol report key releases.
#[test]
fn a_key_release_does_nothing() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal
        .wait_for("checkout ─ CANDIDATE")
        .go_to("checkout")
        .keys("\x1b[100;1:3u7")
        .wait_for("run started");
    assert!(!terminal.text().contains("Decide on"), "{}", terminal.text());
    terminal
        .keys("\x1b[100;1:1u")
        .wait_for("Decide on checkout")
        .settle()
        .keys("\x1b")
        .wait_gone("Decide on");
    terminal.quit();
}

#[test]
fn copying_uses_the_terminals_clipboard() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal
        .wait_for("checkout ─ CANDIDATE")
        .keys("1y")
        .wait_for("Copied to the terminal's clipboard: checkout");
    let (_, sequences) = terminal_output::bells_and_osc(&terminal.raw());
    assert_eq!(sequences.iter().filter(|each| *each == "52;c;Y2hlY2tvdXQ=").count(), 1, "{sequences:?}");
    terminal.quit();
}

#[test]
fn the_wheel_scrolls_the_pane_below_it() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal
        .wait_for("checkout ─ CANDIDATE")
        .go_to("checkout")
        .keys("5")
        .wait_for("[5 Intent]")
        .wait_for(" 1–");
    let (row, column) = terminal.find("[5 Intent]");
    let wheel = |button: u16| format!("\x1b[<{button};{};{}M", column + 3, row + 4);
    terminal.keys(&wheel(65)).wait_for(" 4–").keys(&wheel(65)).wait_for(" 7–");
    terminal.keys(&wheel(64)).wait_for(" 4–").keys(&wheel(64)).wait_for(" 1–");
    terminal.quit();
}

#[test]
fn an_aborted_run_ends_with_its_reason_and_its_program() {
    let place = fresh();
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let yaml = "generator: slow\nagents:\n  slow: {kind: command, command: [sh, -c, \"echo $$ > pid; exec sleep 600\"], folder: .}\n";
    fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    let mut terminal = Terminal::open(&place, 120, 36);
    let pid = || fs::read_to_string(place.at("pid")).ok().and_then(|pid| pid.trim().parse::<u32>().ok());
    terminal.wait_for("checkout ─ IDLE").keys("r").wait_until("its program", |_| pid().is_some());
    let program = format!("/proc/{}/fd/0", pid().unwrap());
    assert!(fs::symlink_metadata(&program).is_ok(), "it is at work");
    terminal.keys("x").dialog("Why abort the run of checkout?").keys("the wrong document").keys(ENTER);
    terminal.wait_for("checkout ─ FAILED").wait_for("the wrong document");
    terminal.wait_until("the end of its program", |_| fs::symlink_metadata(&program).is_err());
    assert_eq!(place.state("checkout"), "FAILED");
    assert!(place.read("features/checkout/design/journal.jsonl").contains("the wrong document"));
    terminal.quit();
}

#[test]
fn any_two_iterations_are_compared() {
    let place = Place::candidate();
    for words in ["Rename \"Payment page\" to \"Basket\".", "Rename \"Basket\" to \"Trolley\"."] {
        place.write("why.md", words);
        let mut reject =
            Terminal::open_with(&place, 100, 30, &[], &["reject", "checkout", "--feedback", "why.md"]);
        reject.wait_for("first 6 digits").keys("checkout\r");
        assert_eq!(reject.ended(), 0);
        assert_eq!(place.run(&["run", "checkout"]).code, 3);
    }
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout ─ CANDIDATE · iteration 3").go_to("checkout").keys("3Z").wait_for("Trolley");
    terminal.wait_for("iteration 3 against the last rejection (iteration 2)");
    terminal.keys(":diff 1..2\r").wait_for("iteration 2 against iteration 1").wait_gone("Trolley");
    terminal.wait_for("Payment page").wait_for("Basket");
    // `b` goes to the next design to compare with, in a circle.
    terminal.keys("b").wait_for("iteration 3 against the last rejection (iteration 2)");
    terminal
        .keys("b")
        .wait_for("iteration 3 against iteration 1")
        .wait_for("Payment page")
        .wait_for("Trolley");
    terminal.quit();
}
