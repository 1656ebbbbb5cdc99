//! Tags of the rows: the dimension that a row is about, and its finding or group of findings.

use frieze_data::score::Dimension;

/// The place of a dimension among the gauges.
pub fn slot(dimension: Dimension) -> usize {
    Dimension::ALL.iter().position(|other| *other == dimension).unwrap_or(0)
}

/// The tag of a row: its dimension and, if it is one, its finding.
pub fn tag(dimension: Dimension, finding: Option<usize>) -> usize {
    finding.map_or(0, |at| (at + 1) * 8) + slot(dimension) + 1
}

/// The tag of a group's row: the first finding of the group.
pub fn group_tag(dimension: Dimension, first: usize) -> usize {
    tag(dimension, Some(first)) + GROUP
}

/// The finding of a row, or the first one of a group.
pub fn finding_of(tag: usize) -> Option<usize> {
    (tag % GROUP / 8).checked_sub(1)
}

/// Whether a row is a group of findings.
pub fn is_group(tag: usize) -> bool {
    tag >= GROUP
}

/// Above all tags of findings, and a multiple of eight.
const GROUP: usize = 1 << 28;

pub fn dimension_of(tag: usize) -> Option<Dimension> {
    Dimension::ALL.get((tag % 8).checked_sub(1)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_holds_dimension_and_finding() {
        for dimension in Dimension::ALL {
            for finding in [None, Some(0), Some(20_000)] {
                assert_eq!(dimension_of(tag(dimension, finding)), Some(dimension));
                assert_eq!(finding_of(tag(dimension, finding)), finding);
            }
        }
        let group = group_tag(Dimension::Clarity, 7);
        assert_eq!((dimension_of(group), finding_of(group)), (Some(Dimension::Clarity), Some(7)));
        assert_eq!(dimension_of(0), None);
    }
}
