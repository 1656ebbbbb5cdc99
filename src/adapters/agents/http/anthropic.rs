//! Anthropic's messages. They take no seed.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use super::dialect::Asked;
use super::heard::{End, Heard, TooLong};
use super::key::Secret;
use super::ordered::Ordered;

/// The version of the API that is spoken here.
const VERSION: &str = "2023-06-01";

/// The version of the API, and the key.
pub fn headers(secret: Option<&Secret>) -> HeaderMap {
    let version = (HeaderName::from_static("anthropic-version"), HeaderValue::from_static(VERSION));
    let key = secret
        .and_then(|secret| secret.header(""))
        .map(|value| (HeaderName::from_static("x-api-key"), value));
    std::iter::once(version).chain(key).collect()
}

/// A request for one message.
pub fn body(asked: &Asked) -> Ordered {
    let mut body = json!({
        "model": asked.model,
        "messages": [{ "role": "user", "content": asked.prompt }],
        "max_tokens": asked.max_answer_tokens,
        "stream": asked.streaming,
    });
    if asked.temperature {
        body["temperature"] = json!(0);
    }
    let Some(shape) = asked.shape else { return body.into() };
    let format = Ordered::from(json!({ "type": "json_schema" })).with("schema", shape.schema.clone());
    Ordered::from(body).with("output_config", Ordered::Object(vec![("format".to_owned(), format)]))
}

/// Takes a whole message, or one event of a stream.
pub fn hear(said: &Value, heard: &mut Heard) -> Result<(), TooLong> {
    match said["type"].as_str() {
        Some("message") => {
            message(said, heard);
            for block in said["content"].as_array().into_iter().flatten() {
                if block["type"] == "text" {
                    heard.say(block["text"].as_str().unwrap_or_default())?;
                }
            }
        }
        Some("message_start") => message(&said["message"], heard),
        Some("content_block_start") => {
            heard.say(said["content_block"]["text"].as_str().unwrap_or_default())?;
        }
        Some("content_block_delta") => match said["delta"]["type"].as_str() {
            Some("text_delta") => heard.say(said["delta"]["text"].as_str().unwrap_or_default())?,
            Some("thinking_delta") => heard.thinks = true,
            Some(_) | None => {}
        },
        Some("message_delta") => {
            ended(&said["delta"], heard);
            took(&said["usage"], heard);
        }
        Some("message_stop") => heard.closed = true,
        Some(_) | None => {}
    }
    Ok(())
}

fn message(message: &Value, heard: &mut Heard) {
    heard.by(message["model"].as_str());
    took(&message["usage"], heard);
    ended(message, heard);
}

/// What was read from a cache, or written into one, is part of the prompt too.
fn took(usage: &Value, heard: &mut Heard) {
    let cached = ["cache_creation_input_tokens", "cache_read_input_tokens"];
    let cached = cached.iter().filter_map(|name| usage[name].as_u64()).fold(0u64, u64::saturating_add);
    heard.took(
        usage["input_tokens"].as_u64().map(|n| n.saturating_add(cached)),
        usage["output_tokens"].as_u64(),
    );
}

fn ended(part: &Value, heard: &mut Heard) {
    heard.end = match part["stop_reason"].as_str() {
        None => return,
        Some("max_tokens") => Some(End::AtLimit),
        Some("model_context_window_exceeded") => {
            Some(End::Refused("prompt and answer are longer than the model's window".to_owned()))
        }
        Some("refusal") => Some(End::Refused("it refused, for reasons of safety".to_owned())),
        Some("tool_use") => Some(End::Refused("it called a tool, and there is none".to_owned())),
        Some("pause_turn") => Some(End::Refused("it paused in the middle of its answer".to_owned())),
        Some(_) => Some(End::Whole),
    };
}
