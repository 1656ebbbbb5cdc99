//! Changes as lines of text. Each kind of change has its sign, so colours add nothing that the text lacks. Text of the
//! documents passes through [`Shown`].

use std::fmt::Write as _;

use strum::VariantArray as _;

use super::change::{Changes, Element, Kind};
use super::lines::{Hunk, Tag};
use frieze_data::text::Shown;

/// The meaning of a piece of text, to choose its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    Added,
    Removed,
    Changed,
    Moved,
    /// A change inside a line.
    Inside,
    /// Replaces unchanged lines.
    Folded,
}

/// Returns the text without colours.
pub fn unpainted(_: Mark, text: &str) -> String {
    text.to_owned()
}

/// The changes by element: a line of counts for each kind of element, then a line for each change.
/// Renumbered elements are counted and not listed.
pub fn summary(changes: &Changes, paint: impl Fn(Mark, &str) -> String) -> String {
    if changes.is_empty() {
        return "no changes\n".to_owned();
    }
    if changes.shown().next().is_none() {
        return "only the version number changed\n".to_owned();
    }
    let mut out = String::new();
    for element in Element::VARIANTS {
        let counts: Vec<String> = Kind::ALL
            .into_iter()
            .map(|kind| (changes.count(kind, *element), kind))
            .filter(|(count, _)| *count > 0)
            .map(|(count, kind)| format!("{count} {}", kind.word()))
            .collect();
        if !counts.is_empty() {
            // Infallible: writing to a `String`.
            let _ = writeln!(out, "{}: {}", element.words().1, counts.join(", "));
        }
    }
    out.push('\n');
    for (_, change) in changes.shown().filter(|(_, change)| change.kind != Kind::Renumbered) {
        let (sign, mark) = sign(change.kind);
        let sentence = Shown::line(&change.sentence);
        let _ = writeln!(out, "{}", paint(mark, &format!("{sign} {sentence}")));
    }
    out
}

/// The changes by lines, similar to `diff -u`, with line numbers.
pub fn hunks(hunks: &[Hunk], paint: impl Fn(Mark, &str) -> String) -> String {
    let mut out = String::new();
    for hunk in hunks {
        if hunk.folded > 0 {
            let text = format!("  … {} unchanged lines", hunk.folded);
            let _ = writeln!(out, "{}", paint(Mark::Folded, &text));
        }
        for line in &hunk.lines {
            let (sign, mark) = match line.tag {
                Tag::Same => (' ', None),
                Tag::Removed => ('-', Some(Mark::Removed)),
                Tag::Added => ('+', Some(Mark::Added)),
            };
            let number = |n: Option<usize>| n.map(|n| n.to_string()).unwrap_or_default();
            let mut text = format!("{:>6} {:>6} {sign} ", number(line.old), number(line.new));
            for part in &line.parts {
                let shown = Shown::line(&part.text);
                if part.changed {
                    text.push_str(&paint(Mark::Inside, shown.as_str()));
                } else {
                    text.push_str(shown.as_str());
                }
            }
            let painted = mark.map_or_else(|| text.clone(), |mark| paint(mark, &text));
            let _ = writeln!(out, "{painted}");
        }
    }
    out
}

const fn sign(kind: Kind) -> (char, Mark) {
    match kind {
        Kind::Added => ('+', Mark::Added),
        Kind::Removed => ('-', Mark::Removed),
        Kind::Renamed => ('→', Mark::Changed),
        Kind::Reworded | Kind::Changed => ('~', Mark::Changed),
        Kind::Moved => ('↕', Mark::Moved),
        Kind::Renumbered => ('#', Mark::Moved),
    }
}
