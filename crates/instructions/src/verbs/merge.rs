//! `merge`: merges two parts or two entities. The first keeps its id and gets the content of the second, and references to
//! the second become references to the first.

use frieze_intent::Intent;

use super::{Effect, Instruction, Outcome, component, entity, lost, unite};
use crate::element::{At, Key, Kind, label, short, state_name};
use crate::names::{Scope, fold};
use crate::references;

pub(super) fn merge(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["into"])?;
    let kinds = &[Kind::Component, Kind::Entity];
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
