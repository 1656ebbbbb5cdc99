//! Many features at once: decisions in a row, actions on marked features, a search over all of them, past iterations.

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, ESC, Terminal};

/// The most keys of a decision.
const KEYS: usize = 8;

/// A workspace with this many features of the same brief.
fn place(count: usize) -> Place {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    for n in 1..=count {
        place.done(&["new", &format!("order-{n:02}"), "--brief", "brief.md"]);
    }
    place
}

/// The next feature is selected by itself. `z` unfolds its design, `d` and `a` ask for four digits of the hash, since all of it
/// was read.
#[test]
fn twenty_candidates_are_decided_with_at_most_eight_keys_each() {
    const COUNT: usize = 20;
    let place = place(COUNT);
    place.run(&["run", "--all"]);
    // High enough for the whole design.
    let mut terminal = Terminal::open(&place, 120, 300);
    terminal.wait_for("20 need you").wait_gone("reading").keys("5").settle();
    for decided in 1..=COUNT {
        let mut keys = vec!["z", "d", "a"];
        terminal.wait_gone("reading…").settle().keys(keys[0]).settle();
        let screen = terminal.keys(keys[1]).dialog("Decide on ").text();
        terminal.keys(keys[2]).dialog("the first 4 digits");
        let id = screen.split("Decide on ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        let hash = place.done(&["hash", &format!("features/{id}/design/intent.json")]).out;
        keys.extend([&hash[..4], ENTER]);
        terminal.typing(keys[3]).wait_for("✓ Confirmed").keys(keys[4]);
        terminal.wait_for(&format!("{decided} frozen"));
        assert!(keys.concat().chars().count() <= KEYS, "{keys:?}");
        assert_eq!(place.state(id), "FROZEN");
    }
    terminal.wait_gone("need you");
    terminal.quit();
    place.done(&["verify"]);
}

#[test]
fn marked_features_run_and_are_reset_together() {
    let place = place(3);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("order-03").wait_gone("reading").keys("1g").settle();
    terminal.keys("  ").wait_for("Features · 2 marked").settle();
    assert!(terminal.text().contains("·*order-01") && !terminal.text().contains("·*order-03"));
    terminal.keys("r").dialog("Run 2 of 2 marked: order-01, order-02").keys("y").wait_for("2 need you");
    assert_eq!(place.state("order-03"), "IDLE");
    // What was done is not marked any more. Candidates are not reset.
    terminal.wait_gone("marked").settle().keys("1g").settle().keys("  ").wait_for("Features · 2 marked");
    terminal.settle().keys("u").wait_for("Reset: none of the 2 marked allows it.");
    terminal.keys(ESC).wait_gone("marked");
    terminal.quit();
}

#[test]
fn a_search_goes_through_all_features() {
    let place = place(2);
    place.run(&["run", "--all"]);
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("2 need you").wait_gone("reading").keys("1").settle();
    terminal.keys("F").wait_for("search all features: ").typing("e-mail within").keys(ENTER);
    terminal
        .wait_for("Search: e-mail within")
        .wait_for("order-01  requirement: R")
        .wait_for("order-02  requirement: R");
    terminal.settle().keys("G").settle().keys(ENTER).wait_for("order-02 ─ CANDIDATE").wait_for("[5 Intent]");
    terminal.keys(":").settle().keys(ESC).settle().keys("1F").wait_for("search all features: ");
    terminal
        .typing("no such words")
        .keys(ENTER)
        .wait_for("No feature has these words.")
        .keys(ESC)
        .wait_gone("esc closes");
    terminal.quit();
}

#[test]
fn past_iterations_are_shown_with_their_score() {
    let place = Place::candidate();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout").go_to("checkout").keys("4<").wait_for("There is no earlier iteration.");
    terminal.decide("checkout").keys("r").dialog("What should change?");
    terminal.paste("rename screen \"Cart page\" to \"Basket\"").wait_for("✓ draft saved").keys("\x13");
    terminal
        .wait_for("checkout ─ CANDIDATE · iteration 2")
        .go_to("checkout")
        .keys("4")
        .wait_for("─ Basket ─");
    terminal.keys("<").wait_for("─ Cart page ─").wait_for(" iteration 1 of 2, score ");
    // What would be the words of a comment is lost until its Enter.
    terminal.keys("c").wait_for("This is a past iteration.").keys(ENTER);
    terminal.keys(">").wait_for("─ Basket ─").wait_gone("iteration 1 of 2");
    terminal.keys("3").wait_for("▸ Text").keys("}").wait_for("This is the last change.");
    // The gate is about the current design.
    terminal
        .keys("4<")
        .wait_for(" iteration 1 of 2, score ")
        .decide("checkout")
        .wait_gone("iteration 1 of 2");
    terminal.keys(ESC).wait_gone("Decide on");
    terminal.quit();
}
