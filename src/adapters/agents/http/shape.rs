//! The JSON Schema that a server is given, so that it holds its model to it. Only the shape: limits of length and patterns
//! are left out, because servers that turn a schema into a grammar refuse long repetitions, and hosted ones refuse
//! the keywords. What an answer must be is judged here, by the whole schema, as ever.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::domain::schema::{CRITIC_ANSWER_TEXT, INTENT_TEXT};
use crate::flows::design::CRITIC;
use crate::kernel::Role;

/// The keywords that every server with structured answers understands.
const SHAPE: [&str; 8] =
    ["type", "required", "additionalProperties", "items", "enum", "$ref", "anyOf", "description"];

static INTENT: LazyLock<Value> = LazyLock::new(|| of(INTENT_TEXT));
static FINDINGS: LazyLock<Value> = LazyLock::new(|| of(CRITIC_ANSWER_TEXT));

/// The name and the shape of a role's answer; none where the answer may be patches, which have another.
pub fn of_answer(role: Role, patches: bool) -> Option<(&'static str, &'static Value)> {
    if role == CRITIC {
        return Some(("critic_findings", &FINDINGS));
    }
    (!patches).then(|| ("design_intent", &*INTENT))
}

fn of(schema: &str) -> Value {
    shape(&serde_json::from_str(schema).unwrap_or_default())
}

fn shape(schema: &Value) -> Value {
    let Some(object) = schema.as_object() else { return schema.clone() };
    let mut kept = Map::new();
    for (keyword, value) in object {
        let value = match keyword.as_str() {
            "properties" | "$defs" => named(value),
            "items" => shape(value),
            "anyOf" => value.as_array().map_or(Value::Null, |list| list.iter().map(shape).collect()),
            known if SHAPE.contains(&known) => value.clone(),
            _ => continue,
        };
        kept.insert(keyword.clone(), value);
    }
    Value::Object(kept)
}

fn named(schemas: &Value) -> Value {
    let all = schemas.as_object().into_iter().flatten();
    Value::Object(all.map(|(name, schema)| (name.clone(), shape(schema))).collect())
}

/// Whether every property of every object must be there, which is what OpenAI demands of a schema that it enforces.
pub fn is_strict(schema: &Value) -> bool {
    match schema {
        Value::Object(object) => {
            let required = object.get("required").and_then(Value::as_array);
            let all = object.get("properties").and_then(Value::as_object).is_none_or(|properties| {
                properties.keys().all(|name| required.is_some_and(|list| list.iter().any(|r| r == name)))
            });
            all && object.values().all(is_strict)
        }
        Value::Array(list) => list.iter().all(is_strict),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flows::design::GENERATOR;

    #[test]
    fn the_shape_has_every_name_and_no_limit() {
        let (_, intent) = of_answer(GENERATOR, false).unwrap();
        assert!(of_answer(GENERATOR, true).is_none() && of_answer(CRITIC, true).is_some());
        let text = intent.to_string();
        for limit in ["maxLength", "maxItems", "pattern\"", "minimum", "$schema", "$id"] {
            assert!(!text.contains(limit), "{limit}");
        }
        assert_eq!(intent["properties"]["title"]["type"], "string", "a property may have a keyword's name");
        assert_eq!(intent["properties"]["requirements"]["items"]["$ref"], "#/$defs/requirement");
        let whole: Value = serde_json::from_str(INTENT_TEXT).unwrap();
        let names = |schema: &Value| schema["$defs"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(intent), names(&whole));
        assert!(is_strict(&FINDINGS) && !is_strict(&INTENT));
    }
}
