//! References of the old intent, translated to the new ids, so that a rename is one change and not one for every reference.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::element::{COMPONENTS, ENTITIES, REQUIREMENTS, Sort};
use super::pairing::pair;

/// From old ids to new ones, where they differ; to `None` if the element was removed and another one has its id now.
pub(super) type Renames = BTreeMap<String, Option<String>>;

/// Rewrites the references of the old intent to the new ids.
pub(super) fn translate(old: &mut Value, new: &Value) {
    // In this order, because components refer to requirements and entities.
    let requirements = renames(&REQUIREMENTS, old, new);
    rewrite(old, &requirements, |key| key == "satisfies");
    let entities = match (old.get("dataModel"), new.get("dataModel")) {
        (Some(old), Some(new)) => renames(&ENTITIES, old, new),
        _ => Renames::new(),
    };
    rewrite(old, &entities, |key| matches!(key, "entities" | "to"));
    let components = renames(&COMPONENTS, old, new);
    rewrite(old, &components, |key| matches!(key, "component" | "children"));
}

fn renames(sort: &Sort, old: &Value, new: &Value) -> Renames {
    let (old, new) = (sort.items(old), sort.items(new));
    if old == new {
        return Renames::new();
    }
    let pairing = pair(sort, old, new);
    let (mut renames, mut reused) = (Renames::new(), BTreeSet::new());
    for (j, i) in pairing.old_of.into_iter().enumerate() {
        let Some(i) = i else { continue };
        let (was, is) = (sort.id_of(&old[i]), sort.id_of(&new[j]));
        if was != is {
            renames.entry(was.to_owned()).or_insert_with(|| Some(is.to_owned()));
            reused.insert(is);
        }
    }
    for i in pairing.removed {
        let id = sort.id_of(&old[i]);
        if reused.contains(id) {
            renames.entry(id.to_owned()).or_insert(None);
        }
    }
    renames
}

/// Rewrites the texts under the keys that hold references. The schema bounds the recursion.
fn rewrite(value: &mut Value, renames: &Renames, refers: fn(&str) -> bool) {
    if renames.is_empty() {
        return;
    }
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| rewrite(item, renames, refers)),
        Value::Object(fields) => {
            for (key, field) in fields {
                if refers(key) {
                    texts(field, renames);
                }
                rewrite(field, renames, refers);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Rewrites a reference, or a list of them.
pub(super) fn texts(value: &mut Value, renames: &Renames) {
    match value {
        Value::String(text) => match renames.get(text) {
            Some(Some(new)) => text.clone_from(new),
            Some(None) => text.push_str(" (removed)"),
            None => {}
        },
        Value::Array(items) => {
            // A list drops removed elements: the removal is a change already.
            items.retain(|item| item.as_str().is_none_or(|text| renames.get(text) != Some(&None)));
            for item in items.iter_mut().filter(|item| item.is_string()) {
                texts(item, renames);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
}
