//! The issues of one review, and what several rows look for.

use std::collections::BTreeSet;

use frieze_data::text::{count, cut, first};

use crate::offline::Sources;
use crate::offline::demands::{Demand, Demands};
use crate::phase::FeaturePhase;
use crate::review::{Issue, Review, Severity};
use crate::sections::Sections;

/// The most ids or names that one issue lists.
const LISTED: usize = 10;
/// The most characters of a name in an issue.
const NAME: usize = 120;

#[derive(Default)]
pub struct Findings(Vec<Issue>);

/// A section that a document needs, and how much it weighs.
pub type Needed = (&'static str, Severity);

impl Findings {
    /// Adds an issue about a whole document.
    pub fn add(&mut self, severity: Severity, description: &str) {
        self.0.push(Issue::new(severity, description));
    }

    /// Adds an issue about several places, if there is any: `3 steps without a requirement: P-1, P-2, P-3.`
    pub fn each(&mut self, severity: Severity, places: &[String], noun: &str, lack: &str) {
        let names: Vec<String> = places.iter().map(|name| short(name)).collect();
        let Some(location) = names.first().cloned() else { return };
        let description = format!("{} {lack}: {}.", counted(names.len(), noun), first(&names, LISTED, ", "));
        self.0.push(Issue { location: Some(location), ..Issue::new(severity, description) });
    }

    /// Adds an issue about the requirements that a document with these ids does not name.
    pub fn unnamed(&mut self, severity: Severity, sources: &Sources<'_>, ids: &BTreeSet<String>, lack: &str) {
        let all = Demands::of(sources).all;
        let lost: Vec<String> = all.iter().filter(|one| !one.is_in(ids)).map(Demand::name).collect();
        self.each(severity, &lost, "requirement", lack);
    }

    /// Adds an issue for each needed section that is missing or says nothing.
    pub fn sections(&mut self, sections: &Sections, needed: &[Needed]) {
        for (name, severity) in needed {
            let below = sections.below(|block| block.is_heading(name));
            let mut texts = below.iter().copied().flatten().filter(|block| block.level.is_none()).peekable();
            if below.is_empty() {
                self.add(*severity, &format!("There is no section \"{name}\"."));
            } else if texts.peek().is_none() {
                self.add(*severity, &format!("The section \"{name}\" says nothing."));
            } else if texts.all(|block| block.text.starts_with("Open question")) {
                // A person may answer it later.
                let lack = format!("The section \"{name}\" has only an open question.");
                self.add((*severity).max(Severity::Warning), &lack);
            }
        }
    }

    pub fn close(self, phase: FeaturePhase) -> Review {
        let number = |severity| self.0.iter().filter(|issue| issue.severity == severity).count();
        let counts = Severity::ALL.map(|severity| counted(number(severity), severity.name()));
        let summary = match self.0.is_empty() {
            true => format!("{}: the next phase has what it needs.", phase.name()),
            false => format!("{}: {}.", phase.name(), counts.join(", ")),
        };
        Review { approved: number(Severity::Blocker) == 0, ..Review::refusal(self.0, summary) }
    }
}

fn counted(number: usize, name: &str) -> String {
    count(number, name, &format!("{name}s"))
}

/// A name on one line, cut to a readable length.
pub fn short(name: &str) -> String {
    cut(&name.split_whitespace().collect::<Vec<_>>().join(" "), NAME)
}
