//! Agents and preview servers of a configuration. It never contains a secret: a key is given as the variable that holds it, or
//! as a command that prints it.

use serde::{Deserialize, Serialize};

use super::amount::Amount;

/// An agent in `frieze.yaml`, under `agents.<name>`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum AgentEntry {
    /// A server with OpenAI's chat completions API: hosted ones, Ollama, llama.cpp, vLLM, LM Studio.
    Openai(Http),
    /// Anthropic's messages.
    Anthropic(Http),
    /// Google's Gemini.
    Gemini(Http),
    /// Claude Code, as it is installed here.
    Claude(Preset),
    /// The Codex CLI.
    Codex(Preset),
    /// The Gemini CLI. `gemini` is the kind of the API.
    GeminiCli(Preset),
    /// OpenCode.
    Opencode(Preset),
    /// A program that speaks the Agent Client Protocol.
    Acp(Program),
    /// A program that reads a prompt and prints an answer.
    Command(Program),
    /// A person with files: frieze writes the prompt and waits for the answer.
    Files {
        #[serde(default)]
        patches: bool,
    },
    /// The answers of a recorded run.
    Replay {
        /// The feature whose recorded answers are replayed in order.
        from: String,
    },
}

/// A model over HTTP.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Http {
    pub model: String,
    /// The model name that answers must report; by default, the first one in a run.
    pub reports: Option<String>,
    /// The base address of the API, for example `http://localhost:11434/v1`; by default, the provider's own.
    pub url: Option<String>,
    pub key: Option<KeySource>,
    pub proxy: Option<String>,
    /// `omit` for a model that refuses a temperature (ruling 6); by default it is 0.
    pub temperature: Option<Temperature>,
    pub seed: Option<u64>,
    /// Whether to send the answer's JSON Schema.
    #[serde(default = "yes")]
    pub structured: bool,
    #[serde(default = "yes")]
    pub streaming: bool,
    /// Maximum length of an answer, in tokens.
    #[serde(default = "longest_answer")]
    pub max_answer_tokens: u64,
    /// How many tokens its context holds, prompt and answer together. A prompt that does not fit is not sent.
    pub context: Option<u64>,
    pub timeout_seconds: Option<u64>,
    /// Time limit between two pieces of an answer.
    #[serde(default = "idle")]
    pub idle_seconds: u64,
    pub price: Option<Price>,
    /// Whether its answers may be patches against the previous design.
    #[serde(default)]
    pub patches: bool,
}

/// A program that reads a prompt and prints an answer.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Program {
    /// The program and its arguments, run without a shell. `{prompt}` is replaced by the prompt, which otherwise goes to standard
    /// input. The schema demands it where it is not optional.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub command: Vec<String>,
    /// The name of its model; by default, the program's name.
    pub model: Option<String>,
    /// The variables that it gets in addition to `PATH`, `HOME`, `LANG` and `TMPDIR`.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub environment: Vec<String>,
    /// Its working folder, below the workspace; by default, an empty folder of its own.
    pub folder: Option<String>,
    pub timeout_seconds: Option<u64>,
    #[serde(default = "idle_program")]
    pub idle_seconds: u64,
    /// How many tokens its context holds, if that is known. A prompt that does not fit is not sent.
    pub context: Option<u64>,
    #[serde(default)]
    pub patches: bool,
}

/// A program whose arguments and output frieze knows. The schema refuses unknown keys, which serde cannot with `flatten`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Preset {
    /// Its `command` is empty for the program of that name in `PATH`; arguments there come before frieze's own. Without a
    /// `model`, it chooses one.
    #[serde(flatten)]
    pub program: Program,
    /// The longest answer that a limit of the run allows for, in tokens.
    #[serde(default = "longest_answer")]
    pub max_answer_tokens: u64,
    /// For a program that reports no cost, or another one than yours.
    pub price: Option<Price>,
}

/// A preview server in `frieze.yaml`, under `servers.<name>`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum ServerEntry {
    /// Google Stitch.
    Stitch {
        url: Option<String>,
        key: Option<KeySource>,
        /// A bearer token, used with a project that is billed.
        token: Option<KeySource>,
        project: Option<KeySource>,
        /// MOBILE, DESKTOP, TABLET or AGNOSTIC.
        device: Option<String>,
        model: Option<String>,
        #[serde(default = "stitch_seconds")]
        timeout_seconds: u64,
        /// Maximum number of views to draw.
        #[serde(default = "most_screens")]
        max_screens: u32,
    },
}

/// The source of a secret.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum KeySource {
    /// The variable that holds it.
    Env(String),
    /// The command that prints it, run without a shell.
    Command(Vec<String>),
}

impl KeySource {
    /// The source for messages. Arguments are left out, because they may contain anything.
    pub fn describe(&self) -> String {
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

/// The price of a million tokens, in the configured currency.
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
