//! What changed between two versions of a Markdown text, by its sections.

use std::collections::BTreeMap;

use crate::text::first;

/// The most sections that are named for one kind of change.
const NAMED: usize = 8;

/// What changed between two versions of a text, in words.
#[must_use]
pub fn section_changes(before: Option<&str>, now: &str) -> String {
    let Some(before) = before else { return "First version.".to_owned() };
    if before == now {
        return "Nothing was changed.".to_owned();
    }
    let (old, new) = (sections(before), sections(now));
    let changed = |name: &&String| old.get(*name).is_some_and(|old| new.get(*name) != Some(old));
    let all: [(&str, Vec<&String>); 3] = [
        ("Added", new.keys().filter(|name| !old.contains_key(*name)).collect()),
        ("Changed", new.keys().filter(changed).collect()),
        ("Removed", old.keys().filter(|name| !new.contains_key(*name)).collect()),
    ];
    let named = all.iter().filter(|(_, names)| !names.is_empty());
    let all: Vec<String> = named.map(|(what, of)| format!("{what}: {}.", first(of, NAMED, ", "))).collect();
    if all.is_empty() { "The order of the sections was changed.".to_owned() } else { all.join(" ") }
}

/// The lines of each section by its heading. Sections of the same name count as one.
fn sections(text: &str) -> BTreeMap<String, Vec<&str>> {
    let (mut all, mut name) = (BTreeMap::<String, Vec<&str>>::new(), "the beginning".to_owned());
    let mut is_code = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        is_code ^= line.starts_with("```");
        let is_heading = !is_code && line.starts_with('#');
        if is_heading {
            line.trim_start_matches('#').trim().clone_into(&mut name);
        }
        let section = all.entry(name.clone()).or_default();
        section.extend((!is_heading).then_some(line));
    }
    all
}
