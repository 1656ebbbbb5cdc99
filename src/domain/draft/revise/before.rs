//! What must come before a step: a confirmation before a deletion.

use std::collections::{BTreeMap, BTreeSet};

use super::super::naming::Ids;
use super::super::noun;
use super::super::phrase::{capital, small};
use super::super::view;
use super::super::words::{content, stems};
use super::ASKED;
use super::apply::{Outcome, fresh_step_id};
use super::element::Element;
use crate::domain::intent::{Component, ComponentType, Intent, Step};

/// In more places than this it is not put at once.
const MOST_PLACES: usize = 8;

/// A step of a flow: where the flow stands, and where in it the step.
type Place = (usize, usize);

/// A step that asks for something before every one that speaks of `before`.
pub(super) fn require_before(intent: &mut Intent, what: &str, before: &str) -> Outcome {
    let wanted: BTreeSet<String> = content(before).into_iter().map(|w| root(&w)).collect();
    if wanted.is_empty() {
        return Err("Say before what, as in “require a confirmation before delete”.".to_owned());
    }
    let places = spoken_of(intent, &wanted);
    let Some((flow, step)) = places.first() else {
        return Err(format!("No step speaks of “{before}”: say it as the design does."));
    };
    let holder = intent.user_flows[*flow].steps[*step].component.clone();
    let known = intent.components.iter().find(|c| noun::key(&c.name) == noun::key(&capital(what)));
    let mut changed = Vec::new();
    let component = match known {
        Some(known) => known.id.clone(),
        None => {
            let id = asking_part(intent, what, before, &holder);
            changed.push(Element::Component(id.clone()));
            id
        }
    };
    for (flow, at) in places {
        let flow = &mut intent.user_flows[flow];
        let id = fresh_step_id(flow);
        let entities = flow.steps[at].entities.clone();
        let action = format!("The system asks for {} before {before}", view::some(what));
        let gives = if what.to_lowercase().contains("confirm") { "confirms" } else { "gives it" };
        let outcome = Some(format!("The {} {gives}", small(&flow.actor)));
        let step = Step { id: id.clone(), action, component: component.clone(), entities, outcome };
        flow.steps.insert(at, step);
        changed.push(Element::Step(id));
    }
    Ok((changed, format!("{} is now asked for before {before}.", capital(&view::some(what)))))
}

/// The first step of each flow that speaks of all the words, in itself or by the name of its component.
fn spoken_of(intent: &Intent, wanted: &BTreeSet<String>) -> Vec<Place> {
    let speaks = |text: &str| {
        let has: BTreeSet<String> = stems(text).iter().map(|w| root(w)).collect();
        wanted.iter().all(|w| has.contains(w))
    };
    let names: BTreeMap<&str, &str> =
        intent.components.iter().map(|c| (c.id.as_str(), c.name.as_str())).collect();
    let at_one = |step: &Step| names.get(step.component.as_str()).is_some_and(|name| speaks(name));
    let first = |steps: &[Step]| {
        steps.iter().position(|s| speaks(&s.action)).or_else(|| steps.iter().position(at_one))
    };
    let flows = intent.user_flows.iter().enumerate();
    flows.filter_map(|(at, flow)| first(&flow.steps).map(|step| (at, step))).take(MOST_PLACES).collect()
}

/// A new control that asks, in the part or on the screen where the step happens; its id.
fn asking_part(intent: &mut Intent, what: &str, before: &str, holder: &str) -> String {
    let name = capital(what);
    let id = Ids::taken(intent.components.iter().map(|c| c.id.clone())).fresh("part", &name);
    intent.components.push(Component {
        id: id.clone(),
        kind: ComponentType::Control,
        name,
        description: format!("Asks for a {what} before {before}. {ASKED}."),
        children: Vec::new(),
        entities: Vec::new(),
        states: Vec::new(),
        satisfies: Vec::new(),
    });
    let holds = |c: &Component| c.children.iter().any(|child| child == holder);
    let above = intent.components.iter().position(|c| c.kind != ComponentType::View && holds(c));
    let above = above.or_else(|| intent.components.iter().position(|c| c.id == holder || holds(c)));
    if let Some(above) = above {
        intent.components[above].children.push(id.clone());
    }
    id
}

/// `deletion`, `deleting` and `delete` are one.
fn root(word: &str) -> String {
    ["ion", "ing", "ment", "al", "e"]
        .iter()
        .find_map(|e| word.strip_suffix(e).filter(|r| r.len() > 3))
        .unwrap_or(word)
        .to_owned()
}
