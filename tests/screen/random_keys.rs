//! Random keys on the real screen: nothing is decided, nothing panics, and the terminal is given back (promise P9). Every
//! session has a seed; `FRIEZE_STORMS` sets their number. Each terminal runs many of them, several terminals in parallel.
//! At its end each freezes the design, by a confirmation that no session has typed: this proves that it could decide, and
//! that the check would see it.

use std::ops::AddAssign;
use std::sync::Mutex;
use std::time::Duration;

use frieze_testkit::Dice;

use crate::cli_support::Place;
use crate::terminal::{ENTER, ESC, Terminal};

const STATE: &str = "features/checkout/design/state.json";
/// Sessions without the variable, sessions of one terminal, terminals in parallel, bursts of one session.
const SESSIONS: u64 = 96;
const OF_ONE: usize = 24;
const AT_A_TIME: usize = 6;
const GUSTS: usize = 12;

/// The keys: those of the table, of dialogs, of editors, parts of the name and of hashes, pastes of the whole name, clicks,
/// and parts of sequences. Without those that stop the process, without Ctrl+S and `y`, which send a rejection and confirm an
/// abort, and without the last letter of the name in any part, so that no session types the whole name, which would be an
/// approval.
const PRESSED: [&str; 56] = [
    "j",
    "k",
    "g",
    "G",
    "d",
    "a",
    "x",
    "r",
    "u",
    "U",
    "p",
    "m",
    ".",
    "f",
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
    "\n",
    " ",
    "\x1b",
    "\x7f",
    "\x15",
    "\x1b[A",
    "\x1b[B",
    "ch",
    "eck",
    "ou",
    "check",
    "checkou",
    "checkou\r",
    "\x1b[200~checkout\r\x1b[201~",
    "\x1b[200~checkout\x1b[201~",
    "\x1b[<0;60;20M\x1b[<0;60;20m",
    "\x1b[1;",
    "\x1b[109;5u",
    "漢",
];

/// How often a dialog that can decide was open.
#[derive(Clone, Copy, Default, Debug)]
struct Met {
    gates: usize,
    editors: usize,
    confirmations: usize,
}

impl AddAssign for Met {
    fn add_assign(&mut self, other: Self) {
        self.gates += other.gates;
        self.editors += other.editors;
        self.confirmations += other.confirmations;
    }
}

/// The words of the gate, its editor, and its confirmation.
const DIALOGS: [&str; 3] = ["Decide on checkout", "Ctrl+S send", ", type checkout"];

/// The help's.
const HELP: &str = "esc closes";

impl Met {
    fn note(&mut self, screen: &str) {
        let [gate, editor, confirmation] = DIALOGS.map(|words| usize::from(screen.contains(words)));
        *self += Self { gates: gate, editors: editor, confirmations: confirmation };
    }
}

fn is_decided(place: &Place, before: &str) -> bool {
    // An answer to an open question is written to the record, and decides nothing.
    let part = |record: &str| {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        (record["state"].clone(), record["iteration"].clone(), record["candidate"]["intentSha256"].clone())
    };
    let decisions = place.read("features/checkout/design/journal.jsonl").contains("\"kind\":\"decision\"");
    part(&place.read(STATE)) != part(before) || decisions || place.exists("features/checkout/design/final")
}

/// One session: bursts of keys, each one write, with time for the screen to answer most of them. Half of the sessions begin
/// at the gate, and half of those with a choice.
fn session(terminal: &mut Terminal, seed: u64, met: &mut Met) -> String {
    let mut dice = Dice(seed);
    let mut typed = String::new();
    for gust in 0..GUSTS {
        let keys = match gust {
            0 if dice.roll(2) == 0 => "d".to_owned(),
            1 if dice.roll(2) == 0 => ["a", "r", "x"][dice.roll(3)].to_owned(),
            _ => (0..=dice.roll(6)).map(|_| PRESSED[dice.roll(PRESSED.len())]).collect(),
        };
        terminal.keys(&keys);
        typed.push_str(&keys);
        typed.push('|');
        if dice.roll(4) > 0 {
            terminal.calm(2);
            met.note(&terminal.text());
        }
    }
    typed
}

/// Returns to the start of a session step by step, however long the screen takes for the earlier keys. A screen that does
/// not react to this is hung.
fn leave(terminal: &mut Terminal) -> bool {
    (0..60).any(|step| {
        // First the end of an unfinished sequence: until then all input belongs to that. It may have been dropped with the
        // keys typed ahead of a dialog.
        terminal.keys("Z").calm(2);
        let before = terminal.text();
        let is_open = |screen: &str| DIALOGS.iter().chain(&[HELP]).any(|words| screen.contains(words));
        terminal.keys(ESC);
        if is_open(&before) {
            terminal.comes(Duration::from_secs(2), |screen| screen != before);
        }
        step > 2 && !is_open(&terminal.calm(2).text())
    })
}

/// One terminal and all its sessions.
fn storms(seeds: &[u64]) -> Met {
    let place = Place::candidate();
    let before = place.read(STATE);
    let mut met = Met::default();
    let (columns, rows) = [(80, 24), (120, 36), (200, 60)][Dice(seeds[0]).roll(3)];
    // An editor that closes at once: the keys are for the screen.
    let mut terminal = Terminal::open_with(&place, columns, rows, &[("EDITOR", "true")], &[]);
    terminal.wait_for("◆ checkout").wait_gone("reading");
    for seed in seeds {
        let typed = session(&mut terminal, *seed, &mut met);
        assert!(!is_decided(&place, &before), "seed {seed}: {typed:?}");
        assert!(!terminal.text().contains("Internal error in frieze"), "seed {seed}: {typed:?}");
        assert!(leave(&mut terminal), "seed {seed}: it is deaf after {typed:?}\n{}", terminal.text());
    }
    freeze(&mut terminal);
    assert!(is_decided(&place, &before) && place.state("checkout") == "FROZEN", "seeds {seeds:?}");
    terminal.signal(terminal.processes()[1], "-TERM");
    assert_eq!(terminal.ended(), 128 + 15, "seeds {seeds:?}");
    met
}

/// Control: the same screen decides when the whole name is typed.
fn freeze(terminal: &mut Terminal) {
    terminal.keys("1").settle().keys("/").settle().keys("\x15\r").wait_for("checkout  ").settle();
    terminal.decide("checkout").keys("a").dialog("to approve, type checkout").typing("checkout");
    terminal.wait_for("✓ Confirmed").keys(ENTER).wait_for("1 frozen");
}

#[test]
fn p9_keys_at_random_on_the_real_screen_decide_nothing() {
    let sessions = std::env::var("FRIEZE_STORMS").ok().and_then(|n| n.parse().ok()).unwrap_or(SESSIONS);
    let seeds: Vec<u64> = (1..=sessions).collect();
    let (terminals, met) = (Mutex::new(seeds.chunks(OF_ONE)), Mutex::new(Met::default()));
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| {
                loop {
                    let next = terminals.lock().unwrap().next();
                    let Some(seeds) = next else { return };
                    let of_these = storms(seeds);
                    *met.lock().unwrap() += of_these;
                }
            });
        }
    });
    let met = met.into_inner().unwrap();
    println!("seeds 1 to {sessions}: {met:?}, 0 decisions");
    assert!(met.gates > 0 && met.editors > 0 && met.confirmations > 0, "the storm must reach them: {met:?}");
}
