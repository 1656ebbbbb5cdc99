//! Repairs of the data model: what flows touch is in it, and what is in it agrees with itself.

use super::super::attribute;
use super::super::phrase::label;
use super::Work;
use super::place::{number, step_at};
use crate::domain::intent::{Relationship, RelationshipKind};

impl Work<'_> {
    pub(super) fn known_entity(&mut self, at: &str) -> Option<String> {
        let e: usize = at.rsplit('/').next()?.parse().ok()?;
        let names = if at.starts_with("/components/") {
            &mut self.intent.components.get_mut(number(at, 1)?)?.entities
        } else {
            &mut step_at(&mut self.intent, at)?.entities
        };
        let name = names.get(e)?.clone();
        match self.things.find(&name).first() {
            Some(thing) => self.things.name(*thing).clone_into(names.get_mut(e)?),
            None => self.waiting.unknown_entities = true,
        }
        Some("Named only things that are in the data model".to_owned())
    }

    /// A thing that no flow reaches is named at the step whose words speak of it.
    pub(super) fn reached(&mut self, at: &str) -> Option<String> {
        let entity = self.intent.data_model.entities.get(number(at, 2)?)?;
        let name = entity.name.clone();
        // Only a step whose words speak of the thing is about it.
        let wanted = self.things.find(&name);
        let speaks = |s: usize| {
            let (f, s) = self.step_places[s];
            let step = &self.intent.user_flows[f].steps[s];
            let told = format!("{} {}", step.action, step.outcome.as_deref().unwrap_or_default());
            self.things.find(&told).iter().any(|t| wanted.contains(t))
        };
        let (f, s) = self.steps.best_where(&name, speaks).map(|s| self.step_places[s])?;
        let step = &mut self.intent.user_flows[f].steps[s];
        if step.entities.len() >= 12 || step.entities.contains(&name) {
            return None;
        }
        step.entities.push(name);
        Some("Named things at the steps that are about them".to_owned())
    }

    pub(super) fn known_relation(&mut self, at: &str) -> Option<String> {
        let relation =
            self.intent.data_model.entities.get_mut(number(at, 2)?)?.relationships.get_mut(number(at, 4)?)?;
        match self.things.find(&relation.to).first() {
            Some(thing) => self.things.name(*thing).clone_into(&mut relation.to),
            None => self.waiting.unknown_relations = true,
        }
        Some("Let relationships lead to things of the data model".to_owned())
    }

    pub(super) fn both_sides(&mut self, at: &str) -> Option<String> {
        let e = number(at, 2)?;
        let entity = self.intent.data_model.entities.get(e)?;
        let relation = entity.relationships.get(number(at, 4)?)?.clone();
        let name = entity.name.clone();
        let other = self.intent.data_model.entities.iter_mut().find(|o| o.name == relation.to)?;
        let (kind, description) = back(relation.kind, &other.name, &name);
        match other.relationships.iter_mut().find(|r| r.to == name) {
            Some(told) => *told = Relationship { to: name, kind, description },
            None => other.relationships.push(Relationship { to: name, kind, description }),
        }
        Some("Told relationships from both sides".to_owned())
    }

    pub(super) fn typed(&mut self, at: &str) -> Option<String> {
        let a =
            self.intent.data_model.entities.get_mut(number(at, 2)?)?.attributes.get_mut(number(at, 4)?)?;
        a.kind = attribute::kind(&a.name, a.description.as_deref().unwrap_or_default());
        Some("Gave attributes types of the list".to_owned())
    }

    pub(super) fn once(&mut self, at: &str) -> Option<String> {
        let entity = self.intent.data_model.entities.get(number(at, 2)?)?;
        self.waiting.attributes.push((entity.name.clone(), number(at, 4)?));
        Some("Took out attributes that stood twice".to_owned())
    }

    /// A step that changes something names it: what its words or those of its flow's name speak of.
    pub(super) fn modelled(&mut self, at: &str) -> Option<String> {
        let f = number(at, 1)?;
        let s = number(at, 3).unwrap_or(0);
        let flow = self.intent.user_flows.get(f)?;
        let step = flow.steps.get(s)?;
        let told = format!("{} {} {}", step.action, step.outcome.as_deref().unwrap_or_default(), flow.name);
        let mut names = self.named(&told);
        names.truncate(2);
        if names.is_empty() {
            return None;
        }
        let step = self.intent.user_flows.get_mut(f)?.steps.get_mut(s)?;
        for name in names {
            if !step.entities.contains(&name) {
                step.entities.push(name);
            }
        }
        Some("Named the things that steps create, show or change".to_owned())
    }
}

/// The other side of a relationship.
fn back(kind: RelationshipKind, other: &str, name: &str) -> (RelationshipKind, Option<String>) {
    let (other, name) = (label(other), label(name));
    match kind {
        RelationshipKind::ManyToMany => (
            kind,
            Some(format!("Each {other} may have any number of {}.", super::super::words::plural(&name))),
        ),
        RelationshipKind::OneToMany => {
            (RelationshipKind::OneToOne, Some(format!("Each {other} belongs to one {name}.")))
        }
        RelationshipKind::OneToOne => (kind, Some(format!("Each {other} has one {name}."))),
    }
}
