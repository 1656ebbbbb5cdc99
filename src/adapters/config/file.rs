//! One configuration file, read strictly: YAML, checked against its schema.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _};
use serde_json::{Map, Value};

use super::agents::{AgentEntry, ServerEntry};
use super::amount::Amount;
use super::places::{Outline, is_plain, not_yaml};
use crate::domain::id::FeatureId;
use crate::domain::schema::{self, Violation};
use crate::domain::text::meant;
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
    pub max_cost: Option<Amount>,
    pub currency: Option<String>,
    pub preview: Option<String>,
    pub agents: BTreeMap<String, Entry<AgentEntry>>,
    pub servers: BTreeMap<String, Entry<ServerEntry>>,
    pub features: BTreeMap<FeatureId, FeatureLayer>,
    pub screen: ScreenLayer,
    pub approval: ApprovalLayer,
}

/// How approvals are signed, and who may sign them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ApprovalLayer {
    pub sign: Option<Sign>,
    pub key: Option<String>,
    pub approvers: Option<String>,
}

/// Whether approvals are signed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Sign {
    No,
    Ssh,
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::No => "no",
            Self::Ssh => "ssh",
        })
    }
}

/// An agent or a server, and which of its values stand in the file: the others are built in.
#[derive(Clone, Debug)]
pub struct Entry<T> {
    pub value: T,
    pub written: BTreeSet<String>,
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Entry<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = Map::deserialize(deserializer)?;
        let written = map.keys().cloned().collect();
        let value = serde_json::from_value(Value::Object(map)).map_err(D::Error::custom)?;
        Ok(Self { value, written })
    }
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
    /// For a light ground.
    Light,
    Plain,
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auto => "auto",
            Self::Colours => "colours",
            Self::Light => "light",
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
    let value: Value = serde_saphyr::from_str_with_options(text, options).map_err(|e| wrong(not_yaml(&e)))?;
    from_value(value).map_err(|refused| {
        let outline = Outline::of(text);
        let place =
            outline.and_then(|whole| Outline::place(&whole, &refused.pointer, refused.key.as_deref()));
        wrong(place.map_or_else(String::new, |place| format!("{place}: ")) + &refused.what)
    })
}

/// What is wrong with a value, and where it stands.
#[derive(Debug, Default)]
pub struct Refused {
    /// In words that quote nothing of what stands there.
    pub what: String,
    pointer: String,
    /// The key that is not known at that place.
    key: Option<String>,
}

/// Reads a layer from a value, as a file has it.
pub fn from_value(value: Value) -> Result<Layer, Refused> {
    let value = if value.is_null() { Value::Object(Map::new()) } else { value };
    if let Some(version) = value.get("version").and_then(Value::as_u64).filter(|v| *v > 1) {
        let what = format!("it is of version {version}, written for a newer frieze; this one knows 1");
        return Err(Refused { what, pointer: "/version".to_owned(), key: None });
    }
    let Some(violation) = schema::config().first_masked(&value) else {
        return serde_json::from_value(value)
            .map_err(|_| Refused { what: "it cannot be read".to_owned(), ..Refused::default() });
    };
    let Violation { pointer, message } = violation;
    let place = pointer.split('/').skip(1).map(told_name).collect::<Vec<_>>().join(".");
    let place = if place.is_empty() { place } else { format!("{place}: ") };
    let keys = allowed(&pointer).filter(|_| message.starts_with(UNKNOWN_KEY));
    let Some(keys) = keys else { return Err(Refused { what: place + &message, pointer, key: None }) };
    let there = value.pointer(&pointer).and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let key = there.into_iter().find(|key| !keys.contains(key)).cloned();
    let named =
        key.as_deref().filter(|key| is_plain(key)).map_or_else(String::new, |key| format!(" '{key}'"));
    let near = key.as_deref().and_then(|key| meant(key, keys.iter().map(String::as_str)));
    let near = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
    let what = format!("{place}there is no such key{named}; {near}the keys there are {}", keys.join(", "));
    Err(Refused { what, pointer, key })
}

/// The longest name of an agent, a server, a feature or an action that is told as it stands in a file.
const LONGEST_NAME: usize = 40;

/// A part of the way to a place. What no agent or feature could be called is left out.
fn told_name(name: &str) -> &str {
    let lower = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let is_name = name.len() <= LONGEST_NAME && name.chars().all(lower);
    if is_name || is_plain(name) { name } else { "…" }
}

/// How a message about a key that the schema does not have begins.
const UNKNOWN_KEY: &str = "Additional properties";

/// The keys that the schema has at a place.
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
    fn a_message_names_the_place() {
        for (yaml, words) in [
            (
                "version: 1\ntreshold: 80\n",
                ["line 2, column 1: ", "there is no such key 'treshold'; did you mean threshold? the"],
            ),
            (
                "agents:\n  one:\n    kind: openai\n    model: m\n    api_key: sk-canary-1\n",
                ["line 5, column 5: agents.one: ", "no such key 'api_key'; the keys there are"],
            ),
            (
                "agents:\n  one:\n    kind: openai\n    model: m\n    sk-canary-1: x\n",
                ["line 5, column 5: agents.one: ", "there is no such key; the keys there are"],
            ),
            (
                "threshold: 80\nthreshold: 81\n",
                ["line 2, column 1: ", "threshold stands there for the second"],
            ),
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
