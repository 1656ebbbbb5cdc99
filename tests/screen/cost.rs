//! The screen's costs, counted and not timed: bytes and frames for a key, frames for a burst of changed files, and nothing
//! while nothing changes.

use std::fs;
use std::time::{Duration, Instant};

use crate::cli_support::Place;
use crate::terminal::Terminal;

/// The most bytes for a step in the list of features.
const KEY: usize = 600;
/// Features next to the one that waits for a decision.
const FEATURES: usize = 30;

/// How every frame begins.
const FRAME: &[u8] = b"\x1b[?2026h";

/// A workspace with one candidate and many idle features, on an idle screen.
fn opened() -> (Place, Terminal) {
    let place = Place::candidate();
    for n in 1..=FEATURES {
        place
            .write(&format!("features/f-{n:03}/brief.md"), "# A thing\n\nThe thing must do what is asked.\n");
    }
    let mut terminal = Terminal::open(&place, 120, 40);
    terminal.wait_for("f-001").wait_until("all are read", |screen| !screen.contains("reading"));
    rest(&mut terminal);
    (place, terminal)
}

/// Waits until no more output is expected, on a busy machine too.
fn rest(terminal: &mut Terminal) {
    let (mut sent, mut quiet) = (terminal.raw().len(), Instant::now());
    while quiet.elapsed() < Duration::from_secs(1) {
        std::thread::sleep(Duration::from_millis(20));
        if terminal.raw().len() != sent {
            (sent, quiet) = (terminal.raw().len(), Instant::now());
        }
    }
}

/// The output from an event until the screen is idle again.
fn sent(terminal: &mut Terminal, happens: impl FnOnce(&mut Terminal)) -> Vec<u8> {
    let before = terminal.raw().len();
    happens(terminal);
    rest(terminal);
    terminal.raw().split_off(before)
}

fn frames(sent: &[u8]) -> usize {
    sent.windows(FRAME.len()).filter(|bytes| *bytes == FRAME).count()
}

#[test]
fn a_step_in_the_list_costs_one_frame_and_few_bytes() {
    let (_place, mut terminal) = opened();
    // The first step leaves the candidate, whose panes differ.
    sent(&mut terminal, |terminal| {
        terminal.keys("j");
    });
    for key in ["j", "j", "k", "j", "k"] {
        let sent = sent(&mut terminal, |terminal| {
            terminal.keys(key);
        });
        let text = String::from_utf8_lossy(&sent).into_owned();
        assert!((1..=KEY).contains(&sent.len()), "{} bytes for {key}: {text:?}", sent.len());
        assert_eq!(frames(&sent), 1, "{text:?}");
    }
    terminal.quit();
}

#[test]
fn a_step_between_designs_that_look_alike_is_one_frame_too() {
    let place = Place::candidate();
    // Another candidate whose panes look the same.
    let home = "features/checkout";
    for file in ["brief.md", "design/intent.json", "design/critique.json", "design/journal.jsonl"] {
        place.write(&format!("features/cheapest/{file}"), place.read(&format!("{home}/{file}")));
    }
    let state = place.read(&format!("{home}/design/state.json"));
    let named = |id: &str| format!("\"featureId\": \"{id}\"");
    assert!(state.contains(&named("checkout")), "{state}");
    place.write("features/cheapest/design/state.json", state.replace(&named("checkout"), &named("cheapest")));
    let mut terminal = Terminal::open(&place, 120, 40);
    terminal.wait_for("2 need you").wait_for(" cheapest ─ ").wait_for("Completeness");
    rest(&mut terminal);
    // From the list, and from a pane.
    for keys in ["j", "k", "4", "J", "K"] {
        let sent = sent(&mut terminal, |terminal| {
            terminal.keys(keys);
        });
        let text = String::from_utf8_lossy(&sent).into_owned();
        assert_eq!(frames(&sent), 1, "{keys}: {text:?}");
    }
    terminal.quit();
}

#[test]
fn a_burst_of_keys_is_one_frame() {
    let (_place, mut terminal) = opened();
    // The first step leaves the candidate, whose panes differ.
    sent(&mut terminal, |terminal| {
        terminal.keys("j");
    });
    for keys in ["j".repeat(100), "k".repeat(FEATURES - 1)] {
        let sent = sent(&mut terminal, |terminal| {
            terminal.keys(&keys);
        });
        assert_eq!(frames(&sent), 1, "{:?}", String::from_utf8_lossy(&sent));
    }
    terminal.quit();
}

#[test]
fn a_key_that_changes_nothing_sends_nothing() {
    let (_place, mut terminal) = opened();
    sent(&mut terminal, |terminal| {
        terminal.keys("g");
    });
    let sent = sent(&mut terminal, |terminal| {
        terminal.keys("gk");
    });
    assert_eq!(String::from_utf8_lossy(&sent), "");
    terminal.quit();
}

#[test]
fn a_burst_of_changed_files_is_one_frame() {
    let (place, mut terminal) = opened();
    let unchanged = sent(&mut terminal, |_| {
        for n in 0..100 {
            fs::write(place.at(&format!("features/f-{:03}/note.txt", n % FEATURES + 1)), n.to_string())
                .unwrap();
        }
    });
    assert_eq!(String::from_utf8_lossy(&unchanged), "", "what is shown is the same");
    terminal.quit();
}

#[test]
fn p24_a_flood_of_other_events_costs_no_frame_and_hides_no_change() {
    let (place, mut terminal) = opened();
    let flood = || {
        for n in 0..10_000 {
            fs::write(place.at("features/checkout/design/note.txt"), n.to_string()).unwrap();
        }
    };
    let unchanged = sent(&mut terminal, |_| flood());
    assert_eq!(String::from_utf8_lossy(&unchanged), "", "what is shown is the same");
    // A feature that appears meanwhile is shown, and keys work.
    std::thread::scope(|scope| {
        scope.spawn(flood);
        place.write("features/a-new-one/brief.md", "# A thing\n\nThe thing must do what is asked.\n");
        terminal.keys("?").wait_for(" Keys ").keys("\x1b").wait_gone(" Keys ");
    });
    terminal.wait_for("a-new-one");
    terminal.quit();
}

#[test]
fn an_idle_screen_does_nothing() {
    let (_place, terminal) = opened();
    let before = (terminal.raw().len(), naps(&terminal));
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(
        (terminal.raw().len(), naps(&terminal)),
        before,
        "bytes sent, and how often each thread woke up"
    );
    terminal.quit();
}

/// How often each thread of the screen and its guard has gone to sleep.
fn naps(terminal: &Terminal) -> Vec<(String, String)> {
    let mut naps = Vec::new();
    for pid in terminal.processes() {
        for task in fs::read_dir(format!("/proc/{pid}/task")).unwrap() {
            let task = task.unwrap().path();
            let status = fs::read_to_string(task.join("status")).unwrap();
            let count =
                status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:")).unwrap();
            naps.push((task.display().to_string(), count.trim().to_owned()));
        }
    }
    naps.sort();
    naps
}
