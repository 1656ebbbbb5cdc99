//! The data model: the things that the document names, or an answer, with the fields that are listed and no others.

use std::collections::HashMap;

use frieze_intent::{Attribute, Entity, Relationship, RelationshipKind};
use frieze_reader::{self as reader, Reading};

use crate::bounds::{self, ATTRIBUTES, ENTITIES, NAMED, TEXT, clip};
use crate::inquiry::{Inquiry, Rank, Reply};
use crate::names::Names;
use crate::questions;
use crate::replies::{self, Field};
use crate::words::attribute_type;

/// The entities of a design, and where texts name them.
pub struct Model {
    pub entities: Vec<Entity>,
    names: Names,
    /// The reading's entity behind each one; none for what an answer names.
    read: Vec<Option<usize>>,
}

impl Model {
    pub fn of(reading: &Reading, inquiry: &mut Inquiry) -> Self {
        let mut model =
            Self { entities: Vec::new(), names: Names::of(reading.language, None), read: Vec::new() };
        for (at, entity) in reading.entities.iter().enumerate().take(ENTITIES) {
            model.read_entity(at, entity, inquiry);
        }
        if reading.entities.is_empty() && has_demands(reading) {
            let question = questions::data(&reading.title.text);
            let kept = inquiry.ask(Rank::Data, question, replies::entities).given();
            for (name, fields) in kept.unwrap_or_default() {
                model.add(&name, String::new(), fields.into_iter().map(answered).collect(), None);
            }
        }
        model.relate(reading, inquiry);
        model
    }

    fn read_entity(&mut self, at: usize, entity: &reader::Entity, inquiry: &mut Inquiry) {
        let mut attributes: Vec<Attribute> = entity.attributes.iter().filter_map(listed).collect();
        if attributes.is_empty() {
            let question = questions::fields(entity);
            match inquiry.ask(Rank::Data, question, |text| replies::fields(text, &entity.name)) {
                Reply::OutOfScope => return,
                Reply::Given(fields) => attributes = fields.into_iter().map(answered).collect(),
                Reply::Open | Reply::NotNeeded => {}
            }
        }
        self.add(&entity.name, clip(&entity.description, TEXT), attributes, Some(at));
    }

    /// A second thing of the same name adds its fields to the first.
    fn add(&mut self, name: &str, description: String, attributes: Vec<Attribute>, read: Option<usize>) {
        let Some(name) = bounds::name(name) else { return };
        let at = self.names.called(&name).unwrap_or(self.entities.len());
        if at == self.entities.len() {
            self.names.add(&name, at);
            self.entities.push(Entity {
                name,
                description: String::new(),
                attributes: Vec::new(),
                relationships: Vec::new(),
            });
            self.read.push(read);
        }
        let Some(entity) = self.entities.get_mut(at) else { return };
        if entity.description.is_empty() {
            entity.description = description;
        }
        let mut known: HashMap<String, ()> =
            entity.attributes.iter().map(|attribute| (attribute.name.to_lowercase(), ())).collect();
        for attribute in attributes {
            if entity.attributes.len() < ATTRIBUTES
                && known.insert(attribute.name.to_lowercase(), ()).is_none()
            {
                entity.attributes.push(attribute);
            }
        }
    }

    /// A relation is drawn where the document, or an answer, says how many; on each side on its own.
    fn relate(&mut self, reading: &Reading, inquiry: &mut Inquiry) {
        // Whether one of the first has many of the second.
        let mut said: HashMap<(usize, usize), Option<bool>> = HashMap::new();
        let mut order = Vec::new();
        for (from, read) in self.read.iter().enumerate() {
            let read = read.and_then(|at| reading.entities.get(at));
            for relation in read.iter().flat_map(|entity| &entity.relations).take(ATTRIBUTES / 2) {
                let Some(to) = self.names.called(&relation.to).filter(|to| *to != from) else { continue };
                for (pair, many) in [((from, to), relation.is_many), ((to, from), None)] {
                    let known = said.entry(pair).or_insert_with(|| {
                        order.push((pair, relation.line));
                        None
                    });
                    *known = known.or(many);
                }
            }
        }
        for ((from, to), line) in &order {
            let known = said.get(&(*from, *to)).copied().flatten();
            let many = known.or_else(|| {
                let (from, to) = (self.entities.get(*from)?, self.entities.get(*to)?);
                let question = questions::relation(&from.name, &to.name, *line);
                inquiry.ask(Rank::Relation, question, replies::is_many).given()
            });
            said.insert((*from, *to), many);
        }
        for ((from, to), _) in order {
            let Some(many) = said.get(&(from, to)).copied().flatten() else { continue };
            let back = said.get(&(to, from)).copied().flatten();
            let kind = match (many, back) {
                (true, Some(true)) => RelationshipKind::ManyToMany,
                (true, Some(false) | None) => RelationshipKind::OneToMany,
                (false, _) => RelationshipKind::OneToOne,
            };
            let Some(to) = self.entities.get(to).map(|entity| entity.name.clone()) else { continue };
            if let Some(entity) = self.entities.get_mut(from)
                && entity.relationships.len() < ATTRIBUTES
            {
                entity.relationships.push(Relationship { to, kind, description: None });
            }
        }
    }

    /// The names of the entities that a text names.
    pub fn in_text(&self, text: &str) -> Vec<String> {
        let found = self.names.in_text(text).into_iter().take(NAMED);
        found.filter_map(|at| Some(self.entities.get(at)?.name.clone())).collect()
    }

    /// The entities that are drawn, by name, with the reading's where they are not an answer's.
    pub fn drawn<'r>(&self, reading: &'r Reading) -> Vec<(Option<&'r reader::Entity>, String)> {
        let read = self.read.iter().zip(&self.entities);
        read.map(|(at, drawn)| (at.and_then(|at| reading.entities.get(at)), drawn.name.clone())).collect()
    }
}

fn has_demands(reading: &Reading) -> bool {
    !reading.requirements.is_empty() || !reading.stories.is_empty()
}

fn listed(attribute: &reader::Attribute) -> Option<Attribute> {
    let name = clip(&attribute.name, bounds::NAME);
    let description = clip(&attribute.description, TEXT);
    (!name.is_empty()).then(|| Attribute {
        name,
        kind: kind(if attribute.typed.trim().is_empty() {
            noted(&attribute.description)
        } else {
            &attribute.typed
        }),
        required: attribute.required.unwrap_or(false),
        description: (!description.is_empty()).then_some(description),
    })
}

fn answered(field: Field) -> Attribute {
    Attribute { kind: kind(&field.typed), name: field.name, required: field.required, description: None }
}

/// What is noted first on a field: `balance: money, required`.
fn noted(description: &str) -> &str {
    description.split([',', ';']).next().unwrap_or_default()
}

/// The type that the document gives; text where it gives none that is known.
fn kind(typed: &str) -> String {
    attribute_type(typed).unwrap_or("text").to_owned()
}
