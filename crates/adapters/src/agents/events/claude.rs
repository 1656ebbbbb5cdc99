//! The stream of `claude -p --output-format stream-json --include-partial-messages`: the events of Anthropic's messages API in
//! an envelope, then one `result`.

use serde_json::Value;

use super::state::{EventState, is_about_login};
use crate::agents::http::anthropic::usage_of;
use crate::agents::response::{End, TooLong};

/// Reads one event.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut EventState) -> Result<(), TooLong> {
    match event["type"].as_str() {
        Some("stream_event") => piece(&event["event"], state)?,
        Some("assistant") => message(event, state),
        Some("result") => result(event, state)?,
        Some(_) | None => {}
    }
    Ok(())
}

fn piece(event: &Value, state: &mut EventState) -> Result<(), TooLong> {
    match event["type"].as_str() {
        Some("message_start") => model(&event["message"], state),
        Some("content_block_delta") => match event["delta"]["type"].as_str() {
            Some("text_delta") => {
                state.response.push_text(event["delta"]["text"].as_str().unwrap_or_default())?;
            }
            Some("thinking_delta") => state.response.is_thinking = true,
            Some(_) | None => {}
        },
        Some(_) | None => {}
    }
    Ok(())
}

/// The model that answered. Claude Code writes its own words under the name `<synthetic>`.
fn model(message: &Value, state: &mut EventState) {
    let name = message["model"].as_str().filter(|name| *name != "<synthetic>");
    state.response.set_model(name);
}

fn message(event: &Value, state: &mut EventState) {
    model(&event["message"], state);
    if let Some(kind) = event["error"].as_str() {
        let texts = event["message"]["content"].as_array().into_iter().flatten();
        let words: String = texts.filter_map(|block| block["text"].as_str()).collect();
        state.fail(&words, kind == "authentication_failed" || is_about_login(&words));
    }
}

fn result(event: &Value, state: &mut EventState) -> Result<(), TooLong> {
    usage_of(&event["usage"], &mut state.response);
    state.response.set_cost(event["total_cost_usd"].as_f64());
    let words = event["result"].as_str().unwrap_or_default();
    if event["is_error"] == true || event["subtype"] != "success" {
        let why = match event["subtype"].as_str() {
            Some("success") | None => words,
            Some(subtype) if words.is_empty() => subtype,
            Some(_) => words,
        };
        state.fail(why, is_about_login(why));
        return Ok(());
    }
    state.error = None;
    state.response.put_text(words)?;
    state.response.end = Some(match event["stop_reason"].as_str() {
        Some("max_tokens") => End::AtLimit,
        Some("refusal") => End::Refused("it refused for safety reasons".to_owned()),
        Some(_) | None => End::Whole,
    });
    Ok(())
}
