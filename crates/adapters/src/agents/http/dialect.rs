//! The APIs of model servers, and their differences: names, places, keys, headers, bodies and answers.

use reqwest::Url;
use reqwest::header::HeaderMap;
use secrecy::SecretString;
use serde_json::Value;

use super::endpoint::Endpoint;
use super::request_params::RequestParams;
use super::{anthropic, gemini, openai};
use crate::agents::response::{ResponseState, TooLong};
use crate::config::{Http, KeySource};
use frieze_data::fields::Json;

/// An API of model servers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Openai,
    Anthropic,
    Gemini,
}

impl Dialect {
    /// Its name in `kind:`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Openai => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
        }
    }

    /// The base address of the provider's own API.
    pub fn url(self) -> &'static str {
        match self {
            Self::Openai => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
        }
    }

    /// The variable in which the provider's customers usually keep their key.
    fn variable(self) -> &'static str {
        match self {
            Self::Openai => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::Gemini => "GEMINI_API_KEY",
        }
    }

    /// The source of the key: as configured, or the usual variable, but only for the provider's own address.
    pub fn key(self, http: &Http) -> Option<KeySource> {
        let usual = || http.url.is_none().then(|| KeySource::Env(self.variable().to_owned()));
        http.key.clone().or_else(usual)
    }

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

    pub fn body(self, endpoint: &Endpoint, params: &RequestParams) -> Json {
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
    pub fn receive(self, event: &Value, state: &mut ResponseState) -> Result<(), TooLong> {
        match self {
            Self::Openai => openai::receive(event, state),
            Self::Anthropic => anthropic::receive(event, state),
            Self::Gemini => gemini::receive(event, state),
        }
    }
}
