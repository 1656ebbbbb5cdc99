//! The first minutes: an empty folder, the demo, features that run automatically.

use crate::cli_support::Place;
use crate::terminal::{ESC, Terminal};

#[test]
fn an_empty_folder_offers_a_demo_that_runs_at_once() {
    let place = Place::empty();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("There is no workspace here yet").keys("d");
    // The card is gone with the first key, which does what it always does.
    terminal.wait_for("approve freezes a design").keys("?").wait_for(" Keys ").keys(ESC);
    terminal.wait_gone("approve freezes a design");
    terminal.wait_for("checkout").wait_for("need you");
    terminal.wait_until("the end of all runs", |screen| {
        !screen.contains("running") && !screen.contains("queued") && screen.contains("decide")
    });
    assert_eq!(place.state("checkout"), "CANDIDATE");
    terminal.quit();
}

#[test]
fn leaving_the_offer_changes_nothing() {
    for keys in ["q", ESC, "\x03"] {
        let place = Place::empty();
        let before = place.snapshot();
        let mut terminal = Terminal::open(&place, 80, 24);
        terminal.wait_for("There is no workspace here yet").keys("\r \tc\x04\x05").keys(keys);
        assert_eq!(terminal.ended(), 0);
        assert_eq!(place.snapshot(), before);
    }
}

#[test]
fn a_screen_that_is_too_small_says_so_and_grows() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 40, 10);
    terminal.wait_for("frieze needs 60×16 cells").resize(80, 24);
    terminal.wait_for("checkout").resize(30, 5);
    terminal.wait_for("frieze needs").resize(200, 60);
    // Keys typed before the first frame of a usable size are dropped, as those before a dialog.
    terminal.dialog("CANDIDATE");
    terminal.quit();
}

#[test]
fn without_a_terminal_and_with_plain_the_list_is_printed() {
    let place = Place::candidate();
    let said = place.done(&[]);
    assert!(said.out.contains("checkout") && said.out.contains("CANDIDATE"), "{said:?}");
}
