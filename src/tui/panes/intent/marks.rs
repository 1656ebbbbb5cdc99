//! Findings, comments and unread marks by element, for the rows of the tree.

use std::collections::{HashMap, HashSet};

use crate::tui::model::comments;
use frieze_data::score::Points;
use frieze_intent::Intent;
use frieze_rubric::finding::Finding;

/// The marks of a design.
#[derive(Debug)]
pub struct Marks<'a> {
    by_place: HashMap<&'a str, Vec<&'a Finding>>,
    by_pointer: HashMap<&'a str, Vec<&'a Finding>>,
    /// Count and points of the findings in a section.
    by_section: HashMap<&'static str, (usize, u64)>,
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
        let mut marks = Self {
            by_place: HashMap::new(),
            by_pointer: HashMap::new(),
            by_section: HashMap::new(),
            commented: comments::places(draft, design).map(place).collect(),
            unread,
        };
        for finding in findings {
            marks.by_place.entry(place(&finding.pointer)).or_default().push(finding);
            marks.by_pointer.entry(&finding.pointer).or_default().push(finding);
            if let (Some(section), _) = super::places(&finding.pointer) {
                let (count, points) = marks.by_section.entry(section).or_default();
                *count += 1;
                *points = points.saturating_add(finding.points.0);
            }
        }
        marks
    }

    /// Whether an element is unread.
    pub fn is_unread(&self, element: &str) -> bool {
        self.unread.contains(element)
    }

    /// The number of unread elements of a section.
    pub fn unread_in(&self, section: &str) -> usize {
        self.unread.iter().filter(|element| super::places(element).0 == Some(section)).count()
    }

    /// The findings at an element and inside it; for a section, those outside its elements.
    pub fn at(&self, place: &str) -> &[&'a Finding] {
        self.by_place.get(place).map_or(&[], Vec::as_slice)
    }

    /// The findings exactly at a pointer.
    pub fn exactly(&self, pointer: &str) -> &[&'a Finding] {
        self.by_pointer.get(pointer).map_or(&[], Vec::as_slice)
    }

    /// The marks of an element or a section with everything in it: `✎ yours  ! 3 −1.20`; `None` without any.
    pub fn describe(&self, place: &str) -> Option<String> {
        let (count, points) = match self.by_section.get(place) {
            Some(all) => *all,
            None => {
                let all = self.at(place);
                (all.len(), all.iter().fold(0, |sum: u64, finding| sum.saturating_add(finding.points.0)))
            }
        };
        let found = (count > 0).then(|| format!("! {count}  −{}", Points(points)));
        let comment = self.commented.contains(place).then(|| "✎ yours".to_owned());
        match (comment, found) {
            (Some(comment), Some(found)) => Some(format!("{comment}  {found}")),
            (comment, found) => comment.or(found),
        }
    }
}
