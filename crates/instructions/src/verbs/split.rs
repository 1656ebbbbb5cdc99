//! `split`: splits a part or an entity in two. The first keeps the id and everything that is not named after `with`; the second
//! gets the rest.

use frieze_intent::{Attribute, Component, Entity, Intent};

use super::{Effect, Instruction, Outcome, component, entity, lost};
use crate::element::{At, Key, Kind, label, short};
use crate::names::Scope;
use crate::phrase::Phrase;
use crate::{ids, references};

pub(super) fn split(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    it.without_text()?;
    let clauses = it.phrase.clauses(&["into", "with"])?;
    let at = scope.find_or(clauses.head, it.subject, &[Kind::Component, Kind::Entity])?;
    let names = clauses.get("into").ok_or_else(|| it.hint())?.list();
    let [first, second] = names.as_slice() else {
        return Err("Give two names: … into NAME and NAME.".to_owned());
    };
    let (first, second) = (it.name(*first)?, it.name(*second)?);
    let with = clauses.get("with").map(Phrase::list).unwrap_or_default();
    let what =
        format!("Split the {} into “{}” and “{}”.", label(scope.design, at), short(&first), short(&second));
    let pair = Split { at, old: Key::of(scope.design, at).ok_or_else(lost)?, first, second, what };
    if at.kind() == Kind::Component {
        pair.part(scope, &with, next)
    } else if with.is_empty() {
        Err(format!("Give what goes to “{}”: … with FIELDS.", short(&pair.second)))
    } else {
        pair.entity(scope, &with, next)
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
        let mut places = 0..;
        let is_moving = |_: &mut Attribute| places.next().is_some_and(|place| moving.contains(&place));
        let attributes: Vec<Attribute> = owner.attributes.extract_if(.., is_moving).collect();
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
}
