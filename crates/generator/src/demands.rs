//! The requirements of the design: which of the document's remain, and which are rules that the design keeps rather than steps of it.

use std::collections::HashMap;

use frieze_intent::{self as intent, RequirementKind, Source};
use frieze_reader::{Reading, Requirement, Section};

use crate::bounds::{FILE, REQUIREMENTS, TEXT, clip};
use crate::inquiry::{Inquiry, Rank};
use crate::model::Model;
use crate::places::Places;
use crate::questions;

/// Which requirements and stories of a reading the design takes up.
pub struct Demands {
    /// By position in the reading. An id is the position, so that what is taken out changes no other id.
    kept: Vec<bool>,
    stories: Vec<bool>,
    lines: HashMap<String, u32>,
}

impl Demands {
    /// An answer "out of scope" to a question about a requirement takes it out; to one about a story or a section, all of it.
    pub fn of(reading: &Reading, inquiry: &Inquiry) -> Self {
        let stories: Vec<bool> = reading
            .stories
            .iter()
            .map(|story| !inquiry.takes_out(questions::Place::story(story).all()))
            .collect();
        // The line of a section is that of its first requirement; with it, whether it is taken out.
        let mut lines: HashMap<&str, (u32, bool)> = HashMap::new();
        for requirement in &reading.requirements {
            let heading = rule_heading(reading, requirement);
            lines.entry(heading).or_insert_with(|| {
                let all = questions::Place::heading(heading, requirement.line).all();
                (requirement.line, inquiry.takes_out(all))
            });
        }
        let keeps = |(at, requirement): (usize, &Requirement)| {
            let id = id(at);
            let own = [questions::outcome(&id, requirement), questions::measure(&id, requirement)];
            let story = requirement.story.and_then(|story| stories.get(story));
            let section = lines.get(rule_heading(reading, requirement));
            at < REQUIREMENTS
                && story.copied().unwrap_or_else(|| !section.is_some_and(|section| section.1))
                && !matches!(requirement.section, Section::OutOfScope | Section::Questions)
                && !inquiry.takes_out(own)
        };
        let kept = reading.requirements.iter().enumerate().map(keeps).collect();
        let lines = lines.into_iter().map(|(heading, (line, _))| (heading.to_owned(), line)).collect();
        Self { kept, stories, lines }
    }

    pub fn keeps(&self, requirement: usize) -> bool {
        self.kept.get(requirement).copied().unwrap_or(false)
    }

    pub fn keeps_story(&self, story: usize) -> bool {
        self.stories.get(story).copied().unwrap_or(false)
    }

    /// The line by which a section is known.
    pub fn section_line(&self, heading: &str) -> u32 {
        self.lines.get(heading).copied().unwrap_or_default()
    }

    /// The requirements that remain, with their positions in the reading.
    pub fn each<'r>(&self, reading: &'r Reading) -> impl Iterator<Item = (usize, &'r Requirement)> {
        reading.requirements.iter().enumerate().filter(|(at, _)| self.keeps(*at))
    }

    pub fn requirements(&self, reading: &Reading, feature: &str) -> Vec<intent::Requirement> {
        let file = [reading.file.as_str(), feature, "-"].into_iter().map(|name| clip(name, FILE));
        let file = file.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
        self.each(reading)
            .map(|(at, requirement)| intent::Requirement {
                id: id(at),
                text: clip(&requirement.text, TEXT),
                source: Source { file: file.clone(), line: requirement.line.max(1) },
                kind: kind(requirement),
            })
            .collect()
    }

    /// A quality that has no number is asked for one; the answer is added to what is said of it.
    pub fn ask_for_measures(
        &self,
        reading: &Reading,
        places: &mut Places,
        model: &Model,
        inquiry: &mut Inquiry,
    ) {
        let Some(view) = places.first_view() else { return };
        let has_number = |text: &str| text.chars().any(char::is_numeric);
        for (at, requirement) in self.each(reading) {
            if kind(requirement) != RequirementKind::Quality || has_number(&requirement.text) {
                continue;
            }
            let question = questions::measure(&id(at), requirement);
            let measure = inquiry.ask(Rank::Measure, question, |text| {
                if has_number(text) { Ok(text.to_owned()) } else { Err("Name a number.") }
            });
            if let Some(measure) = measure.given() {
                places.rules(view, rule_heading(reading, requirement), &measure, &id(at), model);
            }
        }
    }
}

pub fn id(at: usize) -> String {
    format!("R{}", at + 1)
}

pub fn kind(requirement: &Requirement) -> RequirementKind {
    match requirement.section {
        Section::Quality => RequirementKind::Quality,
        Section::Constraints => RequirementKind::Constraint,
        Section::Plain
        | Section::Overview
        | Section::Goals
        | Section::Stories
        | Section::Requirements
        | Section::Criteria
        | Section::Entities
        | Section::Roles
        | Section::Screens
        | Section::EdgeCases
        | Section::Questions
        | Section::OutOfScope
        | Section::Remarks => RequirementKind::Functional,
    }
}

/// Whether a requirement binds what is built without being something that somebody does: how well, within which bounds, and what is
/// forbidden.
pub fn is_rule(requirement: &Requirement) -> bool {
    let forbids = requirement.is_prohibition && requirement.parts.exception.is_none();
    kind(requirement) != RequirementKind::Functional || forbids
}

/// What rules of a section are called.
pub fn rule_heading<'r>(reading: &'r Reading, requirement: &'r Requirement) -> &'r str {
    if requirement.heading.trim().is_empty() { &reading.title.text } else { &requirement.heading }
}
