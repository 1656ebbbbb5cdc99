//! Entities renamed, merged and taken out with everything that names them.

use std::collections::BTreeSet;

use crate::domain::intent::Intent;

/// Shows every list of entity names to `change`.
fn each_list(intent: &mut Intent, mut change: impl FnMut(&mut Vec<String>)) {
    for flow in &mut intent.user_flows {
        flow.steps.iter_mut().for_each(|s| change(&mut s.entities));
        flow.alternatives.iter_mut().flat_map(|a| a.steps.iter_mut()).for_each(|s| change(&mut s.entities));
    }
    intent.components.iter_mut().for_each(|c| change(&mut c.entities));
}

/// Renames an entity and every reference to it.
pub(in crate::domain::draft) fn rename_entity(intent: &mut Intent, old: &str, new: &str) {
    let lead = |name: &mut String| {
        if name == old {
            new.clone_into(name);
        }
    };
    each_list(intent, |names| {
        names.iter_mut().for_each(lead);
        let mut seen = BTreeSet::new();
        names.retain(|n| seen.insert(n.clone()));
    });
    for entity in &mut intent.data_model.entities {
        lead(&mut entity.name);
        entity.relationships.iter_mut().for_each(|r| lead(&mut r.to));
    }
}

/// Makes one entity of two: the first has the attributes and relationships of both.
pub(in crate::domain::draft) fn merge_entities(intent: &mut Intent, one: &str, two: &str) {
    let entities = &mut intent.data_model.entities;
    let Some(at) = entities.iter().position(|e| e.name == two).filter(|_| one != two) else { return };
    if !entities.iter().any(|e| e.name == one) {
        return;
    }
    let copy = entities.remove(at);
    if let Some(first) = entities.iter_mut().find(|e| e.name == one) {
        for a in copy.attributes {
            if !first.attributes.iter().any(|b| b.name.eq_ignore_ascii_case(&a.name)) {
                first.attributes.push(a);
            }
        }
        for r in copy.relationships {
            if r.to != one && !first.relationships.iter().any(|b| b.to == r.to) {
                first.relationships.push(r);
            }
        }
    }
    rename_entity(intent, two, one);
    for entity in &mut intent.data_model.entities {
        let own = entity.name.clone();
        let mut seen = BTreeSet::new();
        entity.relationships.retain(|r| !(own == one && r.to == one) && seen.insert(r.to.clone()));
    }
}

/// Takes entities out with every reference to them.
pub(in crate::domain::draft) fn take_out_entities(intent: &mut Intent, gone: &BTreeSet<String>) {
    if gone.is_empty() {
        return;
    }
    each_list(intent, |names| names.retain(|n| !gone.contains(n)));
    intent.data_model.entities.retain(|e| !gone.contains(&e.name));
    intent.data_model.entities.iter_mut().for_each(|e| e.relationships.retain(|r| !gone.contains(&r.to)));
}
