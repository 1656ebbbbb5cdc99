//! `plan.md`: a frozen design as ordered work, a step for each entity, interaction, component and flow, with the steps that it
//! needs first and the requirements that it serves.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::{ComponentType, Intent};

use super::Sources;
use super::demands::Demands;
use super::page::{Page, listed};

/// What a step makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    Entity,
    Interaction,
    Component,
    Flow,
}

/// A step: one part of a design.
pub struct Step {
    pub id: String,
    pub kind: Kind,
    pub title: String,
    /// JSON pointer into the design.
    pub pointer: String,
    /// Requirement ids, in the order of the design.
    pub serves: Vec<String>,
    /// What shows that it is there, in the words of the design.
    pub shows: Vec<String>,
    /// Ids of steps before it.
    pub needs: Vec<String>,
}

/// `plan.md`: the steps of the frozen design, in their order.
pub fn plan(sources: &Sources<'_>) -> String {
    let Some(intent) = &sources.intent else {
        return Page::question(&sources.title, "What is planned? There is no frozen design.");
    };
    let demands = Demands::of(sources);
    let mut page = Page::new(&format!("Plan: {}", sources.title));
    page.paragraph(
        "Steps in order: entities, interfaces, views, flows. Each depends only on steps before it.",
    );
    page.heading(2, "Steps");
    for step in steps(intent) {
        page.heading(3, &format!("{} {}", step.id, step.title));
        page.item(0, &format!("Element: {}", step.pointer));
        let needs = if step.needs.is_empty() { "nothing".to_owned() } else { listed(&step.needs) };
        page.item(0, &format!("Depends on: {needs}"));
        page.item(0, &format!("Requirements: {}", demands.list(&step.serves)));
    }
    page.asking(demands.uncovered().chain(sources.open()))
}

/// How others refer to a step. The interactions of a component have its id.
type Key<'i> = (Kind, &'i str);

/// A step with its own key, and the keys of what it refers to.
type Draft<'i> = (Step, Key<'i>, Vec<Key<'i>>);

/// The steps of a design: entities, interactions, components from the inside out, flows.
pub fn steps(intent: &Intent) -> Vec<Step> {
    let mut drafts: Vec<Draft<'_>> = entities(intent).collect();
    drafts.extend(intent.interactions.iter().enumerate().map(|(at, one)| {
        let shows = vec![format!("{} → {}", one.trigger, one.response)];
        let step = step(Kind::Interaction, at, &one.trigger, &one.satisfies, shows);
        (step, (Kind::Interaction, one.component.as_str()), Vec::new())
    }));
    drafts.extend(components(intent));
    drafts.extend(intent.user_flows.iter().enumerate().map(|(at, one)| {
        let outcome = one.steps.iter().rev().find_map(|step| step.outcome.clone());
        let refers = one
            .all_steps()
            .flat_map(|step| entity_keys(&step.entities).chain([(Kind::Component, step.component.as_str())]));
        let step = step(Kind::Flow, at, &one.name, &one.satisfies, outcome.into_iter().collect());
        (step, (Kind::Flow, one.id.as_str()), refers.collect())
    }));
    numbered(drafts, intent)
}

fn step(kind: Kind, at: usize, name: &str, serves: &[String], shows: Vec<String>) -> Step {
    let list = match kind {
        Kind::Entity => "/dataModel/entities",
        Kind::Interaction => "/interactions",
        Kind::Component => "/components",
        Kind::Flow => "/userFlows",
    };
    let (title, pointer) = (format!("{kind:?} {name}"), format!("{list}/{at}"));
    Step { id: String::new(), kind, title, pointer, serves: serves.to_vec(), shows, needs: Vec::new() }
}

/// The steps with their ids. Of two that refer to each other, the later one needs the earlier one.
fn numbered(drafts: Vec<Draft<'_>>, intent: &Intent) -> Vec<Step> {
    let mut made: BTreeMap<Key<'_>, Vec<usize>> = BTreeMap::new();
    for (at, (_, key, _)) in drafts.iter().enumerate() {
        made.entry(*key).or_default().push(at);
    }
    // By the later one, then the earlier one.
    let mut needs: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (at, (.., refers)) in drafts.iter().enumerate() {
        for other in refers.iter().filter_map(|key| made.get(key)).flatten().filter(|other| **other != at) {
            needs.entry(at.max(*other)).or_default().insert(at.min(*other));
        }
    }
    // An entity serves the requirements of the components and flows that use it.
    let mut served: BTreeMap<Key<'_>, Vec<String>> = BTreeMap::new();
    for (step, _, refers) in drafts.iter().filter(|(step, ..)| step.kind != Kind::Entity) {
        let entities: BTreeSet<&Key<'_>> = refers.iter().filter(|(kind, _)| *kind == Kind::Entity).collect();
        for entity in entities {
            served.entry(*entity).or_default().extend(step.serves.iter().cloned());
        }
    }
    let order: BTreeMap<&str, usize> =
        intent.requirements.iter().enumerate().map(|(at, one)| (one.id.as_str(), at)).collect();
    let id = |at: usize| format!("P-{}", at + 1);
    let step = |(at, (mut step, key, _)): (usize, Draft<'_>)| {
        step.serves.extend(served.get(&key).into_iter().flatten().cloned());
        step.serves.sort_by_key(|id| order.get(id.as_str()).copied().unwrap_or(usize::MAX));
        step.serves.dedup();
        Step { id: id(at), needs: needs.remove(&at).into_iter().flatten().map(id).collect(), ..step }
    };
    drafts.into_iter().enumerate().map(step).collect()
}

fn entities(intent: &Intent) -> impl Iterator<Item = Draft<'_>> {
    intent.data_model.entities.iter().enumerate().map(|(at, one)| {
        let names: Vec<&str> = one.attributes.iter().map(|attribute| attribute.name.as_str()).collect();
        let has = (!names.is_empty()).then(|| format!("it has {}", names.join(", ")));
        let relations = one.relationships.iter().map(|other| format!("it has its relation to {}", other.to));
        let step = step(Kind::Entity, at, &one.name, &[], has.into_iter().chain(relations).collect());
        let refers = one.relationships.iter().map(|other| (Kind::Entity, other.to.as_str()));
        (step, (Kind::Entity, one.name.as_str()), refers.collect())
    })
}

/// What works behind the screen first, then what is on it, from the inside out.
fn components(intent: &Intent) -> Vec<Draft<'_>> {
    let mut all: Vec<_> = intent.components.iter().enumerate().collect();
    all.sort_by_key(|(_, one)| match one.kind {
        ComponentType::Utility | ComponentType::Data => 0,
        ComponentType::Control => 1,
        ComponentType::Container => 2,
        ComponentType::View => 3,
    });
    all.into_iter()
        .map(|(at, one)| {
            let children = one.children.iter().map(|child| (Kind::Component, child.as_str()));
            let refers =
                entity_keys(&one.entities).chain([(Kind::Interaction, one.id.as_str())]).chain(children);
            let step = step(Kind::Component, at, &one.name, &one.satisfies, one.states.clone());
            (step, (Kind::Component, one.id.as_str()), refers.collect())
        })
        .collect()
}

fn entity_keys(names: &[String]) -> impl Iterator<Item = Key<'_>> {
    names.iter().map(|name| (Kind::Entity, name.as_str()))
}
