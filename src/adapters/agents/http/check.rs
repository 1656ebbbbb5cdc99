//! A look at a server that costs nothing: whether it answers, how fast, and whether it has the model.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::Model;
use super::dialect::{Asked, Dialect};
use super::key::Secret;
use super::refused::{self, Told};
use crate::adapters::veil::Veil;
use crate::adapters::web::{Body, of_a_refusal};
use crate::domain::text::Shown;
use crate::kernel::Fault;
use crate::ports::{Checked, LONGEST_ANSWER};

/// How long a look may take.
const LIMIT: Duration = Duration::from_secs(10);
/// How many other models are named, and in how many columns each: a name is to be copied as it is, and some servers call
/// a model by its file's path.
const NAMED: usize = 6;
const NAME: usize = 300;

/// What a look at a model's server finds, within [`LIMIT`].
pub async fn look(model: &Model) -> Checked {
    let place = model.endpoint.shown();
    tokio::time::timeout(LIMIT, looked(model, &place)).await.unwrap_or_else(|_| {
        Checked::ill(
            format!("{place} did not answer within {} s", LIMIT.as_secs()),
            "check url, and the network",
        )
    })
}

async fn looked(model: &Model, place: &str) -> Checked {
    let secret = match &model.key {
        None => None,
        Some(key) => match key.fetch(&model.root).await {
            Ok(secret) => Some(secret),
            Err(e) => return Checked::ill(e.what, e.hint),
        },
    };
    let veil = Veil::of(secret.as_ref().map(Secret::bytes));
    let name = &model.http.model;
    let asked = Asked {
        model: name,
        prompt: "",
        temperature: false,
        seed: None,
        shape: None,
        max_answer_tokens: 0,
        streaming: false,
    };
    let request = model.client.get(model.dialect.looks_at(&model.endpoint, name));
    let began = Instant::now();
    let response = match request.headers(model.dialect.headers(secret.as_ref())).send().await {
        Ok(response) => response,
        Err(e) => {
            let (why, hint) = model.unreached(e);
            return Checked::ill(veil.over(&why), hint.map_or_else(|| start(model), str::to_owned));
        }
    };
    let ms = began.elapsed().as_millis();
    let status = response.status();
    if status.is_success() {
        let body = Body::new(response, LIMIT, LONGEST_ANSWER).whole().await.unwrap_or_default();
        return has(model, place, ms, &serde_json::from_slice(&body).unwrap_or_default());
    }
    let headers = response.headers().clone();
    let told = Told::of(&of_a_refusal(response, LIMIT).await, &veil);
    if matches!(status.as_u16(), 404 | 405 | 501) {
        if let Some(other) = elsewhere(model, name, secret.as_ref()).await {
            return Checked::ill(
                format!("{place} answers in {ms} ms, but has no models there"),
                format!("it has them at {other}: write that as url"),
            );
        }
        return match model.dialect {
            Dialect::Openai => Checked::well(format!(
                "{place} answers in {ms} ms; it does not list its models, so its first answer will show whether it has {name}"
            )),
            // Only the provider's own answer names the model; others have no such place to look.
            Dialect::Anthropic | Dialect::Gemini if !told.message.contains(name.as_str()) => {
                Checked::well(format!(
                    "{place} answers in {ms} ms; it does not tell of its models, so its first answer will show whether it has {name}"
                ))
            }
            Dialect::Anthropic | Dialect::Gemini => Checked::ill(
                format!("{place} answers in {ms} ms, but has no model {name}"),
                "correct model, or url",
            ),
        };
    }
    let found = format!("{place} answers in {ms} ms, but refuses: {} {}", status.as_u16(), told.message);
    let hint = refused::hint(model, &asked, status, &told).unwrap_or_else(|| {
        match refused::fault(model, &asked, status, &headers, &told) {
            Fault::TryLater { .. } => "try again later".to_owned(),
            fault @ (Fault::Failed { .. }
            | Fault::Unready { .. }
            | Fault::Unusable { .. }
            | Fault::TimedOut { .. }) => fault.in_words().into_owned(),
        }
    });
    Checked::ill(found, hint)
}

/// Where the same server lists models, if it does not where it was looked for.
async fn elsewhere(model: &Model, name: &str, secret: Option<&Secret>) -> Option<String> {
    for other in model.endpoint.others().iter().filter(|_| model.dialect == Dialect::Openai) {
        let request = model.client.get(model.dialect.looks_at(other, name));
        let response = request.headers(model.dialect.headers(secret)).send().await.ok()?;
        let is_there = response.status().is_success();
        let body = Body::new(response, LIMIT, LONGEST_ANSWER).whole().await.unwrap_or_default();
        let said: Value = serde_json::from_slice(&body).unwrap_or_default();
        if is_there && said["data"].is_array() {
            return Some(other.shown());
        }
    }
    None
}

/// Whether what a server says of its models has the one that is configured.
fn has(model: &Model, place: &str, ms: u128, said: &Value) -> Checked {
    let name = &model.http.model;
    let well = |also: &str| Checked::well(format!("{place} answers in {ms} ms and has {name}{also}"));
    if model.dialect != Dialect::Openai {
        let version = said["version"].as_str().or(said["display_name"].as_str()).unwrap_or_default();
        return if version.is_empty() { well("") } else { well(&format!(" ({})", Shown::cut(version, 60))) };
    }
    let names: Vec<&str> =
        said["data"].as_array().into_iter().flatten().filter_map(|m| m["id"].as_str()).collect();
    // Ollama lists `llama3.2:latest` and takes `llama3.2`.
    if names.iter().any(|known| known == name || known.strip_suffix(":latest") == Some(name)) {
        return well("");
    }
    if names.is_empty() {
        return Checked::well(format!(
            "{place} answers in {ms} ms; it lists no models, so its first answer will show whether it has {name}"
        ));
    }
    let alike = |known: &&&str| known.chars().zip(name.chars()).take_while(|(a, b)| a == b).count() >= 3;
    let near: Vec<&&str> = names.iter().filter(alike).collect();
    let some: Vec<&&str> = if near.is_empty() { names.iter().collect() } else { near };
    let some: Vec<String> =
        some.into_iter().take(NAMED).map(|known| Shown::cut(known, NAME).into_string()).collect();
    Checked::ill(
        format!("{place} answers in {ms} ms, but has no model {name}"),
        format!("it has {}; write one of them as model, or fetch {name} there", some.join(", ")),
    )
}

fn start(model: &Model) -> String {
    match model.endpoint.is_loopback() {
        true => "start the server (Ollama: OLLAMA_CONTEXT_LENGTH=32768 ollama serve; llama.cpp: llama-server -m MODEL -c \
                  32768), or correct url"
            .to_owned(),
        false => "check url, the network, and the proxy (HTTPS_PROXY, or proxy:)".to_owned(),
    }
}
