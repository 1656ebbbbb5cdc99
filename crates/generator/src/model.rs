//! Data model of a design: entities that the brief or an answer names, with the fields that are listed.

use std::collections::HashMap;

use frieze_intent::{Attribute, Entity, Relationship, RelationshipKind};
use frieze_reader::{self as reader, Reading};

use crate::limits::{self, ATTRIBUTES, ENTITIES, NAMED, TEXT, clip};
use crate::names::Names;
use crate::open_questions::{Inquiry, Rank, Reply};
use crate::plain_answers::{self, Field};
use crate::question_texts;
use crate::words::attribute_type;

/// The entities of a design, found by name in texts.
pub struct Model {
    pub entities: Vec<Entity>,
    names: Names,
    /// For each entity its position in the reading; `None` if an answer names it.
    read: Vec<Option<usize>>,
}

impl Model {
    /// `title` is that of the design.
    pub fn of(reading: &Reading, title: &str, inquiry: &mut Inquiry) -> Self {
        let mut model =
            Self { entities: Vec::new(), names: Names::of(reading.language, None), read: Vec::new() };
        for (at, entity) in reading.entities.iter().enumerate().take(ENTITIES) {
            model.read_entity(at, entity, inquiry);
        }
        if reading.entities.is_empty() && has_demands(reading) {
            let question = question_texts::data(title);
            let kept = inquiry.ask(Rank::Data, question, plain_answers::entities).given();
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
            let question = question_texts::fields(entity);
            match inquiry.ask(Rank::Data, question, |text| plain_answers::fields(text, &entity.name)) {
                Reply::OutOfScope => return,
                Reply::Given(fields) => attributes = fields.into_iter().map(answered).collect(),
                Reply::Open | Reply::NotNeeded => {}
            }
        }
        self.add(&entity.name, clip(&entity.description, TEXT), attributes, Some(at));
    }

    /// Adds an entity. If its name is known, only its fields are added.
    fn add(&mut self, name: &str, description: String, attributes: Vec<Attribute>, read: Option<usize>) {
        let Some(name) = limits::name(name) else { return };
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

    /// Adds relationships, if the brief or an answer says how many. Each side is decided separately.
    fn relate(&mut self, reading: &Reading, inquiry: &mut Inquiry) {
        // Whether one of the first entity has many of the second.
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
                let question = question_texts::relation(&from.name, &to.name, *line);
                inquiry.ask(Rank::Relation, question, plain_answers::is_many).given()
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

    /// The entities of the design: their names, and their entities of the reading unless they come from an answer.
    pub fn named<'r>(&self, reading: &'r Reading) -> Vec<(Option<&'r reader::Entity>, String)> {
        let read = self.read.iter().zip(&self.entities);
        read.map(|(at, entity)| (at.and_then(|at| reading.entities.get(at)), entity.name.clone())).collect()
    }
}

fn has_demands(reading: &Reading) -> bool {
    !reading.requirements.is_empty() || !reading.stories.is_empty()
}

fn listed(attribute: &reader::Attribute) -> Option<Attribute> {
    let name = clip(&attribute.name, limits::NAME);
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
    let description = Some(clip(&field.description, TEXT)).filter(|text| !text.is_empty());
    Attribute { kind: kind(&field.typed), name: field.name, required: field.required, description }
}

/// The first part of a field's description: `money` of `money, required`.
fn noted(description: &str) -> &str {
    description.split([',', ';']).next().unwrap_or_default()
}

/// The type of a field; text if the brief gives no known type.
fn kind(typed: &str) -> String {
    attribute_type(typed).unwrap_or("text").to_owned()
}
