//! Runs that are about the same feature: together they are one row of the list.

use std::collections::BTreeMap;

use super::Entry;

/// The features with runs of other workflows, as places in the list's entries.
#[derive(Debug, Default)]
pub struct Groups {
    /// By the place of the design.
    others: BTreeMap<u32, Vec<u32>>,
    /// The place of the design, by that of another run.
    design: BTreeMap<u32, u32>,
}

impl Groups {
    /// The groups of entries, which are sorted: designs come first.
    pub fn of(entries: &[Entry]) -> Self {
        let (designs, others) = entries.split_at(entries.partition_point(|(key, _)| key.design().is_some()));
        let mut groups = Self::default();
        for (at, (key, card)) in (designs.len()..).zip(others) {
            let feature = card.as_ref().and_then(|card| card.about.as_ref()).unwrap_or(&key.id);
            let found = designs.binary_search_by(|(design, _)| design.id.cmp(feature)).ok();
            if let Some((design, at)) = found.and_then(|design| index(design).zip(index(at))) {
                groups.others.entry(design).or_default().push(at);
                groups.design.insert(at, design);
            }
        }
        groups
    }

    /// The row that shows an entry.
    pub fn row(&self, at: u32) -> u32 {
        self.design.get(&at).copied().unwrap_or(at)
    }

    /// All entries of a row.
    pub fn runs(&self, row: u32) -> impl Iterator<Item = u32> + Clone {
        std::iter::once(row).chain(self.others.get(&row).into_iter().flatten().copied())
    }
}

fn index(at: usize) -> Option<u32> {
    u32::try_from(at).ok()
}
