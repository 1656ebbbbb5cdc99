//! `remove`: removes an element and the references to it, unless another element needs it.

use frieze_intent::Intent;

use super::{Effect, Instruction, Outcome, component_id, entity, flow, lost, steps};
use crate::element::{At, Key, Kind, label};
use crate::names::{Scope, fold};
use crate::references;

const REMOVABLE: &[Kind] = &[
    Kind::Requirement,
    Kind::Goal,
    Kind::Flow,
    Kind::Step,
    Kind::Alternative,
    Kind::Component,
    Kind::State,
    Kind::Entity,
    Kind::Attribute,
    Kind::Relationship,
    Kind::Interaction,
    Kind::Question,
];

pub(super) fn remove(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let at = scope.find_or(it.phrase, it.subject, REMOVABLE)?;
    let mut gone: Vec<Key> = Key::of(scope.design, at).into_iter().collect();
    let mut also = String::new();
    match at {
        At::Requirement(i) => {
            let id = take(&mut next.requirements, i)?.id;
            references::drop_requirement(next, &id);
        }
        At::Goal(i) => drop(take(&mut next.goals, i)?),
        At::Question(i) => drop(take(&mut next.open_questions, i)?),
        At::Interaction(i) => drop(take(&mut next.interactions, i)?),
        At::Flow(i) => drop(take(&mut next.user_flows, i)?),
        At::Step(flow, alternative, step) => drop(take(steps(next, flow, alternative)?, step)?),
        At::Alternative(of, alternative) => {
            drop(take(&mut flow(next, of)?.alternatives, alternative)?);
        }
        At::Component(i) => {
            let id = component_id(next, at)?;
            let own = scope.design.interactions.iter().enumerate().filter(|(_, it)| it.component == id);
            let own: Vec<At> = own.map(|(at, _)| At::Interaction(at)).collect();
            gone.extend(own.iter().filter_map(|at| Key::of(scope.design, *at)));
            if !own.is_empty() {
                let plural = if own.len() == 1 { "" } else { "s" };
                also = format!(" and its {} interaction{plural}", own.len());
            }
            drop(take(&mut next.components, i)?);
            next.interactions.retain(|it| it.component != id);
            next.components.iter_mut().for_each(|part| part.children.retain(|child| *child != id));
        }
        At::State(component, state) => drop(take(&mut super::component(next, component)?.states, state)?),
        At::Entity(i) => {
            let name = take(&mut next.data_model.entities, i)?.name;
            references::drop_entity(next, &name);
        }
        At::Attribute(of, attribute) => drop(take(&mut entity(next, of)?.attributes, attribute)?),
        At::Relationship(of, relationship) => {
            let to = take(&mut entity(next, of)?.relationships, relationship)?.to;
            // Both entities list the relationship, so both entries go.
            let from = entity(next, of)?.name.clone();
            let others = next.data_model.entities.iter_mut().filter(|it| fold(&it.name) == fold(&to));
            for other in others {
                if other.relationships.extract_if(.., |it| fold(&it.to) == fold(&from)).count() > 0 {
                    gone.push(Key::new(Kind::Relationship, &other.name, &from));
                    also = " on both sides".to_owned();
                }
            }
        }
        At::Title | At::Summary => return Err(it.hint()),
    }
    let what = format!("Removed the {}{also}.", label(scope.design, at));
    Ok(Effect { what, gone, ..Effect::default() })
}

fn take<T>(list: &mut Vec<T>, at: usize) -> Result<T, String> {
    if at < list.len() { Ok(list.remove(at)) } else { Err(lost()) }
}
