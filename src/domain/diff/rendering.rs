//! Changes as text for the command line. Every change has a sign of its own; colour only repeats it.
//! What comes from the documents passes through [`Shown`].

use std::fmt::Write as _;

use super::change::{Changes, Element, Kind};
use super::lines::{Hunk, Tag};
use crate::domain::text::Shown;

const ELEMENTS: [Element; 12] = [
    Element::Design,
    Element::Requirement,
    Element::Goal,
    Element::Flow,
    Element::Step,
    Element::Alternative,
    Element::Component,
    Element::Entity,
    Element::Attribute,
    Element::Relationship,
    Element::Interaction,
    Element::OpenQuestion,
];

/// The changes by identity: a line of counts for each sort of element, then a line for each change.
/// Elements that only got another number are counted and not listed.
pub fn summary(changes: &Changes, coloured: bool) -> String {
    if changes.is_empty() {
        return "no changes\n".to_owned();
    }
    let mut out = String::new();
    for element in ELEMENTS {
        let counts: Vec<String> = Kind::ALL
            .into_iter()
            .map(|kind| (changes.count(kind, element), kind))
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {}", kind.word()))
            .collect();
        if !counts.is_empty() {
            // Infallible: writing to a `String`.
            let _ = writeln!(out, "{}: {}", element.words().1, counts.join(", "));
        }
    }
    out.push('\n');
    for change in changes.changes.iter().filter(|change| change.kind != Kind::Renumbered) {
        let (sign, colour) = sign(change.kind);
        let sentence = Shown::line(&change.sentence);
        let line = painted(&format!("{sign} {sentence}"), colour, coloured);
        let _ = writeln!(out, "{line}");
    }
    out
}

/// The changes by text, in the form that people know from `diff -u`, with the lines' numbers; what
/// changed inside a line is reversed where there is colour.
pub fn hunks(hunks: &[Hunk], coloured: bool) -> String {
    let mut out = String::new();
    for hunk in hunks {
        if hunk.folded > 0 {
            let text = format!("  … {} unchanged lines", hunk.folded);
            let _ = writeln!(out, "{}", painted(&text, CYAN, coloured));
        }
        for line in &hunk.lines {
            let (sign, colour) = match line.tag {
                Tag::Same => (' ', ""),
                Tag::Removed => ('-', RED),
                Tag::Added => ('+', GREEN),
            };
            let number = |n: Option<usize>| n.map(|n| n.to_string()).unwrap_or_default();
            let mut text = format!("{:>6} {:>6} {sign} ", number(line.old), number(line.new));
            for part in &line.parts {
                let shown = Shown::line(&part.text);
                if part.changed && coloured {
                    let _ = write!(text, "{REVERSED}{shown}{NOT_REVERSED}");
                } else {
                    text.push_str(shown.as_str());
                }
            }
            let _ = writeln!(out, "{}", painted(&text, colour, coloured));
        }
    }
    out
}

// The terminal's own colours, so that they fit its theme.
const RED: &str = "\x1b[31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const CYAN: &str = "\x1b[36m";
const REVERSED: &str = "\x1b[7m";
const NOT_REVERSED: &str = "\x1b[27m";
const PLAIN: &str = "\x1b[0m";

const fn sign(kind: Kind) -> (char, &'static str) {
    match kind {
        Kind::Added => ('+', GREEN),
        Kind::Removed => ('-', RED),
        Kind::Renamed => ('→', YELLOW),
        Kind::Reworded | Kind::Changed => ('~', YELLOW),
        Kind::Moved => ('↕', CYAN),
        Kind::Renumbered => ('#', CYAN),
    }
}

fn painted(text: &str, colour: &str, coloured: bool) -> String {
    if coloured && !colour.is_empty() { format!("{colour}{text}{PLAIN}") } else { text.to_owned() }
}
