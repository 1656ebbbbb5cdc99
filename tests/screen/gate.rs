//! The gate (promise P9): nothing is decided by keys meant for something else, typed ahead or pasted, or about bytes that
//! were not shown. `random_keys` has sessions of random keys on the screen, and `approval/gate_storms` ten thousand more at the
//! gate.

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ENTER, ESC, Terminal};

const STATE: &str = "features/checkout/design/state.json";
const INTENT: &str = "features/checkout/design/intent.json";
const MARKER: &str = "features/checkout/design/final/FROZEN.md";

fn open(place: &Place) -> Terminal {
    let mut terminal = Terminal::open(place, 120, 36);
    terminal.wait_for("checkout");
    terminal.go_to("checkout");
    terminal
}

/// Nothing was decided: the record is unchanged, byte for byte, and there is no marker.
#[track_caller]
fn undecided(place: &Place, before: &str) {
    assert_eq!(place.read(STATE), before);
    assert!(!place.exists(MARKER));
}

/// Two features: one waits for a decision, the other one is about to.
fn two() -> Place {
    let place = Place::candidate();
    place.write("refunds.md", CHECKOUT.replace("Checkout", "Refunds"));
    place.done(&["new", "refunds", "--brief", "refunds.md"]);
    place
}

#[test]
fn p9_a_candidate_that_appears_while_a_filter_is_typed_takes_no_key() {
    let place = two();
    let before = place.read(STATE);
    let mut terminal = open(&place);
    terminal.keys("/").settle().keys("d").wait_for("Features · /d:");
    place.run(&["run", "refunds"]);
    terminal.wait_for("2 need you").typing("axr").wait_for("/daxr").wait_for("Nothing matches");
    assert!(!terminal.text().contains("Decide on"));
    terminal.keys(ENTER).keys(ENTER).keys("refunds\r").settle();
    undecided(&place, &before);
    assert_eq!(place.state("refunds"), "CANDIDATE");
    terminal.keys("\x03");
    terminal.ended();
}

#[test]
fn p9_a_candidate_that_appears_while_a_comment_is_typed_takes_no_key() {
    let place = two();
    let before = place.read(STATE);
    let mut terminal = open(&place);
    terminal.keys("5jj").settle().keys("c").wait_for("comment on /").keys("more ");
    place.run(&["run", "refunds"]);
    terminal.wait_for("2 need you").typing("dara checkout refunds").wait_for("more dara checkout refunds");
    assert!(!terminal.text().contains("Decide on"));
    terminal.keys(ENTER).wait_for("Saved for the next rejection");
    terminal.wait_until("the words, whole", |_| {
        place.exists("features/checkout/design/feedback-draft.md")
            && place.read("features/checkout/design/feedback-draft.md").contains("more dara checkout refunds")
    });
    undecided(&place, &before);
    assert_eq!(place.state("refunds"), "CANDIDATE");
    terminal.quit();
}

/// "Rejected transitions MUST log violation and maintain current state": also on the screen. A key that finds nothing to do orders
/// nothing.
#[test]
fn forbidden_actions_are_reported_and_journalled_once() {
    let place = Place::candidate();
    let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", "checkout"]);
    approve.wait_for("first 6 digits").keys("checkout\r");
    assert_eq!(approve.ended(), 0);
    let journal = || place.read("features/checkout/design/journal.jsonl");
    let refused = |what: &str| {
        journal().matches(&format!("is frozen; it can't be {}ed\"", what.trim_end_matches('e'))).count()
    };
    let mut terminal = open(&place);
    terminal.keys("dddd").wait_for("checkout has nothing to decide");
    terminal.keys(":abort\r").wait_for("Nothing to abort");
    terminal.wait_until("the attempt in the journal", |_| refused("abort") > 0);
    terminal.keys(":reject\r").wait_for("checkout has nothing to decide");
    terminal.wait_until("the other one, too", |_| refused("reject") > 0);
    terminal.keys("rd").wait_for("checkout has nothing to decide");
    terminal.quit();
    let all = ["decide", "run", "abort", "reject"].map(refused);
    assert_eq!(all, [0, 0, 1, 1], "{}", journal());
    assert!(place.exists(MARKER) && place.state("checkout") == "FROZEN");
    place.done(&["verify"]);
}

#[test]
fn p9_a_design_changed_before_the_confirmation_is_not_frozen() {
    // Before the confirmation is sent, and at the same instant.
    for at_once in [false, true] {
        let place = Place::candidate();
        let mut terminal = open(&place);
        terminal.decide("checkout").keys("a").dialog("to approve, type checkout");
        terminal.typing("checkout").wait_for("✓ Confirmed");
        let mut intent: serde_json::Value = serde_json::from_str(&place.read(INTENT)).unwrap();
        intent["title"] = "Something that nobody has seen".into();
        place.write(INTENT, serde_json::to_vec_pretty(&intent).unwrap());
        if at_once {
            terminal.keys(ENTER);
        } else {
            terminal.wait_for("Nothing was decided.").keys(ENTER);
        }
        terminal.wait_until("what happened", |screen| {
            ["Nothing was decided.", "changed", "was shown"].iter().any(|words| screen.contains(words))
        });
        terminal.settle();
        assert!(!place.exists(MARKER), "{}", terminal.text());
        assert_eq!(place.state("checkout"), "CANDIDATE");
        for _ in 0..3 {
            terminal.keys(ESC).settle();
        }
        terminal.quit();
    }
}

/// A window that is too small for the gate takes no key for it, whether it was open or is being opened.
#[test]
fn p9_a_window_that_is_too_small_decides_nothing() {
    let place = Place::candidate();
    let before = place.read(STATE);
    let mut terminal = open(&place);
    terminal.resize(40, 10).wait_for("frieze needs 60×16 cells").settle();
    for keys in ["d", "a", "checkout", ENTER, "x", "r", "p", ":approve checkout\r"] {
        terminal.keys(keys).settle();
    }
    undecided(&place, &before);
    terminal.resize(120, 36).wait_for("checkout ─ CANDIDATE").settle();
    assert!(!terminal.text().contains("Decide on"), "{}", terminal.text());
    terminal.decide("checkout").keys("a").dialog("to approve, type checkout");
    terminal.resize(59, 15).wait_for("Enlarge").settle();
    terminal.typing("checkout").keys(ENTER).settle();
    undecided(&place, &before);
    terminal.resize(120, 36).dialog("to approve, type checkout");
    terminal.keys(ENTER).settle();
    undecided(&place, &before);
    terminal.typing("checkout").wait_for("✓ Confirmed").keys(ENTER).wait_for("checkout ─ FROZEN");
    assert!(place.exists(MARKER));
    terminal.quit();
}

#[test]
fn p9_keys_typed_ahead_decide_nothing() {
    let place = Place::candidate();
    let before = place.read(STATE);
    let hash = place.done(&["hash", INTENT]).out;
    let digits = &hash.trim()[..6];
    let mut terminal = open(&place);
    for keys in [
        "dacheckout\r".to_owned(),
        format!("da{digits}\r"),
        "da\rcheckout\r\r".to_owned(),
        "drwords\x13checkout\r".to_owned(),
    ] {
        // In one write; in two, as over a slow line; and key by key without waiting.
        terminal.keys(&keys).settle();
        undecided(&place, &before);
        terminal.keys(ESC).settle();
        terminal.keys(ESC).settle();
        terminal.keys(ESC).settle().wait_gone("Decide on");
        terminal.keys(&keys[..1]).keys(&keys[1..]).settle();
        undecided(&place, &before);
        terminal.keys(ESC).settle();
        terminal.keys(ESC).settle();
        terminal.keys(ESC).settle().wait_gone("Decide on");
    }
    // Ahead of the confirmation, too.
    terminal.decide("checkout").keys("acheckout\r").settle();
    undecided(&place, &before);
    terminal.keys("\x03").settle();
    terminal.keys("\x03").wait_gone("Decide on");
    terminal.quit();
}

#[test]
fn p9_a_paste_decides_nothing() {
    let place = Place::candidate();
    let before = place.read(STATE);
    let mut terminal = open(&place);
    terminal.paste("dacheckout\r").settle().decide("checkout").paste("a").settle();
    assert!(!terminal.text().contains("type checkout"), "a paste made a choice");
    terminal.keys("a").dialog("to approve, type checkout");
    for text in ["checkout", "checkout\r", "checkout\n\n"] {
        terminal.paste(text).wait_for("A paste decides nothing").keys(ENTER).wait_for("nothing was decided");
        undecided(&place, &before);
    }
    terminal.keys(ESC).settle();
    terminal.keys(ESC).settle().wait_gone("Decide on");
    terminal.quit();
}
