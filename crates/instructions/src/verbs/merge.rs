//! `merge`: merges two elements of the same kind. The first keeps its id and gets the content of the second, and references to
//! the second become references to the first.

use std::collections::{BTreeMap, HashSet};

use frieze_intent::{Intent, Step};

use super::{Effect, Instruction, Outcome, component, entity, flow, lost, steps, unite};
use crate::element::{At, Key, Kind, alternative_name, label, short, state_name};
use crate::names::{Scope, fold};
use crate::{ids, references};

pub(super) fn merge(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["into"])?;
    let kinds = &[Kind::Component, Kind::Flow, Kind::Entity, Kind::Step];
    let list = clauses.head.list();
    let (first, second) = match (list.as_slice(), it.subject) {
        ([first, second], _) => (scope.find(*first, kinds)?, scope.find(*second, kinds)?),
        _ => return Err("Give two elements: merge ELEMENT and ELEMENT.".to_owned()),
    };
    if first == second {
        return Err(format!("Both names mean the {}.", label(scope.design, first)));
    }
    let name = clauses.get("into").map(|name| it.name(name)).transpose()?;
    let labels = (label(scope.design, first), label(scope.design, second));
    let key = |at| Key::of(scope.design, at).ok_or_else(lost);
    let pair = Merge { first: key(first)?, second: key(second)?, name };
    let mut effect = match (first, second) {
        (At::Component(a), At::Component(b)) => pair.parts(a, b, next),
        (At::Entity(a), At::Entity(b)) => pair.entities(a, b, next),
        (At::Flow(a), At::Flow(b)) => pair.flows(a, b, next),
        (At::Step(flow, alternative, a), At::Step(other, another, b))
            if (flow, alternative) == (other, another) =>
        {
            pair.steps((flow, alternative), a, b, next)
        }
        (At::Step(..), At::Step(..)) => Err("The steps are in different flows.".to_owned()),
        _ => Err(format!("The {} and the {} are not of one kind.", labels.0, labels.1)),
    }?;
    let name = clauses.get("into").map(|name| format!(" as “{}”", short(&name.text())));
    effect.what = format!("Merged the {} into the {}{}.", labels.1, labels.0, name.unwrap_or_default());
    Ok(effect)
}

/// The keys of the two elements, and the new name.
struct Merge {
    first: Key,
    second: Key,
    name: Option<String>,
}

impl Merge {
    fn parts(self, a: usize, b: usize, next: &mut Intent) -> Outcome {
        let other = component(next, b)?.clone();
        let part = component(next, a)?;
        if part.kind != other.kind {
            return Err(format!(
                "“{}” and “{}” are of different types.",
                short(&part.name),
                short(&other.name)
            ));
        }
        part.name = self.name.unwrap_or_else(|| part.name.clone());
        part.description = joined(&part.description, &other.description);
        unite(&mut part.children, other.children);
        unite(&mut part.entities, other.entities);
        unite(&mut part.satisfies, other.satisfies);
        for state in other.states {
            if !part.states.iter().any(|known| fold(state_name(known)) == fold(state_name(&state))) {
                part.states.push(state);
            }
        }
        let (first, second) = (self.first.name.as_str(), self.second.name.as_str());
        part.children.retain(|child| child != first && child != second);
        next.components.remove(b);
        references::replace_component(next, second, first);
        next.components
            .iter_mut()
            .filter(|part| part.id == first)
            .for_each(|part| part.children.retain(|id| id != first));
        Ok(Effect { changed: vec![self.first], gone: vec![self.second], ..Effect::default() })
    }

    fn entities(self, a: usize, b: usize, next: &mut Intent) -> Outcome {
        let other = entity(next, b)?.clone();
        let own = entity(next, a)?;
        own.description = joined(&own.description, &other.description);
        for field in other.attributes {
            if !own.attributes.iter().any(|known| fold(&known.name) == fold(&field.name)) {
                own.attributes.push(field);
            }
        }
        for to in other.relationships {
            if !own.relationships.iter().any(|known| fold(&known.to) == fold(&to.to)) {
                own.relationships.push(to);
            }
        }
        let name = self.name.unwrap_or_else(|| own.name.clone());
        let (first, second) = (self.first.name.as_str(), self.second.name.as_str());
        let between = [fold(first), fold(second)];
        own.relationships.retain(|to| !between.contains(&fold(&to.to)));
        own.name.clone_from(&name);
        next.data_model.entities.remove(b);
        // An entity that was related to both keeps one relationship.
        let mut related = vec![false; next.data_model.entities.len()];
        for (entity, has) in next.data_model.entities.iter_mut().zip(&mut related) {
            entity
                .relationships
                .retain(|to| !between.contains(&fold(&to.to)) || !std::mem::replace(has, true));
        }
        references::rename_entity(next, second, &name);
        references::rename_entity(next, first, &name);
        let key = Key::new(Kind::Entity, "", &name);
        let renamed = if key == self.first { Vec::new() } else { vec![(self.first, key.clone())] };
        Ok(Effect { changed: vec![key], gone: vec![self.second], renamed, ..Effect::default() })
    }

    fn flows(self, a: usize, b: usize, next: &mut Intent) -> Outcome {
        let mut other = flow(next, b)?.clone();
        let own = flow(next, a)?;
        if fold(&own.actor) != fold(&other.actor) {
            return Err(format!(
                "The flows have different actors: {} and {}.",
                short(&own.actor),
                short(&other.actor)
            ));
        }
        own.name = self.name.unwrap_or_else(|| own.name.clone());
        own.goal = own.goal.take().or(other.goal.take());
        unite(&mut own.satisfies, std::mem::take(&mut other.satisfies));
        next.user_flows.remove(b);
        let at = if b < a { a - 1 } else { a };
        let mut renamed = Vec::new();
        // Steps keep their ids, unless both flows have them.
        let lower = |step: &Step| step.id.to_lowercase();
        let ours: HashSet<String> = flow(next, at)?.all_steps().map(lower).collect();
        let mut taken: HashSet<String> = other.all_steps().map(lower).chain(ours.clone()).collect();
        let mut ids: BTreeMap<String, String> = BTreeMap::new();
        for step in other.all_steps().filter(|step| ours.contains(&lower(step))) {
            let fresh = ids::free(step.id.clone(), &taken);
            taken.insert(fresh.to_lowercase());
            ids.insert(step.id.clone(), fresh);
        }
        let id = |old: &str| ids.get(old).cloned().unwrap_or_else(|| old.to_owned());
        let (from, to) = (self.second.name.as_str(), self.first.name.as_str());
        let mut moved = |step: &mut Step| {
            let new = id(&step.id);
            let old = std::mem::replace(&mut step.id, new);
            renamed.push((Key::new(Kind::Step, from, &old), Key::new(Kind::Step, to, &step.id)));
        };
        let mut other_alternatives = other.alternatives;
        let mut other_steps = other.steps;
        other_steps.iter_mut().for_each(&mut moved);
        other_alternatives.iter_mut().flat_map(|it| &mut it.steps).for_each(&mut moved);
        for it in &mut other_alternatives {
            let old = Key::new(Kind::Alternative, from, &alternative_name(&it.at, &it.condition));
            it.at = id(&it.at);
            renamed.push((old, Key::new(Kind::Alternative, to, &alternative_name(&it.at, &it.condition))));
        }
        let flow = flow(next, at)?;
        flow.steps.extend(other_steps);
        flow.alternatives.extend(other_alternatives);
        Ok(Effect { changed: vec![self.first], gone: vec![self.second], renamed, ..Effect::default() })
    }

    fn steps(
        self,
        (of, alternative): (usize, Option<usize>),
        a: usize,
        b: usize,
        next: &mut Intent,
    ) -> Outcome {
        let name = self.name.ok_or("Give the action of the merged step: … into ACTION.")?;
        if a + 1 != b {
            return Err("Only a step and the one after it can be merged.".to_owned());
        }
        let list = steps(next, of, alternative)?;
        let second = list.get(b).cloned().ok_or_else(lost)?;
        let first = list.get_mut(a).ok_or_else(lost)?;
        if first.component != second.component {
            return Err("The steps take place on different parts.".to_owned());
        }
        first.action = name;
        first.outcome = second.outcome.or_else(|| first.outcome.take());
        unite(&mut first.entities, second.entities);
        let first = first.id.clone();
        list.remove(b);
        let mut renamed = Vec::new();
        let owner = self.first.owner.as_str();
        for it in flow(next, of)?.alternatives.iter_mut().filter(|it| it.at == second.id) {
            let old = Key::new(Kind::Alternative, owner, &alternative_name(&it.at, &it.condition));
            it.at.clone_from(&first);
            renamed.push((old, Key::new(Kind::Alternative, owner, &alternative_name(&it.at, &it.condition))));
        }
        Ok(Effect { changed: vec![self.first], gone: vec![self.second], renamed, ..Effect::default() })
    }
}

/// Joins two descriptions. Sentences of the second that the first has are dropped.
fn joined(first: &str, second: &str) -> String {
    match (first.trim(), second.trim()) {
        (first, "") => first.to_owned(),
        ("", second) => second.to_owned(),
        (first, second) if fold(first).contains(&fold(second)) => first.to_owned(),
        (first, second) => {
            let stop = if first.ends_with(['.', '!', '?', '。']) { "" } else { "." };
            format!("{first}{stop} {second}")
        }
    }
}
