//! Random keys at the gate decide nothing (promise P9). The seed of every session is printed when it
//! fails; `FRIEZE_STORMS` says how many sessions there are.

mod cli_support;
mod gate_support;

use cli_support::Place;
use gate_support::{PROMPT, Terminal, undecided};

/// A small generator with a seed, so that a session can be had again (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).expect("small")
    }
}

/// What storms are made of: what confirms by accident elsewhere, parts of the name, pastes of the whole
/// name, keys that terminals send as sequences, text of all widths. Of the name's letters the last one is typed in
/// no part, so that no storm types the whole of it after the question, which would be a decision.
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

fn storm(random: &mut Random) -> String {
    let mut keys = String::new();
    for _ in 0..random.below(40) + 1 {
        keys.push_str(KEYS[random.below(KEYS.len())]);
    }
    // Enter ends the question, and the terminal is the kernel's again: what makes a signal there also throws away
    // what the program has sent and nobody has read, such as the end of bracketed pastes.
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
        let mut random = Random(seed);
        let verb = ["approve", "reject", "abort"][random.below(3)];
        let arguments = match verb {
            "reject" => {
                place.write("why.md", "Split the payment.");
                vec!["reject", "checkout", "--feedback", "why.md"]
            }
            "abort" => vec!["abort", "checkout", "--reason", "enough"],
            _ => vec!["approve", "checkout"],
        };
        let mut terminal = Terminal::start(&place, &arguments);
        let mut keys = storm(&mut random);
        if random.below(3) == 0 {
            // Before the question stands there the whole name may come too: it is dropped. Interrupting
            // then would only end the program before it asks.
            let first = keys.replace(['\x1a', '\x1c', '\x03'], "") + "checkout\r";
            terminal.send(&first);
            keys = format!("{first} | {keys}");
            terminal.wait_for(PROMPT).send(storm(&mut random));
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
