//! The identity of the rubric: one digest of its version, check table, price table and word data (ruling 26).
//!
//! Source text is not part of it, so a corrected comment does not end anyone's runs. How the code finds faults and turns points
//! into scores is covered by the version, and the golden scores of the tests show when to raise it.

use std::fmt::Write as _;
use std::sync::LazyLock;

use frieze_data::digest::Digest;
use frieze_data::score::Dimension;
use frieze_language::Language;

use super::check::{Check, checks};
use super::critic::price;
use super::finding::Severity;
use crate::checks::attribute_types::ATTRIBUTE_TYPES;

#[cfg(test)]
#[path = "../build/word_data.rs"]
mod word_data;

/// The rubric's version. Raise it with every change that can change a score.
pub const VERSION: &str = "2.12.0";

/// SHA-256 of the word lists, from the build script.
const WORD_DATA: &str = include_str!(concat!(env!("OUT_DIR"), "/word_data.sha256"));

/// The digest that a run pins. Two rubrics with the same digest give a design the same scores.
pub fn sha256() -> Digest {
    static DIGEST: LazyLock<Digest> =
        LazyLock::new(|| Digest::of(definition(VERSION, checks(), price, WORD_DATA).as_bytes()));
    *DIGEST
}

/// What defines the rubric, as text.
fn definition(version: &str, checks: &[Check], price: impl Fn(Severity) -> u64, word_data: &str) -> String {
    let stop: Vec<&str> = frieze_language::all().iter().flat_map(Language::empty_words).collect();
    let (stop, types) = (stop.join(" "), ATTRIBUTE_TYPES.join(" "));
    let mut out = format!("version {version}\nwords {word_data}\nstop {stop}\ntypes {types}\n");
    for Check { id, dimension, weight, severity, population, .. } in checks {
        let _ = writeln!(out, "check {id} {dimension:?} {weight} {severity:?} {population:?}");
    }
    for dimension in Dimension::ALL {
        let _ = writeln!(out, "dimension {dimension:?} {}", dimension.weight());
    }
    for severity in [Severity::Info, Severity::Minor, Severity::Major, Severity::Critical] {
        let _ = writeln!(out, "price {severity:?} {}", price(severity));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_does_not_change_the_identity() {
        let terms = include_str!("lexicon/terms.txt");
        let commented = format!("# A comment.\n\n{}", terms.replace("\n[a ", "\r\n\n  # Another.\n[a "));
        assert_ne!(commented, terms);
        assert_eq!(word_data::words(&commented), word_data::words(terms));
        let lists = include_str!("text/lists.txt");
        let commented = lists.replace("# ", "# Or rather: ");
        assert_ne!(commented, lists);
        assert_eq!(word_data::words(&commented), word_data::words(lists));
    }

    #[test]
    fn words_weights_prices_and_the_version_change_the_identity() {
        let now = definition(VERSION, checks(), price, WORD_DATA);
        assert_eq!(Digest::of(now.as_bytes()), sha256());
        let mut other = checks().to_vec();
        other[0].weight += 1;
        assert_ne!(definition(VERSION, &other, price, WORD_DATA), now);
        other = checks().to_vec();
        other[0].looks_at = "Text for people.";
        assert_eq!(definition(VERSION, &other, price, WORD_DATA), now);
        assert_ne!(definition("0.0.0", checks(), price, WORD_DATA), now);
        assert_ne!(definition(VERSION, checks(), |severity| price(severity) + 1, WORD_DATA), now);
        assert_ne!(definition(VERSION, checks(), price, "other words"), now);
        let lists = include_str!("text/lists.txt");
        assert_ne!(word_data::words(&lists.replace("lorem ", "")), word_data::words(lists));
    }
}
