//! The positions of the parts of an intent, by the names that references use. Maps are only looked up, never iterated,
//! so their order cannot change a result.

use crate::fidelity::Trace;
use crate::text::texts::Texts;
use crate::text::words;
use crate::text::words::{KeyMap, NameMap};
use frieze_intent::Intent;

pub(super) struct Named<'i> {
    component_at: NameMap<'i, usize>,
    entity_at: NameMap<'i, usize>,
    /// By folded name (case, joints, plural): for references with another spelling.
    entity_like: KeyMap<usize>,
    requirement_at: NameMap<'i, usize>,
}

impl<'i> Named<'i> {
    /// Foreign requirements have no name, so that claiming them counts for nothing.
    pub(super) fn of(intent: &'i Intent, texts: &Texts, trace: Option<&Trace>) -> Self {
        let mut entity_like = KeyMap::default();
        for (i, entity) in texts.ids.entities.iter().enumerate() {
            entity_like.entry(texts.said(entity.name).name_key()).or_insert(i);
        }
        let mut requirement_at = first_index(intent.requirements.iter().map(|r| r.id.as_str()));
        if let Some(trace) = trace {
            requirement_at.retain(|_, at| !trace.is_foreign(*at));
        }
        let component_at = first_index(intent.components.iter().map(|c| c.id.as_str()));
        Self {
            component_at,
            entity_at: first_index(intent.data_model.entities.iter().map(|e| e.name.as_str())),
            entity_like,
            requirement_at,
        }
    }

    pub(super) fn component(&self, id: &str) -> Option<usize> {
        self.component_at.get(id).copied()
    }

    pub(super) fn components(&self) -> &NameMap<'i, usize> {
        &self.component_at
    }

    pub(super) fn requirement(&self, id: &str) -> Option<usize> {
        self.requirement_at.get(id).copied()
    }

    /// The entity that a reference means, and whether it is spelt as the entity is.
    pub(super) fn entity(&self, name: &str) -> Option<(usize, bool)> {
        match self.entity_at.get(name) {
            Some(at) => Some((*at, true)),
            None => self.entity_like.get(&words::name_key(name)).map(|at| (*at, false)),
        }
    }
}

fn first_index<'i>(ids: impl Iterator<Item = &'i str>) -> NameMap<'i, usize> {
    let mut index = NameMap::default();
    for (i, id) in ids.enumerate() {
        index.entry(id).or_insert(i);
    }
    index
}
