//! The findings and the person's own comments by the element that they stand at, and what was not on the screen yet, so
//! that every row knows its own.

use std::collections::{HashMap, HashSet};

use crate::domain::finding::Finding;
use crate::domain::score::Points;
use crate::tui::comments;

/// Findings, by element or section.
#[derive(Debug)]
pub struct Marks<'a> {
    by_place: HashMap<&'a str, Vec<&'a Finding>>,
    by_pointer: HashMap<&'a str, Vec<&'a Finding>>,
    /// How many there are in a section and what they cost.
    by_section: HashMap<&'static str, (usize, u64)>,
    /// Elements with a comment that waits for the next rejection.
    commented: HashSet<&'a str>,
    /// Elements that were not on the screen before.
    unseen: &'a HashSet<String>,
}

impl<'a> Marks<'a> {
    pub fn of(findings: &'a [Finding], draft: &'a str, unseen: &'a HashSet<String>) -> Self {
        let place = |pointer: &'a str| {
            let (section, element) = super::places(pointer);
            element.or(section).unwrap_or(pointer)
        };
        let mut marks = Self {
            by_place: HashMap::new(),
            by_pointer: HashMap::new(),
            by_section: HashMap::new(),
            commented: comments::of(draft).map(|(pointer, _)| place(pointer)).collect(),
            unseen,
        };
        for finding in findings {
            let (section, element) = super::places(&finding.pointer);
            let place = element.or(section).unwrap_or(&finding.pointer);
            marks.by_place.entry(place).or_default().push(finding);
            marks.by_pointer.entry(&finding.pointer).or_default().push(finding);
            if let Some(section) = section {
                let (count, points) = marks.by_section.entry(section).or_default();
                *count += 1;
                *points = points.saturating_add(finding.points.0);
            }
        }
        marks
    }

    /// Whether an element was not on the screen before.
    pub fn is_unseen(&self, element: &str) -> bool {
        self.unseen.contains(element)
    }

    /// How many elements of a section were not.
    pub fn unseen_in(&self, section: &str) -> usize {
        self.unseen.iter().filter(|element| super::places(element).0 == Some(section)).count()
    }

    /// The findings at an element and at everything in it; of a section, those at no element of it.
    pub fn at(&self, place: &str) -> &[&'a Finding] {
        self.by_place.get(place).map_or(&[], Vec::as_slice)
    }

    /// The findings that stand exactly there.
    pub fn exactly(&self, pointer: &str) -> &[&'a Finding] {
        self.by_pointer.get(pointer).map_or(&[], Vec::as_slice)
    }

    /// `✎ yours  ! 3 −1.20` for an element or a section with all that is in it; nothing where nothing was found or
    /// written.
    pub fn told(&self, place: &str) -> Option<String> {
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
