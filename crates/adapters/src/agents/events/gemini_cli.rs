//! The stream of `gemini --output-format stream-json`: `init` with the requested model, pieces of messages, and one `result` with
//! the models that answered.

use serde_json::Value;

use super::state::EventState;
use crate::agents::response::{End, TooLong};

/// Reads one event.
///
/// # Errors
/// `TooLong` if the answer exceeds the maximum size.
pub fn receive(event: &Value, state: &mut EventState) -> Result<(), TooLong> {
    match event["type"].as_str() {
        // `auto` is no model.
        Some("init") => state.response.set_model(event["model"].as_str().filter(|name| *name != "auto")),
        Some("message") if event["role"] == "assistant" => {
            let text = event["content"].as_str().unwrap_or_default();
            if event["delta"] == true {
                state.response.push_text(text)?;
            } else {
                state.response.put_text(text)?;
            }
        }
        Some("error") => {
            // A warning is an error if nothing else follows.
            state.fail(event["message"].as_str().unwrap_or_default(), false);
        }
        Some("result") => result(event, state),
        Some(_) | None => {}
    }
    Ok(())
}

fn result(event: &Value, state: &mut EventState) {
    let stats = &event["stats"];
    state.response.set_usage(stats["input_tokens"].as_u64(), stats["output_tokens"].as_u64());
    // A small model may have chosen the one that answers, so the answer is by the one that wrote most.
    let models = stats["models"].as_object().into_iter().flatten();
    let written = models.map(|(name, of)| (of["output_tokens"].as_u64().unwrap_or_default(), name));
    state.response.set_model(written.max().map(|(_, name)| name.as_str()));
    if event["status"] == "success" {
        if !state.response.text.is_empty() {
            state.error = None;
        }
        state.response.end = Some(End::Whole);
    } else {
        let words = event["error"]["message"].as_str().unwrap_or_default();
        state.fail(words, event["error"]["type"] == "FatalAuthenticationError");
    }
}
