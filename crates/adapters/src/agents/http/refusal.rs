//! Refusals of a server: whether to retry later, or what to correct. frieze repeats no refused request with fewer options, because
//! that would differ from the request that the run recorded; only a refused temperature is left out, and recorded (ruling 6).

use jiff::Timestamp;
use reqwest::header::{HeaderMap, LOCATION};
use reqwest::{StatusCode, Url};
use serde_json::Value;

use super::Model;
use super::dialect::Dialect;
use super::request_params::RequestParams;
use super::retry_after;
use crate::secret_redactor::SecretRedactor;
use frieze_data::text::Shown;
use frieze_kernel::Fault;

/// Hint for a server that closes a plain connection.
pub const TLS_HINT: &str = "if the server uses TLS, start its url with https://";

/// Maximum number of characters of a server's message.
const WORDS: usize = 300;

/// The error in a server's response.
pub struct ServerError {
    pub message: String,
    /// All error codes in one text.
    codes: String,
    error: Value,
}

impl ServerError {
    /// Parses a body: JSON as the three dialects and their imitators write it, or an HTML page.
    pub fn of(body: &[u8], redactor: &SecretRedactor) -> Self {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        // Gemini answers a refused stream with a list.
        let value = value.get(0).cloned().unwrap_or(value);
        let page = || String::from_utf8_lossy(body).into_owned();
        Self::of_value(&value, redactor).unwrap_or_else(|| Self {
            message: words(&without_tags(&page()), redactor),
            codes: String::new(),
            error: Value::Null,
        })
    }

    /// Parses JSON; `None` if it is not an error.
    pub fn of_value(value: &Value, redactor: &SecretRedactor) -> Option<Self> {
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
        Some(Self { message: words(&message, redactor), codes, error: error.clone() })
    }

    fn mentions(&self, any: &[&str]) -> bool {
        let all = format!("{} {}", self.codes, self.message).to_lowercase();
        any.iter().any(|name| all.contains(name))
    }

    /// The fault for an error inside a stream, which has no status; its codes replace it.
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
        let why = format!("the server stopped its answer: {}", self.message);
        match codes.split_whitespace().any(is_later) {
            true => Fault::TryLater { after_ms: None, why },
            false => Fault::failed(why),
        }
    }
}

/// The fault for a refused request.
pub fn fault(
    model: &Model,
    params: &RequestParams,
    status: StatusCode,
    headers: &HeaderMap,
    error: &ServerError,
) -> Fault {
    let reason = status.canonical_reason().unwrap_or_default();
    let why = format!("{} {reason} from {}: {}", status.as_u16(), model.endpoint.shown(), error.message);
    // Waiting does not help an empty account; Google's quota per minute is different.
    let quota = status == StatusCode::TOO_MANY_REQUESTS && error.mentions(&["insufficient_quota"]);
    if is_for_a_while(status.as_u16()) && !quota {
        let after_ms = retry_after::milliseconds(headers, &error.error, Timestamp::now());
        return Fault::TryLater { after_ms, why };
    }
    if status.is_redirection() {
        return Fault::failed(format!(
            "{} redirects to {}; frieze does not follow, because that would send the key along. If it is right, use that \
             address as url",
            model.endpoint.shown(),
            location(headers)
        ));
    }
    let why = match hint(model, params, status, error) {
        Some(hint) => format!("{why}; {hint}"),
        None => why,
    };
    match status.as_u16() {
        401 | 403 | 404 => Fault::Unready { why },
        _ => Fault::failed(why),
    }
}

/// Whether the model refuses the temperature of this request.
pub fn is_of_temperature(params: &RequestParams, status: StatusCode, error: &ServerError) -> bool {
    params.temperature && matches!(status.as_u16(), 400 | 404 | 422) && error.mentions(&["temperature"])
}

/// Whether a status means busy, temporarily broken, or an error of a gateway (522 and similar are a hosting provider's own).
/// The other codes from 501 on mean that the server does not support the request.
fn is_for_a_while(status: u16) -> bool {
    matches!(status, 408 | 429 | 500 | 502..=504 | 520..=529)
}

/// What to correct, as far as the refusal says.
pub fn hint(
    model: &Model,
    params: &RequestParams,
    status: StatusCode,
    error: &ServerError,
) -> Option<String> {
    let key = || match &model.key {
        Some(key) => format!("check the key ({})", key.describe()),
        None => "the server needs a key: write key: {env: NAME}".to_owned(),
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
        // The server knows the key but does not permit the request.
        403 => Some(match &model.key {
            Some(key) => format!(
                "the key ({}) is not permitted to do this: check its permissions, and whether the account has the model {}",
                key.describe(),
                params.model
            ),
            None => key(),
        }),
        401 => Some(key()),
        400 | 413 | 422 if error.mentions(&context) => Some(format!(
            "prompt and answer exceed the context: give the server more (llama.cpp: -c 32768; Ollama: \
             OLLAMA_CONTEXT_LENGTH=32768), use a model with a larger context, or lower maxAnswerTokens, which is {}",
            params.max_answer_tokens
        )),
        400 if model.endpoint.scheme() == "http" && error.mentions(&["https"]) => Some(TLS_HINT.to_owned()),
        400 if error.mentions(&["api key not valid", "api_key_invalid"]) => Some(key()),
        429 if error.mentions(&["insufficient_quota"]) => Some("the account has no credit left".to_owned()),
        400 | 404 | 422 | 501 if error.mentions(&schema) && params.shape.is_some() => {
            Some("this server accepts no JSON Schema: write structured: false".to_owned())
        }
        400 | 422 if error.mentions(&["seed"]) && params.seed.is_some() => {
            Some("this model accepts no seed: remove it".to_owned())
        }
        400 | 422 if error.mentions(&["max_tokens", "max_completion_tokens", "maxoutputtokens"]) => Some(
            format!("maxAnswerTokens is {}: use a value that the model allows", params.max_answer_tokens),
        ),
        400 | 422 if error.mentions(&["stream"]) && params.streaming => {
            Some("this server does not stream: write streaming: false".to_owned())
        }
        404 | 405 => {
            let place = model.endpoint.shown();
            let is_bare = model.dialect == Dialect::Openai && !place.contains("/v");
            let below = if is_bare { ": most servers have the API below /v1" } else { "" };
            Some(format!("check the model ({}) and url ({place}{below})", params.model))
        }
        413 => Some("the prompt is too large for the server".to_owned()),
        _ => None,
    }
}

/// The target of a redirect, without its path, which may contain a token.
fn location(headers: &HeaderMap) -> String {
    let text = headers.get(LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match Url::parse(text) {
        Ok(url) => url.origin().ascii_serialization(),
        Err(_) => "another address".to_owned(),
    }
}

/// A server's words for display: redacted, on one line, shortened.
fn words(text: &str, redactor: &SecretRedactor) -> String {
    let text: String = redactor.redact(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return "no further message".to_owned();
    }
    let text = Shown::line(&text.chars().take(WORDS).collect::<String>()).into_string();
    text.chars().take(WORDS).collect()
}

/// The text of an HTML page.
fn without_tags(page: &str) -> String {
    let mut inside = false;
    page.chars()
        .map(|c| {
            inside = (inside || c == '<') && c != '>';
            if inside || c == '>' { ' ' } else { c }
        })
        .collect()
}
