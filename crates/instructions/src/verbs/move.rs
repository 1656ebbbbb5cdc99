//! `move`: moves an element to another place.

use frieze_intent::Intent;

use super::add::neighbour;
use super::{Effect, Instruction, Outcome, component, component_id, entity, flow, lost, steps};
use crate::element::{At, Key, Kind, label, short};
use crate::names::Scope;

pub(super) fn move_to(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["to", "after", "before"])?;
    let at = scope.find_or(clauses.head, it.subject, &[Kind::Component, Kind::Step, Kind::Attribute])?;
    let to = clauses.get("to");
    if let At::Step(flow, ..) = at {
        let neighbour = neighbour(scope, &clauses, Some(At::Flow(flow)))?.filter(|_| to.is_none());
        return step(scope, at, neighbour.ok_or_else(|| it.hint())?, next);
    }
    let to =
        to.filter(|_| clauses.get("after").or(clauses.get("before")).is_none()).ok_or_else(|| it.hint())?;
    if let At::Attribute(entity, attribute) = at {
        return field(scope, (entity, attribute), scope.find(to, &[Kind::Entity])?, next);
    }
    part(scope, at, scope.find(to, &[Kind::Component])?, next)
}

fn part(scope: &Scope<'_>, at: At, parent: At, next: &mut Intent) -> Outcome {
    let id = component_id(next, at)?;
    let At::Component(to) = parent else { return Err(lost()) };
    let mut changed = vec![Key::of(scope.design, parent).ok_or_else(lost)?];
    for part in next.components.iter_mut().filter(|part| part.children.contains(&id)) {
        changed.push(Key::new(Kind::Component, "", &part.id));
        part.children.retain(|child| *child != id);
    }
    let parent = component(next, to)?;
    parent.children.push(id);
    let is_alone = changed.len() == 2 && changed.first() == changed.last();
    if is_alone {
        return Err(format!("Nothing changes: “{}” already contains it.", short(&parent.name)));
    }
    let what = format!("Moved the {} to “{}”.", label(scope.design, at), short(&parent.name));
    Ok(Effect { changed, ..Effect::changed(what, None) })
}

fn field(scope: &Scope<'_>, (from, field): (usize, usize), to: At, next: &mut Intent) -> Outcome {
    let At::Entity(to) = to else { return Err(lost()) };
    let at = At::Attribute(from, field);
    let old = Key::of(scope.design, at).ok_or_else(lost)?;
    let list = &mut entity(next, from)?.attributes;
    if field >= list.len() {
        return Err(lost());
    }
    let field = list.remove(field);
    let entity = entity(next, to)?;
    let new = Key::new(Kind::Attribute, &entity.name, &field.name);
    let what = format!("Moved the {} to “{}”.", label(scope.design, at), short(&entity.name));
    entity.attributes.push(field);
    if from == to {
        return Err(format!("Nothing changes: “{}” already has it.", short(&entity.name)));
    }
    Ok(Effect { renamed: vec![(old, new.clone())], ..Effect::changed(what, Some(new)) })
}

/// Moves a step among the steps of its flow or alternative: the step does not change, only their order.
fn step(scope: &Scope<'_>, place: At, (neighbour, offset): (At, usize), next: &mut Intent) -> Outcome {
    let (At::Step(flow, own, from), At::Step(.., other, to)) = (place, neighbour) else { return Err(lost()) };
    if own != other {
        return Err("A step stays in its flow or alternative: remove it there and add it here.".to_owned());
    }
    // Removing the step moves the later ones up.
    let to = to + offset - usize::from(to + offset > from);
    if to == from {
        return Err("Nothing changes: the step is already there.".to_owned());
    }
    let list = steps(next, flow, own)?;
    if from >= list.len() {
        return Err(lost());
    }
    let step = list.remove(from);
    list.insert(to.min(list.len()), step);
    let name = &self::flow(next, flow)?.name;
    let what = format!("Moved the {} of “{}”.", label(scope.design, place), short(name));
    Ok(Effect::changed(what, Key::of(scope.design, At::Flow(flow))))
}
