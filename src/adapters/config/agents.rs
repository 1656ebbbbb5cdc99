//! The agents and the preview servers that a configuration names. Nothing secret stands in a configuration: a key is named
//! by the variable that holds it, or by the command that prints it.

use serde::{Deserialize, Serialize};

use super::amount::Amount;

/// One agent, as `frieze.yaml` has it under `agents.<name>`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AgentEntry {
    /// A server that speaks OpenAI's chat completions: the hosted ones, Ollama, llama.cpp, vLLM, LM Studio.
    Openai(Http),
    /// Anthropic's messages.
    Anthropic(Http),
    /// Google's Gemini.
    Gemini(Http),
    /// A program that reads a prompt and prints an answer.
    Command(Program),
    /// A person with files: the prompt is written, the answer is waited for.
    Files {
        #[serde(default)]
        patches: bool,
    },
    /// The answers of a run that is on the disk.
    Replay {
        /// The feature whose recorded answers are given again, in their order.
        from: String,
    },
}

/// A model behind HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Http {
    pub model: String,
    /// The model that must say it answers; without it, the one that answers first in a run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reports: Option<String>,
    /// Where the API begins, for example `http://localhost:11434/v1`; without it, the provider's own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<KeySource>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub proxy: Option<String>,
    /// `omit` for a model that refuses a temperature (ruling 6); else it is 0.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub temperature: Option<Temperature>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seed: Option<u64>,
    /// Whether the answer's JSON Schema is sent along.
    #[serde(default = "yes")]
    pub structured: bool,
    #[serde(default = "yes")]
    pub streaming: bool,
    /// The longest answer, in tokens.
    #[serde(default = "longest_answer")]
    pub max_answer_tokens: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub timeout_seconds: Option<u64>,
    /// How long nothing may come.
    #[serde(default = "idle")]
    pub idle_seconds: u64,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub price: Option<Price>,
    /// Whether its answers may be patches against the previous design.
    #[serde(default)]
    pub patches: bool,
}

/// A program that reads a prompt and prints an answer.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Program {
    /// The program and its arguments; no shell reads them. `{prompt}` stands for the prompt where it is no standard input.
    pub command: Vec<String>,
    /// How its model is called; without it, the program's name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub model: Option<String>,
    /// The variables that it gets beside `PATH`, `HOME`, `LANG` and `TMPDIR`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub environment: Vec<String>,
    /// Where it works, below the workspace; without it, an empty folder of its own.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub folder: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub timeout_seconds: Option<u64>,
    #[serde(default = "idle_program")]
    pub idle_seconds: u64,
    #[serde(default)]
    pub patches: bool,
}

/// A server that makes previews, as `frieze.yaml` has it under `servers.<name>`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ServerEntry {
    /// Google Stitch.
    Stitch {
        #[serde(skip_serializing_if = "Option::is_none", default)]
        url: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        key: Option<KeySource>,
        /// A bearer token, with the project that pays.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        token: Option<KeySource>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        project: Option<KeySource>,
        /// MOBILE, DESKTOP, TABLET or AGNOSTIC.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        device: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none", default)]
        model: Option<String>,
        #[serde(default = "stitch_seconds")]
        timeout_seconds: u64,
        /// How many views are drawn at most.
        #[serde(default = "most_screens")]
        max_screens: u32,
    },
}

/// Where a secret comes from.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum KeySource {
    /// The variable that holds it.
    Env(String),
    /// The command that prints it; no shell reads it.
    Command(Vec<String>),
}

impl KeySource {
    /// Where the secret comes from, for people; arguments may hold anything and are not shown.
    pub fn place(&self) -> String {
        match self {
            Self::Env(name) => format!("the variable {name}"),
            Self::Command(argv) => format!("what {} prints", argv.first().map_or("", String::as_str)),
        }
    }
}

/// Whether a temperature is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Temperature {
    Omit,
}

/// What a million tokens cost, in the configured currency.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Price {
    pub input: Amount,
    pub output: Amount,
}

fn yes() -> bool {
    true
}

fn longest_answer() -> u64 {
    32_000
}

fn idle() -> u64 {
    60
}

fn idle_program() -> u64 {
    300
}

fn stitch_seconds() -> u64 {
    300
}

fn most_screens() -> u32 {
    12
}
