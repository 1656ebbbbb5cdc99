//! The mouse in dialogs with answers: a click on an answer is its key, and a click elsewhere does nothing.

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::Terminal;

#[test]
fn the_offer_of_a_workspace_takes_clicks() {
    for (columns, rows) in [(120, 36), (60, 16)] {
        let place = Place::empty();
        let mut terminal = Terminal::open(&place, columns, rows);
        terminal.wait_for("There is no workspace here yet");
        let (row, column) = terminal.find("make an empty one");
        let before = place.snapshot();
        terminal.click(row - 2, column).click(row + 2, column).click(0, 0).settle();
        assert_eq!(place.snapshot(), before, "a click next to the answers");
        terminal.click(row, column).wait_for("Each finding costs");
        assert!(place.exists("frieze.yaml"));
        terminal.quit();
    }
    let place = Place::empty();
    let mut terminal = Terminal::open(&place, 80, 24);
    terminal.wait_for("There is no workspace here yet");
    let (row, column) = terminal.find("leave everything as it is");
    terminal.click(row, column);
    assert_eq!(terminal.ended(), 0);
    assert!(!place.exists("frieze.yaml"));
}

#[test]
fn a_workspace_that_cannot_be_made_leaves_the_offer_as_it_was() {
    let place = Place::empty();
    // A file where a folder must be.
    place.write("features", "mine");
    let mut terminal = Terminal::open(&place, 80, 24);
    terminal.wait_for("There is no workspace here yet").keys("d").wait_for(" ! ").wait_gone("working…");
    terminal.keys("q");
    assert_eq!(terminal.ended(), 0);
    assert_eq!(place.read("features"), "mine");
}

#[test]
fn the_question_before_leaving_takes_clicks() {
    let place = Place::workspace();
    // A person who never answers.
    place.write("frieze.yaml", "generator: chat\nagents: {chat: {kind: files}}\n");
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout").keys("r").wait_for("1 needs you");
    terminal.keys("q").dialog("Quitting pauses the runs");
    let (row, column) = terminal.find("y quit");
    terminal.click(row, column + 6).click(row + 1, column).click(row - 1, column).settle();
    assert!(terminal.text().contains("Quitting pauses the runs"), "a click next to the answers");
    let (row, column) = terminal.find("Esc cancel");
    terminal.click(row, column + 7).wait_gone("Quitting pauses the runs").wait_for("1 needs you");
    terminal.keys("q").dialog("Quitting pauses the runs");
    let (row, column) = terminal.find("y quit");
    terminal.click(row, column);
    assert_eq!(terminal.ended(), 0);
    assert_eq!(place.state("checkout"), "GENERATING");
}
