//! One made of two, two made of one, and things put elsewhere.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]

use std::collections::BTreeSet;

use super::super::naming::Ids;
use super::super::phrase::capital;
use super::super::words::{content, overlap, stems};
use super::apply::{Outcome, gone, meant};
use super::element::{Element, find, named};
use super::entity::{merge_entities, rename_entity};
use super::instruction::Place;
use crate::domain::intent::{ComponentType, Intent};

pub(super) fn split(intent: &mut Intent, what: &str, parts: &[String], target: Option<Element>) -> Outcome {
    let found = meant(intent, what, target)?;
    let mut changed = Vec::new();
    for element in &found {
        match element {
            Element::Component(id) => changed.extend(split_component(intent, id, parts)),
            Element::Flow(id) => changed.extend(split_flow(intent, id, parts)),
            Element::Entity(name) => changed.extend(split_entity(intent, name, parts)),
            _ => {}
        }
    }
    if changed.is_empty() {
        return Err(format!("“{what}” cannot be split: name a flow, a part or a thing."));
    }
    Ok((changed, format!("Split “{what}” into {}.", super::super::phrase::listed(parts))))
}

/// Which of the parts a text speaks of; the first where it speaks of none.
fn part_of(parts: &[String], text: &str) -> Option<usize> {
    let has = stems(text);
    let best = parts
        .iter()
        .map(|p| overlap(&content(p), &has))
        .enumerate()
        .max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
    (best.1 > 0).then_some(best.0)
}

fn split_component(intent: &mut Intent, id: &str, parts: &[String]) -> Vec<Element> {
    let Some(at) = intent.components.iter().position(|c| c.id == id) else { return Vec::new() };
    let old = intent.components[at].clone();
    let mut ids = Ids::taken(intent.components.iter().map(|c| c.id.clone()));
    let mut made: Vec<_> = parts
        .iter()
        .enumerate()
        .map(|(n, part)| {
            let mut new = old.clone();
            if n > 0 {
                new.id = ids.fresh("part", part);
            }
            new.name = capital(part);
            new.description = format!(
                "The {part} part of what was {}: {}",
                super::super::phrase::small(&old.name),
                old.description
            );
            new.children.clear();
            new.satisfies.clear();
            new
        })
        .collect();
    for child in &old.children {
        let text = intent
            .components
            .iter()
            .find(|c| c.id == *child)
            .map(|c| format!("{} {}", c.name, c.description))
            .unwrap_or_default();
        made[part_of(parts, &text).unwrap_or(0)].children.push(child.clone());
    }
    for id in &old.satisfies {
        let text =
            intent.requirements.iter().find(|r| r.id == *id).map(|r| r.text.as_str()).unwrap_or_default();
        made[part_of(parts, text).unwrap_or(0)].satisfies.push(id.clone());
    }
    let ids: Vec<String> = made.iter().map(|c| c.id.clone()).collect();
    let mut used = vec![false; ids.len()];
    let mut own: Vec<(usize, usize)> = Vec::new();
    for (f, flow) in intent.user_flows.iter_mut().enumerate() {
        for (s, step) in flow.steps.iter_mut().enumerate().filter(|(_, s)| s.component == id) {
            let to =
                part_of(parts, &format!("{} {}", step.action, step.outcome.as_deref().unwrap_or_default()))
                    .unwrap_or(0);
            used[to] = true;
            step.component.clone_from(&ids[to]);
            own.push((f, s));
        }
    }
    // A part of which no step speaks takes the last steps of the whole, as it comes later in the list.
    for to in (0..ids.len()).rev() {
        if !used[to]
            && own.len() > 1
            && let Some((f, s)) = own.pop()
        {
            intent.user_flows[f].steps[s].component.clone_from(&ids[to]);
        }
    }
    if let Some(parent) = intent.components.iter_mut().find(|c| c.children.iter().any(|k| k == id)) {
        parent.children.extend(ids.iter().skip(1).cloned());
    }
    intent.components.splice(at..=at, made);
    ids.into_iter().map(Element::Component).collect()
}

fn split_flow(intent: &mut Intent, id: &str, parts: &[String]) -> Vec<Element> {
    let Some(at) = intent.user_flows.iter().position(|f| f.id == id) else { return Vec::new() };
    let old = intent.user_flows[at].clone();
    if old.steps.len() < parts.len() {
        return Vec::new();
    }
    // Steps keep their order: the part only moves forward, and each part has at least one.
    let size = old.steps.len().div_ceil(parts.len()).max(1);
    let said: Vec<Option<usize>> = old.steps.iter().map(|s| part_of(parts, &s.action)).collect();
    let known = said.iter().flatten().collect::<BTreeSet<_>>().len() == parts.len();
    let mut now = 0;
    let mut of: Vec<usize> = Vec::new();
    for (n, part) in said.iter().enumerate() {
        now = if known { part.unwrap_or(now).max(now) } else { (n / size).min(parts.len() - 1) };
        of.push(now);
    }
    let mut ids = Ids::taken(intent.user_flows.iter().map(|f| f.id.clone()));
    let mut made = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        let mut new = old.clone();
        if n > 0 {
            new.id = ids.fresh("F", part);
        }
        new.name = capital(part);
        new.steps = old.steps.iter().zip(&of).filter(|(_, o)| **o == n).map(|(s, _)| s.clone()).collect();
        let own: BTreeSet<&str> = new.steps.iter().map(|s| s.id.as_str()).collect();
        new.alternatives = old.alternatives.iter().filter(|a| own.contains(a.at.as_str())).cloned().collect();
        let mine = |id: &&String| {
            let text = intent
                .requirements
                .iter()
                .find(|r| r.id == **id)
                .map(|r| r.text.as_str())
                .unwrap_or_default();
            part_of(parts, text).unwrap_or(0) == n
        };
        new.satisfies = old.satisfies.iter().filter(mine).cloned().collect();
        if !new.steps.is_empty() {
            made.push(new);
        }
    }
    // A part without a requirement of its own still serves those of the whole.
    for new in made.iter_mut().filter(|f| f.satisfies.is_empty()) {
        new.satisfies.clone_from(&old.satisfies);
    }
    let elements = made.iter().map(|f| Element::Flow(f.id.clone())).collect();
    intent.user_flows.splice(at..=at, made);
    elements
}

fn split_entity(intent: &mut Intent, name: &str, parts: &[String]) -> Vec<Element> {
    let Some(at) = intent.data_model.entities.iter().position(|e| e.name == name) else { return Vec::new() };
    let old = intent.data_model.entities[at].clone();
    let mut made = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        let mut new = old.clone();
        new.name = capital(part);
        new.description =
            format!("The {part} part of what was {}: {}", super::super::phrase::label(name), old.description);
        new.attributes.retain(|a| a.kind == "identifier" || part_of(parts, &a.name).unwrap_or(0) == n);
        if n > 0 {
            new.relationships.clear();
        }
        made.push(new);
    }
    let names: Vec<String> = made.iter().map(|e| e.name.clone()).collect();
    if names.iter().any(|n| intent.data_model.entities.iter().any(|e| e.name == *n && e.name != name)) {
        return Vec::new();
    }
    rename_entity(intent, name, &names[0]);
    for flow in &mut intent.user_flows {
        for step in flow.steps.iter_mut().filter(|s| s.entities.contains(&names[0])) {
            step.entities.extend(names.iter().skip(1).cloned());
        }
    }
    made[0].relationships.clone_from(&intent.data_model.entities[at].relationships);
    intent.data_model.entities.splice(at..=at, made);
    names.into_iter().map(Element::Entity).collect()
}

pub(super) fn merge(intent: &mut Intent, what: &[String], into: Option<&str>) -> Outcome {
    let mut found: Vec<Vec<Element>> = Vec::new();
    for name in what {
        let elements = find(intent, name);
        if elements.is_empty() {
            return Err(format!("Nothing in this design is called “{name}”."));
        }
        found.push(elements);
    }
    let alike = |a: &Element, b: &Element| std::mem::discriminant(a) == std::mem::discriminant(b);
    let first = found[0]
        .iter()
        .find(|f| found[1..].iter().all(|others| others.iter().any(|o| alike(f, o) && o != *f)))
        .cloned()
        .ok_or("They are not of one kind: only flows with flows, parts with parts and things with things can be merged.")?;
    for others in &found[1..] {
        let Some(other) = others.iter().find(|o| alike(&first, o) && **o != first) else { continue };
        match (&first, other) {
            (Element::Component(one), Element::Component(two)) => merge_components(intent, one, two),
            (Element::Flow(one), Element::Flow(two)) => merge_flows(intent, one, two),
            (Element::Entity(one), Element::Entity(two)) => merge_entities(intent, one, two),
            _ => return Err("Only flows, parts and things can be merged.".to_owned()),
        }
    }
    let mut element = first;
    if let Some(into) = into {
        match &mut element {
            Element::Component(id) => {
                intent.components.iter_mut().filter(|c| c.id == *id).for_each(|c| c.name = capital(into));
            }
            Element::Flow(id) => {
                intent.user_flows.iter_mut().filter(|f| f.id == *id).for_each(|f| f.name = capital(into));
            }
            Element::Entity(name)
                if name != into && !intent.data_model.entities.iter().any(|e| e.name == into) =>
            {
                rename_entity(intent, name, into);
                into.clone_into(name);
            }
            _ => {}
        }
    }
    let name = named(intent, &element);
    Ok((vec![element], format!("Made one of {}: “{name}”.", super::super::phrase::listed(what))))
}

fn merge_components(intent: &mut Intent, one: &str, two: &str) {
    let told =
        intent.components.iter().find(|c| c.id == two).map(|c| c.description.clone()).unwrap_or_default();
    super::super::repair::merge_components(intent, one, two);
    if let Some(c) = intent.components.iter_mut().find(|c| c.id == one)
        && !c.description.contains(&told)
    {
        c.description = format!("{} {told}", c.description).trim().to_owned();
    }
}

fn merge_flows(intent: &mut Intent, one: &str, two: &str) {
    let Some(copy) = intent.user_flows.iter().find(|f| f.id == two).cloned() else { return };
    let Some(first) = intent.user_flows.iter_mut().find(|f| f.id == one) else { return };
    let known: BTreeSet<String> = first.steps.iter().map(|s| s.action.clone()).collect();
    first.steps.extend(copy.steps.into_iter().filter(|s| !known.contains(&s.action)));
    let own: BTreeSet<String> = first.steps.iter().map(|s| s.id.clone()).collect();
    first.alternatives.extend(copy.alternatives.into_iter().filter(|a| own.contains(&a.at)));
    for id in copy.satisfies {
        if !first.satisfies.contains(&id) {
            first.satisfies.push(id);
        }
    }
    intent.user_flows.retain(|f| f.id != two);
}

pub(super) fn move_under(intent: &mut Intent, what: &str, to: &str, target: Option<Element>) -> Outcome {
    let component = |elements: Vec<Element>| {
        elements.into_iter().find_map(|e| if let Element::Component(id) = e { Some(id) } else { None })
    };
    let from =
        component(meant(intent, what, target)?).ok_or_else(|| format!("“{what}” is no part of a screen."))?;
    let home =
        component(meant(intent, to, None)?).ok_or_else(|| format!("“{to}” is no part of a screen."))?;
    let mut at = Some(home.clone());
    for _ in 0..intent.components.len() {
        let Some(id) = at else { break };
        if id == from {
            return Err("A part cannot stand inside itself.".to_owned());
        }
        at = intent.components.iter().find(|c| c.children.contains(&id)).map(|c| c.id.clone());
    }
    for c in &mut intent.components {
        c.children.retain(|k| *k != from);
    }
    let parent = intent.components.iter_mut().find(|c| c.id == home).ok_or_else(gone)?;
    parent.children.push(from.clone());
    let place = parent.name.clone();
    if let Some(c) = intent.components.iter_mut().find(|c| c.id == from && c.kind == ComponentType::View) {
        c.kind = ComponentType::Container;
    }
    Ok((vec![Element::Component(from)], format!("Moved “{what}” to “{place}”.")))
}

pub(super) fn move_step(
    intent: &mut Intent,
    what: &str,
    to: &str,
    place: Place,
    target: Option<Element>,
) -> Outcome {
    let step = |intent: &Intent, said: &str, target: Option<Element>| {
        let spoken = find(intent, &format!("step {}", said.trim_start_matches("step ")));
        let all = target.into_iter().chain(find(intent, said)).chain(spoken);
        all.into_iter().find_map(|e| if let Element::Step(id) = e { Some(id) } else { None })
    };
    let (Some(one), Some(other)) = (step(intent, what, target), step(intent, to, None)) else {
        return Err(
            "Say which two steps, by their ids or words, as in “move step F1.3 before F1.2”.".to_owned()
        );
    };
    let flow = intent
        .user_flows
        .iter_mut()
        .find(|f| f.steps.iter().any(|s| s.id == one) && f.steps.iter().any(|s| s.id == other));
    let flow = flow.ok_or("The two steps are not in one flow.")?;
    let from = flow.steps.iter().position(|s| s.id == one).ok_or_else(gone)?;
    let moved = flow.steps.remove(from);
    let Some(at) = flow.steps.iter().position(|s| s.id == other) else {
        flow.steps.insert(from, moved);
        return Err("A step cannot stand beside itself.".to_owned());
    };
    flow.steps.insert(if place == Place::After { at + 1 } else { at }, moved);
    Ok((vec![Element::Step(one)], "Moved the step.".to_owned()))
}
