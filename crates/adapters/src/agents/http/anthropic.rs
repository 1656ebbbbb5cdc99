//! Anthropic's messages API. It has no seed.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use secrecy::SecretString;
use serde_json::{Value, json};

use super::key::header;
use super::request_params::RequestParams;
use crate::agents::response::{End, ResponseState, TooLong};
use frieze_data::fields::Json;

/// The version of the API in use.
const VERSION: &str = "2023-06-01";

pub fn headers(key: Option<&SecretString>) -> HeaderMap {
    let version = (HeaderName::from_static("anthropic-version"), HeaderValue::from_static(VERSION));
    let key = header("", key).map(|value| (HeaderName::from_static("x-api-key"), value));
    std::iter::once(version).chain(key).collect()
}

/// The body of a request for one message.
pub fn body(params: &RequestParams) -> Json {
    let mut body = json!({
        "model": params.model,
        "messages": [{ "role": "user", "content": params.prompt }],
        "max_tokens": params.max_answer_tokens,
        "stream": params.streaming,
    });
    if params.temperature {
        body["temperature"] = json!(0);
    }
    let Some(shape) = params.shape else { return body.into() };
    let format = Json::from(json!({ "type": "json_schema" })).with("schema", shape.schema.clone());
    Json::from(body).with("output_config", Json::from(json!({})).with("format", format))
}

/// Reads a whole message, or one event of a stream.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut ResponseState) -> Result<(), TooLong> {
    match event["type"].as_str() {
        Some("message") => {
            message(event, state);
            for block in event["content"].as_array().into_iter().flatten() {
                if block["type"] == "text" {
                    state.push_text(block["text"].as_str().unwrap_or_default())?;
                }
            }
        }
        Some("message_start") => message(&event["message"], state),
        Some("content_block_start") => {
            state.push_text(event["content_block"]["text"].as_str().unwrap_or_default())?;
        }
        Some("content_block_delta") => match event["delta"]["type"].as_str() {
            Some("text_delta") => state.push_text(event["delta"]["text"].as_str().unwrap_or_default())?,
            Some("thinking_delta") => state.is_thinking = true,
            Some(_) | None => {}
        },
        Some("message_delta") => {
            end_of(&event["delta"], state);
            usage_of(&event["usage"], state);
        }
        Some("message_stop") => state.closed = true,
        Some(_) | None => {}
    }
    Ok(())
}

fn message(message: &Value, state: &mut ResponseState) {
    state.set_model(message["model"].as_str());
    usage_of(&message["usage"], state);
    end_of(message, state);
}

/// Tokens read from a cache, or written into one, are part of the prompt too.
pub fn usage_of(usage: &Value, state: &mut ResponseState) {
    let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"];
    let cached = cached.iter().filter_map(|name| usage[name].as_u64()).fold(0u64, u64::saturating_add);
    state.set_usage(
        usage["input_tokens"].as_u64().map(|n| n.saturating_add(cached)),
        usage["output_tokens"].as_u64(),
    );
}

fn end_of(part: &Value, state: &mut ResponseState) {
    state.end = match part["stop_reason"].as_str() {
        None => return,
        Some("max_tokens") => Some(End::AtLimit),
        Some("model_context_window_exceeded") => {
            Some(End::Refused("prompt and answer exceed the model's context window".to_owned()))
        }
        Some("refusal") => Some(End::Refused("it refused for safety reasons".to_owned())),
        Some("tool_use") => Some(End::Refused("it called a tool, but has none".to_owned())),
        Some("pause_turn") => Some(End::Refused("it paused in the middle of its answer".to_owned())),
        Some(_) => Some(End::Whole),
    };
}
