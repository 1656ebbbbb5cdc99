//! The whole workflow by hand: from an empty folder to a frozen design and back, on the real screen.

use std::fs;

use crate::cli_support::Place;
use crate::terminal::{ENTER, ESC, Terminal};

const HOME: &str = "features/checkout/design/";
/// Typed and pasted text: wide characters, a combining accent, a family of four.
const TYPED: &str = "require \"The cart must say what is missing 漢字\"";
const PASTED: &str = "cafe\u{301} au lait\nfor a family 👨\u{200D}👩\u{200D}👧\u{200D}👦 of four";
const COMMENT: &str = "this one needs an empty state";

fn open(place: &Place) -> Terminal {
    let mut terminal = Terminal::open(place, 120, 36);
    terminal.wait_for("frieze").wait_for("checkout");
    terminal
}

/// When a run began and when its last line was written.
fn lasted(place: &Place, id: &str) -> (String, String) {
    let journal = place.read(&format!("features/{id}/design/journal.jsonl"));
    let at = |line: &str| {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        value["at"].as_str().unwrap().to_owned()
    };
    (at(journal.lines().next().unwrap()), at(journal.lines().last().unwrap()))
}

#[test]
fn from_an_empty_folder_to_a_frozen_design_and_back() {
    let place = Place::empty();
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("There is no workspace here yet").keys("d");
    terminal.wait_until("the end of all runs", |screen| {
        screen.contains("6 need you") && !screen.contains("running")
    });
    several_ran_at_once(&place);
    assert!(terminal.has_sent("\x1b]0;(6) frieze · work: 6 need you\x07"), "the window's title");
    review_every_pane(&mut terminal);
    comment(&mut terminal, &place);
    write_feedback(&mut terminal, &place);
    // The draft is still there after a restart.
    terminal.keys(ESC).dialog("your draft has 4 lines").keys(ESC);
    terminal.wait_gone("Decide on");
    terminal.quit();
    let mut terminal = open(&place);
    terminal.go_to("checkout").keys("d");
    terminal.dialog("your draft has 4 lines").keys("r");
    terminal.wait_for(TYPED).wait_for("of four").wait_for(COMMENT);
    reject(&mut terminal, &place);
    approve(&mut terminal, &place);
    unfreeze(&mut terminal, &place);
    terminal.quit();
}

/// Three or more runs had begun before the first one ended.
fn several_ran_at_once(place: &Place) {
    let ids = ["checkout", "gift-cards", "ideas", "loyalty", "refunds", "store-pickup"];
    let spans: Vec<(String, String)> = ids.iter().map(|id| lasted(place, id)).collect();
    let first_end = spans.iter().map(|(_, end)| end).min().unwrap();
    let begun = spans.iter().filter(|(begin, _)| begin <= first_end).count();
    assert!(begun >= 3, "{begun} at once: {spans:?}");
}

fn review_every_pane(terminal: &mut Terminal) {
    terminal.go_to("checkout");
    for (key, shows) in [
        ("1", "Features"),
        ("2", "by points lost"),
        ("3", "after the next iteration"),
        ("4", "visited by"),
        ("5", "Requirements"),
        ("6", "No rejection yet"),
        ("7", "EVALUATING → CANDIDATE"),
        ("8", "over 80"),
        ("9", "Waiting for you since"),
    ] {
        terminal.keys(key).wait_for(shows);
    }
}

fn comment(terminal: &mut Terminal, place: &Place) {
    let intent: serde_json::Value = serde_json::from_str(&place.read(&format!("{HOME}intent.json"))).unwrap();
    let name: String = intent["components"][0]["name"].as_str().unwrap().chars().take(20).collect();
    let asked = format!("comment on {name}");
    terminal.keys("5g");
    // Down to the first component.
    for _ in 0..400 {
        if terminal.text().lines().any(|line| line.contains("▾ Components") || line.contains("▸ Components"))
        {
            break;
        }
        terminal.keys("j").settle();
    }
    for _ in 0..60 {
        terminal.keys("j").settle();
        terminal.keys("c").wait_for("comment on ");
        if terminal.text().contains(&asked) {
            break;
        }
        terminal.keys(ESC).wait_gone("comment on ");
    }
    terminal.wait_for(&asked).keys(COMMENT).keys(ENTER);
    terminal.wait_for("Saved for the next rejection: ");
    terminal.wait_until("the comment in the draft", |_| {
        fs::read_to_string(place.at(&format!("{HOME}feedback-draft.md")))
            .is_ok_and(|text| text.contains(COMMENT))
    });
}

fn write_feedback(terminal: &mut Terminal, place: &Place) {
    let draft = || place.read(&format!("{HOME}feedback-draft.md"));
    terminal.decide("checkout").keys("r");
    terminal.wait_for("reject checkout").wait_for(COMMENT);
    // To the end of the document.
    terminal.keys("\x1b[1;5F").keys(TYPED).keys(ENTER).paste(PASTED);
    terminal.wait_for(TYPED).wait_for("of four").wait_for("✓ draft saved");
    terminal.wait_until("the words on the disk", |_| draft().contains(TYPED) && draft().contains(PASTED));
    assert!(draft().contains(COMMENT), "{}", draft());
    // Neither Esc nor coming back loses anything.
    terminal.keys(ESC).dialog("your draft has 4 lines").keys("r").wait_for(TYPED).wait_for("of four");
}

fn reject(terminal: &mut Terminal, place: &Place) {
    // The cursor goes to the next feature that needs a decision.
    terminal.settle().keys("\x13").wait_gone("reject checkout").wait_gone(" checkout ─ ").go_to("checkout");
    terminal.wait_until("the second candidate", |screen| {
        screen.contains("CANDIDATE · iteration 2") && !screen.contains("Decide on")
    });
    let prompt = place.read(&format!("{HOME}iterations/2/generator-prompt-1.txt"));
    for words in [TYPED, COMMENT, "/components/0"].into_iter().chain(PASTED.lines()) {
        assert!(prompt.contains(words), "{words:?} is not in the next prompt:\n{prompt}");
    }
    let title = "\x1b]0;(6) frieze · work: 6 need you\x07";
    assert!(terminal.has_sent(title));
    terminal
        .keys("6")
        .wait_for("on the component “Pay for the cart")
        .wait_for("漢字")
        .wait_for("1 changed · 3 not done");
    terminal.keys("3").wait_until("a comparison", |screen| !screen.contains("after the next iteration"));
}

fn approve(terminal: &mut Terminal, place: &Place) {
    terminal.go_to("checkout").decide("checkout").keys("a");
    terminal.dialog("to approve, type checkout").typing("chekcout").wait_for("chekcout").keys(ENTER);
    terminal.wait_for("nothing was decided");
    assert_eq!(place.state("checkout"), "CANDIDATE");
    terminal.typing(&"\x7f".repeat(8)).typing("checkout").wait_for("✓ Confirmed").keys(ENTER);
    terminal.wait_for("1 frozen").wait_gone(" checkout ─ ").go_to("checkout").wait_for("checkout ─ FROZEN");
    assert!(place.exists(&format!("{HOME}final/FROZEN.md")));
    place.done(&["verify", "checkout"]);
}

fn unfreeze(terminal: &mut Terminal, place: &Place) {
    fs::remove_file(place.at(&format!("{HOME}final/FROZEN.md"))).unwrap();
    terminal.wait_for("checkout ─ IDLE").wait_for("why?");
    assert_eq!(place.state("checkout"), "IDLE");
    terminal.keys("d").wait_for("Why was checkout unfrozen?").keys("the law has changed\r");
    terminal.wait_gone("why?");
    assert!(place.read(&format!("{HOME}state.json")).contains("the law has changed"));
    assert!(place.read(&format!("{HOME}journal.jsonl")).contains("the law has changed"));
}
