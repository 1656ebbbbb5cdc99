//! The structure of a design with the positions of its texts instead of the texts.

use std::ops::Range;

use crate::text::said::Said;
use crate::text::texts::{At, Id, Kind, Texts};
use frieze_intent::{Component, ComponentType, Entity, Intent, Interaction, Step, UserFlow};

/// The positions of all texts. Those of one element are adjacent.
#[derive(Default)]
pub(super) struct TextIds {
    pub(super) title: Id,
    pub(super) summary: Id,
    pub(super) goals: Range<Id>,
    pub(super) flows: Vec<FlowTexts>,
    pub(super) components: Vec<ComponentTexts>,
    pub(super) entities: Vec<EntityTexts>,
    pub(super) interactions: Vec<InteractionTexts>,
    pub(super) questions: Range<Id>,
    pub(super) requirements: Range<Id>,
}

pub(super) struct FlowTexts {
    pub(super) name: Id,
    pub(super) actor: Id,
    pub(super) goal: Option<Id>,
    pub(super) steps: Vec<StepTexts>,
    pub(super) alternatives: Vec<AlternativeTexts>,
}

pub(super) struct AlternativeTexts {
    pub(super) condition: Id,
    pub(super) steps: Vec<StepTexts>,
}

#[derive(Clone, Copy)]
pub(super) struct StepTexts {
    pub(super) action: Id,
    pub(super) outcome: Option<Id>,
}

pub(super) struct ComponentTexts {
    pub(super) is_view: bool,
    pub(super) name: Id,
    pub(super) description: Id,
    pub(super) states: Range<Id>,
}

pub(super) struct EntityTexts {
    pub(super) name: Id,
    pub(super) description: Id,
    /// The names of its attributes.
    pub(super) attributes: Vec<Id>,
}

pub(super) struct InteractionTexts {
    pub(super) trigger: Id,
    pub(super) response: Id,
    pub(super) feedback: Option<Id>,
}

impl FlowTexts {
    /// Main and alternative steps.
    pub(super) fn all_steps(&self) -> impl Iterator<Item = &StepTexts> {
        self.steps.iter().chain(self.alternatives.iter().flat_map(|a| &a.steps))
    }

    /// The texts of the flow: name, goal, conditions and steps.
    pub(super) fn texts(&self) -> impl Iterator<Item = Id> {
        let own = [Some(self.name), self.goal].into_iter().flatten();
        let conditions = self.alternatives.iter().map(|a| a.condition);
        own.chain(conditions).chain(self.all_steps().flat_map(StepTexts::both))
    }
}

impl FlowTexts {
    /// The texts around a step: name and goal of its flow, name and description of its component.
    pub(super) fn around<'t>(&self, part: Option<usize>, texts: &'t Texts) -> impl Iterator<Item = Said<'t>> {
        let part = part.and_then(|at| texts.ids.components.get(at));
        let part = part.map(|part| [part.name, part.description]).into_iter().flatten();
        [Some(self.name), self.goal].into_iter().flatten().chain(part).map(move |id| texts.said(id))
    }
}

impl StepTexts {
    pub(super) fn both(&self) -> impl Iterator<Item = Id> + use<> {
        [Some(self.action), self.outcome].into_iter().flatten()
    }
}

impl ComponentTexts {
    pub(super) fn all(&self) -> Range<Id> {
        self.name..self.states.end
    }
}

impl InteractionTexts {
    pub(super) fn all(&self) -> impl Iterator<Item = Id> + use<> {
        [Some(self.trigger), Some(self.response), self.feedback].into_iter().flatten()
    }
}

impl TextIds {
    /// Passes every text to `add`, section by section, and keeps the positions that it returns.
    pub(super) fn of<'i>(intent: &'i Intent, add: &mut impl FnMut(Kind, At, &'i str) -> Id) -> Self {
        let title = add(Kind::Title, At::Root, &intent.title);
        let summary = add(Kind::Summary, At::Root, &intent.summary);
        let goals = each(Kind::Goal, summary + 1, &intent.goals, add);
        let flows = intent.user_flows.iter().enumerate().map(|(i, x)| flow(i, x, add)).collect();
        let components = intent.components.iter().enumerate().map(|(i, x)| component(i, x, add)).collect();
        let entities =
            intent.data_model.entities.iter().enumerate().map(|(i, x)| entity(i, x, add)).collect();
        let interactions: Vec<_> =
            intent.interactions.iter().enumerate().map(|(i, x)| interaction(i, x, add)).collect();
        let questions = each(Kind::Question, 0, &intent.open_questions, add);
        let requirements = each(Kind::Requirement, 0, intent.requirements.iter().map(|r| &r.text), add);
        Self { title, summary, goals, flows, components, entities, interactions, questions, requirements }
    }
}

/// The texts of a list, which are adjacent. The first position of an empty list is never used.
fn each<'i>(
    kind: Kind,
    none: Id,
    texts: impl IntoIterator<Item = &'i String>,
    add: &mut impl FnMut(Kind, At, &'i str) -> Id,
) -> Range<Id> {
    let mut range = none..none;
    for (i, text) in texts.into_iter().enumerate() {
        let id = add(kind, At::One(i), text);
        range = if i == 0 { id..id + 1 } else { range.start..id + 1 };
    }
    range
}

fn flow<'i>(i: usize, flow: &'i UserFlow, add: &mut impl FnMut(Kind, At, &'i str) -> Id) -> FlowTexts {
    FlowTexts {
        name: add(Kind::FlowName, At::One(i), &flow.name),
        actor: add(Kind::Actor, At::One(i), &flow.actor),
        goal: flow.goal.as_ref().map(|goal| add(Kind::FlowGoal, At::One(i), goal)),
        steps: flow.steps.iter().enumerate().map(|(s, x)| step(At::Two(i, s), x, add)).collect(),
        alternatives: flow
            .alternatives
            .iter()
            .enumerate()
            .map(|(a, alternative)| AlternativeTexts {
                condition: add(Kind::Condition, At::Two(i, a), &alternative.condition),
                steps: alternative
                    .steps
                    .iter()
                    .enumerate()
                    .map(|(s, x)| step(At::Three(i, a, s), x, add))
                    .collect(),
            })
            .collect(),
    }
}

fn step<'i>(at: At, step: &'i Step, add: &mut impl FnMut(Kind, At, &'i str) -> Id) -> StepTexts {
    StepTexts {
        action: add(Kind::Action, at, &step.action),
        outcome: step.outcome.as_ref().map(|outcome| add(Kind::Outcome, at, outcome)),
    }
}

fn component<'i>(
    i: usize,
    component: &'i Component,
    add: &mut impl FnMut(Kind, At, &'i str) -> Id,
) -> ComponentTexts {
    let name = add(Kind::ComponentName, At::One(i), &component.name);
    let description = add(Kind::ComponentDescription, At::One(i), &component.description);
    let mut states = description + 1..description + 1;
    for (s, state) in component.states.iter().enumerate() {
        states.end = add(Kind::State, At::Two(i, s), state) + 1;
    }
    ComponentTexts { is_view: component.kind == ComponentType::View, name, description, states }
}

fn entity<'i>(i: usize, entity: &'i Entity, add: &mut impl FnMut(Kind, At, &'i str) -> Id) -> EntityTexts {
    let name = add(Kind::EntityName, At::One(i), &entity.name);
    let description = add(Kind::EntityDescription, At::One(i), &entity.description);
    let mut attributes = Vec::with_capacity(entity.attributes.len());
    for (a, attribute) in entity.attributes.iter().enumerate() {
        attributes.push(add(Kind::AttributeName, At::Two(i, a), &attribute.name));
        if let Some(description) = &attribute.description {
            add(Kind::AttributeDescription, At::Two(i, a), description);
        }
    }
    for (r, relation) in entity.relationships.iter().enumerate() {
        if let Some(description) = &relation.description {
            add(Kind::RelationDescription, At::Two(i, r), description);
        }
    }
    EntityTexts { name, description, attributes }
}

fn interaction<'i>(
    i: usize,
    interaction: &'i Interaction,
    add: &mut impl FnMut(Kind, At, &'i str) -> Id,
) -> InteractionTexts {
    InteractionTexts {
        trigger: add(Kind::Trigger, At::One(i), &interaction.trigger),
        response: add(Kind::Response, At::One(i), &interaction.response),
        feedback: interaction.feedback.as_ref().map(|feedback| add(Kind::Feedback, At::One(i), feedback)),
    }
}
