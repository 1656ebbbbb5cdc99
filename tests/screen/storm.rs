//! Keys at random on the real screen: nothing is decided, nothing panics, and the terminal is given back. Ten thousand
//! sessions of that are beside the gate itself; here a few dozen go the whole way through a terminal.

use crate::cli_support::Place;
use crate::terminal::Terminal;

const SESSIONS: u64 = 24;
const KEYS: usize = 60;

/// What is pressed: keys of the table, of dialogs, of editors, pastes, clicks, and parts of sequences. Without those that
/// stop the process, or begin a run, which is no decision and takes its time.
const PRESSED: [&str; 44] = [
    "j",
    "k",
    "g",
    "G",
    "d",
    "d",
    "d",
    "a",
    "a",
    "x",
    "c",
    "b",
    "z",
    "Z",
    "n",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "0",
    "/",
    ":",
    "?",
    "s",
    "\t",
    "\x1b[Z",
    "\r",
    "\r",
    " ",
    "\x1b",
    "\x13",
    "\x7f",
    "\x15",
    "\x1b[A",
    "\x1b[B",
    "\x1b[200~checkout\r\x1b[201~",
    "\x1b[<0;60;20M\x1b[<0;60;20m",
    "\x1b[",
    "漢",
];

/// As good as random, and the same every time.
fn next(seed: &mut u64) -> usize {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    usize::try_from(*seed >> 33).unwrap_or(0)
}

#[test]
fn p9_keys_at_random_on_the_real_screen_decide_nothing() {
    let place = Place::candidate();
    let record = place.read("features/checkout/design/state.json");
    for session in 1..=SESSIONS {
        let mut seed = session.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (columns, rows) = [(80, 24), (120, 36), (200, 60)][next(&mut seed) % 3];
        let mut terminal = Terminal::open(&place, columns, rows);
        terminal.wait_for("checkout");
        let mut typed = String::new();
        for _ in 0..KEYS {
            let keys = PRESSED[next(&mut seed) % PRESSED.len()];
            typed.push_str(keys);
            terminal.keys(keys);
            // Now and then the screen has time to show what it made of it.
            if next(&mut seed).is_multiple_of(8) {
                terminal.calm(3);
            }
        }
        terminal.settle();
        assert_eq!(place.read("features/checkout/design/state.json"), record, "{session}: {typed:?}");
        assert!(!place.exists("features/checkout/design/final"), "{session}: {typed:?}");
        assert!(!terminal.text().contains("something in frieze broke"), "{session}: {typed:?}");
        terminal.signal(terminal.processes()[1], "-TERM");
        assert_eq!(terminal.ended(), 128 + 15, "{session}: {typed:?}");
    }
}
