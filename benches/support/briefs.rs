//! Requirement documents of about any size: headings, prose, lists, tables, scenarios.

use std::fmt::Write as _;

use super::words::Dice;

/// A brief of about so many bytes.
pub fn of_size(bytes: usize) -> String {
    let mut dice = Dice(11);
    let mut text = String::from("# Parcels across the counter\n\n");
    let mut n = 0;
    while text.len() < bytes {
        n += 1;
        let _ = writeln!(text, "## {} the {} {n}\n", dice.verb(), dice.noun());
        let _ = writeln!(text, "{} {}\n", dice.sentence(), dice.sentence());
        for _ in 0..4 {
            let _ = writeln!(text, "- The system must check that the {}", lower(&dice.sentence()));
        }
        let _ = writeln!(text, "\n| Field | Meaning |\n| --- | --- |");
        for _ in 0..3 {
            let _ = writeln!(text, "| {} | {} |", dice.noun(), dice.sentence());
        }
        let (given, when, then) = (dice.sentence(), dice.sentence(), dice.sentence());
        let _ = writeln!(text, "\nGiven {}\nWhen {}\nThen {}\n", lower(&given), lower(&when), lower(&then));
        let _ = writeln!(text, "As a courier, I want to see the {} so that {}\n", dice.noun(), lower(&then));
    }
    text
}

fn lower(sentence: &str) -> String {
    sentence.strip_prefix("The ").unwrap_or(sentence).to_owned()
}
