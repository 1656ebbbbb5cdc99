//! The JSON Schema that a server gets to constrain its model. The model writes the properties in the order of the schema's file,
//! so a design's title comes before its components. Length limits and patterns are left out: servers that turn a schema into a
//! grammar refuse long repetitions, and hosted ones refuse the keywords. frieze checks the answer against the whole schema.

use std::sync::LazyLock;

use serde_json::Value;

use frieze_data::fields::{Fields, Json};
use frieze_data::json;
use frieze_data::schema::CRITIC_ANSWER_TEXT;
use frieze_design::answer::INTENT_SCHEMA;
use frieze_flows::design::{CRITIC, GENERATOR};
use frieze_ports::Ask;

/// Keywords that every server with structured answers understands.
const SHAPE: [&str; 8] =
    ["type", "required", "additionalProperties", "items", "enum", "$ref", "anyOf", "description"];

/// The schema of an answer, as it is sent.
pub struct Shape {
    pub name: &'static str,
    pub schema: Json,
    /// Whether every property of every object is required, as OpenAI demands for an enforced schema.
    pub is_strict: bool,
}

static INTENT: LazyLock<Shape> = LazyLock::new(|| Shape::of("design_intent", &INTENT_SCHEMA));
static FINDINGS: LazyLock<Shape> = LazyLock::new(|| Shape::of("critic_findings", CRITIC_ANSWER_TEXT));

/// The schema of an answer; none if it may be patches, which have another schema, or is free text. The two schemas are those of
/// a design, whose agents the configuration chooses. A run that chooses its agents may also call one its generator.
pub fn of_answer(ask: &Ask, patches: bool) -> Option<&'static Shape> {
    if ask.agent.is_some() {
        return None;
    }
    match ask.role {
        CRITIC => Some(&FINDINGS),
        GENERATOR if !patches => Some(&INTENT),
        _ => None,
    }
}

impl Shape {
    fn of(name: &'static str, schema: &str) -> Self {
        let schema = shape(serde_json::from_str(schema).expect("a schema of our own is JSON"));
        let is_strict = is_strict(&json::of(&schema));
        Self { name, schema, is_strict }
    }
}

fn shape(schema: Json) -> Json {
    let Json::Object(entries) = schema else { return schema };
    // Servers allow no other keyword next to a reference.
    let is_reference = entries.get("$ref").is_some();
    let simplified = entries.0.into_iter().filter_map(|(keyword, value)| {
        let value = match keyword.as_str() {
            other if is_reference && other != "$ref" => return None,
            "properties" | "$defs" | "anyOf" => each(value),
            "items" => shape(value),
            known if SHAPE.contains(&known) => value,
            _ => return None,
        };
        Some((keyword, value))
    });
    Json::Object(Fields(simplified.collect()))
}

/// Simplifies a list of schemas, or a map of schemas.
fn each(schemas: Json) -> Json {
    match schemas {
        Json::Object(Fields(named)) => {
            Json::Object(Fields(named.into_iter().map(|(name, schema)| (name, shape(schema))).collect()))
        }
        Json::List(list) => Json::List(list.into_iter().map(shape).collect()),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => schemas,
    }
}

fn is_strict(schema: &Value) -> bool {
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
    use frieze_data::path::RelPath;
    use frieze_kernel::Role;
    use serde_json::json;

    fn of(role: Role, agent: Option<&str>, patches: bool) -> Option<&'static Shape> {
        let ask = Ask {
            role,
            agent: agent.map(str::to_owned),
            feature: "checkout".parse().unwrap(),
            prompt: String::new(),
            exchange: RelPath::new("x"),
            material: Vec::new(),
            temperature_refused: false,
        };
        of_answer(&ask, patches)
    }

    #[test]
    fn only_the_two_roles_of_a_design_have_a_schema() {
        assert!(of(GENERATOR, None, true).is_none() && of(CRITIC, None, true).is_some());
        for role in ["planner", "reviewer", "reviser", "generator"] {
            assert!(of(Role(role), Some("local"), false).is_none(), "{role}");
        }
        assert!(of(Role("planner"), None, false).is_none());
    }

    #[test]
    fn the_shape_keeps_every_name_and_drops_limits() {
        let shape = of(GENERATOR, None, false).unwrap();
        let intent = serde_json::to_value(&shape.schema).unwrap();
        let text = intent.to_string();
        for limit in ["maxLength", "maxItems", "pattern\"", "minimum", "$schema", "$id"] {
            assert!(!text.contains(limit), "{limit}");
        }
        assert_eq!(intent["properties"]["title"]["type"], "string", "a property may have a keyword's name");
        // A requirement is an id or a whole one.
        let [id, whole] = ["id", "requirement"].map(|name| json!({ "$ref": format!("#/$defs/{name}") }));
        assert_eq!(intent["properties"]["requirements"]["items"], json!({ "anyOf": [id, whole] }));
        assert_eq!(intent["properties"]["notDesigned"]["items"]["properties"]["requirement"], id);
        let whole: Value = serde_json::from_str(&INTENT_SCHEMA).unwrap();
        let names = |schema: &Value| schema["$defs"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&intent), names(&whole));
        assert!(FINDINGS.is_strict && !shape.is_strict);
    }
}
