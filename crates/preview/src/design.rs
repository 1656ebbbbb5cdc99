//! The intent with its references resolved once, so that every look-up takes constant time.

use std::collections::HashMap;

use frieze_intent::{Component, ComponentType, Entity, Intent};

/// What satisfies a requirement: positions in the intent's lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    Flow(usize),
    Component(usize),
    Interaction(usize),
}

/// An intent and its indexes. Maps are only for look-ups; all lists keep the intent's order.
pub(super) struct Design<'a> {
    pub(super) intent: &'a Intent,
    components: HashMap<&'a str, usize>,
    entities: HashMap<&'a str, usize>,
    requirements: HashMap<&'a str, usize>,
    satisfied: HashMap<&'a str, Vec<By>>,
}

impl<'a> Design<'a> {
    pub(super) fn of(intent: &'a Intent) -> Self {
        let mut satisfied: HashMap<&str, Vec<By>> = HashMap::new();
        let flows = intent.user_flows.iter().enumerate().map(|(i, f)| (By::Flow(i), &f.satisfies));
        let parts = intent.components.iter().enumerate().map(|(i, c)| (By::Component(i), &c.satisfies));
        let acts = intent.interactions.iter().enumerate().map(|(i, a)| (By::Interaction(i), &a.satisfies));
        for (by, ids) in flows.chain(parts).chain(acts) {
            for id in ids {
                let found = satisfied.entry(id.as_str()).or_default();
                if found.last() != Some(&by) {
                    found.push(by);
                }
            }
        }
        Self {
            intent,
            components: first_of(intent.components.iter().map(|component| &component.id)),
            entities: first_of(intent.data_model.entities.iter().map(|entity| &entity.name)),
            requirements: first_of(intent.requirements.iter().map(|requirement| &requirement.id)),
            satisfied,
        }
    }

    /// The component of an id, with its position.
    pub(super) fn component(&self, id: &str) -> Option<(usize, &'a Component)> {
        let at = *self.components.get(id)?;
        self.intent.components.get(at).map(|component| (at, component))
    }

    /// The entity of a name, with its position.
    pub(super) fn entity(&self, name: &str) -> Option<(usize, &'a Entity)> {
        let at = *self.entities.get(name)?;
        self.intent.data_model.entities.get(at).map(|entity| (at, entity))
    }

    /// The position of the requirement of an id.
    pub(super) fn requirement(&self, id: &str) -> Option<usize> {
        self.requirements.get(id).copied()
    }

    /// Everything that claims to satisfy a requirement.
    pub(super) fn satisfied_by(&self, requirement: &str) -> &[By] {
        self.satisfied.get(requirement).map_or(&[], Vec::as_slice)
    }

    /// The views, with their positions.
    pub(super) fn views(&self) -> Vec<(usize, &'a Component)> {
        let all = self.intent.components.iter().enumerate();
        all.filter(|(_, component)| component.kind == ComponentType::View).collect()
    }

    /// For every component, whether it is reached from a view.
    pub(super) fn on_a_screen(&self) -> Vec<bool> {
        let mut reached = vec![false; self.intent.components.len()];
        let mut open: Vec<usize> = self.views().iter().map(|(i, _)| *i).collect();
        for &i in &open {
            reached[i] = true;
        }
        while let Some(i) = open.pop() {
            for child in &self.intent.components[i].children {
                if let Some((at, _)) = self.component(child)
                    && !reached[at]
                {
                    reached[at] = true;
                    open.push(at);
                }
            }
        }
        reached
    }
}

/// The first position of each name.
fn first_of<'a>(
    names: impl DoubleEndedIterator<Item = &'a String> + ExactSizeIterator,
) -> HashMap<&'a str, usize> {
    // Of equal names, the first one is inserted last.
    names.enumerate().rev().map(|(i, name)| (name.as_str(), i)).collect()
}
