//! Requirements of the design: those of the brief that are in scope, and which of them are rules instead of steps.

use std::collections::HashMap;

use frieze_intent::{self as intent, RequirementKind, Source};
use frieze_reader::{Reading, Requirement, Topic};

use crate::limits::{FILE, REQUIREMENTS, TEXT, clip};
use crate::open_questions::{Answer, Inquiry, Rank};
use crate::places::{Place, Places};
use crate::question_texts;

/// The requirements and stories of a reading that are in scope.
pub struct Scope {
    /// By position in the reading. Ids come from positions, so excluding one requirement does not change the id of another.
    kept: Vec<bool>,
    stories: Vec<bool>,
    lines: HashMap<String, u32>,
}

impl Scope {
    /// The answer "out of scope" excludes the requirement, the story or the section of its question.
    pub fn of(reading: &Reading, inquiry: &Inquiry) -> Self {
        let stories: Vec<bool> = reading
            .stories
            .iter()
            .map(|story| !inquiry.takes_out(question_texts::Origin::story(story).all()))
            .collect();
        // The line of a section's first requirement, and whether the section is excluded.
        let mut lines: HashMap<&str, (u32, bool)> = HashMap::new();
        for requirement in reading.requirements.iter().filter(|requirement| requirement.story.is_none()) {
            let heading = section(reading, requirement);
            lines.entry(heading).or_insert_with(|| {
                let all = question_texts::Origin::section(reading, heading, requirement.line).all();
                (requirement.line, inquiry.takes_out(all))
            });
        }
        let keeps = |(at, requirement): (usize, &Requirement)| {
            let id = id(at);
            let own = [question_texts::outcome(&id, requirement), question_texts::measure(&id, requirement)];
            let story = requirement.story.and_then(|story| stories.get(story));
            let section = lines.get(section(reading, requirement));
            at < REQUIREMENTS
                && story.copied().unwrap_or_else(|| !section.is_some_and(|section| section.1))
                && !matches!(requirement.topic, Some(Topic::OutOfScope | Topic::Questions))
                && !inquiry.takes_out(own)
                && !inquiry.takes_out_id(&id)
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

    /// The line of a section's first requirement.
    pub fn section_line(&self, heading: &str) -> u32 {
        self.lines.get(heading).copied().unwrap_or_default()
    }

    /// The requirements in scope, with their positions in the reading.
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

    /// Asks for a measure if a quality requirement has no number, and adds the answer to the requirement's component. `rules` has
    /// the components of the rules, by position in the reading.
    pub fn ask_for_measures(
        &self,
        reading: &Reading,
        places: &mut Places,
        rules: &HashMap<usize, Place>,
        inquiry: &mut Inquiry,
    ) {
        let has_number = |text: &str| text.chars().any(char::is_numeric);
        for (at, requirement) in self.each(reading) {
            if kind(requirement) != RequirementKind::Quality || has_number(&requirement.text) {
                continue;
            }
            let question = question_texts::measure(&id(at), requirement);
            let measure = inquiry.ask(Rank::Measure, question, |text| {
                if has_number(text) { Ok(text.to_owned()) } else { Err("Name a number.") }
            });
            if let (Some(measure), Some(place)) = (measure.given(), rules.get(&at)) {
                places.rule(*place, &measure, &id(at));
            }
        }
    }
}

/// A requirement that is in scope.
pub struct InScope<'r> {
    /// As designs have it.
    pub id: String,
    pub kind: RequirementKind,
    pub requirement: &'r Requirement,
}

/// The requirements of a reading, except those that answers exclude.
pub fn in_scope<'r>(reading: &'r Reading, answers: &[Answer]) -> Vec<InScope<'r>> {
    let scope = Scope::of(reading, &Inquiry::new(answers));
    scope
        .each(reading)
        .map(|(at, requirement)| InScope { id: id(at), kind: kind(requirement), requirement })
        .collect()
}

/// The id of a requirement, by its position.
pub fn id(at: usize) -> String {
    format!("R{}", at + 1)
}

pub fn kind(requirement: &Requirement) -> RequirementKind {
    if requirement.topic == Some(Topic::Quality) {
        RequirementKind::Quality
    } else if requirement.topic == Some(Topic::Constraints) {
        RequirementKind::Constraint
    } else {
        RequirementKind::Functional
    }
}

/// Whether a requirement is a rule and not an action: a quality, a constraint or a prohibition. Next to stories, the overview has
/// no actions of its own.
pub fn is_rule(reading: &Reading, requirement: &Requirement) -> bool {
    let forbids = requirement.is_prohibition && requirement.parts.exception.is_none();
    let is_overview = requirement.topic == Some(Topic::Overview) && !reading.stories.is_empty();
    kind(requirement) != RequirementKind::Functional || forbids || is_overview
}

/// The heading that names the section of a requirement, or else the title.
pub fn section<'r>(reading: &'r Reading, requirement: &'r Requirement) -> &'r str {
    heading(requirement).unwrap_or(&reading.title.text)
}

/// The heading that names something of the product above a requirement.
pub fn heading(requirement: &Requirement) -> Option<&str> {
    Some(requirement.heading.as_str()).filter(|heading| !heading.trim().is_empty())
}
