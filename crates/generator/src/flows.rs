//! Flows of a design: one for each story, and one for each section with requirements that no story covers. Steps, alternatives and
//! interactions are clauses of the brief, or sentences of an answer.

mod edge_cases;
mod sections;
mod stories;

use std::collections::{HashMap, HashSet};

use frieze_intent::{Alternative, Interaction, Step, UserFlow};
use frieze_reader::{Reading, Requirement};

use crate::limits::{INTERACTIONS, NAME, REFERENCES, STEPS, TEXT, clip};
use crate::model::Model;
use crate::names::Names;
use crate::open_questions::{Inquiry, Rank};
use crate::places::{Place, Places};
use crate::plain_answers::{self, Clause, Exception};
use crate::question_texts;
use crate::requirements::{Scope, heading, id, is_rule, section};

/// The drafted flows and interactions, and the components of the rules by position in the reading.
#[derive(Default)]
pub struct Drafted {
    pub flows: Vec<UserFlow>,
    pub interactions: Vec<Interaction>,
    pub rules: HashMap<usize, Place>,
}

/// Title and summary of the whole brief.
#[derive(Clone, Copy)]
pub struct About<'a> {
    pub title: &'a str,
    pub summary: &'a str,
}

/// Drafts the flows of the stories, then of the other requirements by section, then the rules and the edge cases.
pub fn draft(
    reading: &Reading,
    scope: &Scope,
    about: About,
    model: &Model,
    places: &mut Places,
    inquiry: &mut Inquiry,
) -> Drafted {
    let actors = Names::of(reading.language, reading.actors.iter().map(|actor| actor.text.as_str()));
    let mut drafting = Drafting {
        reading,
        scope,
        model,
        places,
        inquiry,
        actors,
        about,
        story_views: HashMap::new(),
        section_views: HashMap::new(),
        drafted: Drafted::default(),
    };
    drafting.stories();
    drafting.sections();
    drafting.rules();
    drafting.edge_cases();
    drafting.ask_for_interactions();
    drafting.drafted
}

struct Drafting<'r, 'a, 'm> {
    reading: &'r Reading,
    scope: &'m Scope,
    model: &'m Model,
    places: &'m mut Places,
    inquiry: &'m mut Inquiry<'a>,
    actors: Names,
    about: About<'m>,
    /// The views at which the flows begin, by story and by section.
    story_views: HashMap<usize, Place>,
    section_views: HashMap<&'r str, Place>,
    drafted: Drafted,
}

/// A flow without ids and places.
#[derive(Default)]
struct FlowDraft {
    steps: Vec<StepDraft>,
    exceptions: Vec<(usize, Exception, Option<usize>)>,
    reactions: Vec<(String, String, usize)>,
    claims: Vec<usize>,
}

/// A step without id and place, and the requirement it comes from.
struct StepDraft {
    clause: Clause,
    requirement: Option<usize>,
}

impl FlowDraft {
    fn step(&mut self, text: &str, then: Option<String>, requirement: Option<usize>) {
        if !text.trim().is_empty() && self.steps.len() < STEPS {
            self.steps.push(StepDraft { clause: Clause { text: text.to_owned(), then }, requirement });
        }
    }

    /// Adds an exception to the last step, or to the first step if there is none yet.
    fn exception(&mut self, condition: &str, step: Clause, requirement: Option<usize>) {
        if self.exceptions.len() < STEPS {
            let at = self.steps.len().saturating_sub(1);
            self.exceptions.push((at, Exception { condition: condition.to_owned(), step }, requirement));
        }
    }
}

impl<'r> Drafting<'r, '_, '_> {
    /// Adds a requirement: *when …* is a step, *if …* an exception, *while …* and *where …* an interaction. Anything else is a step with
    /// the whole text, as a sentence without a condition is often incomplete without its subject.
    fn demand(&self, at: usize, requirement: &Requirement, draft: &mut FlowDraft) {
        let parts = &requirement.parts;
        let Some(response) = worded(&parts.response) else {
            draft.step(&requirement.text, None, Some(at));
            return;
        };
        let then = Some(response.to_owned());
        match (worded(&parts.exception), worded(&parts.trigger), worded(&parts.condition)) {
            (Some(exception), trigger, _) => {
                let (text, then) = trigger.map_or((response, None), |trigger| (trigger, then));
                draft.exception(exception, Clause { text: text.to_owned(), then }, Some(at));
            }
            (None, Some(trigger), Some(condition)) => {
                draft.step(&format!("{condition}, {trigger}"), then, Some(at));
            }
            (None, Some(trigger), None) => draft.step(trigger, then, Some(at)),
            (None, None, Some(condition)) => {
                draft.reactions.push((condition.to_owned(), response.to_owned(), at));
            }
            (None, None, None) => draft.step(&requirement.text, None, Some(at)),
        }
    }

    /// The view of the whole brief, for flows without a screen. The first paragraph of the summary says enough about it.
    fn document_view(&mut self) -> Option<Place> {
        let about = self.about.summary.lines().next().unwrap_or_default();
        self.places.view(self.about.title, about, self.model)
    }

    fn flow(&mut self, frame: Frame, mut draft: FlowDraft) {
        let actor = match frame.actor {
            Some(actor) => clip(&actor, NAME),
            None => {
                let answer = self.inquiry.ask(Rank::Actor, frame.asked.actor(), plain_answers::person);
                answer.given().map(|actor| clip(&actor, NAME)).unwrap_or_default()
            }
        };
        let goal = frame.goal.or_else(|| {
            let answer = self.inquiry.ask(Rank::Goal, frame.asked.goal(), |text| Ok(text.to_owned()));
            answer.given()
        });
        self.ask_for_steps(&frame.asked, &mut draft);
        if draft.exceptions.is_empty() {
            let failure = self.inquiry.ask(Rank::Failure, frame.asked.failure(), plain_answers::exceptions);
            for exception in failure.given().unwrap_or_default() {
                draft.exception(&exception.condition, exception.step, None);
            }
        }
        // An interaction satisfies these requirements, not the flow.
        let reactions: HashSet<usize> = draft.reactions.iter().map(|(.., at)| *at).collect();
        let claims = draft.claims.iter().filter(|at| !reactions.contains(at));
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
        for (at, step) in draft.steps.iter().enumerate() {
            self.go_to_subject(step.requirement, &mut place);
            let step = self.step(format!("{}.{}", flow.id, at + 1), &step.clause, &mut place);
            flow.steps.push(step);
        }
        for (leaves, exception, requirement) in &draft.exceptions {
            self.alternative(&mut flow, *leaves, exception, *requirement, frame.place);
        }
        for (trigger, response, at) in &draft.reactions {
            self.interaction(Some(frame.place), trigger, response, Some(*at));
        }
        if !flow.steps.is_empty() {
            self.drafted.flows.push(flow);
        }
    }

    /// Adds an exception as an alternative. If the flow has no steps, the exception becomes an interaction.
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

    /// Moves to the screen that is the subject of a requirement: `the Payment page must …`.
    fn go_to_subject(&self, requirement: Option<usize>, place: &mut Place) {
        let requirement = requirement.and_then(|at| self.reading.requirements.get(at));
        let subject = requirement.and_then(|requirement| requirement.parts.subject.as_deref());
        if let Some(named) = subject.and_then(|subject| self.places.screen_in(subject)) {
            *place = named;
        }
    }

    /// A step is at the screen that it names, or else at the place of the step before it. The next step begins at the screen that the
    /// outcome names.
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
        if self.drafted.interactions.len() < INTERACTIONS {
            self.drafted.interactions.push(Interaction {
                id: format!("I{}", self.drafted.interactions.len() + 1),
                trigger: clip(trigger, TEXT),
                component: self.places.id(place),
                response: clip(response, TEXT),
                feedback: None,
                satisfies: at.map(id).into_iter().collect(),
            });
        }
    }

    /// Asks for more steps if there are fewer than two, and for missing outcomes. Added steps come before a last step with an outcome.
    fn ask_for_steps(&mut self, asked: &question_texts::Origin, draft: &mut FlowDraft) {
        if draft.steps.len() < 2 {
            let steps = self.inquiry.ask(Rank::Steps, asked.steps(), plain_answers::steps).given();
            let last = draft.steps.pop_if(|step| step.clause.then.is_some());
            for step in steps.unwrap_or_default() {
                draft.step(&step.text, step.then, None);
            }
            draft.steps.extend(last);
        }
        let count = draft.steps.len();
        for (at, step) in draft.steps.iter_mut().enumerate().filter(|(_, step)| step.clause.then.is_none()) {
            let requirement = step.requirement;
            let Some((number, requirement)) =
                requirement.and_then(|at| Some((at, self.reading.requirements.get(at)?)))
            else {
                continue;
            };
            // The outcome of the last step is the most valuable one.
            let rank = if at + 1 == count { Rank::Outcome } else { Rank::Detail };
            let question = question_texts::outcome(&id(number), requirement);
            step.clause.then = self.inquiry.ask(rank, question, |text| Ok(text.to_owned())).given();
        }
    }

    fn actor_in(&self, text: &str) -> Option<String> {
        let at = self.actors.in_text(text).into_iter().next()?;
        Some(self.reading.actors.get(at)?.text.clone())
    }

    /// Adds qualities, constraints and prohibitions to components, in the words of the brief: to the view of their story, to the
    /// part that their heading names, or to the view of the whole brief. They are not steps.
    fn rules(&mut self) {
        let (reading, scope) = (self.reading, self.scope);
        for (at, requirement) in scope.each(reading).filter(|(_, one)| is_rule(reading, one)) {
            let of_story = requirement.story.and_then(|story| self.story_views.get(&story)).copied();
            let of_section = || self.section_views.get(section(reading, requirement)).copied();
            let view = of_story.or_else(of_section).or_else(|| self.places.called(self.about.title));
            let view = view.or_else(|| self.places.first_view()).or_else(|| self.document_view());
            let Some(view) = view else { return };
            let name = heading(requirement).filter(|_| of_story.is_none()).unwrap_or_default();
            let place = self.places.part_of(view, name, self.model);
            self.places.rule(place, &requirement.text, &id(at));
            self.drafted.rules.insert(at, place);
        }
    }

    /// Asks for interactions if the brief names none.
    fn ask_for_interactions(&mut self) {
        let question = question_texts::interactions(self.about.title);
        let is_needed = self.drafted.interactions.is_empty() && !self.drafted.flows.is_empty();
        if !is_needed && !self.inquiry.is_answered(&question) {
            return;
        }
        let understand = |text: &str| plain_answers::exceptions(text).map_err(|_| plain_answers::INTERACTION);
        let all = self.inquiry.ask(Rank::Interactions, question, understand).given();
        for Exception { condition, step } in all.unwrap_or_default() {
            let response = step.then.map_or(step.text.clone(), |then| format!("{}. {then}", step.text));
            self.interaction(None, &condition, &response, None);
        }
    }
}

/// A part of a sentence, if it is not empty.
fn worded(part: &Option<String>) -> Option<&str> {
    part.as_deref().map(str::trim).filter(|text| !text.is_empty())
}

/// A flow's properties except for its steps.
struct Frame {
    id: String,
    name: String,
    actor: Option<String>,
    goal: Option<String>,
    place: Place,
    asked: question_texts::Origin,
}

/// `a`, `b`, … `z`, `a2`, …, as alternatives of use cases are numbered.
fn alternative_name(at: usize) -> String {
    let letter = u8::try_from(at % 26).map_or('a', |letter| char::from(b'a' + letter));
    let round = at / 26;
    if round == 0 { letter.to_string() } else { format!("{letter}{}", round + 1) }
}
