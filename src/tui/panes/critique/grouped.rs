//! Groups of findings, and the columns before their texts.

use frieze_design::critique::{CritiqueFile, Placed, sort};
use frieze_rubric::finding::Finding;

use crate::tui::panes::row_tag::{RowTag, hash};

/// Columns before the texts of a finding.
pub const INDENT: usize = 7;

/// The group of a finding, by its check and its critic.
pub fn group(Finding { check, critic, .. }: &Finding) -> RowTag {
    RowTag::Group(hash(&(check, critic)))
}

/// What a finding is known by when the critique changes: a dismissal or another score gives it another place in the file.
pub fn identity(Finding { check, pointer, message, critic, .. }: &Finding) -> u64 {
    hash(&(check, pointer, message, critic))
}

/// The findings in a group, the costliest first.
pub fn alike(file: &CritiqueFile, tag: RowTag) -> Vec<Placed<'_>> {
    let mut alike: Vec<Placed<'_>> =
        file.findings.iter().enumerate().filter(|(_, f)| group(f) == tag).collect();
    sort(&mut alike);
    alike
}
