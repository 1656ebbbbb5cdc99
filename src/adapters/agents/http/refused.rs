//! What it means that a server refused: whether to ask later, and otherwise what to mend. A refusal is never answered by
//! asking for less: that would be another request than the one that the run recorded.

use jiff::Timestamp;
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{StatusCode, Url};
use serde_json::Value;

use super::dialect::{Asked, Dialect};
use super::exchange::SPEAKS_TLS;
use super::retry_after;
use super::{Model, failed};
use crate::adapters::veil::Veil;
use crate::domain::text::Shown;
use crate::kernel::Fault;

/// How many characters of a server's words are passed on.
const WORDS: usize = 300;

/// What a server said of its refusal.
pub struct Told {
    pub message: String,
    /// The provider's own names for what is wrong, in one text.
    codes: String,
    error: Value,
}

impl Told {
    /// Out of a body: JSON as the three dialects and their imitators write it, or a page for people.
    pub fn of(body: &[u8], veil: &Veil) -> Self {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        // Gemini answers a refused stream with a list.
        let value = value.get(0).cloned().unwrap_or(value);
        let page = || String::from_utf8_lossy(body).into_owned();
        Self::of_value(&value, veil).unwrap_or_else(|| Self {
            message: words(&without_tags(&page()), veil),
            codes: String::new(),
            error: Value::Null,
        })
    }

    /// Out of JSON that says that something went wrong; `None` where it does not.
    pub fn of_value(value: &Value, veil: &Veil) -> Option<Self> {
        let error = &value["error"];
        let is_error_itself = value["object"] == "error" || value["detail"].is_string();
        if error.is_null() && !is_error_itself {
            return None;
        }
        let error = if error.is_null() { value } else { error };
        let message = [&error["message"], &error["detail"], error].into_iter().find_map(Value::as_str);
        let message = message.map_or_else(|| error.to_string(), str::to_owned);
        let codes = ["code", "type", "status", "param"].iter().map(|name| match &error[*name] {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => String::new(),
        });
        let codes = codes.collect::<Vec<_>>().join(" ");
        Some(Self { message: words(&message, veil), codes, error: error.clone() })
    }

    fn names(&self, any: &[&str]) -> bool {
        let all = format!("{} {}", self.codes, self.message).to_lowercase();
        any.iter().any(|name| all.contains(name))
    }

    /// An error in the middle of a stream, which has no status of its own: its codes tell what it would have been.
    pub fn in_a_stream(self) -> Fault {
        const NAMES: [&str; 9] = [
            "overloaded",
            "rate_limit",
            "unavailable",
            "resource_exhausted",
            "api_error",
            "server_error",
            "internal",
            "timeout",
            "deadline_exceeded",
        ];
        let codes = self.codes.to_lowercase();
        let is_later = |code: &str| match code.parse::<u16>() {
            Ok(status) => is_for_a_while(status),
            Err(_) => NAMES.iter().any(|name| code.contains(name)),
        };
        let why = format!("the server broke its answer off: {}", self.message);
        match codes.split_whitespace().any(is_later) {
            true => Fault::TryLater { after_ms: None, why },
            false => failed(why),
        }
    }
}

/// The fault that a refusal is.
pub fn fault(model: &Model, asked: &Asked, status: StatusCode, headers: &HeaderMap, told: &Told) -> Fault {
    let reason = status.canonical_reason().unwrap_or_default();
    let why = format!("{} {reason} from {}: {}", status.as_u16(), model.endpoint.shown(), told.message);
    // Waiting does not fill an account; a quota of a minute (Google's) is another thing.
    let quota = status == StatusCode::TOO_MANY_REQUESTS && told.names(&["insufficient_quota"]);
    if is_for_a_while(status.as_u16()) && !quota {
        let after_ms = retry_after::milliseconds(headers, &told.error, Timestamp::now());
        return Fault::TryLater { after_ms, why };
    }
    if status.is_redirection() {
        return failed(format!(
            "{} sends on to {}, and frieze does not follow, because the key would go along; if that is right, write that \
             address as url",
            model.endpoint.shown(),
            location(headers)
        ));
    }
    let why = match hint(model, asked, status, told) {
        Some(hint) => format!("{why}; {hint}"),
        None => why,
    };
    match status.as_u16() {
        401 | 403 | 404 => Fault::Unready { why },
        _ => failed(why),
    }
}

/// What is busy, broken for a while, or a gateway before it (522 and its like are a hosted one's own). The other codes from
/// 501 on say that the server does not do such a thing at all.
fn is_for_a_while(status: u16) -> bool {
    matches!(status, 408 | 429 | 500 | 502..=504 | 520..=529)
}

/// What to mend, as far as the refusal tells.
pub fn hint(model: &Model, asked: &Asked, status: StatusCode, told: &Told) -> Option<String> {
    let key = || match &model.key {
        Some(key) => format!("check the key ({})", key.source().place()),
        None => "the server wants a key: write key: {env: NAME}".to_owned(),
    };
    let schema = [
        "response_format",
        "json_schema",
        "output_config",
        "responsejsonschema",
        "responseschema",
        "grammar",
        "schema",
    ];
    let context = [
        "context size",
        "context_size",
        "context length",
        "context_length",
        "context window",
        "prompt is too long",
        "input token count",
    ];
    match status.as_u16() {
        // A key that is known there, and may not: another key of the same account may not either.
        403 => Some(match &model.key {
            Some(key) => format!(
                "the key ({}) may not do this there: see what it is allowed to, and whether the account has the model {}",
                key.source().place(),
                asked.model
            ),
            None => key(),
        }),
        401 => Some(key()),
        400 | 413 | 422 if told.names(&context) => Some(format!(
            "prompt and answer need more context than it has: give the server more (llama.cpp: -c 32768; Ollama: \
             OLLAMA_CONTEXT_LENGTH=32768), take a model that has more, or lower maxAnswerTokens, which is {}",
            asked.max_answer_tokens
        )),
        400 if model.endpoint.scheme() == "http" && told.names(&["https"]) => Some(SPEAKS_TLS.to_owned()),
        400 if told.names(&["api key not valid", "api_key_invalid"]) => Some(key()),
        429 if told.names(&["insufficient_quota"]) => Some("the account has no credit left".to_owned()),
        404 | 400 | 422 if told.names(&["temperature"]) && asked.temperature => {
            Some("this model takes no temperature: write temperature: omit (it is recorded)".to_owned())
        }
        400 | 404 | 422 | 501 if told.names(&schema) && asked.shape.is_some() => {
            Some("this server takes no JSON Schema: write structured: false".to_owned())
        }
        400 | 422 if told.names(&["seed"]) && asked.seed.is_some() => {
            Some("this model takes no seed: remove it".to_owned())
        }
        400 | 422 if told.names(&["max_tokens", "max_completion_tokens", "maxoutputtokens"]) => {
            Some(format!("maxAnswerTokens is {}: write what the model allows", asked.max_answer_tokens))
        }
        400 | 422 if told.names(&["stream"]) && asked.streaming => {
            Some("this server does not stream: write streaming: false".to_owned())
        }
        404 | 405 => {
            let place = model.endpoint.shown();
            let is_bare = model.dialect == Dialect::Openai && !place.contains("/v");
            let below = if is_bare { ": most servers have the API below /v1" } else { "" };
            Some(format!("check the model ({}) and url ({place}{below})", asked.model))
        }
        413 => Some("the prompt is larger than the server takes".to_owned()),
        _ => None,
    }
}

/// Where a redirect leads, without its path, which may hold a token.
fn location(headers: &HeaderMap) -> String {
    let text = headers.get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match Url::parse(text) {
        Ok(url) => url.origin().ascii_serialization(),
        Err(_) => "another place".to_owned(),
    }
}

/// Somebody else's words: without the key, on one line, and not too many.
fn words(text: &str, veil: &Veil) -> String {
    let some: String = veil.over(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if some.is_empty() {
        return "it said nothing more".to_owned();
    }
    let most = Shown::line(&some.chars().take(WORDS).collect::<String>()).into_string();
    most.chars().take(WORDS).collect()
}

/// A page for people, as its words.
fn without_tags(page: &str) -> String {
    let mut inside = false;
    page.chars()
        .map(|c| {
            inside = (inside || c == '<') && c != '>';
            if inside || c == '>' { ' ' } else { c }
        })
        .collect()
}
