//! References between elements: finding, replacing and dropping them.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use frieze_intent::{Intent, Step};

use crate::names::fold;

/// All steps of a design, including those of alternatives.
pub(crate) fn steps_mut(design: &mut Intent) -> impl Iterator<Item = &mut Step> {
    design.user_flows.iter_mut().flat_map(|flow| {
        flow.steps
            .iter_mut()
            .chain(flow.alternatives.iter_mut().flat_map(|alternative| &mut alternative.steps))
    })
}

/// The range of an entity's name in the type of a field: `reference(Order)`, `list(reference(Order))`.
pub(crate) fn referred(kind: &str) -> Option<Range<usize>> {
    let start = kind.find("reference(")? + "reference(".len();
    let end = start + kind.get(start..)?.find(')')?;
    Some(start..end)
}

/// Replaces an entity's name in all references. Doubled entries of a list are dropped.
pub(crate) fn rename_entity(design: &mut Intent, from: &str, to: &str) {
    let from = fold(from);
    steps_mut(design).for_each(|step| replace(&mut step.entities, &from, to));
    design.components.iter_mut().for_each(|part| replace(&mut part.entities, &from, to));
    for entity in &mut design.data_model.entities {
        for relationship in entity.relationships.iter_mut().filter(|it| fold(&it.to) == from) {
            to.clone_into(&mut relationship.to);
        }
        for field in &mut entity.attributes {
            if let Some(range) = referred(&field.kind)
                && field.kind.get(range.clone()).is_some_and(|name| fold(name) == from)
            {
                field.kind.replace_range(range, to);
            }
        }
    }
}

/// Drops an entity's name from steps, parts and relationships.
pub(crate) fn drop_entity(design: &mut Intent, name: &str) {
    let name = fold(name);
    steps_mut(design).for_each(|step| step.entities.retain(|it| fold(it) != name));
    design.components.iter_mut().for_each(|part| part.entities.retain(|it| fold(it) != name));
    design
        .data_model
        .entities
        .iter_mut()
        .for_each(|entity| entity.relationships.retain(|it| fold(&it.to) != name));
}

/// Drops a requirement's id from all claims.
pub(crate) fn drop_requirement(design: &mut Intent, id: &str) {
    design.user_flows.iter_mut().for_each(|it| it.satisfies.retain(|claimed| claimed != id));
    design.components.iter_mut().for_each(|it| it.satisfies.retain(|claimed| claimed != id));
    design.interactions.iter_mut().for_each(|it| it.satisfies.retain(|claimed| claimed != id));
}

/// Replaces a part's id in all references.
pub(crate) fn replace_component(design: &mut Intent, from: &str, to: &str) {
    for step in steps_mut(design).filter(|step| step.component == from) {
        to.clone_into(&mut step.component);
    }
    for interaction in design.interactions.iter_mut().filter(|it| it.component == from) {
        to.clone_into(&mut interaction.component);
    }
    for part in &mut design.components {
        part.children.iter_mut().filter(|id| *id == from).for_each(|id| to.clone_into(id));
        dedup(&mut part.children);
    }
}

/// Drops doubled entries of a list.
pub(crate) fn dedup(list: &mut Vec<String>) {
    let mut known = BTreeSet::new();
    list.retain(|item| known.insert(item.clone()));
}

fn replace(list: &mut Vec<String>, from: &str, to: &str) {
    if list.iter().any(|name| fold(name) == from) {
        list.iter_mut().filter(|name| fold(name) == from).for_each(|name| to.clone_into(name));
        dedup(list);
    }
}

/// The ids of parts in cycles: the parts that are left after parts without parents were removed repeatedly, and then parts without
/// children.
pub(crate) fn components_in_cycles(design: &Intent) -> Vec<&str> {
    let places: HashMap<&str, usize> =
        design.components.iter().enumerate().rev().map(|(at, part)| (part.id.as_str(), at)).collect();
    let place = |id: &String| places.get(id.as_str()).copied();
    let down: Vec<Vec<usize>> =
        design.components.iter().map(|part| part.children.iter().filter_map(place).collect()).collect();
    let mut up: Vec<Vec<usize>> = vec![Vec::new(); down.len()];
    for (parent, children) in down.iter().enumerate() {
        for child in children {
            if let Some(parents) = up.get_mut(*child) {
                parents.push(parent);
            }
        }
    }
    let (from_above, from_below) = (peeled(&down, &up), peeled(&up, &down));
    let is_left = |at: usize| {
        let is_peeled = |peeled: &[bool]| peeled.get(at).copied().unwrap_or_default();
        !is_peeled(&from_above) && !is_peeled(&from_below)
    };
    design
        .components
        .iter()
        .enumerate()
        .filter(|(at, _)| is_left(*at))
        .map(|(_, part)| part.id.as_str())
        .collect()
}

/// Which nodes can be removed one by one, each when no edge leads to it any more.
fn peeled(onward: &[Vec<usize>], into: &[Vec<usize>]) -> Vec<bool> {
    let mut waiting: Vec<usize> = into.iter().map(Vec::len).collect();
    let mut peeled = vec![false; waiting.len()];
    let mut free: Vec<usize> =
        waiting.iter().enumerate().filter(|(_, count)| **count == 0).map(|(at, _)| at).collect();
    while let Some(at) = free.pop() {
        if let Some(is_peeled) = peeled.get_mut(at) {
            *is_peeled = true;
        }
        for next in onward.get(at).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(*next) {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    free.push(*next);
                }
            }
        }
    }
    peeled
}
