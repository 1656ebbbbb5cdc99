//! Removing: an element goes with everything that leads to it; what it served is asked for.

#![expect(clippy::wildcard_enum_match_arm, reason = "most kinds of element cannot be meant here")]

use std::collections::BTreeSet;

use super::super::naming::clipped;
use super::super::repair::take_out_components;
use super::apply::{Outcome, gone, meant};
use super::element::{self, Element, find, named};
use super::entity::take_out_entities;
use super::forget::forget;
use super::held::{by_kind, held, missing, told};
use crate::domain::intent::{Intent, Step};

pub(super) fn remove(intent: &mut Intent, what: &str, of: Option<&str>, target: Option<Element>) -> Outcome {
    if let Some(of) = of
        && let Some(done) = remove_part(intent, what, of)
    {
        return done;
    }
    let before = intent.clone();
    let all = meant(intent, what, target)?;
    // Of several of a name, those of one kind.
    let kind = std::mem::discriminant(&all[0]);
    let (found, others): (Vec<Element>, Vec<Element>) =
        all.into_iter().partition(|e| std::mem::discriminant(e) == kind);
    let name = named(intent, &found[0]);
    let claimed = claims(intent);
    for element in &found {
        match element {
            Element::Component(id) => remove_component(intent, id)?,
            Element::Flow(id) => intent.user_flows.retain(|f| f.id != *id),
            Element::Entity(name) => take_out_entities(intent, &BTreeSet::from([name.clone()])),
            Element::Attribute(entity, name) => {
                let e = intent.data_model.entities.iter_mut().find(|e| e.name == *entity).ok_or_else(gone)?;
                e.attributes.retain(|a| a.name != *name);
            }
            Element::Step(id) => remove_steps(intent, |s| s.id == *id),
            Element::Interaction(id) => intent.interactions.retain(|i| i.id != *id),
            Element::Goal(text) => intent.goals.retain(|g| g != text),
            Element::Question(text) => intent.open_questions.retain(|q| q != text),
            Element::Requirement(_) => {
                return Err(
                    "Requirements are what the brief says: change the brief, and they change.".to_owned()
                );
            }
            Element::Title | Element::Summary => {
                return Err("A design has a title and a summary: say what they shall be.".to_owned());
            }
        }
    }
    let now = held(intent);
    let gone = missing(&before, &held(&before), &now);
    forget(intent, &before, &gone);
    asked_after_removal(intent, &claimed, &name);
    let (meant, along): (Vec<Element>, Vec<Element>) = gone.into_iter().partition(|e| found.contains(e));
    let mut what = format!("Removed {}", told(&before, &meant));
    if meant.is_empty()
        || meant.iter().any(|e| matches!(e, Element::Goal(_) | Element::Question(_) | Element::Step(_)))
    {
        what = format!("Removed {}", by_kind(&before, &found[0]));
    }
    if !along.is_empty() {
        what.push_str(&format!(", and with it {}", told(&before, &along)));
    }
    what.push('.');
    let stays: Vec<String> = others.iter().filter(|e| now.contains(e)).map(|e| by_kind(intent, e)).collect();
    if !stays.is_empty() {
        what.push_str(&format!(" Not meant was {}, of the same name.", super::super::phrase::listed(&stays)));
    }
    Ok((Vec::new(), what))
}

/// An attribute, a state or an entity of something.
pub(super) fn remove_part(intent: &mut Intent, what: &str, of: &str) -> Option<Outcome> {
    let (name, _) = element::kinded(what);
    for element in find(intent, of) {
        match element {
            Element::Entity(entity) => {
                let e = intent.data_model.entities.iter_mut().find(|e| e.name == entity)?;
                let before = e.attributes.len();
                e.attributes.retain(|a| !a.name.eq_ignore_ascii_case(&name));
                if e.attributes.len() < before {
                    return Some(Ok((
                        vec![Element::Entity(entity.clone())],
                        format!("Took “{name}” out of “{entity}”."),
                    )));
                }
            }
            Element::Component(id) => {
                let c = intent.components.iter_mut().find(|c| c.id == id)?;
                let state = name.trim_end_matches(" state").to_lowercase();
                let before = c.states.len();
                c.states.retain(|s| !s.to_lowercase().starts_with(&state));
                if c.states.len() < before {
                    return Some(Ok((
                        vec![Element::Component(id.clone())],
                        format!("Took the state “{state}” out of “{}”.", c.name),
                    )));
                }
            }
            _ => {}
        }
    }
    None
}

/// A view goes with all that is on it; another part leaves what it held to what held it.
pub(super) fn remove_component(intent: &mut Intent, id: &str) -> Result<(), String> {
    let parented = intent.components.iter().any(|c| c.children.iter().any(|k| k == id));
    if parented {
        take_out_components(intent, &BTreeSet::from([id.to_owned()]));
        return Ok(());
    }
    let mut gone = BTreeSet::from([id.to_owned()]);
    let mut queue = vec![id.to_owned()];
    while let Some(next) = queue.pop() {
        for child in intent.components.iter().filter(|c| c.id == next).flat_map(|c| c.children.iter()) {
            if gone.insert(child.clone()) {
                queue.push(child.clone());
            }
        }
    }
    if gone.len() == intent.components.len() {
        return Err("It is all that the design has: a design needs a view.".to_owned());
    }
    take_out_components(intent, &gone);
    remove_steps(intent, |s| gone.contains(&s.component));
    Ok(())
}

pub(super) fn remove_steps(intent: &mut Intent, is_gone: impl Fn(&Step) -> bool) {
    for flow in &mut intent.user_flows {
        flow.steps.retain(|s| !is_gone(s));
        for alternative in &mut flow.alternatives {
            alternative.steps.retain(|s| !is_gone(s));
        }
        flow.alternatives.retain(|a| !a.steps.is_empty());
        let start = flow.steps.first().map(|s| s.id.clone()).unwrap_or_default();
        let known: BTreeSet<String> = flow.steps.iter().map(|s| s.id.clone()).collect();
        flow.alternatives.iter_mut().filter(|a| !known.contains(&a.at)).for_each(|a| a.at.clone_from(&start));
    }
    intent.user_flows.retain(|f| !f.steps.is_empty());
}

pub(super) fn claims(intent: &Intent) -> BTreeSet<String> {
    let flows = intent.user_flows.iter().flat_map(|f| f.satisfies.iter());
    let parts = intent.components.iter().flat_map(|c| c.satisfies.iter());
    flows.chain(parts).chain(intent.interactions.iter().flat_map(|i| i.satisfies.iter())).cloned().collect()
}

/// What nothing satisfies any more is asked about, and not hidden elsewhere.
pub(super) fn asked_after_removal(intent: &mut Intent, before: &BTreeSet<String>, name: &str) {
    let now = claims(intent);
    let lost: Vec<String> = intent
        .requirements
        .iter()
        .map(|r| r.id.clone())
        .filter(|id| before.contains(id) && !now.contains(id))
        .collect();
    for ids in lost.chunks(20).take(10) {
        let list = super::super::phrase::listed(ids);
        intent.open_questions.push(clipped(&format!("“{name}” was taken out in review, and nothing satisfies {list} any more: is that out of scope?"), 2_000));
    }
}
