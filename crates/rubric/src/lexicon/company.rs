//! The weight that terms get from neighbouring terms: names in a row are of one kind.

use super::around;
use super::cues::Cue;
use super::{Class, Occurrence};

/// From this weight on, a term counts as the technology.
pub(super) const ENOUGH: i32 = 6;

/// Occurrences that are read on each side.
const NEIGHBOURS: usize = 6;

/// The weight from hits in the same sentence: much if they touch the term or are in one list with it, else a little.
pub(super) fn weight(text: &str, found: &[Occurrence], at: usize) -> i32 {
    let Some(it) = found.get(at) else { return 0 };
    let mut near = 0;
    let mut adjacent = false;
    let mut listed = 0;
    let mut peers = 0;
    let before = found.get(at.saturating_sub(NEIGHBOURS)..at).unwrap_or(&[]);
    let after = found.get(at + 1..(at + 1 + NEIGHBOURS).min(found.len())).unwrap_or(&[]);
    let gaps = before
        .iter()
        .map(|other| (other, text.get(other.end..it.start)))
        .chain(after.iter().map(|other| (other, text.get(it.end..other.start))));
    for (other, gap) in gaps {
        let Some(gap) = gap.filter(|gap| same_sentence(gap)) else { continue };
        if !other.accepted {
            // Undecided names give each other a little weight: `Express, Koa or Hapi`.
            let open = matches!(other.class, Class::Word | Class::Name);
            if open && capital(text, other) && capital(text, it) && is_list_gap(gap) {
                peers += if it.class == Class::Name { 3 } else { 2 };
            }
            continue;
        }
        near += 1;
        adjacent |= matches!(gap, " " | "-" | "\n");
        if gap == " " && capital(text, it) || is_list_gap(gap) {
            listed = 6;
        }
    }
    match it.class {
        Class::Idiom if near > 0 => ENOUGH,
        Class::Beside if adjacent => ENOUGH,
        Class::Idiom | Class::Beside => 0,
        Class::Sure | Class::Cased | Class::Name | Class::Word | Class::Proper => {
            listed + (2 * near).min(4) + peers
        }
    }
}

fn capital(text: &str, it: &Occurrence) -> bool {
    text.get(it.start..it.end).is_some_and(|w| w.starts_with(char::is_uppercase))
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
