//! Scenarios: steps below a heading or a keyword, joined to one requirement.

use frieze_language::{Tag, Topic};

use super::Walk;
use crate::unit::Unit;
use crate::{Force, Requirement, Scenario, clauses};

pub(super) struct OpenScenario {
    pub(super) scenario: Scenario,
    pub(super) texts: Vec<String>,
    pub(super) tag: Tag,
    pub(super) is_background: bool,
}

impl Walk {
    pub(super) fn open_scenario(&mut self, title: &str, line: u32, is_background: bool) {
        self.end_scenario();
        let scenario = Scenario { title: title.to_owned(), line, ..Scenario::default() };
        self.scenario = Some(OpenScenario { scenario, texts: Vec::new(), tag: Tag::Given, is_background });
    }

    pub(super) fn step(&mut self, unit: &Unit) {
        let (Some(step), Some(open)) = (unit.step(), &mut self.scenario) else { return };
        if step.tag != Tag::And {
            open.tag = step.tag;
        }
        if open.texts.is_empty() {
            open.scenario.line = unit.line;
        }
        let rest = unit.text.get(step.end..).unwrap_or_default().trim_matches([' ', ',', ':']);
        clauses::push(&mut open.scenario, open.tag, rest, unit.line);
        open.texts.push(unit.text.clone());
    }

    pub(super) fn end_scenario(&mut self) {
        let Some(open) = self.scenario.take().filter(|open| !open.texts.is_empty() && !open.is_background)
        else {
            return;
        };
        let scenario = open.scenario;
        let found = Requirement {
            label: String::new(),
            text: open.texts.join(if self.words.is_spaceless() { "" } else { " " }),
            line: scenario.line,
            force: Force::Must,
            topic: Some(Topic::Criteria),
            heading: scenario.title.clone(),
            story: self.story_at(),
            parts: clauses::of_scenario(&scenario),
            is_prohibition: false,
            pattern: "scenario.steps",
        };
        if let Some(story) = self.story_at().and_then(|at| self.reading.stories.get_mut(at)) {
            story.scenarios.push(scenario);
        }
        self.push(found);
    }
}
