//! Random keys at the gate decide nothing (promise P9). The seed of every session is printed when it
//! fails; `FRIEZE_STORMS` says how many sessions there are.

use crate::cli_support::Place;
use crate::gate_support::{PROMPT, Terminal, undecided};
use frieze_testkit::Dice;

/// The keys: accidental confirmations, parts of the name, pastes of the whole name, terminal key sequences, text of all
/// widths. No part contains the last letter of the name, so no storm types the whole name after the question, which would
/// be a decision.
const KEYS: [&str; 52] = [
    "\r",
    "\n",
    " ",
    "y",
    "Y",
    "n",
    "a",
    "r",
    "yes",
    "approve",
    "ok",
    "c",
    "h",
    "e",
    "ck",
    "ou",
    "check",
    "kou",
    "checkou",
    "0",
    "f",
    "17",
    "\t",
    "\x7f",
    "\x08",
    "\x01",
    "\x05",
    "\x0b",
    "\x0c",
    "\x15",
    "\x17",
    "\x1a",
    "\x1c",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1b[H",
    "\x1b[3~",
    "\x1bOP",
    "\x1b[15~",
    "\x1b[I",
    "\x1b[O",
    "\x1b[<0;10;20M",
    "\x1b[<0;10;20m",
    "\x1b[200~checkout\r\x1b[201~",
    "\x1b[200~\r\x1b[201~",
    "é",
    "日本",
    "👩‍👩‍👧",
    "e\u{301}",
    "\u{202e}",
];

fn storm(dice: &mut Dice) -> String {
    let mut keys = String::new();
    for _ in 0..dice.roll(40) + 1 {
        keys.push_str(KEYS[dice.roll(KEYS.len())]);
    }
    // Enter ends the question and restores the terminal's line discipline. A signal character then also discards unread
    // output of the program, such as the end of bracketed pastes.
    match keys.find(['\r', '\n']) {
        Some(end) => {
            let (asked, after) = keys.split_at(end);
            format!("{asked}{}", after.replace(['\x1a', '\x1c'], ""))
        }
        None => keys,
    }
}

#[test]
fn p9_storms_of_keys_decide_nothing() {
    let sessions = std::env::var("FRIEZE_STORMS").ok().and_then(|n| n.parse().ok()).unwrap_or(150_u64);
    let place = Place::candidate();
    let mut early = 0;
    for seed in 0..sessions {
        let mut dice = Dice(seed);
        let verb = ["approve", "reject", "abort"][dice.roll(3)];
        let arguments = match verb {
            "reject" => {
                place.write("why.md", "Split the payment.");
                vec!["reject", "checkout", "--feedback", "why.md"]
            }
            "abort" => vec!["abort", "checkout", "--reason", "enough"],
            _ => vec!["approve", "checkout"],
        };
        let mut terminal = Terminal::start(&place, &arguments);
        let mut keys = storm(&mut dice);
        if dice.roll(3) == 0 {
            // Before the question the whole name may come too: it is dropped. An interrupt at that moment would only end
            // the program.
            let first = keys.replace(['\x1a', '\x1c', '\x03'], "") + "checkout\r";
            terminal.send(&first);
            keys = format!("{first} | {keys}");
            terminal.wait_for(PROMPT).send(storm(&mut dice));
            early += 1;
        } else {
            terminal.wait_for(PROMPT).send(&keys);
        }
        terminal.send("\x1b[201~").send("\x04");
        let (code, screen) = terminal.end();
        assert_ne!(code, 0, "seed {seed}: {keys:?}: {screen}");
        undecided(&place, &format!("seed {seed}: {keys:?}"));
    }
    println!("{sessions} sessions, {early} with keys before the question: 0 decisions");
}
