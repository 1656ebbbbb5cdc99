//! The requirements of a feature as all phases name them: the reader's ids, and the document's own labels.

use std::collections::{BTreeMap, BTreeSet};

use frieze_design::answers::{self, Answer};
use frieze_design::brief::{self, Reading, Requirement, Topic};
use frieze_generator::in_scope;
use frieze_intent::Intent;
use frieze_kernel::files::BRIEF;

use super::Sources;
use super::page::listed;
use super::spec::without_index;
use super::steps::{Kind, steps};
use crate::phase::FeaturePhase;
use crate::sections::is_id;

#[derive(Default)]
pub struct Demand {
    /// `R5`, as in the frozen design.
    pub id: String,
    /// The document's own label; may be empty.
    pub label: String,
    pub text: String,
    /// The line in `spec.md` or the brief.
    pub line: u32,
    /// Pointers to the parts of the frozen design that serve it by themselves: entities only do it by what uses them.
    pub parts: Vec<String>,
    /// Why it is left out of the design, as a person approved it.
    pub left_out: Option<String>,
}

impl Demand {
    /// Its id, with its label: `R5 (FR-001)`.
    pub fn name(&self) -> String {
        let is_clear = self.label.contains(|c: char| c.is_alphabetic() || c == '.');
        if is_clear && self.label != self.id {
            format!("{} ({})", self.id, self.label)
        } else {
            self.id.clone()
        }
    }

    /// What names it in a text: its id, and its label if that has letters. `1.2` is a number of many things.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let is_own = is_id(&self.label) && self.label.starts_with(|c: char| c.is_ascii_alphabetic());
        [Some(&*self.id), is_own.then_some(&*self.label)].into_iter().flatten()
    }

    /// Whether a text with these ids names it.
    pub fn is_in(&self, ids: &BTreeSet<String>) -> bool {
        self.names().any(|name| ids.contains(name))
    }

    /// Whether a part of the design serves it, or a person approved that it is left out.
    pub fn is_designed(&self) -> bool {
        !self.parts.is_empty() || self.left_out.is_some()
    }
}

/// The requirements of a feature, also by their ids.
pub struct Demands {
    pub all: Vec<Demand>,
    at: BTreeMap<String, usize>,
}

impl Demands {
    /// The requirements of the frozen design, and those of `spec.md`, or else of the brief, that are in scope and not in the design.
    pub fn of(sources: &Sources<'_>) -> Self {
        let read = [sources.artifact(FeaturePhase::Specify), sources.brief]
            .into_iter()
            .flatten()
            .filter_map(reading);
        let read = read.into_iter().find(|reading| !reading.requirements.is_empty());
        let answers = answered(sources);
        let mut all: Vec<Demand> = Vec::new();
        // The same text may occur more than once: each occurrence is the next requirement of the design.
        let mut designed: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for one in sources.intent.iter().flat_map(|intent| &intent.requirements) {
            designed.entry(letters(&one.text)).or_default().insert(0, all.len());
            let (id, text) = (one.id.clone(), one.text.clone());
            all.push(Demand { id, text, line: one.source.line, ..Demand::default() });
        }
        let ids: BTreeSet<String> = all.iter().map(|demand| demand.id.clone()).collect();
        for one in read.iter().flat_map(|reading| in_scope(reading, &answers)) {
            let Requirement { label, text, line, .. } = one.requirement.clone();
            let same = designed.get_mut(&letters(&text)).and_then(Vec::pop).and_then(|at| all.get_mut(at));
            if let Some(known) = same {
                (known.label, known.line) = (label, line);
                continue;
            }
            // Its position is the id of another requirement of the design.
            let id = if ids.contains(&one.id) { format!("{}?", one.id) } else { one.id };
            all.push(Demand { id, label, text, line, ..Demand::default() });
        }
        let at = all.iter().enumerate().map(|(at, demand)| (demand.id.clone(), at)).collect();
        let mut demands = Self { all, at };
        sources.intent.iter().for_each(|intent| demands.find_parts(intent));
        demands
    }

    fn find_parts(&mut self, intent: &Intent) {
        for step in steps(intent).into_iter().filter(|step| step.kind != Kind::Entity) {
            for id in step.serves {
                self.at.get(&id).into_iter().for_each(|at| self.all[*at].parts.push(step.pointer.clone()));
            }
        }
        for one in &intent.not_designed {
            let at = self.at.get(&one.requirement).into_iter();
            at.for_each(|at| self.all[*at].left_out = Some(one.reason.clone()));
        }
    }

    /// Questions about the requirements that no part of the design serves.
    pub fn uncovered(&self) -> impl Iterator<Item = String> {
        self.all.iter().filter(|demand| demand.parts.is_empty()).map(|demand| match &demand.left_out {
            Some(reason) => format!("{}: not designed. Reason: {reason}", demand.name()),
            None => format!("{}: which element serves it? The design has none.", demand.name()),
        })
    }

    pub fn get(&self, id: &str) -> Option<&Demand> {
        self.all.get(*self.at.get(id)?)
    }

    /// Requirements with the labels of the document, as a list.
    pub fn list(&self, ids: &[String]) -> String {
        let name = |id: &String| self.get(id).map_or_else(|| id.clone(), Demand::name);
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
