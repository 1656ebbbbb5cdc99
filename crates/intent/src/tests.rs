//! Documents are read alike as bytes and as values, at every rule of the schema and at its limits.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{read, read_value, violations};
use frieze_data::{json, schema};

/// An intent with one element of each kind.
fn sample() -> Value {
    let step =
        json!({"id": "s", "action": "Weighs \"it\"", "component": "c", "entities": ["E"], "outcome": "é\n"});
    json!({
        "schemaVersion": "1.0.0", "featureId": "f", "version": "0.1.0", "title": "T", "summary": "S",
        "requirements": [{"id": "R1", "text": "t", "source": {"file": "b", "line": 1}, "kind": "quality"}],
        "goals": ["g"],
        "userFlows": [{
            "id": "F", "name": "n", "actor": "a", "goal": "g", "steps": [step], "satisfies": ["R1"],
            "alternatives": [{"at": "s", "condition": "c", "steps": [step]}],
        }],
        "components": [{
            "id": "c", "type": "view", "name": "n", "description": "d", "children": ["k"], "entities": ["E"],
            "states": ["empty"], "satisfies": ["R1"],
        }],
        "dataModel": {"entities": [{
            "name": "E", "description": "d",
            "attributes": [{"name": "a", "type": "text", "required": true, "description": "d"}],
            "relationships": [{"to": "E", "kind": "one-to-many", "description": "d"}],
        }]},
        "interactions": [
            {"id": "i", "trigger": "t", "component": "c", "response": "r", "feedback": "f", "satisfies": ["R1"]}
        ],
        "openQuestions": ["q"],
    })
}

/// Whether a document is an intent; asserts that it has violations if it is none, and that its bytes and its value are read the
/// same.
fn is_taken(text: &str) -> bool {
    let reading = read(text.as_bytes()).ok();
    let shown: String = text.chars().take(2_000).collect();
    let of_value = json::read(text.as_bytes()).ok().and_then(|value| read_value(&value).ok());
    assert!(reading == of_value, "{shown}");
    assert!(violations(text.as_bytes()).is_empty() == reading.is_some(), "{shown}");
    reading.is_some()
}

/// Calls `visit` with every place of a value and the schema that holds for it.
fn places(schema: &Value, root: &Value, value: &Value, at: &str, visit: &mut dyn FnMut(&str, &Value)) {
    let schema = match schema["$ref"].as_str() {
        Some(name) => &root["$defs"][name.trim_start_matches("#/$defs/")],
        None => schema,
    };
    visit(at, schema);
    for (key, inner) in value.as_object().into_iter().flatten() {
        places(&schema["properties"][key], root, inner, &format!("{at}/{key}"), visit);
    }
    for (i, inner) in value.as_array().into_iter().flatten().enumerate() {
        places(&schema["items"], root, inner, &format!("{at}/{i}"), visit);
    }
}

/// An item without its optional members, so that documents with long lists stay short.
fn least(item: &Value) -> Value {
    let optional = ["goal", "alternatives", "children", "entities", "states", "feedback", "outcome"];
    match item {
        Value::Object(members) => {
            let kept = members.iter().filter(|(key, _)| !optional.contains(&key.as_str()));
            Value::Object(kept.map(|(key, value)| (key.clone(), least(value))).collect())
        }
        Value::Array(_) => json!([]),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => item.clone(),
    }
}

/// Values at the limits of a rule and beyond them.
fn at_the_limits(schema: &Value, now: &Value) -> Vec<Value> {
    let mut values =
        vec![Value::Null, json!(true), json!(7), json!(""), json!("x"), json!([]), json!({}), json!([1])];
    if let Some(most) = schema["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok()) {
        values.extend(["x", "é", "1"].iter().flat_map(|c| [most, most + 1].map(|n| json!(c.repeat(n)))));
    }
    if schema["pattern"].is_string() {
        values.extend([1, 63, 64, 65, 127, 128, 129].map(|n| json!("a".repeat(n))));
        let long = "1".repeat(36);
        let odd = [
            "A", "a-", "-a", "a.b_c", ".a", "a b", "a\n", "é", "aé", "0", "1.0", "01.0.0", "1.00.0", "1.0.01",
        ];
        let more =
            ["1.0.0\n", "2.0.0", "0.0.0", "10.2.3", "1.0.0.0", "1..0", "v1.0.0", "1.0.0-a", "1.0.", "１.0.0"];
        values.extend(odd.iter().chain(&more).map(|text| json!(text)));
        values.extend([json!(format!("1.{long}.0")), json!(format!("1.{long}0.0"))]);
    }
    if let Some(most) = schema["maxItems"].as_u64().and_then(|most| usize::try_from(most).ok()) {
        let item = now.get(0).map(least).unwrap_or_default();
        values.extend([most, most + 1].map(|n| Value::Array(vec![item.clone(); n])));
    }
    values.extend(schema["enum"].as_array().cloned().unwrap_or_default());
    if schema["type"] == "integer" {
        let numbers = [
            json!(0),
            json!(-1),
            json!(1.0),
            json!(1.5),
            json!(u32::MAX),
            json!(1_u64 << 32),
            json!(u64::MAX),
        ];
        values.extend(numbers);
    }
    values
}

#[test]
fn what_the_schema_takes_is_read_at_every_rule_and_its_limits() {
    let (sample, root): (Value, Value) = (sample(), serde_json::from_str(schema::INTENT_TEXT).unwrap());
    assert!(is_taken(&sample.to_string()) && is_taken(&serde_json::to_string_pretty(&sample).unwrap()));
    let (mut took, mut refused, mut rules) = (0, 0, std::collections::BTreeSet::new());
    places(&root, &root, &sample, "", &mut |at, schema| {
        rules.extend(schema.as_object().into_iter().flatten().map(|(rule, _)| rule.clone()));
        let mut judge =
            |document: &Value| if is_taken(&document.to_string()) { took += 1 } else { refused += 1 };
        let now = sample.pointer(at).unwrap();
        for value in at_the_limits(schema, now) {
            let mut document = sample.clone();
            *document.pointer_mut(at).unwrap() = value;
            judge(&document);
        }
        for key in now.as_object().into_iter().flat_map(Map::keys).map(String::as_str).chain(["zz", "Id", ""])
        {
            let mut document = sample.clone();
            if let Some(object) = document.pointer_mut(at).and_then(Value::as_object_mut) {
                if object.remove(key).is_none() {
                    object.insert(key.to_owned(), json!("x"));
                }
                judge(&document);
            }
        }
    });
    assert!(took > 100 && refused > 1_000, "{took} taken, {refused} refused");
    // The values at the limits know no other rules, so a new one must be added there.
    let known = "$defs $id $schema additionalProperties description enum items maxItems maxLength maximum minLength \
                 minimum pattern properties required title type";
    assert_eq!(rules.into_iter().collect::<Vec<_>>().join(" "), known);
}

#[test]
fn escapes_do_not_change_the_reading() {
    let text = sample().to_string();
    let plain = read(text.as_bytes()).unwrap();
    let escaped = text.replace("\"title\"", "\"\\u0074itle\"").replace("\"T\"", "\"\\u0054\"");
    assert_eq!(read(escaped.as_bytes()).unwrap(), plain);
    for (from, to) in [
        ("\"title\":\"T\"", "\"title\":\"T\",\"title\":\"T\""),
        ("\"title\":\"T\"", "\"title\":\"\\ud800\""),
        ("\"title\":\"T\"", "\"title\":\"\\ud83d\\ude00 \\/ \\u0000\""),
        ("\"line\":1", "\"line\":1e0"),
        ("\"line\":1", "\"line\":-0"),
        ("\"line\":1", "\"line\":01"),
        ("{\"", "\u{FEFF}{\""),
        ("}", "} x"),
    ] {
        assert!(text.contains(from));
        is_taken(&text.replacen(from, to, 1));
        is_taken(&format!("{text}{to}"));
    }
    assert!(read(b"\xff").is_err());
}

proptest! {
    /// A few characters removed or inserted anywhere.
    #[test]
    fn what_the_schema_takes_is_read_from_damaged_files(
        slips in prop::collection::vec((any::<prop::sample::Index>(), 0..3_u8, "[\\[\\]{}\",:0-9a-zé\\\\nul. ]{0,6}"), 1..4),
    ) {
        let mut text = sample().to_string();
        for (place, remove, insert) in slips {
            let from = text.floor_char_boundary(place.index(text.len()));
            let to = text.ceil_char_boundary((from + usize::from(remove)).min(text.len()));
            text.replace_range(from..to, &insert);
        }
        is_taken(&text);
    }
}
