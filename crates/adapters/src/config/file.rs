//! A configuration file: YAML, checked strictly against its schema.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize as _;
use serde_json::{Map, Value};

use super::positions::{Outline, describe_yaml_error, is_plain};
use super::settings::Settings;
use frieze_data::schema;
use frieze_data::schema::Violation;
use frieze_data::text::closest;
use frieze_ports::Misconfigured;

/// Maximum size of a configuration file, in bytes.
pub const LARGEST: usize = 256 * 1024;

/// Number of cached layers: the user's and the workspace's.
const REMEMBERED: usize = 2;
/// The layers read last, by their bytes. Every step reads them again.
static LAST_READ: Mutex<VecDeque<(Vec<u8>, Value)>> = Mutex::new(VecDeque::new());

/// Reads the values of a layer from YAML. `name` is the file's name in messages.
///
/// # Errors
/// If the file is not a valid configuration; the message says where, but quotes no values.
pub fn read(name: &str, bytes: &[u8]) -> Result<Value, Misconfigured> {
    let last = || LAST_READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, layer)) = last().iter().find(|(known, _)| known == bytes) {
        return Ok(layer.clone());
    }
    let layer = parse(name, bytes)?;
    let mut last = last();
    last.truncate(REMEMBERED - 1);
    last.push_front((bytes.to_vec(), layer.clone()));
    Ok(layer)
}

fn parse(name: &str, bytes: &[u8]) -> Result<Value, Misconfigured> {
    let (text, value) = yaml(name, bytes)?;
    checked(value).map_err(|invalid| invalid.in_file(name, text))
}

/// The text and the values of a YAML file.
///
/// # Errors
/// If it is not YAML in UTF-8.
pub(super) fn yaml<'b>(name: &str, bytes: &'b [u8]) -> Result<(&'b str, Value), Misconfigured> {
    let text = std::str::from_utf8(bytes).map_err(|_| wrong(name, "it is not UTF-8"))?;
    // `y` and `n` are keys of the keyboard, not booleans.
    let options = serde_saphyr::options! { with_snippet: false, strict_booleans: true };
    let value = serde_saphyr::from_str_with_options(text, options)
        .map_err(|e| wrong(name, &describe_yaml_error(&e)))?;
    Ok((text, value))
}

fn wrong(name: &str, what: &str) -> Misconfigured {
    Misconfigured::new(format!("{name}: {what}"), format!("correct {name}"))
}

/// An invalid value with its position.
#[derive(Debug, Default)]
pub struct InvalidValue {
    /// The problem; quotes no values.
    pub what: String,
    pointer: String,
    /// An unknown key at that position.
    key: Option<String>,
}

impl InvalidValue {
    /// A value at a JSON pointer.
    pub(super) fn at(pointer: String, what: String) -> Self {
        Self { what, pointer, key: None }
    }

    /// A key that is not one of `keys`, at a JSON pointer. `place` begins the message.
    pub(super) fn unknown(pointer: String, place: &str, key: Option<String>, keys: &[&str]) -> Self {
        let shown = key.as_deref().filter(|key| is_plain(key));
        let named = shown.map_or_else(String::new, |key| format!(" '{key}'"));
        let near = key.as_deref().and_then(|key| closest(key, keys.iter().copied()));
        let near = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
        let what = format!("{place}unknown key{named}; {near}valid keys: {}", keys.join(", "));
        Self { what, pointer, key }
    }

    /// The problem of a file, with its line and column.
    pub(super) fn in_file(self, name: &str, text: &str) -> Misconfigured {
        let outline = Outline::of(text);
        let place = outline.and_then(|whole| Outline::position(&whole, &self.pointer, self.key.as_deref()));
        wrong(name, &(place.map_or_else(String::new, |place| format!("{place}: ")) + &self.what))
    }
}

/// Checks the values of a layer.
///
/// # Errors
/// If they do not match the schema.
pub fn checked(value: Value) -> Result<Value, InvalidValue> {
    let value = if value.is_null() { Value::Object(Map::new()) } else { value };
    if let Some(version) = value.get("version").and_then(Value::as_u64).filter(|v| *v > 1) {
        let what = format!("version {version} needs a newer frieze; this one supports version 1");
        return Err(InvalidValue::at("/version".to_owned(), what));
    }
    let Some(violation) = schema::config().first_masked(&value) else {
        return match Settings::deserialize(&value) {
            Ok(_) => Ok(value),
            Err(_) => Err(InvalidValue { what: "it cannot be read".to_owned(), ..InvalidValue::default() }),
        };
    };
    let Violation { pointer, message } = violation;
    let place = pointer.split('/').skip(1).map(shown_name).collect::<Vec<_>>().join(".");
    let place = if place.is_empty() { place } else { format!("{place}: ") };
    let keys = allowed(&pointer).filter(|_| message.starts_with(UNKNOWN_KEY));
    let Some(keys) = keys else { return Err(InvalidValue::at(pointer, place + &message)) };
    let present = value.pointer(&pointer).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let key = present.into_iter().find(|key| !keys.contains(key)).cloned();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    Err(InvalidValue::unknown(pointer, &place, key, &keys))
}

/// Maximum length of a name that a message repeats.
const LONGEST_NAME: usize = 40;

/// A part of a path for messages. Text that cannot be a name is hidden, because it may be a secret.
fn shown_name(name: &str) -> &str {
    let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = name.len() <= LONGEST_NAME && name.chars().all(lower);
    if is_name || is_plain(name) { name } else { "…" }
}

/// Prefix of the schema's message about an unknown key.
const UNKNOWN_KEY: &str = "Additional properties";

/// The valid keys at a position.
fn allowed(pointer: &str) -> Option<Vec<String>> {
    let schema: Value = serde_json::from_str(schema::CONFIG_TEXT).ok()?;
    let mut here = &schema;
    for key in pointer.split('/').skip(1) {
        here = here
            .pointer("/properties")
            .and_then(|p| p.get(key))
            .or_else(|| here.get("additionalProperties"))?;
        if let Some(name) = here.get("$ref").and_then(Value::as_str) {
            here = schema.pointer(name.trim_start_matches('#'))?;
        }
    }
    Some(here.get("properties")?.as_object()?.keys().cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A misplaced key, in place of a variable's name or anywhere else, is not shown (promise P20).
    #[test]
    fn a_message_never_quotes_a_value() {
        const CANARY: &str = "sk-canary/0123456789";
        for yaml in [
            "CANARY",
            "threshold: CANARY",
            "generator: [CANARY]",
            "user: {name: CANARY}",
            "maxCost: CANARY",
            "currency: CANARY",
            "version: CANARY",
            "agents: CANARY",
            "agents: {a: CANARY}",
            "agents: {a: {kind: CANARY}}",
            "agents: {a: {kind: openai, model: m, key: CANARY}}",
            "agents: {a: {kind: openai, model: m, key: {env: CANARY}}}",
            "agents: {a: {kind: openai, model: m, key: {command: CANARY}}}",
            "agents: {a: {kind: openai, model: [CANARY]}}",
            "agents: {a: {kind: openai, model: m, temperature: CANARY}}",
            "agents: {a: {kind: openai, model: m, seed: CANARY}}",
            "agents: {a: {kind: openai, model: m, price: CANARY}}",
            "agents: {a: {kind: openai, model: m, price: {input: CANARY, output: \"1\"}}}",
            "agents: {a: {kind: command, command: CANARY}}",
            "agents: {a: {kind: command, command: [x], environment: [CANARY]}}",
            "agents: {a: {kind: replay, from: CANARY}}",
            "servers: {s: {kind: stitch, key: CANARY}}",
            "servers: {s: {kind: stitch, token: {env: CANARY}}}",
            "screen: {theme: CANARY}",
            "screen: {keys: {decide: [CANARY]}}",
            "features: {x: {threshold: CANARY}}",
            "features: {x: CANARY}",
            "CANARY: 80",
            "{threshold: 80, CANARY: 1, CANARY: 2}",
            "agents: {a: {kind: openai, model: m, CANARY: 1}}",
            "agents: {CANARY: {kind: openai, model: m}}",
            "agents: {CANARY: {kind: nothing}}",
            "features: {CANARY: {treshold: 80}}",
            "screen: {keys: {CANARY: [1]}}",
            "threshold: *CANARY",
            "threshold: \"CANARY",
            "threshold: [CANARY",
            "threshold: 80\n  CANARY: 2",
            "CANARY\nthreshold: 80",
            "- CANARY\nthreshold: 80",
        ] {
            let text = yaml.replace("CANARY", CANARY);
            let e = read("frieze.yaml", text.as_bytes()).expect_err(yaml);
            assert!(!e.what.contains("sk-canary") && !e.hint.contains("sk-canary"), "{yaml}: {e:?}");
        }
    }

    #[test]
    fn a_message_names_the_position() {
        for (yaml, words) in [
            (
                "version: 1\ntreshold: 80\n",
                ["line 2, column 1: ", "unknown key 'treshold'; did you mean threshold? valid"],
            ),
            (
                "agents:\n  one:\n    kind: openai\n    model: m\n    api_key: sk-canary-1\n",
                ["line 5, column 5: agents.one: ", "unknown key 'api_key'; valid keys: "],
            ),
            (
                "agents:\n  one:\n    kind: openai\n    model: m\n    sk-canary-1: x\n",
                ["line 5, column 5: agents.one: ", "unknown key; valid keys: "],
            ),
            ("threshold: 80\nthreshold: 81\n", ["line 2, column 1: ", "the key threshold is there twice"]),
            ("user: x\nthreshold: sk-canary\n", ["line 2, column 12: ", "threshold: "]),
            ("threshold: [8", ["line ", "YAML"]),
            ("features:\n  a:\n    threshold: 12\n", ["line 3, column 16: ", "features.a.threshold"]),
        ] {
            let what = read("frieze.yaml", yaml.as_bytes()).expect_err(yaml).what;
            for words in words {
                assert!(what.contains(words) && !what.contains("canary"), "{words}: {what}");
            }
        }
    }
}
