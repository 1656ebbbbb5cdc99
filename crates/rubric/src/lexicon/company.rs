//! The weight that terms get from neighbouring terms: names in a row are of one kind.

use super::around;
use super::cues::Cue;
use super::{Class, Occurrence};

/// From this weight on, a term counts as the technology.
pub(super) const ENOUGH: i32 = 6;

/// Occurrences that are read on each side.
const NEIGHBOURS: usize = 6;

/// The weight from hits in the same sentence: if they touch the term or are in one list with it.
pub(super) fn weight(text: &str, found: &[Occurrence], at: usize) -> i32 {
    let Some(it) = found.get(at) else { return 0 };
    let before = found.get(at.saturating_sub(NEIGHBOURS)..at).unwrap_or(&[]);
    let after = found.get(at + 1..(at + 1 + NEIGHBOURS).min(found.len())).unwrap_or(&[]);
    let before = before.iter().map(|other| (other, text.get(other.end..it.start)));
    let gaps = before.chain(after.iter().map(|other| (other, text.get(it.end..other.start))));
    let near =
        gaps.filter(|(other, _)| other.accepted).filter_map(|(_, gap)| gap.filter(|gap| same_sentence(gap)));
    let near: Vec<&str> = near.collect();
    match it.class {
        Class::Idiom if near.is_empty() => 0,
        Class::Idiom => ENOUGH,
        Class::Sure | Class::Cased | Class::Name | Class::Word | Class::Proper => {
            if near.into_iter().any(is_list_gap) { ENOUGH } else { 0 }
        }
    }
}

fn same_sentence(gap: &str) -> bool {
    gap.len() <= 240 && around::ends(gap).next().is_none()
}

/// Only commas, slashes, plus signs and joining words between two terms.
fn is_list_gap(gap: &str) -> bool {
    if gap.len() > 24 {
        return false;
    }
    let rest = gap.trim_matches(|c: char| c.is_whitespace() || ",/+&、・()`*".contains(c));
    let mark = gap.contains([',', '/', '+', '&', '、', '・']);
    (rest.is_empty() && mark) || Cue::Join.has(Some(&rest.to_lowercase()))
}
