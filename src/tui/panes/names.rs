//! Names of an intent's elements, by id and by JSON pointer.

use std::collections::HashMap;

use crate::tui::model::design_parts::{Section, part_at};
use frieze_intent::{Component, Entity, Intent, Requirement};

/// Lookup tables of one intent. If several elements have one id, the first counts.
#[derive(Debug)]
pub struct Names<'a> {
    pub intent: &'a Intent,
    components: HashMap<&'a str, usize>,
    requirements: HashMap<&'a str, usize>,
    entities: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    /// Builds the tables.
    pub fn of(intent: &'a Intent) -> Self {
        Self {
            intent,
            components: first(intent.components.iter().map(|component| component.id.as_str())),
            requirements: first(intent.requirements.iter().map(|requirement| requirement.id.as_str())),
            entities: first(intent.data_model.entities.iter().map(|entity| entity.name.as_str())),
        }
    }

    /// A component with its index, by its id.
    pub fn component(&self, id: &str) -> Option<(usize, &'a Component)> {
        let at = *self.components.get(id)?;
        self.intent.components.get(at).map(|component| (at, component))
    }

    /// A requirement by its id.
    pub fn requirement(&self, id: &str) -> Option<&'a Requirement> {
        self.intent.requirements.get(*self.requirements.get(id)?)
    }

    /// An entity by its name.
    pub fn entity(&self, name: &str) -> Option<&'a Entity> {
        self.intent.data_model.entities.get(*self.entities.get(name)?)
    }

    /// The name of the element at a pointer or around it; `None` outside all elements.
    pub fn at(&self, pointer: &str) -> Option<&'a str> {
        let (section, at) = part_at(pointer)?;
        if section == Section::Interactions {
            // The text of its trigger would be too long.
            return self.intent.interactions.get(at).map(|interaction| interaction.id.as_str());
        }
        section.name(self.intent, at)
    }
}

fn first<'a>(keys: impl Iterator<Item = &'a str>) -> HashMap<&'a str, usize> {
    let mut found = HashMap::new();
    for (at, key) in keys.enumerate() {
        found.entry(key).or_insert(at);
    }
    found
}
