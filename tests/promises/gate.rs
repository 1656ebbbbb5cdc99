//! P9: random input at the gate, in this process: hundreds of thousands of typed lines, and none decides.
//! `approval/gate_storms` does the same on a real terminal.

use frieze_kernel::{Confirmed, Decision, Flow as _, Gate};

use crate::long;
use frieze_testkit::Dice;
use frieze_testkit::worlds::World;

const KEYS: [&str; 34] = [
    "",
    " ",
    "y",
    "Y",
    "yes",
    "n",
    "ok",
    "approve",
    "APPROVE",
    "a",
    "freeze",
    "checkout",
    "Checkout",
    "CHECKOUT",
    "check",
    "kout",
    "out",
    "check out",
    "checkout.",
    "-",
    "0",
    "1",
    "f",
    "\t",
    "\u{0}",
    "\u{1b}[A",
    "\u{200b}",
    "\u{202e}",
    "e\u{301}",
    "ｃheckout",
    "true",
    "force",
    "*",
    "features/",
];

/// A line that a person might type without deciding, made of keys and of digits of the hash.
fn storm(dice: &mut Dice, sha256: &str) -> String {
    let mut line = String::new();
    for _ in 0..=dice.roll(4) {
        match dice.roll(5) {
            0 => {
                let start = dice.roll(60);
                line.push_str(&sha256[start..(start + dice.roll(6)).min(64)]);
            }
            1 => line.push_str(&sha256[..dice.roll(6)].to_uppercase()),
            _ => line.push_str(KEYS[dice.roll(KEYS.len())]),
        }
    }
    line
}

/// The confirming lines, by the gate's specification and not by its code.
fn confirms(line: &str, sha256: &str) -> bool {
    let line = line.trim_matches(|c: char| c.is_whitespace());
    line == "checkout"
        || (line.len() >= 6 && line.len() <= 64 && line.chars().zip(sha256.chars()).all(|(a, b)| a == b))
}

type Decides = fn(&Gate, &str) -> Option<Decision>;

fn product(gate: &Gate, line: &str) -> Option<Decision> {
    gate.decide(["approve", "reject", "abort"][line.len() % 3], Some("words"), Confirmed::Typed(line), false)
        .ok()
}

/// Controls: gates that are too lenient by one rule each.
fn kinder(gate: &Gate, line: &str, rule: fn(&str) -> bool) -> Option<Decision> {
    product(gate, if rule(line) { "checkout" } else { line })
}

/// How many of these lines decide and should not, or the reverse.
fn decided(decides: Decides, lines: usize) -> usize {
    let world = World::after("start · design A · clean");
    let gate = frieze_flows::design::Design::view(&world.record).gate().cloned().unwrap();
    let sha256 = gate.binding.sha256.to_string();
    let mut dice = Dice(9);
    let mut wrong = 0;
    for _ in 0..lines {
        let line = storm(&mut dice, &sha256);
        wrong += usize::from(decides(&gate, &line).is_some() != confirms(&line, &sha256));
    }
    wrong
}

#[test]
fn p9_storms_of_typed_lines_decide_nothing() {
    let lines = if long() { 3_000_000 } else { 100_000 };
    assert_eq!(decided(product, lines), 0);
    println!("{lines} lines, 0 wrong decisions");
    let kind: [(&str, Decides); 5] = [
        ("an empty line", |gate, line| kinder(gate, line, |l| l.trim().is_empty())),
        ("yes", |gate, line| kinder(gate, line, |l| matches!(l.trim(), "y" | "Y" | "yes" | "ok"))),
        ("capitals", |gate, line| kinder(gate, line, |l| l.trim().eq_ignore_ascii_case("checkout"))),
        ("a beginning", |gate, line| {
            kinder(gate, line, |l| l.trim().len() >= 5 && "checkout".starts_with(l.trim()))
        }),
        ("more than the name", |gate, line| kinder(gate, line, |l| l.contains("checkout"))),
    ];
    for (name, decides) in kind {
        assert!(decided(decides, 20_000) > 0, "a gate that takes {name} passes");
    }
}
