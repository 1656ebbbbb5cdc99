//! What a person asked for at a rejection, item by item, and what became of each. Whether something changed is
//! found in the two designs, where an item points, where the generator says it was done, and else at what it names; what
//! the generator says of its own work is only told beside it.

mod done;
mod named;
mod report;
mod touched;

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::diff;
use super::digest::Digest;
use super::intent::Intent;
use named::{Element, Names};
use report::{Report, Said};
use touched::Touched;

pub use done::{Done, DoneFile};
pub use report::read as read_report;

/// The most items of one rejection.
const MOST: usize = 200;
/// The most places that are told of one item.
const PLACES: usize = 20;
/// The most names that are told of one item.
const NAMES: usize = 3;

/// One thing that was asked for: a line of the feedback.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The words, without a list's marks.
    pub words: String,
    /// SHA-256 of the words: what a mark that it is done is bound to.
    pub sha256: Digest,
    /// The element that it begins with, as a JSON pointer into the rejected design.
    pub pointer: Option<String>,
}

/// What became of an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No iteration has taken it up yet.
    Waiting,
    /// Something changed where it points, where the generator says it was done, or at what it names.
    Changed {
        places: Vec<Place>,
        /// What the generator says it did, or why it did not.
        told: Option<String>,
        /// The generator says that it did not do this, so the change may be of another making.
        denied: bool,
    },
    /// Nothing changed there, with what is known of why.
    NotFound { why: String },
    /// It names nothing of either design and the generator says nothing of it: nobody but a reader can tell.
    Untold,
}

/// Where something changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// JSON pointer into the new design; into the old one for what was removed.
    pub pointer: String,
    /// The change, as a sentence, which says where it was only found by the name. It quotes the designs.
    pub sentence: String,
}

/// The items of a rejection's words: a line each, at most two hundred.
pub fn asked(feedback: &str) -> Vec<Asked> {
    feedback.lines().map(bare).filter(|line| !line.is_empty()).take(MOST).map(Asked::of).collect()
}

impl Asked {
    fn of(words: &str) -> Self {
        let first = words.split_whitespace().next().unwrap_or_default().trim_end_matches([':', ',', ';']);
        let pointer = (first.starts_with('/') && first.len() > 1).then(|| first.to_owned());
        Self { words: words.to_owned(), sha256: Digest::of(words.as_bytes()), pointer }
    }
}

/// What became of each item, from the rejected design, the one that followed it, and the generator's report, if it made
/// one.
pub fn outcomes(
    asked: &[Asked],
    before: &Intent,
    after: &Intent,
    report: Option<&serde_json::Value>,
) -> Vec<Outcome> {
    let changes = diff::between(before, after);
    let (touched, names) = (Touched::of(&changes), Names::of(before, after));
    let report = report.map(Report::of).unwrap_or_default();
    let said: Vec<Said<'_, '_>> = asked.iter().map(|item| report.about(&item.words)).collect();
    let claims: BTreeSet<&str> = said
        .iter()
        .flat_map(|said| said.applied.iter().flat_map(|applied| applied.pointers.iter().copied()))
        .collect();
    asked.iter().zip(&said).map(|(item, said)| outcome(item, &touched, &names, said, &claims)).collect()
}

fn outcome(
    item: &Asked,
    touched: &Touched<'_>,
    names: &Names,
    said: &Said<'_, '_>,
    claims: &BTreeSet<&str>,
) -> Outcome {
    let own = said.places();
    let claimed = said.applied.iter().flat_map(|applied| applied.pointers.iter().copied());
    let mut found = Vec::new();
    for pointer in claimed {
        touched.now(pointer, PLACES, &mut found);
    }
    for pointer in said.applied.iter().flat_map(|applied| &applied.removed) {
        touched.before(pointer, PLACES, &mut found);
    }
    if let Some(pointer) = &item.pointer {
        touched.before(pointer, PLACES, &mut found);
    }
    // Words that point nowhere, and of which nobody says where they were followed, are looked up by what they name.
    let looked_up = found.is_empty() && item.pointer.is_none();
    let named = if looked_up { names.in_text(&item.words) } else { Vec::new() };
    for element in &named {
        element.before.iter().for_each(|pointer| touched.before(pointer, PLACES, &mut found));
        element.after.iter().for_each(|pointer| touched.now(pointer, PLACES, &mut found));
    }
    // A place within an element is the element's: its states, its fields.
    let is_own = |pointer: &str| {
        own.iter().any(|place| {
            place.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    // What stands below a place of this item, and is just what another one is said to have made, is that one's.
    found.retain(|(_, change)| {
        own.is_empty() || is_own(&change.pointer) || !claims.contains(change.pointer.as_str())
    });
    // One line for each element, whatever happened to it: of its changes the one that has most of the item's words.
    let wanted = touched::words(&item.words);
    let shared = |change: &diff::Change| wanted.intersection(&touched::words_of(change)).count();
    found.sort_by_cached_key(|(at, change)| (change.pointer.clone(), Reverse(shared(change)), *at));
    found.dedup_by(|(_, b), (_, a)| a.pointer == b.pointer);
    found.sort_unstable_by_key(|(at, change)| (!own.contains(change.pointer.as_str()), *at));
    let told = said.applied.first().map(|applied| applied.what).or(said.not_applied.first().copied());
    if !found.is_empty() {
        // What has the name may have changed for another reason than these words.
        let how = if looked_up { "(by its name) " } else { "" };
        let place = |change: &diff::Change| Place {
            pointer: change.pointer.clone(),
            sentence: format!("{how}{}", change.sentence),
        };
        let places = found.into_iter().take(PLACES).map(|(_, change)| place(change)).collect();
        let denied = said.applied.is_empty() && !said.not_applied.is_empty();
        return Outcome::Changed { places, told: told.map(str::to_owned), denied };
    }
    match (said.applied.first(), said.not_applied.first(), &item.pointer) {
        (_, Some(why), _) => Outcome::NotFound { why: (*why).to_owned() },
        (Some(applied), None, _) => Outcome::NotFound {
            why: format!(
                "the generator says \"{}\", but nothing differs there",
                applied.what.trim_end_matches('.')
            ),
        },
        (None, None, Some(pointer)) => Outcome::NotFound { why: format!("nothing differs at {pointer}") },
        (None, None, None) if named.is_empty() => Outcome::Untold,
        (None, None, None) => Outcome::NotFound { why: format!("nothing differs at {}", told_of(&named)) },
    }
}

/// `Cart (/components/2), Paying (/userFlows/1)`
fn told_of(named: &[&Element]) -> String {
    let each = named.iter().take(NAMES).map(|element| {
        let pointer = element.after.first().or(element.before.first()).map_or("", String::as_str);
        let others = match element.count {
            ..=1 => String::new(),
            count => format!(" and {} more of that name", count - 1),
        };
        format!("{} ({pointer}{others})", element.name)
    });
    let mut told = each.collect::<Vec<_>>().join(", ");
    if named.len() > NAMES {
        told.push_str(", …");
    }
    told
}

/// A line without the marks of a list.
fn bare(line: &str) -> &str {
    let line = line.trim().trim_start_matches(|c: char| "-*•+>#".contains(c) || c.is_whitespace());
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = after.len() < line.len() && line.len() - after.len() <= 3;
    match after.strip_prefix(['.', ')']).filter(|rest| numbered && rest.starts_with(' ')) {
        Some(rest) => rest.trim(),
        None => line,
    }
}

#[cfg(test)]
mod tests;
