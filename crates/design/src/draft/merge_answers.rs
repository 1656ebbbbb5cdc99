//! Three-way merge of new answers into a design that was changed since its draft, text by text.

use std::collections::HashMap;

use frieze_data::json;
use frieze_intent::Intent;
use frieze_intent::diff::{self, Element, Kind};
use serde_json::{Map, Value};

/// Why an answer is not used.
const CHANGED: &str =
    "The design was changed where the answer belongs: say in a rejection what it should be there.";

/// A design with the differences between two drafts, `before` and `after` an answer.
///
/// # Errors
/// If the design has something else in a place that the answer changes, or would become faulty: the reason.
pub fn merge(design: &Intent, before: &Intent, after: &Intent) -> Result<Intent, String> {
    let (mut before, mut after) = (before.clone(), after.clone());
    for (old, new) in renamed_entities(&before, design) {
        frieze_instructions::rename_entity(&mut before, &old, &new);
        frieze_instructions::rename_entity(&mut after, &old, &new);
    }
    let [of, before, after] = [design, &before, &after].map(json::of);
    let merged = value("", Some(&of), Some(&before), Some(&after)).map_err(|Conflict| CHANGED.to_owned())?;
    let merged = serde_json::from_value(merged.unwrap_or_default()).map_err(|_| CHANGED.to_owned())?;
    frieze_instructions::new_fault(&merged, design).map_or(Ok(merged), Err)
}

/// The old and new names of the entities that a person renamed.
fn renamed_entities(before: &Intent, design: &Intent) -> Vec<(String, String)> {
    let changes = diff::between(before, design).changes.into_iter();
    let renamed = changes.filter(|it| it.kind == Kind::Renamed && it.element == Element::Entity);
    let names = renamed.flat_map(|it| it.fields).filter(|field| field.name == "name");
    names.filter_map(|name| Some((name.old.as_str()?.to_owned(), name.new.as_str()?.to_owned()))).collect()
}

/// Design and answer say different things.
struct Conflict;

/// The value of a field or list entry after the answer; `None` if it is absent then.
fn value(
    field: &str,
    design: Option<&Value>,
    before: Option<&Value>,
    after: Option<&Value>,
) -> Result<Option<Value>, Conflict> {
    let [said, old, new] = [design, before, after].map(|value| value.filter(|value| !is_empty(value)));
    if old == new || said == new {
        return Ok(design.cloned());
    }
    if said == old {
        return Ok(after.cloned());
    }
    let entries = |value: Option<&'_ Value>| value.and_then(Value::as_array).cloned().unwrap_or_default();
    match (said, old, new) {
        (Some(Value::Object(design)), _, Some(Value::Object(after))) => {
            let before = before.and_then(Value::as_object);
            let mut merged = Map::new();
            for key in design.keys().chain(after.keys().filter(|key| !design.contains_key(*key))) {
                let old = before.and_then(|before| before.get(key));
                if let Some(value) = value(key, design.get(key), old, after.get(key))? {
                    merged.insert(key.clone(), value);
                }
            }
            Ok(Some(Value::Object(merged)))
        }
        (Some(Value::Array(_)), ..) | (_, _, Some(Value::Array(_))) => {
            let merged = list(field, &entries(said), &entries(old), &entries(new))?;
            Ok(Some(Value::Array(merged)))
        }
        // The person removed the element.
        (None, Some(old), Some(new)) if without_entities(old) == without_entities(new) => Ok(None),
        _ => Err(Conflict),
    }
}

/// The entries in the order of the design, then the new ones.
fn list(field: &str, design: &[Value], before: &[Value], after: &[Value]) -> Result<Vec<Value>, Conflict> {
    let index = |list: &'_ [Value]| -> HashMap<String, Value> {
        list.iter().map(|entry| (key(field, entry), entry.clone())).collect()
    };
    let [known, old, new] = [design, before, after].map(index);
    let added = after.iter().filter(|entry| !known.contains_key(&key(field, entry)));
    let all = design.iter().map(|entry| (Some(entry), entry)).chain(added.map(|entry| (None, entry)));
    let mut merged = Vec::new();
    for (design, entry) in all {
        let key = key(field, entry);
        merged.extend(value(field, design, old.get(&key), new.get(&key))?);
    }
    Ok(merged)
}

/// What identifies an entry of a list.
fn key(field: &str, entry: &Value) -> String {
    let named = ["id", "name", "condition", "to"].iter().find_map(|key| entry.get(key)?.as_str());
    match named.or(entry.as_str()) {
        Some(state) if field == "states" => state.split(':').next().unwrap_or_default().to_owned(),
        Some(name) => name.to_owned(),
        None => entry.to_string(),
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_str() == Some("") || value.as_array().is_some_and(Vec::is_empty)
}

/// An element without the entities that it names: they follow from its texts.
fn without_entities(element: &Value) -> Value {
    match element {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| *name != "entities");
            kept.map(|(name, value)| (name.clone(), without_entities(value))).collect()
        }
        Value::Array(entries) => entries.iter().map(without_entities).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => element.clone(),
    }
}
