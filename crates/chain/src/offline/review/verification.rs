//! "Finish needs: Quality confirmed, implementation matches spec, ready to merge".

use super::findings::{Findings, short};
use crate::offline::Sources;
use crate::offline::sections::Sections;
use crate::review::Severity;

/// Beginnings of words in the head of a column with results.
const RESULTS: [&str; 4] = ["result", "status", "verdict", "outcome"];
/// Signs that are a result.
const SIGNS: [char; 5] = ['✓', '✔', '✗', '✅', '❌'];

pub fn review(sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    found.unnamed(Severity::Blocker, sources, &sections.ids(), "not verified");
    let (mut silent, mut failed, mut has_check) = (Vec::new(), Vec::new(), false);
    for block in &sections.blocks {
        let result = sections.cell(block, &RESULTS);
        has_check |= result.is_some() || block.is_checked.is_some();
        let name = short(block.cells.first().unwrap_or(&block.text));
        if result.is_some_and(|result| result.to_lowercase().starts_with("not found")) {
            failed.push(name);
        } else if result
            .is_some_and(|result| !result.contains(|c: char| c.is_alphanumeric() || SIGNS.contains(&c)))
            || block.is_checked == Some(false)
        {
            silent.push(name);
        }
    }
    found.each(Severity::Blocker, &silent, "check", "without a result");
    found.each(Severity::Blocker, &failed, "requirement", "not found in every document");
    if !has_check {
        found.blocker(None, "There is no check with a result: use a table or checkboxes.");
    }
}
