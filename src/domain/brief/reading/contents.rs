//! A list of the headings below it: a table of contents, which asks for nothing.

use std::collections::BTreeSet;

use super::super::block::{Block, Form};
use super::super::section;

/// Fewer items are no table of contents.
const LEAST: usize = 3;
/// An item of more words says something.
const MOST_WORDS: usize = 9;

/// Which blocks are lines of a table of contents: most items of such a list are headings of the document.
pub(super) fn listed(blocks: &[Block]) -> Vec<bool> {
    let headings: BTreeSet<String> =
        blocks.iter().filter(|b| matches!(b.form, Form::Heading(_))).map(named).collect();
    let mut found = vec![false; blocks.len()];
    let mut from = 0;
    while from < blocks.len() {
        let run = blocks.get(from..).unwrap_or_default().iter().take_while(|b| b.form == Form::Item).count();
        let items = blocks.get(from..from + run).unwrap_or_default();
        let short = items.iter().all(|b| b.prose.text().split_whitespace().count() <= MOST_WORDS);
        // What stands below an entry need not be a heading.
        let entries = items.iter().filter(|b| b.parent.is_none());
        let headed = entries.clone().filter(|b| headings.contains(&named(b))).count();
        if entries.clone().count() >= LEAST && short && headed * 3 >= entries.count() * 2 {
            found.iter_mut().skip(from).take(run).for_each(|slot| *slot = true);
        }
        from += run.max(1);
    }
    found
}

fn named(block: &Block) -> String {
    section::own_words(block.prose.text())
}
