//! The ways in which model servers are spoken to, and where they differ.

use reqwest::Url;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::endpoint::Endpoint;
use super::heard::{Heard, TooLong};
use super::key::Secret;
use super::ordered::Ordered;
use super::shape::Shape;
use super::{anthropic, gemini, openai};

/// The ways in which model servers are spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Openai,
    Anthropic,
    Gemini,
}

/// What is asked of a model, before a dialect puts it into words.
pub struct Asked<'a> {
    pub model: &'a str,
    /// The whole prompt, as it lies on the disk: nothing is added to it.
    pub prompt: &'a str,
    /// Whether temperature 0 is asked for; it is, unless the configuration says `temperature: omit` (ruling 6).
    pub temperature: bool,
    pub seed: Option<u64>,
    /// The shape that the answer is to have.
    pub shape: Option<&'static Shape>,
    pub max_answer_tokens: u64,
    pub streaming: bool,
}

impl Dialect {
    /// Its name, as `kind:` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// Where the provider's own API begins.
    pub fn url(self) -> &'static str {
        match self {
            Self::Openai => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        }
    }

    /// The variable in which the provider's customers keep their key.
    pub fn variable(self) -> &'static str {
        match self {
            Self::Openai => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::Gemini => "GEMINI_API_KEY",
        }
    }

    /// Where a prompt is posted to.
    pub fn asks_at(self, endpoint: &Endpoint, asked: &Asked) -> Url {
        match self {
            Self::Openai => endpoint.below(&["chat", "completions"]),
            Self::Anthropic => endpoint.below(&["messages"]),
            Self::Gemini => gemini::asks_at(endpoint, asked),
        }
    }

    /// Where the server says whether it has a model, which costs nothing.
    pub fn looks_at(self, endpoint: &Endpoint, model: &str) -> Url {
        match self {
            Self::Openai => endpoint.below(&["models"]),
            Self::Anthropic => endpoint.below(&["models", model]),
            Self::Gemini => endpoint.below(&["models", gemini::bare(model)]),
        }
    }

    /// The headers of every request.
    pub fn headers(self, secret: Option<&Secret>) -> HeaderMap {
        match self {
            Self::Openai => openai::headers(secret),
            Self::Anthropic => anthropic::headers(secret),
            Self::Gemini => gemini::headers(secret),
        }
    }

    /// The body of a request.
    pub fn body(self, endpoint: &Endpoint, asked: &Asked) -> Ordered {
        match self {
            Self::Openai => openai::body(endpoint, asked),
            Self::Anthropic => anthropic::body(asked),
            Self::Gemini => gemini::body(asked),
        }
    }

    /// Takes what a server said: a whole answer, or a piece of one.
    pub fn hear(self, said: &Value, heard: &mut Heard) -> Result<(), TooLong> {
        match self {
            Self::Openai => openai::hear(said, heard),
            Self::Anthropic => anthropic::hear(said, heard),
            Self::Gemini => gemini::hear(said, heard),
        }
    }
}
