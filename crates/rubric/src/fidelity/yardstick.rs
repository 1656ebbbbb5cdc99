//! What a design is compared with: the requirements of the brief, and the texts that a requirement may quote.

use frieze_data::digest::Digest;
use frieze_intent::RequirementKind;
use frieze_language::Force;

use super::phrase::{Quotable, content, phrase};
use crate::text::screens;
use crate::text::words::{Key, keys};

/// The weight of a requirement: a must is worth two shoulds, and a should two mays.
pub(crate) const fn weight(force: Force) -> u64 {
    match force {
        Force::May => 1,
        Force::Should => 2,
        Force::Must => 4,
    }
}

/// A requirement of the brief.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demand {
    /// Its id in the reading of the brief: `R12`.
    pub id: String,
    pub text: String,
    /// Counts from 1.
    pub line: u32,
    pub force: Force,
    pub kind: RequirementKind,
}

/// The brief and a person's words as a yardstick of designs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Yardstick {
    demands: Vec<Demand>,
    /// The words of each demand, and how many of them carry its content.
    pub(super) phrases: Vec<Vec<Key>>,
    pub(super) contents: Vec<usize>,
    /// The words of the brief, and the line of each.
    pub(super) brief: Quotable,
    pub(super) lines: Vec<u32>,
    /// The words of a person's answers and feedback.
    pub(super) sources: Vec<Quotable>,
    /// The stems of the brief's and a person's words in their order, outside quotations of code that demand nothing.
    stems: Quotable,
    document_sha256: Digest,
    sha256: Digest,
    /// How many requirements of the brief a person took out of scope.
    pub(super) taken_out: usize,
}

impl Yardstick {
    /// The yardstick of a brief: its text, its requirements that are in scope, and the texts of a person that a design may also
    /// quote (answers, feedback).
    pub fn new(brief: &str, demands: Vec<Demand>, sources: &[String]) -> Self {
        let (mut words, mut lines) = (Vec::new(), Vec::new());
        for (line, text) in (1..).zip(brief.lines()) {
            words.extend(phrase(text));
            lines.resize(words.len(), line);
        }
        let mut stems = Vec::new();
        for text in std::iter::once(brief).chain(sources.iter().map(String::as_str)) {
            without_code(text, |text| stems.extend(keys(text)));
        }
        // What is demanded is no example of code, however it is marked.
        stems.extend(demands.iter().flat_map(|demand| keys(&demand.text)));
        let ids = demands.iter().map(|demand| demand.id.as_str());
        let document_sha256 = digest(std::iter::once(brief).chain(ids));
        let document = document_sha256.to_string();
        let sha256 = digest(std::iter::once(document.as_str()).chain(sources.iter().map(String::as_str)));
        Self {
            phrases: demands.iter().map(|demand| phrase(&demand.text)).collect(),
            contents: demands.iter().map(|demand| content(&demand.text)).collect(),
            demands,
            brief: Quotable::of(words),
            lines,
            sources: sources.iter().map(|text| Quotable::of(phrase(text))).collect(),
            stems: Quotable::of(stems),
            document_sha256,
            sha256,
            taken_out: 0,
        }
    }

    /// The yardstick of a brief after a person took so many of its requirements out of scope.
    pub fn without(self, taken_out: usize) -> Self {
        Self { taken_out, ..self }
    }

    /// The requirements of the brief. Without any, no design can be compared with it.
    pub fn demands(&self) -> &[Demand] {
        &self.demands
    }

    /// The identity of all its input.
    pub fn sha256(&self) -> Digest {
        self.sha256
    }

    /// The identity of what it demands, without the texts that may also be quoted.
    pub fn document_sha256(&self) -> Digest {
        self.document_sha256
    }

    /// Whether a requirement speaks of screens. Elsewhere a brief may say that there are none.
    pub(super) fn names_screens(&self) -> bool {
        self.demands.iter().any(|demand| screens::are_in(&demand.text))
    }

    /// Whether the brief has a term: its words in a row, in any form.
    pub(crate) fn says(&self, term: &str) -> bool {
        self.stems.has(&keys(term))
    }
}

/// A digest of texts and of their boundaries.
fn digest<'t>(texts: impl Iterator<Item = &'t str>) -> Digest {
    let mut input = Vec::new();
    for text in texts {
        input.extend(text.len().to_le_bytes());
        input.extend(text.as_bytes());
    }
    Digest::of(&input)
}

/// Calls `take` with the parts of a Markdown text outside of code.
fn without_code(text: &str, mut take: impl FnMut(&str)) {
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            line.split('`').step_by(2).for_each(&mut take);
        }
    }
}
