//! Groups of findings, and the columns before their texts.

use frieze_design::critique::{CritiqueFile, Placed};
use frieze_rubric::finding::Finding;

use crate::tui::panes::row_tag::hash;

/// Columns before the texts of a finding.
pub const INDENT: usize = 7;

/// The check and the critic of a finding, by which groups are opened.
pub fn key(finding: &Finding) -> (String, Option<String>) {
    (finding.check.clone(), finding.critic.clone())
}

/// What a finding is known by when the critique changes: a dismissal or another score gives it another place in the file.
pub fn identity(Finding { check, pointer, message, critic, .. }: &Finding) -> u64 {
    hash(&(check, pointer, message, critic))
}

/// The findings in the group of this one, in their order.
pub fn alike<'a>(file: &'a CritiqueFile, found: &Finding) -> Vec<Placed<'a>> {
    let is_alike = |finding: &Finding| {
        finding.check == found.check && finding.critic == found.critic && finding.dimension == found.dimension
    };
    let mut alike: Vec<Placed<'a>> = file.findings.iter().enumerate().filter(|(_, f)| is_alike(f)).collect();
    alike.sort_by_key(|(at, finding)| (std::cmp::Reverse(finding.points), *at));
    alike
}
