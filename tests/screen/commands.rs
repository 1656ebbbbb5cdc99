//! The command line of the screen runs every command of the shell and shows what it prints.

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, ESC, Terminal};
use crate::two_windows::slow_generator;

fn open(place: &Place) -> Terminal {
    let mut terminal = Terminal::open(place, 120, 36);
    terminal.wait_for("checkout").wait_gone("reading");
    terminal
}

#[test]
fn what_a_command_prints_is_in_a_sheet() {
    let place = Place::candidate();
    let mut terminal = open(&place);
    for (line, printed) in [
        ("doctor", "frieze.yaml"),
        ("config", "threshold"),
        ("log checkout --json", "\"kind\""),
        ("prompt", "frieze prompt checkout"),
        ("hash nowhere.json", "nowhere.json"),
        ("reject checkout --feedback x.md", "refused"),
        ("session list", "frieze session list"),
        ("verify --nonsense", "wrong usage"),
    ] {
        terminal
            .keys(&format!(":{line}\r"))
            .wait_for("─ esc closes")
            .wait_gone("Waiting for it")
            .wait_for(printed);
        terminal.settle().keys(ESC).wait_gone("─ esc closes");
    }
    assert_eq!(place.state("checkout"), "CANDIDATE");
    terminal.quit();
}

#[test]
fn trust_is_asked_for_on_the_terminal() {
    let place = Place::candidate();
    place.write("frieze.yaml", "generator: local\nagents:\n  local: {kind: command, command: [cat]}\n");
    place.write("refunds.md", CHECKOUT);
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    let mut terminal = open(&place);
    terminal.go_to("refunds").keys("r").wait_for("`:trust local`");
    terminal.keys(":trust local\r").wait_for("Type local to trust it").typing("local").keys(ENTER);
    terminal.wait_for("trusted, as described here").wait_for("Press Enter").keys(ENTER);
    terminal.wait_for("`frieze trust local` is done.");
    terminal.quit();
}

/// Closing the sheet ends the program, which releases its feature.
#[test]
fn a_closed_sheet_ends_its_command() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    slow_generator(&place, "{}");
    let mut terminal = open(&place);
    terminal.keys(":run checkout --plain\r").wait_for("Waiting for it").keys("?");
    let record = "features/checkout/design/state.json";
    terminal.wait_until("its run", |_| place.exists(record) && place.read(record).contains("GENERATING"));
    terminal.keys(ESC).wait_gone("Waiting for it");
    terminal.wait_until("the feature is free", |screen| {
        ["running in", "in use", "elsewhere"].iter().all(|words| !screen.contains(words))
    });
    terminal.keys("9").wait_for("checkout ─ GENERATING");
    terminal.quit();
}
