//! OpenAI's chat completions, as OpenAI, Ollama, llama.cpp, vLLM, LM Studio and many others serve them.

use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::{Value, json};

use super::dialect::Asked;
use super::endpoint::Endpoint;
use super::heard::{End, Heard, TooLong};
use super::key::Secret;
use super::ordered::Ordered;

/// The key, as a bearer token.
pub fn headers(secret: Option<&Secret>) -> HeaderMap {
    secret
        .and_then(|secret| secret.header("Bearer "))
        .map(|value| (AUTHORIZATION, value))
        .into_iter()
        .collect()
}

/// A request for one completion.
pub fn body(endpoint: &Endpoint, asked: &Asked) -> Ordered {
    let mut body = json!({
        "model": asked.model,
        "messages": [{ "role": "user", "content": asked.prompt }],
        "stream": asked.streaming,
    });
    // OpenAI has renamed it and refuses the old name for its newer models; the others know the old one.
    let host = endpoint.host();
    let renamed =
        ["openai.com", "openai.azure.com"].iter().any(|of| host == *of || host.ends_with(&format!(".{of}")));
    body[if renamed { "max_completion_tokens" } else { "max_tokens" }] = json!(asked.max_answer_tokens);
    if asked.temperature {
        body["temperature"] = json!(0);
    }
    if let Some(seed) = asked.seed {
        body["seed"] = json!(seed);
    }
    if asked.streaming {
        body["stream_options"] = json!({ "include_usage": true });
    }
    let Some(shape) = asked.shape else { return body.into() };
    let schema = Ordered::from(json!({ "name": shape.name, "strict": shape.is_strict }));
    let schema = schema.with("schema", shape.schema.clone());
    let format = Ordered::from(json!({ "type": "json_schema" })).with("json_schema", schema);
    Ordered::from(body).with("response_format", format)
}

/// Takes a whole completion, or a piece of one.
pub fn hear(said: &Value, heard: &mut Heard) -> Result<(), TooLong> {
    heard.by(said["model"].as_str());
    heard.built(said["system_fingerprint"].as_str());
    heard.took(said["usage"]["prompt_tokens"].as_u64(), said["usage"]["completion_tokens"].as_u64());
    let choice = &said["choices"][0];
    // A whole answer has a message, a piece of one a delta.
    let message = if choice["message"].is_object() { &choice["message"] } else { &choice["delta"] };
    match &message["content"] {
        Value::String(text) => heard.say(text)?,
        Value::Array(parts) => {
            parts.iter().filter_map(|part| part["text"].as_str()).try_for_each(|text| heard.say(text))?;
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
    let thought = |name: &str| message[name].as_str().is_some_and(|text| !text.is_empty());
    heard.thinks |= thought("reasoning_content") || thought("reasoning");
    if let Some(why) = message["refusal"].as_str().filter(|why| !why.is_empty()) {
        // It comes in pieces too.
        let before = match heard.end.take() {
            Some(End::Refused(before)) => before,
            Some(End::Whole | End::AtLimit) | None => String::new(),
        };
        heard.end = Some(End::Refused(format!("{before}{why}").chars().take(300).collect()));
    }
    let end = match choice["finish_reason"].as_str() {
        None | Some("") => return Ok(()),
        Some("length") => End::AtLimit,
        Some("content_filter") => End::Refused("the provider's content filter stopped it".to_owned()),
        Some(called @ ("tool_calls" | "function_call")) => {
            End::Refused(format!("it called a tool, and there is none ({called})"))
        }
        Some(_) => End::Whole,
    };
    if !matches!(heard.end, Some(End::Refused(_))) {
        heard.end = Some(end);
    }
    Ok(())
}
