//! One configuration file, read strictly: YAML, checked against its schema.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::Value;

use super::agents::{AgentEntry, ServerEntry};
use crate::domain::id::FeatureId;
use crate::domain::schema;
use crate::ports::Misconfigured;

/// The workspace's configuration file; where it is, a workspace is.
pub const FILE_NAME: &str = "frieze.yaml";
/// The largest configuration file that is read, in bytes.
pub const LARGEST: usize = 256 * 1024;

/// What one layer says; what it does not say is left to the layer below.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Layer {
    pub version: Option<u32>,
    pub threshold: Option<u8>,
    pub max_iterations: Option<u32>,
    pub agent_timeout_seconds: Option<u64>,
    pub repair_attempts: Option<u8>,
    pub max_calls: Option<u32>,
    pub concurrency: Option<usize>,
    pub generator: Option<String>,
    pub critic: Option<String>,
    pub user: Option<String>,
    pub max_tokens: Option<u64>,
    pub max_cost: Option<String>,
    pub currency: Option<String>,
    pub preview: Option<String>,
    pub agents: BTreeMap<String, AgentEntry>,
    pub servers: BTreeMap<String, ServerEntry>,
    pub features: BTreeMap<FeatureId, FeatureLayer>,
    pub screen: ScreenLayer,
}

/// What may differ for one feature.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct FeatureLayer {
    pub threshold: Option<u8>,
    pub max_iterations: Option<u32>,
}

/// How the screen looks and behaves.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ScreenLayer {
    pub theme: Option<Colouring>,
    pub notify: Option<bool>,
    pub mouse: Option<bool>,
    /// Names of actions, and the keys that they get.
    pub keys: BTreeMap<String, String>,
}

/// Whether the screen is in colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Colouring {
    /// As the terminal and `NO_COLOR` say.
    Auto,
    Colours,
    Plain,
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Colours => "colours",
            Self::Plain => "plain",
        })
    }
}

/// How many files' layers are remembered: the user's and the workspace's.
const REMEMBERED: usize = 2;
/// What was read last, by the bytes it was read from. A layer is a function of its bytes, and is asked for at every step.
static LAST_READ: Mutex<VecDeque<(Vec<u8>, Layer)>> = Mutex::new(VecDeque::new());

/// Reads a layer from YAML. `name` is how messages call the file.
pub fn read(name: &str, bytes: &[u8]) -> Result<Layer, Misconfigured> {
    let last = || LAST_READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, layer)) = last().iter().find(|(known, _)| known == bytes) {
        return Ok(layer.clone());
    }
    let layer = parsed(name, bytes)?;
    let mut last = last();
    last.truncate(REMEMBERED - 1);
    last.push_front((bytes.to_vec(), layer.clone()));
    Ok(layer)
}

fn parsed(name: &str, bytes: &[u8]) -> Result<Layer, Misconfigured> {
    let wrong = |what: String| Misconfigured {
        what: format!("{name}: {what}"),
        hint: format!("correct {name}; `frieze config` shows what is in force"),
    };
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
    // `y` and `n` are keys of the keyboard, not truths.
    let options = serde_saphyr::options! { with_snippet: false, strict_booleans: true };
    let value: Value = serde_saphyr::from_str_with_options(text, options)
        .map_err(|e| wrong(e.to_string().lines().next().unwrap_or("not YAML").to_owned()))?;
    from_value(value).map_err(wrong)
}

/// Reads a layer from a value, as a file has it.
pub fn from_value(value: Value) -> Result<Layer, String> {
    let value = if value.is_null() { Value::Object(serde_json::Map::new()) } else { value };
    if let Some(version) = value.get("version").and_then(Value::as_u64).filter(|v| *v > 1) {
        return Err(format!("it is of version {version}, written for a newer frieze; this one knows 1"));
    }
    if let Some(violation) = schema::config().first_masked(&value) {
        let place = violation.pointer.trim_start_matches('/').replace('/', ".");
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        let keys = allowed(&violation.pointer).filter(|_| violation.message.starts_with(UNKNOWN_KEY));
        let keys = keys.map_or_else(String::new, |keys| format!("; the keys there are {keys}"));
        return Err(format!("{place}{}{keys}", violation.message));
    }
    serde_json::from_value(value).map_err(|e| e.to_string())
}

/// How a message about a key that the schema does not have begins.
const UNKNOWN_KEY: &str = "Additional properties";

/// The keys that the schema has at a place.
fn allowed(pointer: &str) -> Option<String> {
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
    let keys: Vec<&str> = here.get("properties")?.as_object()?.keys().map(String::as_str).collect();
    Some(keys.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key that somebody wrote where its variable's name belongs, or anywhere else, is not told (promise P20).
    #[test]
    fn a_message_holds_nothing_of_what_stands_at_the_wrong_place() {
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
        ] {
            let text = yaml.replace("CANARY", CANARY);
            let e = read("frieze.yaml", text.as_bytes()).expect_err(yaml);
            assert!(!e.what.contains("sk-canary") && !e.hint.contains("sk-canary"), "{yaml}: {e:?}");
        }
    }
}
