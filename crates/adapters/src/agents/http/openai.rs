//! OpenAI's chat completions API, also served by Ollama, llama.cpp, vLLM, LM Studio and others.

use reqwest::header::{AUTHORIZATION, HeaderMap};
use secrecy::SecretString;
use serde_json::{Value, json};

use super::endpoint::Endpoint;
use super::key::header;
use super::request_params::RequestParams;
use crate::agents::response::{End, ResponseState, TooLong};
use frieze_data::fields::Json;

pub fn headers(key: Option<&SecretString>) -> HeaderMap {
    header("Bearer ", key).map(|value| (AUTHORIZATION, value)).into_iter().collect()
}

/// The body of a request for one completion.
pub fn body(endpoint: &Endpoint, params: &RequestParams) -> Json {
    let mut body = json!({
        "model": params.model,
        "messages": [{ "role": "user", "content": params.prompt }],
        "stream": params.streaming,
    });
    // OpenAI renamed this field and refuses the old name for newer models; other servers know only the old one.
    let host = endpoint.host();
    let renamed =
        ["openai.com", "openai.azure.com"].iter().any(|of| host == *of || host.ends_with(&format!(".{of}")));
    body[if renamed { "max_completion_tokens" } else { "max_tokens" }] = json!(params.max_answer_tokens);
    if params.temperature {
        body["temperature"] = json!(0);
    }
    if let Some(seed) = params.seed {
        body["seed"] = json!(seed);
    }
    if params.streaming {
        body["stream_options"] = json!({ "include_usage": true });
    }
    let Some(shape) = params.shape else { return body.into() };
    let schema = Json::from(json!({ "name": shape.name, "strict": shape.is_strict }));
    let schema = schema.with("schema", shape.schema.clone());
    let format = Json::from(json!({ "type": "json_schema" })).with("json_schema", schema);
    Json::from(body).with("response_format", format)
}

/// Reads a whole completion, or a piece of a streamed one.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut ResponseState) -> Result<(), TooLong> {
    state.set_model(event["model"].as_str());
    state.set_fingerprint(event["system_fingerprint"].as_str());
    state.set_usage(event["usage"]["prompt_tokens"].as_u64(), event["usage"]["completion_tokens"].as_u64());
    let choice = &event["choices"][0];
    // A whole answer has a message, a piece has a delta.
    let message = if choice["message"].is_object() { &choice["message"] } else { &choice["delta"] };
    match &message["content"] {
        Value::String(text) => state.push_text(text)?,
        Value::Array(parts) => {
            parts
                .iter()
                .filter_map(|part| part["text"].as_str())
                .try_for_each(|text| state.push_text(text))?;
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
    let thought = |name: &str| message[name].as_str().is_some_and(|text| !text.is_empty());
    state.is_thinking |= thought("reasoning_content") || thought("reasoning");
    if let Some(why) = message["refusal"].as_str().filter(|why| !why.is_empty()) {
        // A refusal may be streamed in pieces too.
        let before = match state.end.take() {
            Some(End::Refused(before)) => before,
            Some(End::Whole | End::AtLimit) | None => String::new(),
        };
        state.end = Some(End::Refused(format!("{before}{why}").chars().take(300).collect()));
    }
    let end = match choice["finish_reason"].as_str() {
        None | Some("") => return Ok(()),
        Some("length") => End::AtLimit,
        Some("content_filter") => End::Refused("the provider's content filter stopped it".to_owned()),
        Some(called @ ("tool_calls" | "function_call")) => {
            End::Refused(format!("it called a tool, but has none ({called})"))
        }
        Some(_) => End::Whole,
    };
    if !matches!(state.end, Some(End::Refused(_))) {
        state.end = Some(end);
    }
    Ok(())
}
