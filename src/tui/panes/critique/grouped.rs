//! Findings with their index in the critique, grouped by check, and the columns before their texts.

use std::collections::HashMap;

use frieze_design::critique::{CritiqueFile, total_points};
use frieze_rubric::finding::Finding;

/// A finding with its index in the critique.
pub type Placed<'a> = (usize, &'a Finding);

/// Columns before the texts of a finding.
pub const INDENT: usize = 7;

/// The check and the critic of a finding, by which groups are opened.
pub fn key(finding: &Finding) -> (String, Option<String>) {
    (finding.check.clone(), finding.critic.clone())
}

/// The findings grouped by check, the costliest groups first.
pub fn by_check(findings: Vec<Placed<'_>>) -> Vec<Vec<Placed<'_>>> {
    let mut groups: Vec<Vec<Placed<'_>>> = Vec::new();
    let mut places = HashMap::new();
    for (at, finding) in findings {
        let key = (finding.check.as_str(), finding.critic.as_deref(), finding.dimension);
        let place = *places.entry(key).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push((at, finding)),
            None => groups.push(vec![(at, finding)]),
        }
    }
    let points = |group: &[Placed<'_>]| total_points(group.iter().map(|(_, finding)| *finding));
    groups.sort_by_key(|group| std::cmp::Reverse(points(group)));
    groups
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
