//! The flows: one for each story, and one for each section whose requirements no story says. Steps, exceptions and interactions are
//! clauses of the document, or sentences of an answer.

use std::collections::{HashMap, HashSet};

use frieze_intent::{Alternative, Interaction, Step, UserFlow};
use frieze_reader::{Reading, Requirement, Scenario, Section, Story, Traced};

use crate::bounds::{self, FLOWS, INTERACTIONS, NAME, REFERENCES, STEPS, TEXT, clip, refer};
use crate::demands::{Demands, id, is_rule, rule_heading};
use crate::inquiry::{Inquiry, Rank, Reply};
use crate::model::Model;
use crate::names::{Names, content};
use crate::places::{Place, Places};
use crate::questions;
use crate::replies::{self, Clause, Exception};
use crate::words::Word;

/// What is drawn.
#[derive(Default)]
pub struct Drawn {
    pub flows: Vec<UserFlow>,
    pub interactions: Vec<Interaction>,
}

/// What the whole document is about, for what names nothing else.
#[derive(Clone, Copy)]
pub struct About<'a> {
    pub title: &'a str,
    pub summary: &'a str,
}

/// Draws every story, then what is left of the requirements, section by section, then the edge cases.
pub fn draw(
    reading: &Reading,
    demands: &Demands,
    about: About,
    model: &Model,
    places: &mut Places,
    inquiry: &mut Inquiry,
) -> Drawn {
    let actors = Names::of(reading.language, reading.actors.iter().map(|actor| actor.text.as_str()));
    let mut drawing =
        Drawing { reading, demands, model, places, inquiry, actors, about, drawn: Drawn::default() };
    drawing.stories();
    drawing.sections();
    drawing.rules();
    drawing.edge_cases();
    drawing.ask_for_interactions();
    drawing.drawn
}

struct Drawing<'r, 'a, 'm> {
    reading: &'r Reading,
    demands: &'m Demands,
    model: &'m Model,
    places: &'m mut Places,
    inquiry: &'m mut Inquiry<'a>,
    actors: Names,
    about: About<'m>,
    drawn: Drawn,
}

/// A flow before its steps have ids and places.
#[derive(Default)]
struct Plot {
    acts: Vec<Act>,
    exceptions: Vec<(usize, Exception, Option<usize>)>,
    reactions: Vec<(String, String, usize)>,
    claims: Vec<usize>,
}

/// A step, with the requirement that it is taken from.
struct Act {
    clause: Clause,
    requirement: Option<usize>,
}

impl Plot {
    fn act(&mut self, text: &str, then: Option<String>, requirement: Option<usize>) {
        if !text.trim().is_empty() && self.acts.len() < STEPS {
            self.acts.push(Act { clause: Clause { text: text.to_owned(), then }, requirement });
        }
    }

    /// An exception leaves from the step before it, or from the first one where it stands before all steps.
    fn exception(&mut self, condition: &str, step: Clause, requirement: Option<usize>) {
        if self.exceptions.len() < STEPS {
            let at = self.acts.len().saturating_sub(1);
            self.exceptions.push((at, Exception { condition: condition.to_owned(), step }, requirement));
        }
    }
}

impl<'r> Drawing<'r, '_, '_> {
    fn stories(&mut self) {
        let mut own: Vec<Vec<usize>> = vec![Vec::new(); self.reading.stories.len()];
        for (at, requirement) in self.demands.each(self.reading).filter(|(_, one)| !is_rule(one)) {
            if let Some(own) = requirement.story.and_then(|story| own.get_mut(story)) {
                own.push(at);
            }
        }
        let stories = self.reading.stories.iter().zip(own).enumerate().take(FLOWS);
        for (at, (story, own)) in stories.filter(|(at, _)| self.demands.keeps_story(*at)) {
            self.story(at, story, &own);
        }
    }

    fn story(&mut self, at: usize, story: &'r Story, own: &[usize]) {
        let title = if story.title.trim().is_empty() { &story.label } else { &story.title };
        let name =
            bounds::name(title).or_else(|| story.want.as_ref().and_then(|want| bounds::name(&want.text)));
        let name = name.unwrap_or_else(|| self.about.title.to_owned());
        let mut plot = Plot::default();
        self.scenarios(story, own, &mut plot);
        let told = scenario_lines(story);
        for at in own {
            let Some(requirement) = self.reading.requirements.get(*at) else { continue };
            plot.claims.push(*at);
            // A criterion that is a scenario is drawn already.
            if !told.contains(&requirement.line) {
                self.demand(*at, requirement, &mut plot);
            }
        }
        if plot.acts.is_empty()
            && let Some(told) = story.want.as_ref().or_else(|| story.narrative.first())
        {
            let first = replies::sentences(&told.text).into_iter().next().unwrap_or_default();
            plot.act(first, None, None);
        }
        let told = story_text(story);
        let described = [story.want.as_ref(), story.narrative.first()];
        let described = described.into_iter().flatten().map(|text| text.text.as_str());
        let described = described.chain(story.benefit.as_ref().map(|text| text.text.as_str()));
        let described = described.collect::<Vec<_>>().join("\n");
        let criteria = own.iter().filter_map(|at| self.reading.requirements.get(*at));
        let texts = std::iter::once(told.as_str()).chain(criteria.map(|one| one.text.as_str()));
        // A screen that the story or a criterion of it names is where it happens.
        let named = texts.filter_map(|text| self.places.screen_in(text)).next();
        let Some(place) = named.or_else(|| self.places.view(&name, &described, self.model)) else { return };
        self.places.describe(place, &described);
        let actor = match &story.actor {
            Some(actor) => Some(actor.text.clone()),
            None => self.actor_in(&told),
        };
        let frame = Frame {
            id: format!("F{}", at + 1),
            name,
            actor,
            goal: story.benefit.as_ref().map(|benefit| benefit.text.clone()),
            place,
            asked: questions::Place::story(story),
        };
        self.flow(frame, plot);
    }

    /// The first scenario is the usual way. A later one that fails, or does the same under other circumstances, is an exception.
    fn scenarios(&self, story: &Story, own: &[usize], plot: &mut Plot) {
        let at_line: HashMap<u32, usize> =
            own.iter().filter_map(|at| Some((self.reading.requirements.get(*at)?.line, *at))).collect();
        let mut done = HashSet::new();
        let mut given_before = HashSet::new();
        for (at, scenario) in story.scenarios.iter().enumerate() {
            let (given, when, then) = (said(&scenario.given), said(&scenario.when), said(&scenario.then));
            let requirement = lines_of(scenario).find_map(|line| at_line.get(&line)).copied();
            let again = !when.is_empty() && !done.insert(when.to_lowercase());
            let fails = [&scenario.title, &given, &when, &then].iter().any(|text| Word::Failure.is_in(text));
            let outcome = (!then.is_empty()).then(|| then.clone());
            if at > 0 && !plot.acts.is_empty() && (again || fails) {
                let (condition, text, then) = match (given.is_empty(), when.is_empty()) {
                    (false, false) => (given, when, outcome),
                    (false, true) => (given, then, None),
                    (true, _) => (when, then, None),
                };
                if !condition.is_empty() && !text.is_empty() {
                    plot.exception(&condition, Clause { text, then }, requirement);
                }
                continue;
            }
            // What is given is said once: the next scenario begins where this one does.
            let is_new = !given.is_empty() && given_before.insert(given.to_lowercase());
            match (when.is_empty(), is_new) {
                (true, _) if then.is_empty() => plot.act(&given, None, requirement),
                (true, _) => plot.act(&then, None, requirement),
                (false, true) => plot.act(&format!("{given}, {when}"), outcome, requirement),
                (false, false) => plot.act(&when, outcome, requirement),
            }
        }
    }

    /// When … is a step, if … an exception, while and where … what the place does by itself. Anything else is a step as a whole: without
    /// a condition, what is left of a sentence without its subject is often none.
    fn demand(&self, at: usize, requirement: &Requirement, plot: &mut Plot) {
        let parts = &requirement.parts;
        let Some(response) = worded(&parts.response) else {
            plot.act(&requirement.text, None, Some(at));
            return;
        };
        let then = Some(response.to_owned());
        match (worded(&parts.exception), worded(&parts.trigger), worded(&parts.condition)) {
            (Some(exception), trigger, _) => {
                let (text, then) = trigger.map_or((response, None), |trigger| (trigger, then));
                plot.exception(exception, Clause { text: text.to_owned(), then }, Some(at));
            }
            (None, Some(trigger), Some(condition)) => {
                plot.act(&format!("{condition}, {trigger}"), then, Some(at));
            }
            (None, Some(trigger), None) => plot.act(trigger, then, Some(at)),
            (None, None, Some(condition)) => {
                plot.reactions.push((condition.to_owned(), response.to_owned(), at));
            }
            (None, None, None) => plot.act(&requirement.text, None, Some(at)),
        }
    }

    /// A requirement of which a flow says half the words is that flow's. One that says what sets it off and what follows is an
    /// interaction beside the stories. The others are steps of a flow of their section.
    fn sections(&mut self) {
        let said = self.said();
        let has_stories = !self.reading.stories.is_empty();
        // Edge cases with their answers are drawn as exceptions, when all flows are known.
        let cases = self.reading.edge_cases.iter().filter(|case| answered(&case.text).is_some());
        let cases: HashSet<u32> = cases.map(|case| case.line).collect();
        let mut order: Vec<&str> = Vec::new();
        let mut by_heading: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, requirement) in self.demands.each(self.reading) {
            let is_told =
                requirement.story.is_some_and(|story| story < self.reading.stories.len().min(FLOWS));
            if is_told || is_rule(requirement) || cases.contains(&requirement.line) {
                continue;
            }
            // What happens otherwise is never said by the usual way, however many words they share.
            if has_stories && requirement.parts.exception.is_some() && self.reaction(at, requirement, &said) {
                continue;
            }
            if let Some(flow) = said.says(self.reading.language, &requirement.text)
                && let Some(flow) = self.drawn.flows.get_mut(flow)
            {
                refer(&mut flow.satisfies, &id(at), REFERENCES);
                continue;
            }
            if has_stories && self.reaction(at, requirement, &said) {
                continue;
            }
            let heading = rule_heading(self.reading, requirement);
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

    /// Draws a requirement beside the stories that says what sets it off and what follows: as an exception to the flow that speaks of
    /// it, or as an interaction.
    fn reaction(&mut self, at: usize, requirement: &Requirement, said: &Said) -> bool {
        let parts = &requirement.parts;
        let Some(response) = worded(&parts.response) else { return false };
        let cause = worded(&parts.exception).or(worded(&parts.trigger));
        let Some(cause) = cause else { return false };
        let is_exception = parts.exception.is_some() || requirement.section == Section::EdgeCases;
        let flow = said.speaks(self.reading.language, &requirement.text).filter(|_| is_exception);
        if let Some(flow) = flow {
            let step = Clause { text: response.to_owned(), then: None };
            self.attach(flow, &Exception { condition: cause.to_owned(), step }, Some(at));
        } else {
            self.interaction(None, cause, response, Some(at));
        }
        true
    }

    fn section(&mut self, number: usize, heading: &str, own: &[usize]) {
        let mut plot = Plot::default();
        let mut told = heading.to_owned();
        for at in own {
            let Some(requirement) = self.reading.requirements.get(*at) else { continue };
            plot.claims.push(*at);
            told.push('\n');
            told.push_str(&requirement.text);
            self.demand(*at, requirement, &mut plot);
        }
        let Some(place) = self.places.screen_in(heading).or_else(|| self.document_view()) else { return };
        let line = self.demands.section_line(heading);
        let frame = Frame {
            id: format!("S{}", number + 1),
            name: bounds::name(heading).unwrap_or_else(|| self.about.title.to_owned()),
            actor: self.actor_in(&told),
            goal: None,
            place,
            asked: questions::Place::heading(heading, line),
        };
        self.flow(frame, plot);
    }

    /// The view of the whole document, for what names no screen.
    fn document_view(&mut self) -> Option<Place> {
        self.places.view(self.about.title, self.about.summary, self.model)
    }

    fn flow(&mut self, frame: Frame, mut plot: Plot) {
        let actor = match frame.actor {
            Some(actor) => clip(&actor, NAME),
            None => {
                let answer = self.inquiry.ask(Rank::Actor, frame.asked.actor(), replies::person);
                answer.given().map(|actor| clip(&actor, NAME)).unwrap_or_default()
            }
        };
        let goal = frame.goal.or_else(|| {
            let answer = self.inquiry.ask(Rank::Goal, frame.asked.goal(), |text| Ok(text.to_owned()));
            answer.given()
        });
        self.ask_for_steps(&frame.asked, &mut plot);
        if plot.exceptions.is_empty() {
            let failure = self.inquiry.ask(Rank::Failure, frame.asked.failure(), replies::exceptions);
            for exception in failure.given().unwrap_or_default() {
                plot.exception(&exception.condition, exception.step, None);
            }
        }
        // What an interaction meets, the flow does not say.
        let reactions: HashSet<usize> = plot.reactions.iter().map(|(.., at)| *at).collect();
        let claims = plot.claims.iter().filter(|at| !reactions.contains(at));
        let mut flow = UserFlow {
            id: frame.id,
            name: frame.name,
            actor,
            goal: goal.map(|goal| clip(&goal, TEXT)),
            steps: Vec::new(),
            alternatives: Vec::new(),
            satisfies: claims.take(REFERENCES).map(|at| id(*at)).collect(),
        };
        let mut place = frame.place;
        for (at, act) in plot.acts.iter().enumerate() {
            self.go_to_subject(act.requirement, &mut place);
            let step = self.step(format!("{}.{}", flow.id, at + 1), &act.clause, &mut place);
            flow.steps.push(step);
        }
        for (leaves, exception, requirement) in &plot.exceptions {
            self.alternative(&mut flow, *leaves, exception, *requirement, frame.place);
        }
        for (trigger, response, at) in &plot.reactions {
            self.interaction(Some(frame.place), trigger, response, Some(*at));
        }
        if !flow.steps.is_empty() {
            self.drawn.flows.push(flow);
        }
    }

    /// An exception to nothing is what the place answers.
    fn alternative(
        &mut self,
        flow: &mut UserFlow,
        leaves: usize,
        exception: &Exception,
        requirement: Option<usize>,
        place: Place,
    ) {
        let Some(at) = flow.steps.get(leaves).map(|step| step.id.clone()) else {
            if let Some(requirement) = requirement {
                self.interaction(Some(place), &exception.condition, &exception.step.text, Some(requirement));
            }
            return;
        };
        if flow.alternatives.len() >= STEPS {
            return;
        }
        let mut place = place;
        let id = format!("{}.{}", flow.id, alternative_name(flow.alternatives.len()));
        self.go_to_subject(requirement, &mut place);
        let step = self.step(id, &exception.step, &mut place);
        let condition = clip(&exception.condition, TEXT);
        flow.alternatives.push(Alternative { at, condition, steps: vec![step] });
    }

    /// What a screen does happens at that screen: `the Payment page must …`.
    fn go_to_subject(&self, requirement: Option<usize>, place: &mut Place) {
        let requirement = requirement.and_then(|at| self.reading.requirements.get(at));
        let subject = requirement.and_then(|requirement| requirement.parts.subject.as_deref());
        if let Some(named) = subject.and_then(|subject| self.places.screen_in(subject)) {
            *place = named;
        }
    }

    /// A step is at the screen that it names, else where the one before it was. What an outcome names is where the next one is.
    fn step(&mut self, id: String, clause: &Clause, place: &mut Place) -> Step {
        if let Some(named) = self.places.screen_in(&clause.text) {
            *place = named;
        }
        let component = self.places.id(*place);
        let at = *place;
        let then = clause.then.as_deref().unwrap_or_default();
        if let Some(named) = self.places.screen_in(then) {
            *place = named;
        }
        let entities = self.model.in_text(&format!("{}\n{then}", clause.text));
        for entity in &entities {
            self.places.shows(at, entity);
        }
        Step {
            id,
            action: clip(&clause.text, TEXT),
            component,
            entities,
            outcome: (!then.trim().is_empty()).then(|| clip(then, TEXT)),
        }
    }

    fn interaction(&mut self, place: Option<Place>, trigger: &str, response: &str, at: Option<usize>) {
        let named = self.places.screen_in(&format!("{trigger}\n{response}"));
        let Some(place) =
            named.or(place).or_else(|| self.places.first_view()).or_else(|| self.document_view())
        else {
            return;
        };
        if self.drawn.interactions.len() < INTERACTIONS {
            self.drawn.interactions.push(Interaction {
                id: format!("I{}", self.drawn.interactions.len() + 1),
                trigger: clip(trigger, TEXT),
                component: self.places.id(place),
                response: clip(response, TEXT),
                feedback: None,
                satisfies: at.map(id).into_iter().collect(),
            });
        }
    }

    /// One step is no way to anywhere. What an answer adds comes before a step that is an end already.
    fn ask_for_steps(&mut self, asked: &questions::Place, plot: &mut Plot) {
        if plot.acts.len() < 2 {
            let steps = self.inquiry.ask(Rank::Steps, asked.steps(), replies::steps).given();
            let last = plot.acts.pop_if(|act| act.clause.then.is_some());
            for step in steps.unwrap_or_default() {
                plot.act(&step.text, step.then, None);
            }
            plot.acts.extend(last);
        }
        let count = plot.acts.len();
        for (at, act) in plot.acts.iter_mut().enumerate().filter(|(_, act)| act.clause.then.is_none()) {
            let requirement = act.requirement;
            let Some((number, requirement)) =
                requirement.and_then(|at| Some((at, self.reading.requirements.get(at)?)))
            else {
                continue;
            };
            // How a flow ends is asked for before what its other steps change.
            let rank = if at + 1 == count { Rank::Outcome } else { Rank::Detail };
            let question = questions::outcome(&id(number), requirement);
            act.clause.then = self.inquiry.ask(rank, question, |text| Ok(text.to_owned())).given();
        }
    }

    fn actor_in(&self, text: &str) -> Option<String> {
        let at = self.actors.in_text(text).into_iter().next()?;
        Some(self.reading.actors.get(at)?.text.clone())
    }

    /// How well it works, within which bounds and what is forbidden are no steps: they are kept in the document's words, by section.
    fn rules(&mut self) {
        for (at, requirement) in self.demands.each(self.reading).filter(|(_, one)| is_rule(one)) {
            let Some(view) = self.places.first_view().or_else(|| self.document_view()) else { return };
            let heading = rule_heading(self.reading, requirement);
            self.places.rules(view, heading, &requirement.text, &id(at), self.model);
        }
    }

    /// An edge case that the document answers is an exception to the flow that speaks of it; one that no requirement answers is asked
    /// for, and belongs to the flow that says the most of its words.
    fn edge_cases(&mut self) {
        let at_line: HashMap<u32, usize> =
            self.demands.each(self.reading).map(|(at, requirement)| (requirement.line, at)).collect();
        let lines: HashSet<u32> =
            self.reading.requirements.iter().map(|requirement| requirement.line).collect();
        let said = self.said();
        for case in &self.reading.edge_cases {
            if let Some((condition, handling)) = answered(&case.text) {
                let requirement = at_line.get(&case.line).copied();
                if requirement.is_some() || !lines.contains(&case.line) {
                    self.answered_case(condition, handling, requirement, &said);
                }
            } else if !lines.contains(&case.line) {
                self.edge_case(case, &said);
            }
        }
    }

    fn answered_case(&mut self, condition: &str, handling: &str, requirement: Option<usize>, said: &Said) {
        let text = format!("{condition}\n{handling}");
        let flow = match self.drawn.flows.as_slice() {
            [_] => Some(0),
            _ => said.speaks(self.reading.language, &text),
        };
        let Some(flow) = flow else {
            self.interaction(None, condition, handling, requirement);
            return;
        };
        let step = Clause { text: handling.to_owned(), then: None };
        self.attach(flow, &Exception { condition: condition.to_owned(), step }, requirement);
    }

    fn edge_case(&mut self, case: &Traced, said: &Said) {
        let language = self.reading.language;
        let count = self.drawn.flows.len();
        let reply = self.inquiry.ask(Rank::EdgeCase, questions::edge_case(case), |text| {
            let flow =
                if count == 1 { Some(0) } else { said.most(language, &format!("{}\n{text}", case.text)) };
            let flow = flow.ok_or("No flow speaks of this: name one in the answer.")?;
            Ok((flow, replies::handling(text)?))
        });
        let Reply::Given((at, step)) = reply else { return };
        let condition = case.text.trim().trim_end_matches(['?', '？', '.']).to_owned();
        self.attach(at, &Exception { condition, step }, None);
    }

    /// Adds an exception to a flow that is drawn already: where it happens is not said, so it leaves from the last step.
    fn attach(&mut self, at: usize, exception: &Exception, requirement: Option<usize>) {
        let Some(flow) = self.drawn.flows.get(at).filter(|flow| flow.alternatives.len() < STEPS) else {
            return;
        };
        let step = format!("{}.{}", flow.id, alternative_name(flow.alternatives.len()));
        let Some(last) = flow.steps.last() else { return };
        let (leaves, view) = (last.id.clone(), self.places.with_id(&last.component));
        let Some(mut place) = view else { return };
        let step = self.step(step, &exception.step, &mut place);
        if let Some(flow) = self.drawn.flows.get_mut(at) {
            let condition = clip(&exception.condition, TEXT);
            flow.alternatives.push(Alternative { at: leaves, condition, steps: vec![step] });
            if let Some(requirement) = requirement {
                refer(&mut flow.satisfies, &id(requirement), REFERENCES);
            }
        }
    }

    /// A document that says nowhere what the product answers to what is done at a view is asked for it.
    fn ask_for_interactions(&mut self) {
        if !self.drawn.interactions.is_empty() || self.drawn.flows.is_empty() {
            return;
        }
        let question = questions::interactions(self.about.title);
        let all = self.inquiry.ask(Rank::Interactions, question, replies::exceptions).given();
        for Exception { condition, step } in all.unwrap_or_default() {
            let response = step.then.map_or(step.text.clone(), |then| format!("{}. {then}", step.text));
            self.interaction(None, &condition, &response, None);
        }
    }

    /// What the flows say so far.
    fn said(&self) -> Said {
        let mut said = Said::default();
        for (at, flow) in self.drawn.flows.iter().enumerate() {
            let steps = flow.alternatives.iter().flat_map(|alternative| &alternative.steps);
            let steps = flow.steps.iter().chain(steps);
            let steps = steps.flat_map(|step| [Some(step.action.as_str()), step.outcome.as_deref()]);
            let conditions = flow.alternatives.iter().map(|alternative| Some(alternative.condition.as_str()));
            let texts = steps.chain(conditions).chain([Some(flow.name.as_str()), flow.goal.as_deref()]);
            for word in texts.flatten().flat_map(|text| content(self.reading.language, text)) {
                let flows = said.by_word.entry(word).or_default();
                if flows.last() != Some(&at) && flows.len() < Said::MOST {
                    flows.push(at);
                }
            }
        }
        said
    }
}

/// An edge case and what the document says of it: `What happens when …? It is refused.`, `Expired card → it is refused.`
fn answered(case: &str) -> Option<(&str, &str)> {
    let parts = case.split_once(['?', '？', '→']).or_else(|| case.split_once("->"));
    let (condition, handling) = parts.or_else(|| case.split_once(": "))?;
    let (condition, handling) =
        (condition.trim(), handling.trim_start_matches([':', '-', '–', '—', '→', ' ']).trim());
    let is_asked = handling.ends_with(['?', '？']);
    (!condition.is_empty() && handling.contains(char::is_alphabetic) && !is_asked)
        .then_some((condition, handling))
}

/// A part of a sentence that has words.
fn worded(part: &Option<String>) -> Option<&str> {
    part.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

/// What a flow is known by, before its steps.
struct Frame {
    id: String,
    name: String,
    actor: Option<String>,
    goal: Option<String>,
    place: Place,
    asked: questions::Place,
}

/// Which flows say a word.
#[derive(Default)]
struct Said {
    by_word: HashMap<String, Vec<usize>>,
}

impl Said {
    /// A word that more flows say tells none of them from the others.
    const MOST: usize = 64;
    /// Words that make a statement: fewer are alike by chance.
    const LEAST: usize = 3;

    fn count(&self, language: Option<&'static str>, text: &str) -> (usize, Option<(usize, usize)>) {
        let words: HashSet<String> = content(language, text).take(200).collect();
        let mut flows: HashMap<usize, usize> = HashMap::new();
        for flow in words.iter().filter_map(|word| self.by_word.get(word)).flatten() {
            *flows.entry(*flow).or_default() += 1;
        }
        let most = flows.into_iter().max_by_key(|(flow, words)| (*words, std::cmp::Reverse(*flow)));
        (words.len(), most)
    }

    /// The flow that says at least half the words of a text.
    fn says(&self, language: Option<&'static str>, text: &str) -> Option<usize> {
        let (words, most) = self.count(language, text);
        most.filter(|(_, said)| *said >= Self::LEAST && said * 2 >= words).map(|(flow, _)| flow)
    }

    /// The flow that says the most of the words of a text, and enough of them to speak of it.
    fn speaks(&self, language: Option<&'static str>, text: &str) -> Option<usize> {
        self.count(language, text).1.filter(|(_, said)| *said >= Self::LEAST).map(|(flow, _)| flow)
    }

    /// The flow that says the most of the words of a text.
    fn most(&self, language: Option<&'static str>, text: &str) -> Option<usize> {
        self.count(language, text).1.map(|(flow, _)| flow)
    }
}

fn said(texts: &[Traced]) -> String {
    texts.iter().map(|text| text.text.trim().trim_end_matches(['.', ','])).collect::<Vec<_>>().join("; ")
}

fn lines_of(scenario: &Scenario) -> impl Iterator<Item = u32> {
    let texts = scenario.given.iter().chain(&scenario.when).chain(&scenario.then);
    std::iter::once(scenario.line).chain(texts.map(|text| text.line))
}

fn scenario_lines(story: &Story) -> HashSet<u32> {
    story.scenarios.iter().flat_map(lines_of).collect()
}

/// What a story says, to find who and where it is about.
fn story_text(story: &Story) -> String {
    let told = [&story.want, &story.actor].into_iter().flatten().chain(&story.narrative);
    let scenarios = story.scenarios.iter();
    let told = told.chain(scenarios.flat_map(|one| one.given.iter().chain(&one.when).chain(&one.then)));
    let mut text = story.title.clone();
    for part in told {
        text.push('\n');
        text.push_str(&part.text);
    }
    text
}

/// `a`, `b`, … `z`, `a2`, …: as alternatives of use cases are called.
fn alternative_name(at: usize) -> String {
    let letter = u8::try_from(at % 26).map_or('a', |letter| char::from(b'a' + letter));
    let round = at / 26;
    if round == 0 { letter.to_string() } else { format!("{letter}{}", round + 1) }
}
