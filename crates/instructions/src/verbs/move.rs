//! `move`: moves an element to another place. The alternatives of a step move with it.

use frieze_intent::Intent;

use super::add::neighbour;
use super::{Effect, Instruction, Outcome, component, component_id, entity, flow, lost, steps};
use crate::element::{At, Key, Kind, alternative_name, label, short};
use crate::names::Scope;
use crate::{ids, references};

pub(super) fn move_to(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["to", "after", "before"])?;
    let at = scope.find_or(clauses.head, it.subject, &[Kind::Component, Kind::Step, Kind::Attribute])?;
    let to = clauses.get("to");
    if let At::Step(flow, alternative, step) = at {
        let to = to.map(|to| scope.find(to, &[Kind::Flow, Kind::Alternative])).transpose()?;
        let neighbour = match to {
            Some(_) => neighbour(scope, &clauses, to)?,
            // A step of the same flow is preferred.
            None => neighbour(scope, &clauses, Some(At::Flow(flow)))
                .or_else(|_| neighbour(scope, &clauses, None))?,
        };
        return self::step(scope, (flow, alternative, step), to, neighbour, next);
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

fn step(
    scope: &Scope<'_>,
    (from, own, at): (usize, Option<usize>, usize),
    to: Option<At>,
    neighbour: Option<(At, usize)>,
    next: &mut Intent,
) -> Outcome {
    let place = At::Step(from, own, at);
    let (to, goal) = match (to, neighbour) {
        (Some(At::Flow(flow)), _) => (flow, None),
        (Some(At::Alternative(flow, alternative)), _) => (flow, Some(alternative)),
        (None, Some((At::Step(flow, alternative, _), _))) => (flow, alternative),
        _ => return Err("Give the place: … to FLOW, or … after STEP.".to_owned()),
    };
    let old = Key::of(scope.design, place).ok_or_else(lost)?;
    let what = format!("Moved the {} of “{}”.", label(scope.design, place), short(&flow(next, from)?.name));
    let index = match neighbour {
        None => steps(next, to, goal)?.len(),
        Some((At::Step(flow, alternative, step), offset)) if (flow, alternative) == (to, goal) => {
            step + offset
        }
        Some(_) => return Err("The step next to which it goes is in another flow.".to_owned()),
    };
    let list = steps(next, from, own)?;
    if at >= list.len() {
        return Err(lost());
    }
    let mut moving = list.remove(at);
    let id = moving.id.clone();
    // Removing the step moved the later ones up.
    let index = if (from, own) == (to, goal) && index > at { index - 1 } else { index };
    if (from, own) == (to, goal) {
        if index == at {
            return Err("Nothing changes: the step is already there.".to_owned());
        }
        list.insert(index.min(list.len()), moving);
        // The step does not change, only the order of its flow.
        let key = Key::of(scope.design, At::Flow(from));
        return Ok(Effect::changed(what, key));
    }
    let mut renamed = Vec::new();
    if from != to {
        if references::steps(flow(next, to)?).any(|step| step.id == id) {
            moving.id = ids::step(next, &moving.action);
        }
        let source = flow(next, from)?;
        if own.is_none() {
            let leaving = source.alternatives.extract_if(.., |it| it.at == id).collect::<Vec<_>>();
            let source = source.id.clone();
            let target = flow(next, to)?;
            for mut alternative in leaving {
                let before =
                    Key::new(Kind::Alternative, &source, &alternative_name(&id, &alternative.condition));
                moving.id.clone_into(&mut alternative.at);
                let name = alternative_name(&alternative.at, &alternative.condition);
                renamed.push((before, Key::new(Kind::Alternative, &target.id, &name)));
                target.alternatives.push(alternative);
            }
        }
    }
    let new = Key::new(Kind::Step, &flow(next, to)?.id, &moving.id);
    let list = steps(next, to, goal)?;
    list.insert(index.min(list.len()), moving);
    let mut changed = vec![new.clone()];
    if old == new {
        // Moved from the flow to one of its alternatives, or back.
        changed.extend(Key::of(scope.design, At::Flow(from)));
    } else {
        renamed.push((old, new));
    }
    Ok(Effect { what, changed, renamed, ..Effect::default() })
}
