//! Pictures of rare dialogs and states: the offer to create a workspace, leaving, run all, reset, a candidate that changed
//! under the gate, a sealed and a tampered design, work under way, a window that is too small.

use std::fs;

use crate::cli_support::{CHECKOUT, Place};
use crate::pictures::{Album, COLOURS, SIZES, workspace};
use crate::terminal::{ESC, Terminal};
use crate::two_windows::slow_generator;

const INTENT: &str = "features/checkout/design/intent.json";

#[test]
fn questions_at_three_sizes() {
    let place = workspace();
    // One feature alone runs without a question.
    place.done(&["new", "gifts", "--brief", "wishes.md"]);
    let mut album = Album::default();
    for size in SIZES {
        fs::remove_dir_all(place.home().join(".local")).unwrap();
        let mut terminal = Terminal::open_with(&place, size.0, size.1, &COLOURS, &[]);
        terminal.wait_for("8 features").wait_gone("reading").keys("s").settle();
        for (id, keys, asks, name) in [
            ("checkout", "R", "Run all", "run-all"),
            ("ideas", "u", "Reset ideas to IDLE?", "reset"),
            ("ideas", "U", "Reset ideas to IDLE?", "reset-from-best"),
            ("checkout", "2f", "find", "find"),
        ] {
            terminal.keys(&format!(":show {id}\r")).settle().keys(keys).dialog(asks);
            album.take(&mut terminal, name, size);
            terminal.keys(ESC).settle().keys("1").settle();
        }
        terminal.quit();
    }
}

#[test]
fn a_candidate_that_changed_under_the_gate_at_three_sizes() {
    let mut album = Album::default();
    for size in SIZES {
        let place = Place::candidate();
        let mut terminal = Terminal::open_with(&place, size.0, size.1, &COLOURS, &[]);
        terminal.wait_for("decide").calm(50).decide("checkout");
        terminal.keys("a").dialog("to approve, type checkout");
        place.write(INTENT, place.read(INTENT).replacen("\"title\"", "\"titel\"", 1));
        terminal.wait_for("Nothing was decided.");
        album.take(&mut terminal, "gate-changed", size);
        terminal.keys(ESC).settle().keys(ESC).settle().decide("checkout");
        album.take(&mut terminal, "gate-barred", size);
        terminal.keys(ESC).wait_gone("Decide on");
        terminal.quit();
    }
}

/// A sealed design, and a change by somebody to it.
#[test]
fn a_frozen_and_a_tampered_design_at_three_sizes() {
    const SEALED: &str = "features/checkout/design/final/intent.json";
    let mut album = Album::default();
    for size in SIZES {
        let place = Place::candidate();
        let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", "checkout"]);
        approve.wait_for("first 6 digits").keys("checkout\r");
        assert_eq!(approve.ended(), 0);
        let mut terminal = Terminal::open_with(&place, size.0, size.1, &COLOURS, &[]);
        terminal.wait_for("✓ checkout").calm(50).keys("9");
        album.take(&mut terminal, "frozen", size);
        place.write(SEALED, place.read(SEALED).replacen("checkout", "chekkout", 1));
        terminal.wait_for("tampered").wait_for("checkout ─ FAILED");
        album.take(&mut terminal, "tampered", size);
        terminal.quit();
    }
}

#[test]
fn an_offer_and_a_window_that_is_too_small() {
    let mut album = Album::default();
    for size in SIZES {
        let place = Place::empty();
        let mut terminal = Terminal::open_with(&place, size.0, size.1, &COLOURS, &[]);
        terminal.wait_for("There is no workspace here yet").settle();
        album.keep(&without_folder(&terminal.text(), &place), "welcome", size);
        terminal.keys("q");
        assert_eq!(terminal.ended(), 0);
    }
    let place = Place::candidate();
    let mut terminal = Terminal::open_with(&place, 50, 12, &COLOURS, &[]);
    terminal.wait_for("frieze needs 60×16 cells");
    album.take(&mut terminal, "too-small", (50, 12));
    terminal.quit();
}

/// The folder's name differs every time; its columns stay.
fn without_folder(screen: &str, place: &Place) -> String {
    let folder = place.root().canonicalize().unwrap().display().to_string();
    let line = |line: &str| match line.split_once(&folder) {
        Some((before, after)) => {
            let blanks = after.chars().take_while(|c| *c == ' ').count();
            let columns = folder.chars().count() + blanks;
            format!("{before}{:<columns$}{}", "(the folder)", &after[blanks..])
        }
        None => line.to_owned(),
    };
    screen.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Spinners, counters and changing texts are masked in their width. The status of a request takes two lines.
fn stilled(screen: &str) -> String {
    const WAITING: &str = "Waiting for the generator since";
    let mut waiting = None;
    let mut line = |line: &str| {
        let second = waiting.take();
        let mut cells: Vec<String> = line.split('│').map(str::to_owned).collect();
        for (at, cell) in cells.iter_mut().enumerate() {
            let width = cell.chars().count();
            let ends = ["gen 1/10", "gen 1", WAITING];
            if second == Some(at) {
                *cell = " ".repeat(width);
            } else if let Some((from, words)) = ends.iter().find_map(|words| Some((cell.find(words)?, words)))
            {
                let kept = &cell[..from + words.len()];
                *cell = format!("{kept:<width$}").replace(['⠼', '⠶', '⠧', '⠏', '⠛'], "⠹");
                waiting = (*words == WAITING).then_some(at).or(waiting);
            }
        }
        cells.join("│")
    };
    screen.lines().map(&mut line).collect::<Vec<_>>().join("\n")
}

/// A complete picture of a screen with a spinner: half a frame would differ from the next.
fn at_rest(terminal: &Terminal) -> String {
    let mut before = stilled(&terminal.text());
    loop {
        std::thread::sleep(std::time::Duration::from_millis(150));
        let now = stilled(&terminal.text());
        if now == before {
            return now;
        }
        before = now;
    }
}

#[test]
fn work_under_way_at_three_sizes() {
    let mut album = Album::default();
    let answer = Place::candidate().read(INTENT);
    for size in SIZES {
        let place = Place::workspace();
        place.write("checkout.md", CHECKOUT);
        place.done(&["new", "checkout", "--brief", "checkout.md"]);
        slow_generator(&place, &answer);
        let mut terminal = Terminal::open_with(&place, size.0, size.1, &COLOURS, &[]);
        terminal
            .wait_for("checkout")
            .keys("1")
            .settle()
            .keys("r")
            .wait_for("gen 1")
            .wait_gone("IDLE ·")
            .wait_gone("run the feature");
        album.keep(&at_rest(&terminal), "running", size);
        for (keys, asks, name) in [("q", "in progress", "leave"), ("x", "abort the run", "abort-run")] {
            terminal.keys(keys).wait_for(asks);
            album.keep(&at_rest(&terminal), name, size);
            terminal.keys(ESC).wait_gone(asks);
        }
        place.write("go", "");
        terminal.wait_for("decide").settle();
        terminal.quit();
    }
}
