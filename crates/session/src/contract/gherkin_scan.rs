//! Which requirement ids the scenarios of a Gherkin file name.

use std::collections::BTreeSet;

const SCENARIOS: [&str; 4] = ["Scenario:", "Example:", "Scenario Outline:", "Scenario Template:"];
const OTHERS: [&str; 3] = ["Feature:", "Rule:", "Background:"];

/// All words inside scenarios and in their tags that may be ids. Comments and the feature's own text do not count.
pub(super) fn named(text: &str) -> BTreeSet<&str> {
    let (mut named, mut tags, mut is_inside) = (BTreeSet::new(), Vec::new(), false);
    for line in text.lines().map(str::trim) {
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        if line.starts_with('#') {
            continue;
        }
        if line.starts_with('@') {
            tags.extend(words(line));
            continue;
        }
        if begins(&OTHERS) {
            is_inside = false;
            tags.clear();
        }
        is_inside |= begins(&SCENARIOS);
        if is_inside {
            named.extend(tags.drain(..).chain(words(line)));
        }
    }
    named
}

/// Each word, and the word without the full stop after it.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let words = line.split(move |c| !is_part(c)).filter(|word| !word.is_empty());
    words.flat_map(|word| [word, word.trim_end_matches('.')])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_inside_scenarios_only() {
        let text = "# R0\n@R9\nFeature: R1\n  R2\n  @R3 @x\n  # R4\n  Scenario: R5.\n    Given R-6, (R7)\n  Rule: R8\n";
        let named = named(text);
        let ids = ["R0", "R1", "R2", "R3", "R4", "R5", "R-6", "R7", "R8", "R9"];
        let found: Vec<&str> = ids.into_iter().filter(|id| named.contains(id)).collect();
        assert_eq!(found, ["R3", "R5", "R-6", "R7"]);
    }
}
