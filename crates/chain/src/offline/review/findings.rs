//! The issues of one review, and what all rows look for.

use std::collections::BTreeSet;

use crate::offline::Sources;
use crate::offline::demands::{Demand, demands};
use crate::offline::sections::{Sections, begins_word};
use crate::phase::FeaturePhase;
use crate::review::{Issue, Review, Severity};

/// The most ids or names that one issue lists.
const LISTED: usize = 10;
/// The most characters of a name in an issue.
const NAME: usize = 120;

#[derive(Default)]
pub struct Findings {
    issues: Vec<Issue>,
}

/// A section that a document needs.
pub struct Needed {
    pub name: &'static str,
    /// Beginnings of words of its heading.
    pub stems: &'static [&'static str],
    pub severity: Severity,
}

impl Findings {
    pub fn blocker(&mut self, location: Option<&str>, description: &str) {
        self.add(Severity::Blocker, location, description);
    }

    pub fn warning(&mut self, location: Option<&str>, description: &str) {
        self.add(Severity::Warning, location, description);
    }

    pub fn note(&mut self, location: Option<&str>, description: &str) {
        self.add(Severity::Note, location, description);
    }

    /// Adds an issue about several places, if there is any: `3 steps without a requirement: P-1, P-2, P-3.`
    pub fn each(&mut self, severity: Severity, places: &[String], noun: &str, lack: &str) {
        let Some(first) = places.first() else { return };
        let names = places.iter().take(LISTED).map(|name| short(name)).collect::<Vec<_>>().join(", ");
        let more = places.len().saturating_sub(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let description = format!("{} {lack}: {names}{more}.", counted(places.len(), noun));
        self.add(severity, Some(&short(first)), &description);
    }

    /// Adds an issue about the requirements that a document with these ids does not name.
    pub fn unnamed(&mut self, severity: Severity, sources: &Sources<'_>, ids: &BTreeSet<String>, lack: &str) {
        let all = demands(sources);
        let lost: Vec<String> = all.iter().filter(|one| !one.is_in(ids)).map(Demand::name).collect();
        self.each(severity, &lost, "requirement", lack);
    }

    /// Adds an issue for each needed section that is missing or says nothing.
    pub fn sections(&mut self, sections: &Sections, needed: &[Needed]) {
        for Needed { name, stems, severity } in needed {
            let mut all = sections.sections(stems).peekable();
            if all.peek().is_none() {
                self.add(*severity, None, &format!("There is no section \"{name}\"."));
                continue;
            }
            let texts = all.flat_map(|range| sections.of(range)).filter(|block| block.level.is_none());
            let mut texts = texts.peekable();
            if texts.peek().is_none() {
                self.add(*severity, Some(name), &format!("The section \"{name}\" says nothing."));
            } else if texts.all(|block| block.text.starts_with("Open question")) {
                // A person may answer it later.
                let severity = (*severity).max(Severity::Warning);
                self.add(severity, Some(name), &format!("The section \"{name}\" has only an open question."));
            }
        }
    }

    pub fn close(self, phase: FeaturePhase) -> Review {
        let count = |severity| self.issues.iter().filter(|issue| issue.severity == severity).count();
        let (blockers, warnings) = (count(Severity::Blocker), count(Severity::Warning));
        let notes = self.issues.len() - blockers - warnings;
        let summary = if self.issues.is_empty() {
            format!("{}: the next phase has what it needs.", phase.name())
        } else {
            format!(
                "{}: {}, {}, {}.",
                phase.name(),
                counted(blockers, "blocker"),
                counted(warnings, "warning"),
                counted(notes, "note")
            )
        };
        Review { approved: blockers == 0, issues: self.issues, summary }
    }

    pub fn add(&mut self, severity: Severity, location: Option<&str>, description: &str) {
        let location = location.map(str::to_owned);
        self.issues.push(Issue { severity, description: description.to_owned(), location });
    }
}

fn counted(count: usize, name: &str) -> String {
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

/// A name on one line, cut to a readable length.
pub fn short(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// The questions in a section of open questions.
pub fn open_questions(sections: &Sections) -> usize {
    let headings = sections.blocks.iter().enumerate();
    let headings = headings.filter(|(_, block)| {
        block.level.is_some()
            && begins_word(&block.text, &["open"])
            && begins_word(&block.text, &["question"])
    });
    headings
        .map(|(at, _)| {
            sections
                .of(at..sections.end(at))
                .iter()
                .filter(|block| block.depth.is_some() || !block.cells.is_empty())
                .count()
        })
        .sum()
}
