//! The gate holds (promise P9): nothing is decided by what was meant for something else, by what was typed ahead,
//! pasted or typed at random, or about bytes that were not shown.

use std::time::{Duration, Instant};

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

/// Nothing was decided: the record is as it was, byte for byte, and there is no marker.
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
    terminal.wait_for("2 need you").typing("axr").wait_for("/daxr").wait_for("nothing matches");
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
    terminal.keys(ENTER).wait_for("kept for the next rejection");
    terminal.wait_until("the words, whole", |_| {
        place.exists("features/checkout/design/feedback-draft.md")
            && place.read("features/checkout/design/feedback-draft.md").contains("more dara checkout refunds")
    });
    undecided(&place, &before);
    assert_eq!(place.state("refunds"), "CANDIDATE");
    terminal.quit();
}

#[test]
fn p9_what_was_changed_between_showing_and_confirming_is_not_frozen() {
    // Before the confirmation is sent, and in the same instant.
    for at_once in [false, true] {
        let place = Place::candidate();
        let mut terminal = open(&place);
        terminal.keys("d").dialog("Decide on checkout").keys("a").dialog("to approve, type checkout");
        terminal.typing("checkout").wait_for("✓ confirmed");
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

#[test]
fn p9_what_is_typed_ahead_decides_nothing() {
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
    terminal.keys("d").dialog("Decide on checkout").keys("acheckout\r").settle();
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
    terminal.paste("dacheckout\r").settle().keys("d").dialog("Decide on checkout").paste("a").settle();
    assert!(!terminal.text().contains("type checkout"), "a paste made a choice");
    terminal.keys("a").dialog("to approve, type checkout");
    for text in ["checkout", "checkout\r", "checkout\n\n"] {
        terminal.paste(text).wait_for("a paste decides nothing").keys(ENTER).wait_for("nothing was decided");
        undecided(&place, &before);
    }
    terminal.keys(ESC).settle();
    terminal.keys(ESC).settle().wait_gone("Decide on");
    terminal.quit();
}

/// Numbers that are far from each other (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let n = u64::try_from(n).unwrap();
        usize::try_from((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n).unwrap()
    }
}

/// Everything a keyboard or a clipboard may bring, but what leaves, what opens other programs, and the letters
/// that the name cannot be typed without.
const WINDS: [&str; 40] = [
    "d",
    "d",
    "d",
    "d",
    "a",
    "a",
    "r",
    "r",
    "x",
    "\r",
    "\r",
    "\r",
    " ",
    "\t",
    ESC,
    "\x13",
    "\x1a",
    "\x17",
    "c",
    "h",
    "e",
    "o",
    "t",
    "y",
    "1",
    "2",
    "5",
    "6",
    "7",
    "j",
    "G",
    "/",
    ":",
    "?",
    "\x7f",
    "\x1b[A",
    "\x1b[<0;60;18M",
    "\x1b[200~checkout\r\x1b[201~",
    "\x1b[200~words\n\x1b[201~",
    "\x1b[I",
];

#[test]
fn p9_no_storm_of_keys_decides() {
    let seconds = std::env::var("FRIEZE_STORM_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    let place = Place::candidate();
    let before = place.read(STATE);
    let mut terminal = open(&place);
    let (since, mut seed, mut gates) = (Instant::now(), 1_u64, 0_u32);
    while since.elapsed() < Duration::from_secs(seconds) {
        let mut numbers = Numbers(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let length = 20 + numbers.below(30);
        for _ in 0..length {
            // `o` alone would open a browser; as a letter of words it comes in dialogs only.
            let wind = WINDS[numbers.below(WINDS.len())];
            let is_dialog =
                terminal.text().contains("Decide on") || terminal.text().contains("type checkout");
            gates += u32::from(is_dialog);
            if matches!(wind, "o" | "\x1a") && !is_dialog {
                continue;
            }
            terminal.keys(wind);
            // Sometimes as fast as it goes, sometimes as slow as a person.
            if numbers.below(3) == 0 {
                terminal.calm(1);
            }
        }
        assert_eq!(place.read(STATE), before, "seed {seed} decided");
        for _ in 0..4 {
            terminal.keys(ESC).calm(2);
        }
        seed += 1;
    }
    println!("seeds 1 to {}: 0 decisions; {gates} keys met an open gate", seed - 1);
    assert!(gates > 100, "the storm must reach the gate, else it shows nothing");
    terminal.keys("1").settle();
    undecided(&place, &before);
    // What the storm did not do, a person does: the gate was open all the time.
    for _ in 0..4 {
        terminal.keys(ESC).settle();
    }
    terminal
        .go_to("checkout")
        .keys("d")
        .dialog("Decide on checkout")
        .keys("a")
        .dialog("to approve, type checkout");
    terminal.typing("checkout").wait_for("✓ confirmed").keys(ENTER).wait_for("checkout ─ FROZEN");
    terminal.quit();
}
