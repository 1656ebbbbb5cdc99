//! What changed between two versions of an artifact, by its sections: for executors that do not say it themselves.

use std::collections::BTreeMap;

use frieze_data::text::first;

/// The most sections that are named for one kind of change.
const NAMED: usize = 8;

/// A sentence about the changes, for the history.
#[must_use]
pub fn describe(before: Option<&str>, now: &str) -> String {
    let Some(before) = before else { return "First version.".to_owned() };
    if before == now {
        return "Nothing was changed.".to_owned();
    }
    let (old, new) = (sections(before), sections(now));
    let changed = |name: &&&str| old.get(**name).is_some_and(|old| new.get(**name) != Some(old));
    let all: [(&str, Vec<&str>); 3] = [
        ("Added", new.keys().filter(|name| !old.contains_key(*name)).copied().collect()),
        ("Changed", new.keys().filter(changed).copied().collect()),
        ("Removed", old.keys().filter(|name| !new.contains_key(*name)).copied().collect()),
    ];
    let named = all.iter().filter(|(_, names)| !names.is_empty());
    let all: Vec<String> =
        named.map(|(what, names)| format!("{what}: {}.", first(names, NAMED, ", "))).collect();
    if all.is_empty() { "The order of the sections was changed.".to_owned() } else { all.join(" ") }
}

/// The text of each section by its heading. Sections of the same name count as one.
fn sections(text: &str) -> BTreeMap<&str, String> {
    let mut all: BTreeMap<&str, String> = BTreeMap::new();
    let (mut name, mut is_code) = ("the beginning", false);
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        if line.starts_with('#') && !is_code {
            name = line.trim_start_matches('#').trim();
            all.entry(name).or_default();
            continue;
        }
        if !line.trim().is_empty() {
            let section = all.entry(name).or_default();
            section.push_str(line.trim_end());
            section.push('\n');
        }
    }
    all
}
