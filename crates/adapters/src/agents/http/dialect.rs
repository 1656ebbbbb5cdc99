//! The APIs of model servers: their names, usual places and keys.

use crate::config::{Http, KeySource};

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
}
