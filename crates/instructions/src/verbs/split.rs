//! `split`: splits an element in two. The first keeps the id and everything that is not named after `with`; the second gets the rest.

use frieze_intent::{Component, Entity, Intent, Step, UserFlow};

use super::{Effect, Instruction, Outcome, component, entity, flow, lost, steps};
use crate::element::{At, Key, Kind, alternative_name, label, short};
use crate::names::Scope;
use crate::phrase::Phrase;
use crate::{ids, references};

pub(super) fn split(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["into", "with"])?;
    let at =
        scope.find_or(clauses.head, it.subject, &[Kind::Component, Kind::Step, Kind::Flow, Kind::Entity])?;
    let names = clauses.get("into").ok_or_else(|| it.hint())?.list();
    let [first, second] = names.as_slice() else {
        return Err("Give two names: … into NAME and NAME.".to_owned());
    };
    let (first, second) = (it.name(*first)?, it.name(*second)?);
    let with = clauses.get("with").map(Phrase::list).unwrap_or_default();
    let what =
        format!("Split the {} into “{}” and “{}”.", label(scope.design, at), short(&first), short(&second));
    let pair = Split { at, old: Key::of(scope.design, at).ok_or_else(lost)?, first, second, what };
    match at {
        At::Component(_) => pair.part(scope, &with, next),
        At::Entity(_) if !with.is_empty() => pair.entity(scope, &with, next),
        At::Flow(_) if !with.is_empty() => pair.flow(scope, &with, next),
        At::Step(..) if with.is_empty() => pair.step(next),
        At::Step(..) => Err("A step has no parts for “with”.".to_owned()),
        At::Title
        | At::Summary
        | At::Requirement(_)
        | At::Goal(_)
        | At::Flow(_)
        | At::Alternative(..)
        | At::State(..)
        | At::Entity(_)
        | At::Attribute(..)
        | At::Relationship(..)
        | At::Interaction(_)
        | At::Question(_) => {
            Err(format!("Give what goes to “{}”: … with FIELDS or STEPS.", short(&pair.second)))
        }
    }
}

/// An element to split, and the new names.
struct Split {
    at: At,
    old: Key,
    first: String,
    second: String,
    what: String,
}

impl Split {
    fn part(self, scope: &Scope<'_>, with: &[Phrase<'_>], next: &mut Intent) -> Outcome {
        let At::Component(at) = self.at else { return Err(lost()) };
        let mut children = Vec::new();
        for name in with {
            let child = super::component_id(scope.design, scope.find(*name, &[Kind::Component])?)?;
            if !component(next, at)?.children.contains(&child) {
                return Err(format!(
                    "“{}” is not a child of the {}.",
                    short(&child),
                    label(scope.design, self.at)
                ));
            }
            children.push(child);
        }
        let id = ids::component(next, &self.second);
        let part = component(next, at)?;
        part.name = self.first;
        part.children.retain(|child| !children.contains(child));
        let (own, kind) = (part.id.clone(), part.kind);
        // Both parts keep the claims of the whole.
        let (description, satisfies) = (part.description.clone(), part.satisfies.clone());
        let (entities, states) = (part.entities.clone(), part.states.clone());
        for parent in next.components.iter_mut().filter(|part| part.children.contains(&own)) {
            let behind = parent.children.iter().position(|child| *child == own).map_or(0, |at| at + 1);
            parent.children.insert(behind, id.clone());
        }
        let new = Key::new(Kind::Component, "", &id);
        let part = Component {
            id,
            kind,
            name: self.second,
            description,
            children,
            entities,
            states,
            satisfies,
            widget: None,
            shared: false,
        };
        next.components.insert(at + 1, part);
        Ok(Effect { what: self.what, changed: vec![self.old, new], ..Effect::default() })
    }

    fn entity(self, scope: &Scope<'_>, with: &[Phrase<'_>], next: &mut Intent) -> Outcome {
        let At::Entity(at) = self.at else { return Err(lost()) };
        let mut moving = Vec::new();
        for name in with {
            let At::Attribute(_, attribute) = scope.child(*name, self.at, &[Kind::Attribute])? else {
                return Err(lost());
            };
            moving.push(attribute);
        }
        references::rename_entity(next, &self.old.name, &self.first);
        let owner = entity(next, at)?;
        let first = Key::new(Kind::Entity, "", &self.first);
        owner.name = self.first;
        let attributes = taken(&mut owner.attributes, &moving);
        let second = Key::new(Kind::Entity, "", &self.second);
        let mut renamed: Vec<(Key, Key)> = attributes
            .iter()
            .map(|field| {
                let key = |owner: &str| Key::new(Kind::Attribute, owner, &field.name);
                (key(&self.old.name), key(&self.second))
            })
            .collect();
        let (description, relationships) = (owner.description.clone(), Vec::new());
        next.data_model
            .entities
            .insert(at + 1, Entity { name: self.second, description, attributes, relationships });
        if self.old != first {
            renamed.push((self.old, first.clone()));
        }
        Ok(Effect { what: self.what, changed: vec![first, second], renamed, ..Effect::default() })
    }

    fn flow(self, scope: &Scope<'_>, with: &[Phrase<'_>], next: &mut Intent) -> Outcome {
        let At::Flow(at) = self.at else { return Err(lost()) };
        let mut moving = Vec::new();
        for name in with {
            let At::Step(_, None, step) = scope.child(*name, self.at, &[Kind::Step])? else {
                return Err("Only steps of the flow itself can go to another flow.".to_owned());
            };
            moving.push(step);
        }
        let id = ids::flow(next, &self.second);
        let flow = flow(next, at)?;
        flow.name = self.first;
        let steps = taken(&mut flow.steps, &moving);
        let is_moving = |id: &str| steps.iter().any(|step: &Step| step.id == id);
        let alternatives: Vec<_> = flow.alternatives.extract_if(.., |it| is_moving(&it.at)).collect();
        let (old, new) = (self.old.name.as_str(), id.as_str());
        let all = steps
            .iter()
            .chain(alternatives.iter().flat_map(|it| &it.steps))
            .map(|step| (Key::new(Kind::Step, old, &step.id), Key::new(Kind::Step, new, &step.id)));
        let mut renamed: Vec<(Key, Key)> = all.collect();
        renamed.extend(alternatives.iter().map(|it| {
            let name = alternative_name(&it.at, &it.condition);
            (Key::new(Kind::Alternative, old, &name), Key::new(Kind::Alternative, new, &name))
        }));
        let changed = vec![self.old.clone(), Key::new(Kind::Flow, "", &id)];
        let (actor, goal, satisfies) = (flow.actor.clone(), flow.goal.clone(), flow.satisfies.clone());
        let flow = UserFlow { id, name: self.second, actor, goal, steps, alternatives, satisfies };
        next.user_flows.insert(at + 1, flow);
        Ok(Effect { what: self.what, changed, renamed, ..Effect::default() })
    }

    fn step(self, next: &mut Intent) -> Outcome {
        let At::Step(flow, alternative, at) = self.at else { return Err(lost()) };
        let id = ids::step(next, &self.second);
        let list = steps(next, flow, alternative)?;
        let step = list.get_mut(at).ok_or_else(lost)?;
        step.action = self.first;
        // The last of the two steps has the outcome.
        let second = Step { id, action: self.second, outcome: step.outcome.take(), ..step.clone() };
        let changed = vec![self.old.clone(), Key::new(Kind::Step, &self.old.owner, &second.id)];
        list.insert(at + 1, second);
        Ok(Effect { what: self.what, changed, ..Effect::default() })
    }
}

/// Takes the entries at these positions out of a list.
fn taken<T>(list: &mut Vec<T>, positions: &[usize]) -> Vec<T> {
    let mut at = 0..list.len();
    list.extract_if(.., |_| at.next().is_some_and(|at| positions.contains(&at))).collect()
}
