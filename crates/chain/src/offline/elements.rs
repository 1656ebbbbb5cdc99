//! The parts of a frozen design as work: what each is, what it needs first and which requirements it serves.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::{Component, ComponentType, Entity, Intent, Interaction, Step, UserFlow};

use super::page::inert;

/// The kind of a part, and the name by which others refer to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reference {
    Entity(String),
    /// The interactions of a component.
    Interfaces(String),
    Component(String),
    Flow(String),
}

impl Reference {
    pub fn name(&self) -> &str {
        match self {
            Self::Entity(name) | Self::Interfaces(name) | Self::Component(name) | Self::Flow(name) => name,
        }
    }

    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Entity(_) => "Entity",
            Self::Interfaces(_) => "Interaction",
            Self::Component(_) => "Component",
            Self::Flow(_) => "Flow",
        }
    }

    pub const fn is_entity(&self) -> bool {
        matches!(self, Self::Entity(_))
    }

    pub const fn is_interfaces(&self) -> bool {
        matches!(self, Self::Interfaces(_))
    }
}

/// The lists of a design, as JSON pointers.
pub const ENTITY: &str = "/dataModel/entities";
pub const INTERACTION: &str = "/interactions";
pub const COMPONENT: &str = "/components";
pub const FLOW: &str = "/userFlows";

/// The JSON pointer of an item of a list.
pub fn place(list: &str, at: usize) -> String {
    format!("{list}/{at}")
}

/// One part of a design.
pub struct Element {
    pub reference: Reference,
    pub name: String,
    /// JSON pointer into the design.
    pub pointer: String,
    pub needs: Vec<Reference>,
    /// Requirement ids, in the order of the design.
    pub serves: Vec<String>,
    /// What shows that it is there, in the words of the design.
    pub shows: Vec<String>,
}

/// All parts: entities, interactions by component, components from the inside out, flows.
pub fn elements(intent: &Intent) -> Vec<Element> {
    let order: BTreeMap<&str, usize> =
        intent.requirements.iter().enumerate().map(|(at, one)| (one.id.as_str(), at)).collect();
    let served = served_by_entity(intent);
    let things = intent.data_model.entities.iter().enumerate();
    let mut all: Vec<Element> = things.map(|(at, entity)| of_entity(at, entity, &served)).collect();
    let mut interactions: BTreeMap<&str, Vec<(usize, &Interaction)>> = BTreeMap::new();
    for (at, one) in intent.interactions.iter().enumerate() {
        interactions.entry(&one.component).or_default().push((at, one));
    }
    let inner_first = from_the_inside(&intent.components);
    let components = inner_first.into_iter().filter_map(|at| Some((at, intent.components.get(at)?)));
    let components: Vec<(usize, &Component)> = components.collect();
    for (_, component) in &components {
        let needs: Vec<Reference> = entities(&component.entities).collect();
        let own = interactions.remove(component.id.as_str()).unwrap_or_default();
        all.extend(own.into_iter().map(|(at, one)| of_interaction(at, one, needs.clone())));
    }
    // The others belong to components that do not exist.
    let lost = interactions.into_values().flatten();
    all.extend(lost.map(|(at, one)| of_interaction(at, one, Vec::new())));
    all.extend(components.into_iter().map(|(at, component)| of_component(at, component)));
    all.extend(intent.user_flows.iter().enumerate().map(|(at, flow)| of_flow(at, flow)));
    for element in &mut all {
        element.serves.sort_by_key(|id| order.get(id.as_str()).copied().unwrap_or(usize::MAX));
        element.serves.dedup();
    }
    all
}

/// For each requirement, the parts that serve it by themselves: flows, components and interactions.
pub fn satisfied(intent: &Intent) -> BTreeMap<&str, Vec<String>> {
    let mut by: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let flows = intent.user_flows.iter().enumerate().map(|(at, one)| (&one.satisfies, place(FLOW, at)));
    let components =
        intent.components.iter().enumerate().map(|(at, one)| (&one.satisfies, place(COMPONENT, at)));
    let interactions =
        intent.interactions.iter().enumerate().map(|(at, one)| (&one.satisfies, place(INTERACTION, at)));
    for (ids, pointer) in flows.chain(components).chain(interactions) {
        for id in ids {
            by.entry(id).or_default().push(pointer.clone());
        }
    }
    by
}

/// The steps of a flow and of its alternatives.
pub fn steps(flow: &UserFlow) -> impl Iterator<Item = &Step> {
    flow.steps.iter().chain(flow.alternatives.iter().flat_map(|alternative| &alternative.steps))
}

/// For each entity, the requirements of the components and flows that use it.
fn served_by_entity(intent: &Intent) -> BTreeMap<String, Vec<String>> {
    let mut served: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut add = |names: &BTreeSet<&String>, ids: &[String]| {
        for name in names {
            served.entry((*name).clone()).or_default().extend(ids.iter().cloned());
        }
    };
    for component in &intent.components {
        add(&component.entities.iter().collect(), &component.satisfies);
    }
    for flow in &intent.user_flows {
        add(&steps(flow).flat_map(|step| &step.entities).collect(), &flow.satisfies);
    }
    served
}

fn of_entity(at: usize, entity: &Entity, served: &BTreeMap<String, Vec<String>>) -> Element {
    let mut shows: Vec<String> = Vec::new();
    if !entity.attributes.is_empty() {
        let names: Vec<String> = entity.attributes.iter().map(|attribute| inert(&attribute.name)).collect();
        shows.push(format!("it has {}", names.join(", ")));
    }
    shows.extend(
        entity.relationships.iter().map(|other| format!("it has its relation to {}", inert(&other.to))),
    );
    Element {
        reference: Reference::Entity(entity.name.clone()),
        name: entity.name.clone(),
        pointer: place(ENTITY, at),
        needs: entity.relationships.iter().map(|other| Reference::Entity(other.to.clone())).collect(),
        serves: served.get(&entity.name).cloned().unwrap_or_default(),
        shows,
    }
}

fn of_interaction(at: usize, one: &Interaction, needs: Vec<Reference>) -> Element {
    Element {
        reference: Reference::Interfaces(one.component.clone()),
        name: one.trigger.clone(),
        pointer: place(INTERACTION, at),
        needs,
        serves: one.satisfies.clone(),
        shows: vec![format!("{} → {}", inert(&one.trigger), inert(&one.response))],
    }
}

fn of_component(at: usize, component: &Component) -> Element {
    let children = component.children.iter().map(|child| Reference::Component(child.clone()));
    let interfaces = Reference::Interfaces(component.id.clone());
    Element {
        reference: Reference::Component(component.id.clone()),
        name: component.name.clone(),
        pointer: place(COMPONENT, at),
        needs: entities(&component.entities).chain([interfaces]).chain(children).collect(),
        serves: component.satisfies.clone(),
        shows: component.states.iter().map(|state| inert(state)).collect(),
    }
}

fn of_flow(at: usize, flow: &UserFlow) -> Element {
    let needs = steps(flow).flat_map(|step| {
        entities(&step.entities).chain(std::iter::once(Reference::Component(step.component.clone())))
    });
    let outcome = flow.steps.iter().rev().find_map(|step| step.outcome.as_deref());
    Element {
        reference: Reference::Flow(flow.id.clone()),
        name: flow.name.clone(),
        pointer: place(FLOW, at),
        needs: needs.collect(),
        serves: flow.satisfies.clone(),
        shows: outcome.into_iter().map(inert).collect(),
    }
}

fn entities(names: &[String]) -> impl Iterator<Item = Reference> {
    names.iter().map(|name| Reference::Entity(name.clone()))
}

/// Positions of components: children before the components that contain them, else what works behind the screen first.
fn from_the_inside(components: &[Component]) -> Vec<usize> {
    let rank = |kind: ComponentType| match kind {
        ComponentType::Utility | ComponentType::Data => 0,
        ComponentType::Control => 1,
        ComponentType::Container => 2,
        ComponentType::View => 3,
    };
    let at_of: BTreeMap<&str, usize> =
        components.iter().enumerate().map(|(at, component)| (component.id.as_str(), at)).collect();
    let mut roots: Vec<usize> = (0..components.len()).collect();
    roots.sort_by_key(|at| components.get(*at).map(|component| rank(component.kind)));
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    for root in roots {
        // A component is opened, then its children, then it is closed. Cycles end at what is open already.
        let mut open = vec![(root, false)];
        while let Some((at, is_closing)) = open.pop() {
            if is_closing {
                order.push(at);
            } else if seen.insert(at) {
                open.push((at, true));
                let children = components.get(at).map(|component| &component.children);
                let children = children.into_iter().flatten().rev();
                open.extend(children.filter_map(|child| Some((*at_of.get(child.as_str())?, false))));
            }
        }
    }
    order
}
