//! Answers of the providers in the three dialects, whole and in pieces.

use serde_json::{Value, json};

use super::server::{STREAM, event, json as whole};

pub const KINDS: [&str; 3] = ["openai", "anthropic", "gemini"];

/// The answer of a correct server: whole, or a stream in pieces.
pub fn answer(kind: &str, streaming: bool, model: &str, text: &str) -> Vec<u8> {
    match streaming {
        false => whole("200 OK", &in_one(kind, model, text, None)),
        true => [STREAM.to_owned(), events(kind, model, text, None).iter().map(event).collect()]
            .concat()
            .into_bytes(),
    }
}

/// Stop reasons: complete, at the limit, refused.
fn ending(kind: &str, why: Option<&str>) -> String {
    let well = match kind {
        "openai" => "stop",
        "anthropic" => "end_turn",
        _ => "STOP",
    };
    why.unwrap_or(well).to_owned()
}

pub fn in_one(kind: &str, model: &str, text: &str, why: Option<&str>) -> Value {
    let why = ending(kind, why);
    match kind {
        "openai" => json!({
            "id": "x", "object": "chat.completion", "model": model, "system_fingerprint": "fp_1",
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": why }],
            "usage": { "prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18 },
        }),
        "anthropic" => json!({
            "id": "x", "type": "message", "role": "assistant", "model": model, "stop_reason": why,
            "content": [{ "type": "thinking", "thinking": "hm" }, { "type": "text", "text": text }],
            "usage": { "input_tokens": 8, "cache_read_input_tokens": 3, "output_tokens": 7 },
        }),
        _ => json!({
            "modelVersion": model, "responseId": "x",
            "candidates": [{ "index": 0, "finishReason": why, "content": { "role": "model", "parts": [
                { "text": "hm", "thought": true }, { "text": text }] } }],
            "usageMetadata": { "promptTokenCount": 11, "candidatesTokenCount": 5, "thoughtsTokenCount": 2 },
        }),
    }
}

/// The same, in pieces of this many characters.
pub fn events(kind: &str, model: &str, text: &str, why: Option<&str>) -> Vec<Value> {
    let chars: Vec<char> = text.chars().collect();
    let size = (chars.len() / 40).max(5);
    let pieces = chars.chunks(size).map(|piece| piece.iter().collect::<String>());
    let why = ending(kind, why);
    let mut events = Vec::new();
    match kind {
        "openai" => {
            let chunk = |delta: Value, why: Value| {
                json!({
                    "object": "chat.completion.chunk", "model": model, "system_fingerprint": "fp_1",
                    "choices": [{ "index": 0, "delta": delta, "finish_reason": why }],
                })
            };
            events.push(chunk(json!({ "role": "assistant", "content": "" }), Value::Null));
            events.extend(pieces.map(|piece| chunk(json!({ "content": piece }), Value::Null)));
            events.push(chunk(json!({}), json!(why)));
            events.push(json!({ "model": model, "choices": [], "usage": { "prompt_tokens": 11, "completion_tokens": 7 } }));
            events.push(json!("[DONE]"));
        }
        "anthropic" => {
            events.push(json!({ "type": "message_start", "message": {
                "model": model, "stop_reason": null, "usage": { "input_tokens": 11, "output_tokens": 1 } } }));
            events.push(json!({ "type": "ping" }));
            events.push(json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }));
            events.extend(pieces.map(|piece| {
                json!({
                "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": piece } })
            }));
            events.push(json!({ "type": "content_block_stop", "index": 0 }));
            events.push(json!({ "type": "message_delta", "delta": { "stop_reason": why }, "usage": { "output_tokens": 7 } }));
            events.push(json!({ "type": "message_stop" }));
        }
        _ => {
            events.extend(pieces.map(|piece| {
                json!({
                "modelVersion": model, "candidates": [{ "content": { "parts": [{ "text": piece }] } }],
                "usageMetadata": { "promptTokenCount": 11 } })
            }));
            events.push(json!({ "modelVersion": model, "candidates": [{ "finishReason": why }],
                "usageMetadata": { "promptTokenCount": 11, "candidatesTokenCount": 7 } }));
        }
    }
    events
}

/// A provider's error.
pub fn error(kind: &str, code: &str, message: &str) -> Value {
    match kind {
        "openai" => {
            json!({ "error": { "message": message, "type": "invalid_request_error", "param": code, "code": code } })
        }
        "anthropic" => {
            json!({ "type": "error", "error": { "type": code, "message": message }, "request_id": "req_1" })
        }
        _ => json!({ "error": { "code": 400, "message": message, "status": code, "details": [] } }),
    }
}
