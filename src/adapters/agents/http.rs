//! Models behind HTTP.

use std::sync::Arc;

use super::super::config::Http;
use crate::ports::{Agent, Misconfigured};

/// The ways in which model servers are spoken to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Openai,
    Anthropic,
    Gemini,
}

impl Dialect {
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
}

pub fn agent(name: &str, _dialect: Dialect, _http: &Http) -> Result<Arc<dyn Agent>, Misconfigured> {
    Err(Misconfigured { what: format!("{name}: models over HTTP are not built yet"), hint: String::new() })
}
