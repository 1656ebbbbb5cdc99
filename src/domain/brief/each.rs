//! What is kept of each thing of a kind: `store for each tree a number, a species and a height`, `for every visit, the nurse
//! records the ward, the bed and the time`, `hold the name, the place and the depth of every wreck`.

use super::{AttributeMention, owner};

/// Verbs by which something is kept, in their plain form.
#[rustfmt::skip]
const KEEP: &[&str] = &[
    "store", "record", "hold", "keep", "save", "capture", "maintain", "register", "log", "document", "track", "note", "contain", "include",
];
const EACH: &[&str] = &["for each ", "for every ", "of each ", "of every ", "about each ", "about every "];
/// What the first field may begin with, so that the thing's name ends before it.
const OPENS: &[&str] = &["a", "an", "the", "its", "their", "at", "both"];
const BINDING: &[&str] = &["shall", "must", "should", "can", "will", "may", "to"];
/// A name of more words is none.
const MOST_WORDS: usize = 3;

/// A list of what is kept, with the name of what it is of.
pub(super) fn kept(
    told: &str,
    fields: impl Fn(&str) -> Vec<AttributeMention>,
) -> Option<(String, Vec<AttributeMention>)> {
    let (name, list) = listed(told)?;
    Some((name, fields(list.trim_start())))
}

/// The thing of which something is kept, and the list of what.
fn listed(told: &str) -> Option<(String, &str)> {
    let lower = told.to_ascii_lowercase();
    let (at, each) = EACH.iter().filter_map(|each| Some((lower.find(each)?, each))).min()?;
    let (before, after) = (told.get(..at)?, told.get(at + each.len()..)?);
    // `For each visit, the system shall record the date, the ward and a note`.
    if before.trim().is_empty() {
        let (thing, rest) = after.split_once(',')?;
        return Some((name(thing)?, behind_a_verb(rest)?));
    }
    let between = behind_a_verb(before)?;
    if between.trim().is_empty() {
        // `The records of each patient`: no verb.
        if !each.starts_with("for") {
            return None;
        }
        // `shall store for each tree a number, a species and a height`.
        let opens = |word: &str| OPENS.contains(&word.to_lowercase().as_str());
        let size: usize =
            after.split_inclusive(' ').take_while(|word| !opens(word.trim_end())).map(str::len).sum();
        return Some((name(after.get(..size)?)?, after.get(size..)?));
    }
    // `shall hold the name, the place and the depth of every wreck`.
    let end = after.find(['.', ',', ';', ':', '(']).unwrap_or(after.len());
    Some((name(after.get(..end)?)?, between))
}

/// What stands behind the verb by which something is kept: `shall store`, `the nurse records`, `Store`. What only is called
/// like one, as a register, is none.
fn behind_a_verb(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let (mut from, mut bound) = (0, false);
    for (place, word) in text.split(' ').enumerate() {
        let end = (from + word.len() + 1).min(text.len());
        let plain = word.to_lowercase();
        let keeps = KEEP.contains(&plain.as_str()) && (bound || place == 0);
        let does = place > 0 && plain.strip_suffix('s').is_some_and(|verb| KEEP.contains(&verb));
        if keeps || does {
            return text.get(end..);
        }
        bound |= BINDING.contains(&plain.as_str());
        from = end;
    }
    None
}

fn name(words: &str) -> Option<String> {
    let words = words.trim();
    let fits = (1..=MOST_WORDS).contains(&words.split(' ').count())
        && words.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-'))
        && !words.split(' ').any(|word| BINDING.contains(&word));
    owner::named(&words.to_lowercase()).filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn what_is_kept_of_each_thing_is_found_before_and_behind_it() {
        for (told, thing, list) in [
            (
                "The system shall store for each tree a number, a species and a height.",
                "tree",
                "a number, a species and a height.",
            ),
            (
                "For every visit, the nurse records the ward, the bed and the time",
                "visit",
                "the ward, the bed and the time",
            ),
            (
                "The register must hold the name, the place and the depth of every wreck.",
                "wreck",
                "the name, the place and the depth ",
            ),
        ] {
            assert_eq!(listed(told), Some((thing.to_owned(), list)), "{told}");
        }
        for told in [
            "The fee is 3 € for each day",
            "For each user, the system must be fast",
            "A seat of every row is kept free",
            "The logs of each kiln shall list the time, the cone and the reason",
        ] {
            assert_eq!(listed(told), None, "{told}");
        }
    }
}
