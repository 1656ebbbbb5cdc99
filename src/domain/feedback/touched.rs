//! Which places of a design changed, to be asked by pointer: an element, a field of one, or anything below.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::diff::{Change, Changes, Kind};

/// The changes by where they are and by where they were.
pub struct Touched<'a> {
    now: Index<'a>,
    before: Index<'a>,
}

/// Changes by pointer, sorted, so that everything below an element stands together.
type Index<'a> = BTreeMap<Vec<&'a str>, Vec<(usize, &'a Change)>>;

impl<'a> Touched<'a> {
    /// An index over changes, for one question after the other.
    pub fn of(changes: &'a Changes) -> Self {
        let (mut now, mut before) = (Index::new(), Index::new());
        // Another serial id alone is nothing that anybody asked for.
        let told = changes.changes.iter().enumerate().filter(|(_, change)| change.kind != Kind::Renumbered);
        for (at, change) in told {
            if change.kind != Kind::Removed {
                now.entry(path(&change.pointer)).or_default().push((at, change));
            }
            let was = change.was.as_deref().or((change.kind == Kind::Removed).then_some(&*change.pointer));
            if let Some(was) = was {
                before.entry(path(was)).or_default().push((at, change));
            }
        }
        Self { now, before }
    }

    /// The changes at a pointer into the new design, at most so many, each with its number.
    pub fn now(&self, pointer: &str, most: usize, found: &mut Vec<(usize, &'a Change)>) {
        at(&self.now, pointer, most, found);
    }

    /// The same for a pointer into the old design.
    pub fn before(&self, pointer: &str, most: usize, found: &mut Vec<(usize, &'a Change)>) {
        at(&self.before, pointer, most, found);
    }
}

/// The words of a text, small, without the shortest.
pub fn words(text: &str) -> BTreeSet<String> {
    let each = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 2);
    each.map(str::to_lowercase).collect()
}

/// The words of what a change is about.
pub fn words_of(change: &Change) -> BTreeSet<String> {
    let mut text = change.sentence.clone();
    for field in &change.fields {
        text.push_str(&format!(" {} {}", field.name.trim_end_matches('s'), field.new));
    }
    words(&text)
}

fn path(pointer: &str) -> Vec<&str> {
    pointer.split('/').skip(1).collect()
}

fn at<'a>(index: &Index<'a>, pointer: &str, most: usize, found: &mut Vec<(usize, &'a Change)>) {
    let mut wanted = path(pointer);
    // A list of words, as the states of a component, is compared as a whole.
    if let [.., "states", _] = wanted.as_slice() {
        wanted.pop();
    }
    // A pointer into nothing, or deeper than anything in a design, is no place.
    if wanted.is_empty() || wanted.len() > 12 {
        return;
    }
    let below = index.range(wanted.clone()..).take_while(|(place, _)| place.starts_with(&wanted));
    found.extend(below.flat_map(|(_, changes)| changes.iter().copied()).take(most));
    // An element that holds the place: what is new is new as a whole, else the field has to have changed.
    for depth in 1..wanted.len() {
        let Some((holder, [field, ..])) = wanted.split_at_checked(depth) else { continue };
        let changes = index.get(holder).into_iter().flatten();
        found.extend(changes.filter(|(_, change)| holds(change, field)).copied());
    }
}

fn holds(change: &Change, field: &str) -> bool {
    change.kind == Kind::Added
        || change.kind == Kind::Removed
        || change.fields.iter().any(|f| f.name == field)
}
