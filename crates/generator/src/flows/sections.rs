//! Flows of sections: the requirements outside of the stories.

use std::collections::{HashMap, HashSet};

use frieze_reader::Requirement;

use super::edge_cases::answered;
use super::{Drafting, FlowDraft, Frame, worded};
use crate::limits::{self, FLOWS};
use crate::question_texts;
use crate::requirements::{self, is_rule};

impl<'r> Drafting<'r, '_, '_> {
    /// Drafts the requirements outside of the stories. Next to stories, one with a trigger and a response is an interaction. The others are
    /// steps in a flow of their section.
    pub(super) fn sections(&mut self) {
        let has_stories = !self.reading.stories.is_empty();
        // Edge cases with answers become exceptions later, when all flows are known.
        let cases = self.reading.edge_cases.iter().filter(|case| answered(&case.text).is_some());
        let cases: HashSet<u32> = cases.map(|case| case.line).collect();
        let mut order: Vec<&str> = Vec::new();
        let mut by_heading: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, requirement) in self.scope.each(self.reading) {
            let is_drafted =
                requirement.story.is_some_and(|story| story < self.reading.stories.len().min(FLOWS));
            if is_drafted || is_rule(self.reading, requirement) || cases.contains(&requirement.line) {
                continue;
            }
            if has_stories && self.reaction(at, requirement) {
                continue;
            }
            let heading = requirements::section(self.reading, requirement);
            let all = by_heading.entry(heading).or_insert_with(|| {
                order.push(heading);
                Vec::new()
            });
            all.push(at);
        }
        for (number, heading) in order.into_iter().enumerate().take(FLOWS) {
            let own = by_heading.remove(heading).unwrap_or_default();
            self.section(number, heading, &own);
        }
    }

    /// Drafts a requirement that has a trigger and a response as an interaction. Returns whether it has both.
    fn reaction(&mut self, at: usize, requirement: &Requirement) -> bool {
        let parts = &requirement.parts;
        let cause = worded(&parts.exception).or(worded(&parts.trigger));
        let (Some(cause), Some(response)) = (cause, worded(&parts.response)) else { return false };
        self.interaction(None, cause, response, Some(at));
        true
    }

    fn section(&mut self, number: usize, heading: &'r str, own: &[usize]) {
        let mut draft = FlowDraft::default();
        let mut whole = heading.to_owned();
        for at in own {
            let Some(requirement) = self.reading.requirements.get(*at) else { continue };
            draft.claims.push(*at);
            whole.push('\n');
            whole.push_str(&requirement.text);
            self.demand(*at, requirement, &mut draft);
        }
        let Some(place) = self.places.screen_in(heading).or_else(|| self.document_view()) else { return };
        self.section_views.insert(heading, place);
        let line = self.scope.section_line(heading);
        let name = limits::name(heading).filter(|_| heading != self.reading.title.text);
        let frame = Frame {
            id: format!("S{}", number + 1),
            name: name.unwrap_or_else(|| self.about.title.to_owned()),
            actor: self.actor_in(&whole),
            goal: None,
            place,
            asked: question_texts::Origin::section(self.reading, heading, line),
        };
        self.flow(frame, draft);
    }
}
