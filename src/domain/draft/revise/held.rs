//! What an order made and took out: found by what the design held before it and holds after it, and told by kind
//! and name.

use std::collections::BTreeSet;

use super::super::phrase::listed;
use super::element::{Element, every_step, named};
use crate::domain::intent::{ComponentType, Intent};

/// Everything in a design that has an identity of its own.
pub(super) fn held(intent: &Intent) -> BTreeSet<Element> {
    let flows = intent.user_flows.iter();
    let steps = flows.clone().flat_map(every_step).map(|s| Element::Step(s.id.clone()));
    let entities = intent.data_model.entities.iter();
    let attributes = entities.clone().flat_map(|e| {
        e.attributes.iter().map(|a| Element::Attribute(e.name.clone(), a.name.clone())).collect::<Vec<_>>()
    });
    intent
        .components
        .iter()
        .map(|c| Element::Component(c.id.clone()))
        .chain(flows.map(|f| Element::Flow(f.id.clone())))
        .chain(steps)
        .chain(entities.map(|e| Element::Entity(e.name.clone())))
        .chain(attributes)
        .chain(intent.interactions.iter().map(|i| Element::Interaction(i.id.clone())))
        .chain(intent.goals.iter().map(|g| Element::Goal(g.clone())))
        .chain(intent.open_questions.iter().map(|q| Element::Question(q.clone())))
        .collect()
}

/// What one design holds and another does not; what went with its flow or its thing is told by that one.
pub(super) fn missing(from: &Intent, than: &BTreeSet<Element>, has: &BTreeSet<Element>) -> Vec<Element> {
    let gone: BTreeSet<&Element> = than.difference(has).collect();
    let whole = |element: &&&Element| match element {
        Element::Step(id) => {
            let flow = from.user_flows.iter().find(|f| every_step(f).any(|s| s.id == *id));
            !flow.is_some_and(|f| gone.contains(&Element::Flow(f.id.clone())))
        }
        Element::Attribute(entity, _) => !gone.contains(&Element::Entity(entity.clone())),
        Element::Title
        | Element::Summary
        | Element::Requirement(_)
        | Element::Goal(_)
        | Element::Flow(_)
        | Element::Component(_)
        | Element::Entity(_)
        | Element::Interaction(_)
        | Element::Question(_) => true,
    };
    gone.iter().filter(whole).map(|element| (*element).clone()).collect()
}

/// `the screen “Cart”`, `flow F3 “Pay”`.
pub(super) fn by_kind(intent: &Intent, element: &Element) -> String {
    let name = named(intent, element);
    match element {
        Element::Component(id) => {
            let is_view = intent.components.iter().any(|c| c.id == *id && c.kind == ComponentType::View);
            format!("the {} “{name}”", if is_view { "screen" } else { "part" })
        }
        Element::Flow(id) => format!("flow {id} “{name}”"),
        Element::Step(id) => format!("step {id}"),
        Element::Entity(_) => format!("the thing “{name}”"),
        Element::Attribute(entity, name) => format!("“{name}” of “{entity}”"),
        Element::Interaction(id) => format!("interaction {id}"),
        Element::Goal(_) => format!("the goal “{name}”"),
        Element::Question(_) => format!("the question “{name}”"),
        Element::Requirement(id) => format!("requirement {id}"),
        Element::Title | Element::Summary => name,
    }
}

/// Some elements in a sentence: parts and flows by name, the rest by number.
pub(super) fn told(intent: &Intent, elements: &[Element]) -> String {
    const MOST: usize = 8;
    let is_named = |e: &&Element| {
        matches!(e, Element::Component(_) | Element::Flow(_) | Element::Entity(_) | Element::Attribute(..))
    };
    let mut names: Vec<String> = elements.iter().filter(is_named).map(|e| by_kind(intent, e)).collect();
    let more = names.len().saturating_sub(MOST);
    names.truncate(MOST);
    if more > 0 {
        names.push(format!("{more} more"));
    }
    let mut count = |n: usize, one: &str| match n {
        0 => {}
        1 => names.push(format!("one {one}")),
        n => names.push(format!("{n} {one}s")),
    };
    let number = |is: fn(&Element) -> bool| elements.iter().filter(|e| is(e)).count();
    count(number(|e| matches!(e, Element::Step(_))), "step");
    count(number(|e| matches!(e, Element::Interaction(_))), "interaction");
    count(number(|e| matches!(e, Element::Goal(_))), "goal");
    count(number(|e| matches!(e, Element::Question(_))), "open question");
    listed(&names)
}
