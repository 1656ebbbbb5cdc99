//! Findings, comments and unread marks by place, for the rows of the tree.

use std::collections::{HashMap, HashSet};

use crate::tui::model::comments;
use frieze_data::score::Points;
use frieze_intent::Intent;
use frieze_rubric::finding::Finding;

/// The marks of a design.
#[derive(Debug)]
pub struct Marks<'a> {
    /// Count and points of the findings at an element or in a section.
    found: HashMap<&'a str, (usize, u64)>,
    /// Elements with a comment for the next rejection.
    commented: HashSet<&'a str>,
    unread: &'a HashSet<String>,
}

impl<'a> Marks<'a> {
    pub fn of(
        findings: &'a [Finding],
        draft: &'a str,
        design: &'a Intent,
        unread: &'a HashSet<String>,
    ) -> Self {
        let place = |pointer: &'a str| {
            let (section, element) = super::places(pointer);
            element.or(section).unwrap_or(pointer)
        };
        let mut found: HashMap<&str, (usize, u64)> = HashMap::new();
        for finding in findings {
            let (section, element) = super::places(&finding.pointer);
            let field = section.is_none().then_some(finding.pointer.as_str());
            for place in [section, element, field].into_iter().flatten() {
                let (count, points) = found.entry(place).or_default();
                *count += 1;
                *points = points.saturating_add(finding.points.0);
            }
        }
        Self { found, commented: comments::places(draft, design).map(place).collect(), unread }
    }

    /// Whether an element is unread.
    pub fn is_unread(&self, element: &str) -> bool {
        self.unread.contains(element)
    }

    /// The number of unread elements of a section.
    pub fn unread_in(&self, section: &str) -> usize {
        self.unread.iter().filter(|element| super::places(element).0 == Some(section)).count()
    }

    /// The marks of an element or a section with everything in it: `✎ yours  ! 3 −1.20`; `None` without any.
    pub fn describe(&self, place: &str) -> Option<String> {
        let found = self.found.get(place).map(|(count, points)| format!("! {count}  −{}", Points(*points)));
        let comment = self.commented.contains(place).then(|| "✎ yours".to_owned());
        match (comment, found) {
            (Some(comment), Some(found)) => Some(format!("{comment}  {found}")),
            (comment, found) => comment.or(found),
        }
    }
}
