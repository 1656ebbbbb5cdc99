//! A free check of a server: whether it answers, how fast, and whether it has the model.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::Model;
use super::dialect::Dialect;
use super::refusal;
use super::refusal::ServerError;
use super::request_params::RequestParams;
use crate::secret;
use crate::secret_redactor::SecretRedactor;
use crate::web::{Body, error_body};
use frieze_data::text::Shown;
use frieze_kernel::Fault;
use frieze_ports::{Checked, LONGEST_ANSWER, Misconfigured};

/// Time limit for a check.
const LIMIT: Duration = Duration::from_secs(10);
/// Limits of the list of other models: their number, and the length of a name. A name is copied as it is, and some servers
/// use a file's path as name.
const NAMED: usize = 6;
const NAME: usize = 300;

/// Checks a model's server, within [`LIMIT`].
pub async fn check(model: &Model) -> Checked {
    let place = model.endpoint.shown();
    tokio::time::timeout(LIMIT, check_now(model, &place)).await.unwrap_or_else(|_| {
        Err(Misconfigured::new(
            format!("{place} did not answer within {} s", LIMIT.as_secs()),
            "check url, and the network",
        ))
    })
}

async fn check_now(model: &Model, place: &str) -> Checked {
    let key = match &model.key {
        None => None,
        Some(key) => Some(secret::read(key, &model.root).await?),
    };
    let redactor = SecretRedactor::of_secrets(&key);
    let name = &model.http.model;
    let params = RequestParams {
        model: name,
        prompt: "",
        temperature: false,
        seed: None,
        shape: None,
        max_answer_tokens: 0,
        streaming: false,
    };
    let request = model.client.get(model.dialect.models_url(&model.endpoint, name));
    let began = Instant::now();
    let response = request.headers(model.dialect.headers(key.as_ref())).send().await.map_err(|e| {
        let (why, hint) = model.describe_send_error(e);
        let hint = hint.map_or_else(|| unreachable_hint(model), str::to_owned);
        Misconfigured::new(redactor.redact(&why), hint)
    })?;
    let ms = began.elapsed().as_millis();
    let status = response.status();
    if status.is_success() {
        let body = Body::new(response, LIMIT, LONGEST_ANSWER).whole().await.unwrap_or_default();
        return judge_models(model, place, ms, &serde_json::from_slice(&body).unwrap_or_default());
    }
    let headers = response.headers().clone();
    let error = ServerError::of(&error_body(response, LIMIT).await, &redactor);
    if matches!(status.as_u16(), 404 | 405 | 501) {
        let unknown = |lack: &str| {
            Ok(format!(
                "{place} answers in {ms} ms, but does not {lack} its models; the first answer will show whether it has {name}"
            ))
        };
        return match model.dialect {
            Dialect::Openai => unknown("list"),
            // Only the provider's own answer names the model; other servers have no such address.
            Dialect::Anthropic | Dialect::Gemini if !error.message.contains(name.as_str()) => {
                unknown("describe")
            }
            Dialect::Anthropic | Dialect::Gemini => Err(Misconfigured::new(
                format!("{place} answers in {ms} ms, but has no model {name}"),
                "correct model, or url",
            )),
        };
    }
    let found =
        format!("{place} answers in {ms} ms, but refuses the request: {} {}", status.as_u16(), error.message);
    let hint = refusal::hint(model, &params, status, &error).unwrap_or_else(|| {
        match refusal::fault(model, &params, status, &headers, &error) {
            Fault::TryLater { .. } => "try again later".to_owned(),
            fault @ (Fault::Failed { .. }
            | Fault::Unready { .. }
            | Fault::Unusable { .. }
            | Fault::TimedOut { .. }) => fault.in_words().into_owned(),
        }
    });
    Err(Misconfigured::new(found, hint))
}

/// Whether a server's list of models has the configured one.
fn judge_models(model: &Model, place: &str, ms: u128, answer: &Value) -> Checked {
    let name = &model.http.model;
    let passed = |also: &str| Ok(format!("{place} answers in {ms} ms and has {name}{also}"));
    if model.dialect != Dialect::Openai {
        let version = answer["version"].as_str().or(answer["display_name"].as_str()).unwrap_or_default();
        return if version.is_empty() {
            passed("")
        } else {
            passed(&format!(" ({})", Shown::cut(version, 60)))
        };
    }
    let names: Vec<&str> =
        answer["data"].as_array().into_iter().flatten().filter_map(|m| m["id"].as_str()).collect();
    // Ollama lists `llama3.2:latest` and takes `llama3.2`.
    if names.iter().any(|known| known == name || known.strip_suffix(":latest") == Some(name)) {
        return passed("");
    }
    if names.is_empty() {
        return Ok(format!(
            "{place} answers in {ms} ms, but lists no models; the first answer will show whether it has {name}"
        ));
    }
    let is_similar = |known: &&&str| known.chars().zip(name.chars()).take_while(|(a, b)| a == b).count() >= 3;
    let similar: Vec<&&str> = names.iter().filter(is_similar).collect();
    let some: Vec<&&str> = if similar.is_empty() { names.iter().collect() } else { similar };
    let some: Vec<String> =
        some.into_iter().take(NAMED).map(|known| Shown::cut(known, NAME).into_string()).collect();
    Err(Misconfigured::new(
        format!("{place} answers in {ms} ms, but has no model {name}"),
        format!("it has {}; use one of them as model, or install {name} there", some.join(", ")),
    ))
}

fn unreachable_hint(model: &Model) -> String {
    match model.endpoint.is_loopback() {
        true => "start the server (Ollama: OLLAMA_CONTEXT_LENGTH=32768 ollama serve; llama.cpp: llama-server -m MODEL -c \
                  32768), or correct url"
            .to_owned(),
        false => "check url, the network, and the proxy (HTTPS_PROXY, or proxy:)".to_owned(),
    }
}
