//! The requirements of a feature as all phases name them: the reader's ids, and the document's own labels.

use std::collections::{BTreeMap, BTreeSet};

use frieze_design::answers::{self, Answer};
use frieze_design::brief::{self, Force, Reading, Requirement, Topic};
use frieze_generator::in_scope;
use frieze_intent::Intent;
use frieze_kernel::files::BRIEF;

use super::Sources;
use super::page::{inert, listed};
use super::sections::is_id;
use super::spec::without_index;

/// One requirement.
pub struct Demand {
    /// `R5`, as in the frozen design.
    pub id: String,
    /// The document's own label; may be empty.
    pub label: String,
    pub text: String,
    /// The line in `spec.md` or the brief; 0 if only the design is known.
    pub line: u32,
}

impl Demand {
    /// Its id, with its label: `R5 (FR-001)`.
    pub fn name(&self) -> String {
        let is_clear = self.label.contains(|c: char| c.is_alphabetic() || c == '.');
        if is_clear { format!("{} ({})", self.id, inert(&self.label)) } else { self.id.clone() }
    }

    /// Whether a text with these ids names it.
    pub fn is_in(&self, ids: &BTreeSet<String>) -> bool {
        ids.contains(&self.id) || self.own_label().is_some_and(|label| ids.contains(label))
    }

    /// Its label, if that has letters: `1.2` is a number of many things.
    pub fn own_label(&self) -> Option<&str> {
        let is_own = is_id(&self.label) && self.label.starts_with(|c: char| c.is_ascii_alphabetic());
        is_own.then_some(self.label.as_str())
    }
}

/// The names of requirements by their ids.
pub struct Names<'d>(BTreeMap<&'d str, &'d Demand>);

impl<'d> Names<'d> {
    pub fn of(demands: &'d [Demand]) -> Self {
        Self(demands.iter().map(|demand| (demand.id.as_str(), demand)).collect())
    }

    /// These requirements with the labels of the document, as a list.
    pub fn list(&self, ids: &[String]) -> String {
        let name = |id: &String| self.0.get(id.as_str()).map_or_else(|| inert(id), |demand| demand.name());
        listed(&ids.iter().map(name).collect::<Vec<_>>())
    }
}

/// A requirement document, without what the specifier added.
pub fn reading(text: &str) -> Option<Reading> {
    brief::read_prose(BRIEF, without_index(text).as_bytes()).ok()
}

pub fn answered(sources: &Sources<'_>) -> Vec<Answer> {
    sources.answers.map(|text| answers::read(text.as_bytes())).unwrap_or_default()
}

/// The requirements of `spec.md`, or else of the brief, that are in scope. Those that the frozen design has too get its ids.
pub fn demands(sources: &Sources<'_>) -> Vec<Demand> {
    let read = [sources.spec, sources.brief].into_iter().flatten().filter_map(reading);
    let read = read.into_iter().find(|reading| !reading.requirements.is_empty());
    let answers = answered(sources);
    let scope = read.iter().flat_map(|reading| in_scope(reading, &answers));
    let mut demands: Vec<Demand> = scope
        .map(|one| Demand {
            id: one.id,
            label: one.requirement.label.clone(),
            text: one.requirement.text.clone(),
            line: one.requirement.line,
        })
        .collect();
    let Some(intent) = sources.intent else { return demands };
    if demands.is_empty() {
        return of_intent(intent);
    }
    // The same text may occur more than once: each occurrence takes the next id.
    let mut known: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for one in intent.requirements.iter().rev() {
        known.entry(letters(&one.text)).or_default().push(&one.id);
    }
    for demand in &mut demands {
        // Without the same text in the design, its position would name another requirement there.
        demand.id = match known.get_mut(&letters(&demand.text)).and_then(Vec::pop) {
            Some(id) => id.to_owned(),
            None if intent.requirements.iter().any(|one| one.id == demand.id) => format!("{}?", demand.id),
            None => demand.id.clone(),
        };
    }
    demands
}

/// The requirements of the frozen design, with the labels of the document.
pub fn designed(intent: &Intent, sources: &Sources<'_>) -> Vec<Demand> {
    let labels: BTreeMap<String, String> =
        demands(sources).into_iter().map(|demand| (demand.id, demand.label)).collect();
    let mut all = of_intent(intent);
    for demand in &mut all {
        demand.label = labels.get(&demand.id).cloned().unwrap_or_default();
    }
    all
}

fn of_intent(intent: &Intent) -> Vec<Demand> {
    let demand = |one: &frieze_intent::Requirement| Demand {
        id: one.id.clone(),
        label: String::new(),
        text: one.text.clone(),
        line: one.source.line,
    };
    intent.requirements.iter().map(demand).collect()
}

/// The beginning of a text as letters and digits, for comparing it. A design may have cut it.
pub fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).take(400).collect()
}

/// Whether a requirement is a criterion itself: listed as one, with a case and a response, or a quality with a number.
pub fn is_criterion(requirement: &Requirement) -> bool {
    let parts = &requirement.parts;
    let has_case = parts.trigger.is_some() || parts.exception.is_some() || parts.condition.is_some();
    let is_measured = requirement.text.contains(|c: char| c.is_numeric());
    requirement.topic == Some(Topic::Criteria)
        || requirement.topic == Some(Topic::Quality) && is_measured
        || has_case && parts.response.is_some()
}

pub const fn force(force: Force) -> &'static str {
    match force {
        Force::Must => "must",
        Force::Should => "should",
        Force::May => "may",
    }
}
