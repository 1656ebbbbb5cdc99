//! Index of the changes between two designs, by JSON pointer.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::diff::{Change, Changes, Kind};

/// The changes by their new and by their old pointer.
pub struct ChangeIndex<'a> {
    now: Index<'a>,
    before: Index<'a>,
}

/// Changes by pointer, sorted so that everything below an element is adjacent.
type Index<'a> = BTreeMap<Vec<&'a str>, Vec<(usize, &'a Change)>>;

impl<'a> ChangeIndex<'a> {
    /// Builds the index.
    pub fn of(changes: &'a Changes) -> Self {
        let (mut now, mut before) = (Index::new(), Index::new());
        // Nobody asks for a new serial id.
        let relevant =
            changes.changes.iter().enumerate().filter(|(_, change)| change.kind != Kind::Renumbered);
        for (at, change) in relevant {
            if change.kind != Kind::Removed {
                now.entry(path(&change.pointer)).or_default().push((at, change));
            }
            if let Some(was) = change.was.as_ref().or(change.end_was.as_ref()) {
                before.entry(path(was)).or_default().push((at, change));
            }
        }
        Self { now, before }
    }

    /// Adds the changes at a pointer into the new design, at most `most`, each with its number.
    pub fn now(&self, pointer: &str, most: usize, found: &mut Vec<(usize, &'a Change)>) {
        at(&self.now, pointer, most, found);
    }

    /// As [`Self::now`], for a pointer into the old design.
    pub fn before(&self, pointer: &str, most: usize, found: &mut Vec<(usize, &'a Change)>) {
        at(&self.before, pointer, most, found);
    }
}

/// The words of a text in lower case, without the shortest, except ids such as `R1`.
pub fn words(text: &str) -> BTreeSet<String> {
    let counts = |word: &&str| word.chars().count() > 2 || word.contains(|c: char| c.is_ascii_digit());
    let each = text.split(|c: char| !c.is_alphanumeric()).filter(counts);
    each.map(str::to_lowercase).collect()
}

/// The words of a change.
pub fn change_words(change: &Change) -> BTreeSet<String> {
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
    // A list of words, such as a component's states, is compared as a whole.
    if let [.., "states", _] = wanted.as_slice() {
        wanted.pop();
    }
    // The root, and anything deeper than a design can be.
    if wanted.is_empty() || wanted.len() > 12 {
        return;
    }
    let below = index.range(wanted.clone()..).take_while(|(place, _)| place.starts_with(&wanted));
    found.extend(below.flat_map(|(_, changes)| changes.iter().copied()).take(most));
    // An element that contains the place: it is new as a whole, or this field changed.
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
