//! Names of an intent's elements, by id and by JSON pointer.

use std::collections::HashMap;

use crate::tui::model::design_parts::{Section, part_at};
use frieze_intent::{Component, Entity, Intent, Requirement};

/// Lookup tables of one intent. If several elements have one id, the first counts.
#[derive(Debug)]
pub struct Names<'a> {
    pub intent: &'a Intent,
    components: HashMap<&'a str, (usize, &'a Component)>,
    requirements: HashMap<&'a str, &'a Requirement>,
    entities: HashMap<&'a str, &'a Entity>,
}

impl<'a> Names<'a> {
    /// Builds the tables.
    pub fn of(intent: &'a Intent) -> Self {
        Self {
            intent,
            components: first(
                intent.components.iter().enumerate().map(|(at, it)| (it.id.as_str(), (at, it))),
            ),
            requirements: first(intent.requirements.iter().map(|it| (it.id.as_str(), it))),
            entities: first(intent.data_model.entities.iter().map(|it| (it.name.as_str(), it))),
        }
    }

    /// A component with its index, by its id.
    pub fn component(&self, id: &str) -> Option<(usize, &'a Component)> {
        self.components.get(id).copied()
    }

    /// A requirement by its id.
    pub fn requirement(&self, id: &str) -> Option<&'a Requirement> {
        self.requirements.get(id).copied()
    }

    /// An entity by its name.
    pub fn entity(&self, name: &str) -> Option<&'a Entity> {
        self.entities.get(name).copied()
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

fn first<'a, T>(elements: impl Iterator<Item = (&'a str, T)>) -> HashMap<&'a str, T> {
    let mut found = HashMap::new();
    for (key, element) in elements {
        found.entry(key).or_insert(element);
    }
    found
}
