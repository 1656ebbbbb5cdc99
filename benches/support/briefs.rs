//! Briefs of any size: headings, prose, lists, tables, scenarios.

use std::fmt::Write as _;

use frieze_intent::{Intent, RequirementKind};
use frieze_rubric::{Demand, Force, Yardstick};
use frieze_testkit::Dice;

use super::words::Words as _;

/// A brief of about this many bytes.
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

/// The brief of a design: its requirements as items.
pub fn of_design(design: &Intent) -> String {
    let mut text = format!("# {}\n\n## Requirements\n\n", design.title);
    for requirement in &design.requirements {
        let _ = writeln!(text, "- {}", requirement.text);
    }
    text
}

/// A brief that demands what a design says it does, a line each.
pub fn yardstick(design: &Intent) -> Yardstick {
    let texts = || design.requirements.iter().map(|requirement| &requirement.text);
    let demand = |(line, text): (u32, &String)| Demand {
        id: format!("R{line}"),
        text: text.clone(),
        line,
        force: Force::Must,
        kind: RequirementKind::Functional,
    };
    let brief: String = texts().map(|text| format!("{text}\n")).collect();
    Yardstick::new(&brief, (1..).zip(texts()).map(demand).collect(), &[])
}

fn lower(sentence: &str) -> String {
    sentence.strip_prefix("The ").unwrap_or(sentence).to_owned()
}

/// Kinds of lines for long briefs. Nearly every line has names that no other line has.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Requirements,
    Stories,
    Table,
}

impl Shape {
    pub const ALL: [Self; 3] = [Self::Requirements, Self::Stories, Self::Table];
}

/// A brief with this many lines.
pub fn of_lines(shape: Shape, lines: usize) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "ke", "li", "mo", "nu", "ra", "se", "ti", "vo", "zu", "da", "fe", "gi", "ho", "ju", "la", "me",
        "ni", "po", "ru",
    ];
    let syllable = |n: usize| SYLLABLES[n % SYLLABLES.len()];
    let word = |n: usize| [n, n / 20, n / 400, n * 7 + 3].map(syllable).concat();
    let mut text = String::from("# Everything\n\n");
    if matches!(shape, Shape::Table) {
        text.push_str("| Id | Name | Requirement |\n|---|---|---|\n");
    }
    for n in text.lines().count()..lines {
        let (one, other, third) = (word(n), word(n + 1), word(n + 2));
        text.push_str(&match shape {
            Shape::Requirements => format!("- The {one} must show the {other} of the {third}\n"),
            Shape::Stories => format!("- As a {one}, I want to open the {other}, so that {third} is kept\n"),
            Shape::Table => format!("| {n} | {one} | The {other} must show the {third} |\n"),
        });
    }
    text
}
