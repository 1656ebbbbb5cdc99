//! The differences between the APIs of model servers: addresses, headers, bodies, answers.

use reqwest::Url;
use reqwest::header::HeaderMap;
use secrecy::SecretString;
use serde_json::Value;

use super::dialect::Dialect;
use super::endpoint::Endpoint;
use super::ordered::Ordered;
use super::request_params::RequestParams;
use super::{anthropic, gemini, openai};
use crate::agents::response::{ResponseState, TooLong};

impl Dialect {
    /// The address for prompts.
    pub fn prompt_url(self, endpoint: &Endpoint, params: &RequestParams) -> Url {
        match self {
            Self::Openai => endpoint.below(&["chat", "completions"]),
            Self::Anthropic => endpoint.below(&["messages"]),
            Self::Gemini => gemini::prompt_url(endpoint, params),
        }
    }

    /// The address of the list of models, which costs nothing.
    pub fn models_url(self, endpoint: &Endpoint, model: &str) -> Url {
        match self {
            Self::Openai => endpoint.below(&["models"]),
            Self::Anthropic => endpoint.below(&["models", model]),
            Self::Gemini => endpoint.below(&["models", gemini::bare(model)]),
        }
    }

    pub fn headers(self, key: Option<&SecretString>) -> HeaderMap {
        match self {
            Self::Openai => openai::headers(key),
            Self::Anthropic => anthropic::headers(key),
            Self::Gemini => gemini::headers(key),
        }
    }

    pub fn body(self, endpoint: &Endpoint, params: &RequestParams) -> Ordered {
        match self {
            Self::Openai => openai::body(endpoint, params),
            Self::Anthropic => anthropic::body(params),
            Self::Gemini => gemini::body(params),
        }
    }

    /// Reads a whole answer, or a piece of a streamed one.
    ///
    /// # Errors
    /// If the answer exceeds the maximum size.
    pub fn receive(self, said: &Value, state: &mut ResponseState) -> Result<(), TooLong> {
        match self {
            Self::Openai => openai::receive(said, state),
            Self::Anthropic => anthropic::receive(said, state),
            Self::Gemini => gemini::receive(said, state),
        }
    }
}
