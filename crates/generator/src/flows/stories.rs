//! Flows of stories.

use std::collections::{HashMap, HashSet};

use frieze_reader::{Scenario, Story, Traced};

use super::{Drafting, FlowDraft, Frame};
use crate::limits::{self, FLOWS};
use crate::plain_answers::{self, Clause};
use crate::question_texts;
use crate::requirements::is_rule;
use crate::words::Word;

impl<'r> Drafting<'r, '_, '_> {
    pub(super) fn stories(&mut self) {
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.reading.stories.len()];
        for (at, requirement) in self.scope.each(self.reading).filter(|(_, one)| !is_rule(self.reading, one))
        {
            if let Some(own) = requirement.story.and_then(|story| own.get_mut(story)) {
                own.push(at);
            }
        }
        let stories = self.reading.stories.iter().zip(own).enumerate().take(FLOWS);
        for (at, (story, own)) in stories.filter(|(at, _)| self.scope.keeps_story(*at)) {
            self.story(at, story, &own);
        }
    }

    fn story(&mut self, at: usize, story: &'r Story, own: &[usize]) {
        let title = if story.title.trim().is_empty() { &story.label } else { &story.title };
        let name =
            limits::name(title).or_else(|| story.want.as_ref().and_then(|want| limits::name(&want.text)));
        let name = name.unwrap_or_else(|| self.about.title.to_owned());
        let mut draft = FlowDraft::default();
        self.scenarios(story, own, &mut draft);
        let drafted = scenario_lines(story);
        for at in own {
            let Some(requirement) = self.reading.requirements.get(*at) else { continue };
            draft.claims.push(*at);
            // A criterion that is a scenario is drafted already.
            if !drafted.contains(&requirement.line) {
                self.demand(*at, requirement, &mut draft);
            }
        }
        if draft.steps.is_empty()
            && let Some(wish) = story.want.as_ref().or_else(|| story.narrative.first())
        {
            let first = plain_answers::sentences(&wish.text).into_iter().next().unwrap_or_default();
            draft.step(first, None, None);
        }
        let whole = story_text(story);
        let described = [story.want.as_ref(), story.narrative.first()];
        let described = described.into_iter().flatten().map(|text| text.text.as_str());
        let described = described.chain(story.benefit.as_ref().map(|text| text.text.as_str()));
        let described = described.collect::<Vec<_>>().join("\n");
        let criteria = own.iter().filter_map(|at| self.reading.requirements.get(*at));
        let texts = std::iter::once(whole.as_str()).chain(criteria.map(|one| one.text.as_str()));
        // The story happens at the first screen that it or one of its criteria names.
        let named = texts.filter_map(|text| self.places.screen_in(text)).next();
        let Some(place) = named.or_else(|| self.places.view(&name, &described, self.model)) else { return };
        self.places.describe(place, &described);
        self.story_views.insert(at, place);
        let actor = match &story.actor {
            Some(actor) => Some(actor.text.clone()),
            None => self.actor_in(&whole),
        };
        let frame = Frame {
            id: format!("F{}", at + 1),
            name,
            actor,
            goal: story.benefit.as_ref().map(|benefit| benefit.text.clone()),
            place,
            asked: question_texts::Origin::story(story),
        };
        self.flow(frame, draft);
    }

    /// The first scenario is the main flow. A later one that fails, or repeats an action under another condition, is an
    /// exception.
    fn scenarios(&self, story: &Story, own: &[usize], draft: &mut FlowDraft) {
        let at_line: HashMap<u32, usize> =
            own.iter().filter_map(|at| Some((self.reading.requirements.get(*at)?.line, *at))).collect();
        let mut done = HashSet::new();
        let mut given_before = HashSet::new();
        for (at, scenario) in story.scenarios.iter().enumerate() {
            let (given, when, then) =
                (joined(&scenario.given), joined(&scenario.when), joined(&scenario.then));
            let requirement = lines_of(scenario).find_map(|line| at_line.get(&line)).copied();
            let again = !when.is_empty() && !done.insert(when.to_lowercase());
            let outcome = (!then.is_empty()).then(|| then.clone());
            if at > 0 && !draft.steps.is_empty() && (again || fails(scenario)) {
                let (condition, text, then) = match (given.is_empty(), when.is_empty()) {
                    (false, false) => (given, when, outcome),
                    (false, true) => (given, then, None),
                    (true, _) => (when, then, None),
                };
                if !condition.is_empty() && !text.is_empty() {
                    draft.exception(&condition, Clause { text, then }, requirement);
                }
                continue;
            }
            // Several scenarios share a Given: only the first step of them includes it.
            let is_new = !given.is_empty() && given_before.insert(given.to_lowercase());
            match (when.is_empty(), is_new) {
                (true, _) if then.is_empty() => draft.step(&given, None, requirement),
                (true, _) => draft.step(&then, None, requirement),
                (false, true) => draft.step(&format!("{given}, {when}"), outcome, requirement),
                (false, false) => draft.step(&when, outcome, requirement),
            }
        }
    }
}

/// Whether a scenario says that something fails.
fn fails(scenario: &Scenario) -> bool {
    let texts = [&scenario.given, &scenario.when, &scenario.then].map(|texts| joined(texts));
    Word::Failure.is_in(&scenario.title) || texts.iter().any(|text| Word::Failure.is_in(text))
}

fn joined(texts: &[Traced]) -> String {
    texts.iter().map(|text| text.text.trim().trim_end_matches(['.', ','])).collect::<Vec<_>>().join("; ")
}

fn lines_of(scenario: &Scenario) -> impl Iterator<Item = u32> {
    let texts = scenario.given.iter().chain(&scenario.when).chain(&scenario.then);
    std::iter::once(scenario.line).chain(texts.map(|text| text.line))
}

fn scenario_lines(story: &Story) -> HashSet<u32> {
    story.scenarios.iter().flat_map(lines_of).collect()
}

/// All texts of a story, to search for actors and screens.
fn story_text(story: &Story) -> String {
    let texts = [&story.want, &story.actor].into_iter().flatten().chain(&story.narrative);
    let scenarios = story.scenarios.iter();
    let texts = texts.chain(scenarios.flat_map(|one| one.given.iter().chain(&one.when).chain(&one.then)));
    let mut text = story.title.clone();
    for part in texts {
        text.push('\n');
        text.push_str(&part.text);
    }
    text
}
